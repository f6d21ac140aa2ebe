#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin size: each setting has the bytes that bobbin table writes and the exact instructions
# of bobbin check, and its parts add up. The bounds equal those computed by hand for a small image.
# Also tests --compare and --budget. Run from the top folder.
set -u

. tests/cli/lib.sh

# Turns the JSON of size into lines "SETTING KEY NUMBER", and "SETTING part NUMBER" for parts.
formats() {
    awk -F '"' '/"old"/ { exit } /"bounds"/ { exit }
        $2 == "name" && $4 ~ /^(fast|small|table-only)$/ { setting = $4; parts = 0 }
        $2 == "parts" { parts = 1 }
        setting && $3 ~ /^: [0-9]/ && ($2 == "bytes" || !parts) {
            gsub(/[^0-9]/, "", $3); print setting, parts ? "part" : $2, $3 }
        /^  \]/ { setting = "" }'
}

# SETTING KEY: prints the sum of these numbers in $work/formats
number() {
    awk -v setting="$1" -v key="$2" '$1 == setting && $2 == key { sum += $3 }
        END { print sum + 0 }' "$work/formats"
}

# TEXT: prints the bits of the bound whose name begins with TEXT, in $work/out
bound() {
    sed -n "/\"name\": \"$1/{n;s/[^0-9]//gp;}" "$work/out"
}

settings_are_right() {
    run size "$1" --json
    tap_equal "$1: size" 0 "$status"
    cp "$work/out" "$work/size"
    formats <"$work/size" >"$work/formats"
    arm-none-eabi-objcopy --remove-section .bobbin "$1" "$work/no-table"
    for setting in fast small table-only; do
        run table "$1" "--$setting" -o "$work/table"
        tap_equal "$1: $setting: the bytes of the table" "$(wc -c <"$work/table")" \
            "$(number $setting bytes)"
        tap_equal "$1: $setting: the parts add up" "$(number $setting bytes)" \
            "$(number $setting part)"
        run check "$work/no-table" "--$setting" --json
        tap_equal "$1: $setting: the exact instructions of check" \
            "$(sed -n 's/^  "exact": \([0-9]*\),/\1/p' "$work/out")" \
            "$(number $setting exact_instructions)"
    done
    tap_check "$1: small < fast < table-only" sh -c '[ "$1" -lt "$2" ] && [ "$2" -lt "$3" ]' - \
        "$(number small bytes)" "$(number fast bytes)" "$(number table-only bytes)"
}

# IMAGE BUDGET: prints the bytes of its fast table with this budget
bytes_for() {
    run table "$1" "--budget=$2" -o "$work/table"
    wc -c <"$work/table" | tr -d ' '
}

# IMAGE: a larger budget gives a larger table, which needs to read less code; every table is proved
budgets_are_kept() {
    functions=$(sed -n 's/^  "functions": \([0-9]*\),/\1/p' "$work/size")
    least=$(bytes_for "$1" 0)
    most=$(bytes_for "$1" 1000)
    tap_check "$1: a budget of 0 gives a smaller table" [ "$least" -lt "$(number fast bytes)" ]
    tap_equal "$1: any other small budget gives the smallest map" \
        "$(number fast bytes)" "$(bytes_for "$1" 0.1)"
    tap_check "$1: a large budget gives more bytes" [ "$most" -gt "$(number fast bytes)" ]
    budget=$(echo "$most $functions" | awk '{ print ($1 + 8) / $2 }')
    tap_equal "$1: the whole budget is used" "$most" "$(bytes_for "$1" "$budget")"
    budget=$(echo "$most $functions" | awk '{ print ($1 - 1) / $2 }')
    tap_check "$1: the budget is not exceeded" [ "$(bytes_for "$1" "$budget")" -lt "$most" ]
    for budget in 0 1000; do
        run check "$1" "--budget=$budget" --require=99.9
        tap_equal "$1: proved with a budget of $budget" 0 "$status"
    done
}

# Makes an image with functions of 2, 2, 4 and 16 halfwords, without frames or padding: 24
# halfwords.
make_four() {
    {
        echo '.syntax unified; .thumb; .text'
        for pair in a:1 b:1 c:3 d:15; do
            name=${pair%:*}
            echo ".global $name; .thumb_func; .type $name, %function"
            echo "$name: .rept ${pair#*:}; adds r0, #1; .endr; bx lr; .size $name, . - $name"
        done
    } >"$work/four.s"
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,d \
        "$work/four.s" -o "$work/four"
}

settings_are_right "$FIRMWARE"
budgets_are_kept "$FIRMWARE"
settings_are_right build/fw/versatile-r5f/clang-o2/demo.elf

make_four
run size "$work/four" --json --root=d
tap_equal "lengths 2, 2, 4, 16: twice one bit, twice two bits" 6 "$(bound 'lengths of functions"')"
tap_equal "starts: one of 10626 sets of 4 out of 24" 14 "$(bound 'starts')"
tap_equal "lengths with a, b and c as one: 8 and 16" 2 "$(bound 'lengths of functions, ')"
tap_equal "body rules: three equal, one root" 4 "$(bound 'body rules of functions"')"
tap_equal "body rules: the length 16 gives the root" 0 "$(bound 'body rules of functions, ')"
tap_equal "all rows: two, each given by the one before it" 0 "$(bound 'all rows')"

run size "$FIRMWARE" --compare="$FIRMWARE"
tap_equal "--compare: status" 0 "$status"
tap_equal "--compare with itself: a difference of 0 in each line" "$(sed 1d "$work/out" | wc -l)" \
    "$(grep -c '^ *[0-9]* *[0-9]* *+0  ' "$work/out")"
run size "$OTHER_FIRMWARE" --json
sed '1d;$d' "$work/out" >"$work/alone"
run size "$FIRMWARE" --compare="$OTHER_FIRMWARE" --json
sed -n '/^  "old"/,/^  }/p' "$work/out" | sed '1d;$d;s/^  //' >"$work/old"
tap_check "--compare --json: old has the numbers of size" cmp "$work/alone" "$work/old"
expect "--compare: a missing image" 3 "$work/none" size "$FIRMWARE" --compare="$work/none"
expect "--compare without an image" 2 bobbin size "$FIRMWARE" --compare
expect "--small: size shows all settings anyway" 2 bobbin size "$FIRMWARE" --small
expect "only size has --compare" 2 bobbin check "$FIRMWARE" --compare="$FIRMWARE"
tap_done
