#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tables in other formats: table, embed, check, show and size agree, impossible options are
# refused, and a table in Bobbin's own format is proved as before. Run from the top folder.
set -u

. tests/cli/lib.sh
SANITIZED=$BOBBIN

# KEY: prints its number in the JSON of $work/out
field() {
    sed -n "s/^  \"$1\": \([0-9][0-9]*\),*\$/\1/p" "$work/out"
}

# FORMAT KEY: prints the sum of the numbers KEY of FORMAT in $work/size, the JSON of bobbin size
size_of() {
    awk -F '"' -v format="$1" -v key="$2" '
        $2 == "bounds" || $2 == "debug_frame_bytes" { exit }
        $2 == "name" && $4 == format { inside = 1 }
        inside && $2 == "parts" { parts = 1 }
        inside && $3 ~ /^: [0-9]/ && (parts ? "part" : $2) == key {
            gsub(/[^0-9]/, "", $3)
            sum += $3
        }
        END { print sum + 0 }' "$work/size"
}

# FORMAT STATUS: table, size and check must agree on FORMAT; check must exit with STATUS. Only the
# first variant of a format is read with the sanitizers, because that takes long; the unit tests of
# the readers read each variant with them. All variants are written with them.
verbs_agree() {
    run table "$FIRMWARE" "--format=$1" -o "$work/table"
    tap_equal "$1: table" 0 "$status"
    case $1 in
    *:*) BOBBIN=build/bobbin ;;
    esac
    cp "$work/err" "$work/said"
    cp "$work/table" "$work/$1"
    run size "$FIRMWARE" "--format=$1" --json
    cp "$work/out" "$work/size"
    tap_equal "$1: size has the bytes of the table" \
        "$(wc -c <"$work/table")" "$(size_of "$1" bytes)"
    tap_equal "$1: the parts add up" "$(size_of "$1" bytes)" "$(size_of "$1" part)"
    run check "$FIRMWARE" "--format=$1" --json
    tap_equal "$1: the status of check" "$2" "$status"
    tap_check "$1: more than 80 % are exact" \
        test $((10 * $(field exact))) -gt $((8 * $(field instructions)))
    tap_equal "$1: size has the same number" "$(field exact)" "$(size_of "$1" exact_instructions)"
    tap_equal "$1: check has the bytes of the table" \
        "$(wc -c <"$work/table")" "$(field table_bytes)"
    BOBBIN=$SANITIZED
}

# FORMAT: an image with a table in FORMAT must be read without --format. Of formats with the same
# number in the table, FORMAT must be the first.
embedded_is_read() {
    run check "$FIRMWARE" "--format=$1" --json
    cp "$work/out" "$work/fresh"
    run embed "$FIRMWARE" "--format=$1" -o "$work/image"
    tap_equal "$1: embed" 0 "$status"
    tap_check "$1: a warning if the firmware has no reader" \
        grep -q 'the firmware has no reader of' "$work/err"
    run embed "build/fw/vexpress-a9/thumb-os/$1.elf" "--format=$1" -o "$work/image2"
    tap_equal "$1: no warning if it has one" 0 \
        "$(grep -c 'the firmware has no reader of' "$work/err")"
    run check "$work/image" --json
    tap_check "$1: check gives the same for an embedded and a new table" \
        cmp "$work/fresh" "$work/out"
    run show "$FIRMWARE" main "--format=$1"
    cp "$work/out" "$work/fresh"
    run show "$work/image" main
    tap_check "$1: show gives the same for both" cmp "$work/fresh" "$work/out"
    run check "$work/image" --fast --require=100
    tap_equal "$1: a new table in Bobbin's format is proved" 0 "$status"
}

# Makes an image with a root at 0x8000, a function that pushes, reserves stack, calls and restores
# at 0x8006, and a leaf at 0x8012.
make_three() {
    cat >"$work/three.s" <<'END'
.syntax unified
.thumb
.text
.global start, frame, leaf
.thumb_func
.type start, %function
start: bl frame
b .
.size start, . - start
.thumb_func
.type frame, %function
frame: push {r4, lr}
sub sp, #8
bl leaf
add sp, #8
pop {r4, pc}
.size frame, . - frame
.thumb_func
.type leaf, %function
leaf: bx lr
.size leaf, . - leaf
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start \
        "$work/three.s" -o "$work/three"
}

