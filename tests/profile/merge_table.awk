# SPDX-License-Identifier: MIT
# merge_table.awk JSON: what bench_merge wrote as a table of gen/profile/README.md.

BEGIN {
    title["--json"] = "summary, `--json`"
    print "| output | processor seconds | peak MiB |"
    print "|---|---|---|"
}
{ gsub(/[",]/, "") }
$1 == "output:" { output = $2 }
$1 == "user_ms:" { seconds = $2 / 1000 }
$1 == "peak_bytes:" {
    name = output in title ? title[output] : "`" output "`"
    printf "| %s | %.1f | %.0f |\n", name, seconds, $2 / 1048576
}
