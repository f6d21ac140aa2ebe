#!/bin/sh
# SPDX-License-Identifier: MIT
# contexts.sh BOARD BUILD: runs build/fw/BOARD/BUILD/contexts.elf. It crashes in every way from each
# processor mode, and compares the context that the port's entry code recorded with the registers
# before the crash. Prints a test per way to crash. Run from the top folder, with the firmware and
# the tool built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/contexts.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-contexts
LOG=$WORK.log

sh "build/fw/$BOARD/qemu" "$ELF" '' >"$LOG" 2>"$WORK.err" </dev/null
status=$?

# Reads the firmware's results. Each difference follows its case and comes before the result.
differences='' where=''
while read -r word rest; do
    case $word in
    case) where=$rest ;;
    difference:) differences="$differences$where: $rest
" ;;
    ok)
        tap_ok "$rest"
        differences=''
        ;;
    not)
        tap_not_ok "${rest#ok }" "$(printf '%s' "$differences" | head -n 20)"
        differences=''
        ;;
    esac
done <<END
$(tr -d '\r' <"$LOG" | grep -E '^(case|difference:|ok|not ok) ')
END

# PATTERN: prints the number of log lines that match it
count() {
    tr -d '\r' <"$LOG" | grep -c "$1"
}

cases=$(count '^case ')
if [ "$status" = 0 ] && [ "$(count "^cases $cases\$")" = 1 ]; then
    tap_ok "the program runs to its end"
else
    tap_not_ok "the program runs to its end" "status $status after $cases cases; the last lines:
$(tail -n 12 "$LOG" "$WORK.err")"
fi
tap_equal "each case reports once" "$cases" "$(count '%bobbin [^ ]*[.]0 report ')"
tap_equal "each report is complete" "$cases" "$(count '%bobbin [^ ]* end ')"
tap_equal "no fault happens in a report" 0 "$(count '%bobbin [^ ]* note : .*fault')"
tap_check "decode accepts all reports" build/bobbin decode "$ELF" "$LOG"
tap_done