# Makes an image with a function that returns by two instructions if Z is clear, and otherwise
# continues.
make_flags() {
    cat >"$work/flags.s" <<'END'
.syntax unified
.text
.global start, frame
.type start, %function
start: bl frame
b .
.size start, . - start
.type frame, %function
frame: push {r4, lr}
cmp r0, #0
popne {r4, lr}
bxne lr
mov r0, #1
pop {r4, pc}
.size frame, . - frame
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start \
        "$work/flags.s" -o "$work/flags"
}

# Prints the numbers "ranges distinct top_15 ..." under "repetition" in the JSON of $work/out.
repetition() {
    keys='ranges\|distinct\|top_15\|entries\|unwinders'
    sed -n "/\"repetition\"/,\$ s/^ *\"\($keys\)\": \([0-9]*\),*\$/\2/p" "$work/out" | tr '\n' ' '
}

# COUNT: prints the last COUNT bytes of the table as words of 4 bytes in hexadecimal
last_words() {
    tail -c "$1" "$work/table" | od -An -v -t x1 -w4 | tr -d ' ' | tr '\n' ' ' | sed 's/ $//'
}

# FORMAT: prints the percentage of exact instructions; $work/out must have the JSON of a check
percent_exact() {
    echo $((100 * $(cat "$work/exact:$1") / $(field instructions)))
}

# Each of these variants was proposed to be smaller than the one before it.
sizes_descend() {
    last=1000000000
    for format in bits '' starts two-level-lengths two-level deltas forward; do
        format=dictionary${format:+:$format}
        size=$(wc -c <"$work/$format")
        tap_check "$format: smaller than the variant before it" test "$size" -lt "$last"
        last=$size
    done
}

make_three
run table "$work/three" --format=chrome1 -o "$work/table"
tap_equal 'chrome1: all rows of a function except its first, and none for its epilogue' \
    '0c000000 06800000 14800000 0000ffff 02000200 09000400 10000000' "$(last_words 28)"
tap_check 'chrome1: the table omits a root and a leaf' \
    grep -q 'leaves out 2 of 3 functions' "$work/err"

for format in chrome1 chrome1:rows chrome1:profiler; do
    verbs_agree $format 1
    tap_check "$format: some instructions are wrong" test "$(field wrong)" -gt 0
    tap_equal "$format: one line says what it leaves out" 1 \
        "$(grep -c "^bobbin: warning: $FIRMWARE: " "$work/said")"
    [ $format != chrome1 ] || embedded_is_read chrome1
done
run show "$FIRMWARE" main --format=chrome1
tap_check 'chrome1: show gives registers without a rule as lost' \
    grep -q 'core: cfa=sp+16 ra=\[cfa-4\] .*lost' "$work/out"
tap_check 'chrome1: the table does not depend on the reader' \
    cmp "$work/chrome1:rows" "$work/chrome1:profiler"
tap_equal 'chrome1: variants differ only in the number of functions and the checksum' 2 \
    "$(cmp -l "$work/chrome1" "$work/chrome1:rows" |
        awk '{ words[int(($1 - 1) / 4)] } END { for (w in words) n++; print n }')"

run table "$work/three" --format=chrome2 -o "$work/table"
tap_equal 'chrome2: a root without a caller; the prologue of a frame; a leaf; the end' \
    "20000000 01000000 24000000 04000000 34000000 0a000000 3e000000 09000000 00000000 00000000 \
03000200 09000800 0a000000 00010205 01030000 0000b080 0001b002 8400b000" "$(last_words 72)"

for format in chrome2 chrome2:3a chrome2:3b chrome2:4 chrome2:document chrome2:naive; do
    verbs_agree $format 1
    field exact >"$work/exact:$format"
    tap_equal "$format: one line says what it leaves out" 1 \
        "$(grep -c "^bobbin: warning: $FIRMWARE: " "$work/said")"
    [ $format != chrome2 ] || embedded_is_read chrome2
