# SPDX-License-Identifier: MIT
# Reads what `bobbin decode` prints. Prints a line for each task: NAME|STATE|FUNCTION...|STOP. An
# exception between two functions is "<IRQ>". Tasks that decode has folded get a line each.
/^task "/ {
    split($0, parts, "\"")
    state = parts[3]
    sub(/^: /, "", state)
    sub(/,.*/, "", state)
    names[++count] = parts[2]
    states[count] = state
}
/^#/ {
    name = $3
    sub(/\+0x.*/, "", name)
    sub(/\.(isra|constprop|part|lto_priv|cold).*/, "", name)
    functions = functions " " name
}
/^--- / {
    name = $2
    sub(/,$/, "", name)
    functions = functions " <" name ">"
}
/^stop: / {
    for (i = 1; i <= count; i++)
        print names[i] "|" states[i] "|" substr(functions, 2) "|" $2
    count = 0
    functions = ""
}
