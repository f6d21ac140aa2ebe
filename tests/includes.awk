# SPDX-License-Identifier: MIT
# Checks the include rule. Reads gen/README.md, whose table between the markers "include rule" and
# "end" says for each folder which others it may include, and then "FILE:INCLUDE LINE" lines of
# core, port and gen (grep -H). Prints one line for each include that the table does not allow, and
# for each row that allows a folder which is not in an earlier row: without such rows there is no
# cycle. Run it from the top.

/<!-- include rule/ { in_table = 1 }
/<!-- end/ { in_table = 0 }

in_table && /^\| `/ {
    split($0, column, "|")
    count = split(column[2], folders, " ")
    for (i = 1; i <= count; i++)
        gsub("`", "", folders[i])
    allowed_count = split(column[3], allowed, " ")
    for (i = 1; i <= allowed_count; i++) {
        gsub("`", "", allowed[i])
        if (!(allowed[i] in known))
            print "gen/README.md: include rule:" column[2] "may include " allowed[i] \
                ", which has no earlier row"
    }
    for (i = 1; i <= count; i++) {
        known[folders[i]]
        may[folders[i], folders[i]]
        for (k = 1; k <= allowed_count; k++)
            may[folders[i], allowed[k]]
    }
}

function exists(path,    line, is_there)
{
    is_there = (getline line < path) >= 0
    close(path)
    return is_there
}

# "a/b/../c" without "b/.."
function plain(path)
{
    while (sub(/[^\/]+\/\.\.\//, "", path))
        ;
    return path
}

# Public headers belong to core/include and port/include.
function folder_of(path)
{
    sub(/\/[^\/]*$/, "", path)
    sub(/\/include\/bobbin$/, "/include", path)
    return path
}

# The file that NAME means in FILE; the name itself if it is none of ours.
function included(file, name,    at)
{
    at = file
    sub(/[^\/]*$/, "", at)
    if (exists(plain(at name)))
        return plain(at name)
    if (exists("gen/" name))
        return "gen/" name
    return name
}

FNR != NR && match($0, /^[^:]*:/) {
    file = substr($0, 1, RLENGTH - 1)
    name = substr($0, RLENGTH + 1)
    gsub(/^ *# *include *["<]|[">].*$/, "", name)
    if (/include *<bobbin\//)
        target = exists("core/include/" name) ? "core/include/" name : "port/include/" name
    else if (/include *</)
        next
    else
        target = included(file, name)
    checked++
    if (!((folder_of(file), folder_of(target)) in may))
        print file " may not include " target
}

END {
    if (checked < 100)
        print "only " checked + 0 " includes were found"
}
