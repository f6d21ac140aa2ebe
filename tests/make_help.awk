# SPDX-License-Identifier: MIT
# `make help`: prints the lines "## GROUP: TARGET  TEXT" of the makefiles, group by group. A line
# "## TARGET  TEXT" is in the group "other".
BEGIN {
    groups = split("build try test measure install other variables", order)
}

/^## / {
    group = "other"
    sub(/^## /, "")
    if ($1 ~ /:$/) {
        group = substr($1, 1, length($1) - 1)
        sub(/^[^ ]+ +/, "")
    }
    target = $1
    sub(/^[^ ]+ +/, "")
    lines[group] = lines[group] sprintf("  %-14s  %s\n", target, $0)
}

END {
    print "usage: make [TARGET]... [VARIABLE=VALUE]..."
    for (i = 1; i <= groups; i++)
        if (lines[order[i]])
            printf "\n%s:\n%s", order[i], lines[order[i]]
    print "\nDurations are for two processors without other load, and include the build."
}
