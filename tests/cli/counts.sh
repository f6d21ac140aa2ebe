#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin size --formats: every format has its line. Formats whose bytes are only counted have
# the numbers that were computed by hand from their documents. Run from the top folder.
set -u

. tests/cli/lib.sh

# Makes an image with a root; a function that pushes, reserves stack, calls and restores; one with
# another instruction before that and two epilogues; one with a frame pointer; a leaf.
make_five() {
    cat >"$work/five.s" <<'END'
.syntax unified
.cfi_sections .debug_frame
.thumb
.text
.global start
.thumb_func
.type start, %function
start:
bl frame
b .
.size start, . - start
.thumb_func
.type frame, %function
frame:
.cfi_startproc
push {r4, lr}
.cfi_def_cfa_offset 8
.cfi_offset 4, -8
.cfi_offset 14, -4
sub sp, #8
.cfi_def_cfa_offset 16
bl two
add sp, #8
.cfi_def_cfa_offset 8
pop {r4, pc}
.cfi_endproc
.size frame, . - frame
.thumb_func
.type two, %function
two:
.cfi_startproc
movs r1, #0
push {r4, lr}
.cfi_def_cfa_offset 8
.cfi_offset 4, -8
.cfi_offset 14, -4
sub sp, #8
.cfi_def_cfa_offset 16
cbz r0, 1f
bl leaf
add sp, #8
.cfi_def_cfa_offset 8
pop {r4, pc}
1:
.cfi_def_cfa_offset 16
movs r0, #1
add sp, #8
.cfi_def_cfa_offset 8
pop {r4, pc}
.cfi_endproc
.size two, . - two
.thumb_func
.type chain, %function
chain:
.cfi_startproc
push {r7, lr}
.cfi_def_cfa_offset 8
.cfi_offset 7, -8
.cfi_offset 14, -4
add r7, sp, #0
.cfi_def_cfa 7, 8
sub sp, #8
bl leaf
add sp, #8
pop {r7, pc}
.cfi_endproc
.size chain, . - chain
.thumb_func
.type leaf, %function
leaf:
.cfi_startproc
bx lr
.cfi_endproc
.size leaf, . - leaf
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start \
        "$work/five.s" -o "$work/five"
}

# FORMAT [KEY]: prints its KEY (bytes) in the JSON of $work/out
of() {
    awk -F '"' -v format="$1" -v key="${2-bytes}" '
        $2 == "name" && $4 == format { inside = 1 }
        inside && $2 == key { gsub(/[^0-9]/, "", $3); print $3; exit }' "$work/out"
}

make_five
run size "$work/five" --formats --json
tap_equal '--formats: status' 0 "$status"
# The 15 rows are: root, leaf, 8, 16, 8, leaf, 8, 16, 8, 16, 8, leaf, 8, r7 + 8, leaf. The rules are
# two halfwords, for 8 and 16 with r4, and four words.
tap_equal 'rows: 15 of 8 bytes, and 20 of rules' 140 "$(of 'rows of 8 bytes')"
tap_equal 'orc: 16 rows of 10 bytes, and a block of the index' 168 "$(of orc)"
tap_equal 'orc: on LoongArch the rows have 12 bytes' 200 "$(of orc:loongarch)"
# Bytes of rows by function: 2; 3 + 4 + 4 + 4; 3 + 4 + 4 + 4 + 4 + 4; 3 + 5 + 5; 3.
tap_equal 'sframe: a header, 5 functions, 56 bytes of rows' 184 "$(of sframe)"
tap_equal 'sframe: in version 3 one byte more per function' 189 "$(of sframe:3)"
# Header 28 bytes; one common word; an index of 2 entries; a page with a header of 12, 4 each for
# start and leaf, 8 each for the other functions, which have words of their own.
tap_equal 'apple: header, word, index and page' 100 "$(of apple)"
tap_equal 'apple: two functions are left to DWARF' 2 "$(of apple functions_left_out)"
tap_equal 'apple: one function has a rule for its body' 10 "$(of apple code_bytes_said)"
# frame fits the packed form. two has a header of 4 bytes, 2 epilogues of 4 and the codes
# 02 d4 fb ff 02 d4 ff; chain has a header of 4 and the codes 02 fb ed 80 ff 02 ed 80 ff.
tap_equal 'windows: three of .pdata, two of .xdata' 60 "$(of windows)"
tap_equal 'windows: the root is left out' 1 "$(of windows functions_left_out)"
for format in fast small table-only chrome1 exidx; do
    run size "$work/five" --formats --json
    all=$(of $format)
    case $format in
    chrome1 | exidx) run size "$work/five" --format=$format --json ;;
    *) run size "$work/five" --json ;;
    esac
    tap_equal "$format: the same bytes as without --formats" "$(of $format)" "$all"
done
run size "$work/five" --formats
"$BOBBIN" size "$work/five" --formats --json >"$work/json" 2>"$work/err"
tap_equal 'text: a line for each format' "$(grep -c '^      "name"' "$work/json")" \
    "$(grep -cE ' %  (exact|described) +' "$work/out")"
tap_equal '--formats: no warning about omitted functions' '' "$(grep 'leaves' "$work/err")"
run size "$work/five" --format=chrome1
tap_equal 'one format: a warning about omitted functions' 1 \
    "$(grep -c 'chrome1 leaves out' "$work/err")"
expect '--formats and --format exclude each other' 2 bobbin \
    size "$work/five" --formats --format=exidx
expect '--formats and --compare exclude each other' 2 bobbin \
    size "$work/five" --formats --compare="$work/five"
expect 'only size has --formats' 2 bobbin check "$work/five" --formats
tap_done
