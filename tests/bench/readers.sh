#!/bin/sh
# SPDX-License-Identifier: MIT
# readers.sh DIRECTORY: the bytes that a program links of DIRECTORY/core.a to open tables and to
# unwind, without a reader ("-") and with each reader: lines "READER BYTES MORE WRITABLE STACK" in
# DIRECTORY/readers. MORE are the bytes that "-" does not have. STACK is the deepest path of calls,
# without calls through pointers. From the top.
set -eu

directory=$1

# SYMBOL...: the objects that the linker takes, as paths below DIRECTORY/core
taken_for() {
    for object in $(sh tests/linked.sh "$directory/core.a" "$@"); do
        (cd "$directory/core" && find . -name "$object")
    done
}

# COLUMNS OBJECT...: the sum of these columns of arm-none-eabi-size; 1 is text, 23 is data and bss
sum() {
    fields=$1
    shift
    arm-none-eabi-size "$@" | awk -v fields="$fields" '
        NR > 1 { for (i = 1; i <= length(fields); i++) sum += $substr(fields, i, 1) }
        END { print sum }'
}

for reader in - $(build/tests/bench_formats --readers); do
    if [ "$reader" = - ]; then
        taken=$(taken_for)
    elif arm-none-eabi-nm "$directory/core.a" 2>/dev/null | grep -q " [RDT] $reader\$"; then
        taken=$(taken_for "$reader")
    else
        continue
    fi
    cd "$directory/core"
    # shellcheck disable=SC2086 # words
    bytes=$(sum 1 $taken)
    [ "$reader" != - ] || base=$bytes
    # shellcheck disable=SC2046,SC2086
    stack=$(arm-none-eabi-objdump -dr $taken |
        awk -f "$OLDPWD/tests/call_graph.awk" - $(echo "$taken" | sed 's/\.o$/.su/') |
        sed -n 's/^stack \([0-9]*\) .*/\1/p')
    # shellcheck disable=SC2086
    echo "$reader $bytes $((bytes - base)) $(sum 23 $taken) $stack"
    cd - >/dev/null
done >"$directory/readers"
