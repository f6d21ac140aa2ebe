#!/bin/sh
# SPDX-License-Identifier: MIT
# loss.sh BOARD BUILD PROGRAM: tries to lose reports of build/fw/BOARD/BUILD/PROGRAM.elf. loss: in
# each way of ways.txt. loss-all, which also crosses exceptions and shows tasks: by stray stores to
# each variable of the port before a crash and during a report, and by faults at many moments of a
# report. check.py judges what arrives. Run from the top folder, with the firmware built.
set -u

. tests/tap.sh
. tests/target/table_bytes.sh
BOARD=$1 BUILD=$2 PROGRAM=$3
ELF=build/fw/$BOARD/$BUILD/$PROGRAM.elf
mkdir -p build/tests/loss
LOG=build/tests/loss/$BOARD-$BUILD-$PROGRAM.log
VALUES=3

# COMMAND RULE...: a program that hangs is ended, and that fails unless a rule permits it.
try() {
    command=$1
    shift
    QEMU_SECONDS=${SECONDS_MAX:-20} sh "build/fw/$BOARD/qemu" "$ELF" "$command" \
        >"$LOG" 2>&1 </dev/null
    tap_check "$(echo "$command" | cut -c 1-60)" python3 tests/loss/check.py "$LOG" "$@"
}

# Prints "START SIZE" of each variable of the port in the image, in hexadecimal.
variables() {
    names=$(find "build/fw/$BOARD/$BUILD/port" -name '*.o' -exec arm-none-eabi-nm {} + |
        awk '$2 ~ /^[bBdDC]$/ { print $3 }' | sort -u | tr '\n' ' ')
    arm-none-eabi-nm -S "$ELF" | awk -v names="$names" '
        BEGIN { count = split(names, name, " "); for (i = 1; i <= count; i++) wanted[name[i]] }
        NF == 4 && $3 ~ /^[bBdD]$/ && $4 in wanted { print $1, $2 }'
}

try_all_ways() {
    while IFS='|' read -r boards command rules; do
        case $boards in
        '#'* | '') continue ;;
        all | *"$BOARD"*) ;;
        *) continue ;;
        esac
        # shellcheck disable=SC2086 # several rules
        try "$command" $rules
    done <tests/loss/ways.txt
    table_copy "$ELF" "build/tests/loss/$BOARD-$BUILD-bad-table.elf"
    table_flip 60
    ELF=$COPY
    try "undefined during fallback 1 1 data 0" lines=5 has=report,cause,regs,image,stack
}

# LINE: a stray store during the report, after this line
try_stray_stores_during() {
    while read -r start size; do
        first=$((0x$start / 4 * 4)) last=$(((0x$start + 0x$size - 1) / 4 * 4))
        try "$(printf 'undefined during put %x 1 store %x %x 4' $(($1 + 1)) $first $last)" \
            loose "lines=$1" "runs=$(((last - first) / 4 + 1))"
    done <<END
$ranges
END
}

try_stray_stores() {
    ranges=$(variables)
    words=$(echo "$ranges" | while read -r start size; do
        echo $(((0x$start % 4 + 0x$size + 3) / 4))
    done | awk '{ sum += $1 } END { print sum + 0 }')
    list=$(echo "$ranges" | tr '\n' ' ')
    tap_check "the port has variables" test "$words" -ge 200
    SECONDS_MAX=120 try "undefined stray $list" whole "runs=$((VALUES * words))"
    try "undefined garbage $list" whole runs=8
    try_stray_stores_during 4
    tap_note "figure: $words words of the port, $((VALUES * words)) stray stores before a crash"
}

# Faults at many moments. The names of the functions in which they came must be those of each part.
try_faults_everywhere() {
    SECONDS_MAX=120 try "undefined during put 1 1 inject 0 $1 $2" has=report,cause,regs,image \
        "runs=$((0x$1 / 0x$2 + 1))"
    sed -n 's/^at \([0-9a-f]*\).*/\1/p' "$LOG" |
        arm-none-eabi-addr2line -f -e "$ELF" | grep -v : | sort | uniq -c >"$LOG.functions"
    for part in 'verify|check|crc' 'step|find|apply|reading|gate|shape|code_' 'memory|readable' \
        'put|send|pl011|uart'; do
        tap_check "a fault came in $part" grep -qE "$part" "$LOG.functions"
    done
    tap_note "figure: $(grep -c '^at ' "$LOG") faults in $(wc -l <"$LOG.functions") functions"
}

if [ "$PROGRAM" = loss ]; then
    try_all_ways
else
    try "undefined during task 1 ffff data 0" has=report,cause,regs,image,stack
    try "undefined during task 2 1 jump 0" has=report,cause,regs,image,stack
    try_stray_stores
    case $BOARD in
    vexpress-a9) try_faults_everywhere 100000 fff ;;
    esac
fi
tap_done
