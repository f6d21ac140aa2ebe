# SPDX-License-Identifier: MIT
# Prints the report lines of a log with the text of the lines that continue them:
# "%bobbin TOKEN.SEQ TYPE FIELDS *"

{ sub(/\r$/, "") }

/^%bobbin [^ ]* .* [*+][0-9a-f]+$/ {
    goes_on = $NF ~ /^[+]/
    first = $1 " " $2 " "
    text = substr($0, length(first) + 1)
    sub(/ [*+][0-9a-f]+$/, "", text)
    if (sub(/^> /, "", text))
        line = line text
    else
        line = first text
    if (!goes_on)
        print line " *"
}