done
tap_check 'chrome2: 96 % are exact; only epilogues are wrong' test "$(percent_exact chrome2)" -ge 96
for format in chrome2:3a chrome2:3b chrome2:4; do
    tap_check "$format: with epilogues, 98 % are exact" test "$(percent_exact $format)" -ge 98
done
tap_equal 'chrome2: the order of rows does not change the result' \
    "$(cat "$work/exact:chrome2:3a")" "$(cat "$work/exact:chrome2:3b")"
tap_check 'chrome2: epilogues are simulated by the same table' cmp "$work/chrome2" "$work/chrome2:4"

for variant in '' :two-level :two-level-lengths :deltas :split :bits :starts :bodies :forward; do
    format=dictionary$variant
    if [ "$variant" = :forward ]; then
        verbs_agree $format 1
    else
        verbs_agree $format 0
        tap_equal "$format: all reachable instructions are exact" "$(field instructions)" \
            $(($(field exact) + $(field unreachable)))
    fi
    tap_check "$format: no warning about omissions" test ! -s "$work/said"
done
sizes_descend

make_flags
run table "$work/flags" --format=dictionary -o "$work/table"
tap_check 'dictionary: no rule where the rule depends on the flags' \
    grep -q 'dictionary leaves out 4 bytes of code where the rule depends on the flags' "$work/err"
run check "$work/flags" --format=dictionary --json
tap_equal 'dictionary: that instruction is unknown, not wrong' '1 0' \
    "$(field unknown) $(field wrong)"

run table "$work/three" --format=dictionary -o "$work/table"
tap_equal 'dictionary: its rules, and a record for each range of three functions' \
    "05000000 00000080 01000000 02000080 04000084 02000084 06000000 00000000 03010600 00000100 \
08000000 01020a00 00000303 10000000 01041200 00000100" "$(last_words 64)"
run size "$work/three" --format=dictionary:deltas --json
tap_equal 'dictionary: size counts ranges and rules: all, with few registers, cfa only, the rest' \
    '6 5 6 6 5 6 6 4 6 4 3 4 0 0 ' "$(repetition)"
run size "$work/three" --format=dictionary
tap_check 'dictionary: size prints the rules' \
    grep -q '^ *[0-9]*  *[0-9]*  *[0-9.]* %  rules$' "$work/out"

run table "$work/three" --format=groups -o "$work/table"
# The frame has three descriptors: with lr unsaved, with stack reserved, and without.
tap_equal 'groups: a root; a frame; a leaf after it; an end' \
    "00800000 000000d0 01000000 06800000 010000a0 00000400 0a800000 000000a8 00010800 10800000 \
000001a8 00010400 14800000 000000c0 00000000" "$(last_words 60)"
for format in groups groups:16 groups:2018 groups:pages; do
    verbs_agree $format 0
    tap_equal "$format: all reachable instructions are exact" "$(field instructions)" \
        $(($(field exact) + $(field unreachable)))
    tap_check "$format: no warning about omissions" test ! -s "$work/said"
    [ $format != groups ] || embedded_is_read groups
done
run table "$work/flags" --format=groups -o "$work/table"
tap_check 'groups: no rule where the rule depends on the flags' \
    grep -q 'groups leaves out 1 address ranges where the rule depends on the flags' "$work/err"
run check "$work/flags" --format=groups --json
tap_equal 'groups: that instruction is unknown, not wrong' '1 0' "$(field unknown) $(field wrong)"

run embed "$FIRMWARE" --format=chrome1 --require=100 -o "$work/no"
tap_equal 'embed: --require=100 refuses a wrong table' 1 "$status"
tap_check 'embed: nothing is written then' test ! -e "$work/no"
for verb in table embed check show size; do
    expect "$verb: an unknown format" 2 bobbin "$verb" "$FIRMWARE" -o "$work/no" --format=chrome3
done
expect 'table: --small is not for another format' 2 bobbin \
    table "$FIRMWARE" -o "$work/no" --format=chrome1 --small
expect 'unwind: has no --format' 2 bobbin \
    unwind "$FIRMWARE" --format=chrome1 "$work/no"
tap_done
