#!/bin/sh
# SPDX-License-Identifier: MIT
# entry_code.sh IMAGE... --new IMAGE...: `bobbin check` proves a rule for the exception entry code
# of the images. At most one instruction in 100 of all of them has no rule, and then a reason and
# the name of a handler. The images after --new are checked with a new table that has the rules.
# Run from the top folder, with the firmware and the tool built.
set -u

. tests/tap.sh
WORK=build/tests/target/entry_code
mkdir -p "${WORK%/*}"

# VERDICT: prints the number of instructions of entry code with it
verdict() {
    sed -n '/^  "entry_code"/,/}/p' "$WORK.json" | sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p"
}

# Prints how many instructions of entry code without a rule have a reason and a handler.
reasons() {
    awk '/^ *"verdict":/ { unknown = /"unknown"/ } /^ *"why":/ { why = /": "./ }
        /^ *"handler": "./ && unknown && why { reasons++ }
        END { print reasons + 0 }' "$WORK.json"
}

exact=0 unknown=0 unnamed=0 wrong='' without='' options=''
for elf; do
    [ "$elf" != --new ] || { options=--exceptions=all && continue; }
    # shellcheck disable=SC2086 # one option or none
    build/bobbin check $options --json "$elf" >"$WORK.json" 2>"$WORK.err"
    [ "$(verdict exact)" -gt 0 ] || without="$without $elf"
    [ "$(verdict wrong)" = 0 ] || wrong="$wrong $elf"
    exact=$((exact + $(verdict exact))) unknown=$((unknown + $(verdict unknown)))
    unnamed=$((unnamed + $(verdict unknown) - $(reasons)))
done
tap_equal "images without a rule for entry code" '' "$without"
tap_equal "images with a wrong rule" '' "$wrong"
tap_equal "instructions without a rule or a reason" 0 "$unnamed"
tap_check "at most 1 % of the instructions has only a reason ($unknown)" \
    test $((100 * unknown)) -le $((exact + unknown))
tap_note "figure: $exact instructions of exception entry code have a proved rule"
tap_done
