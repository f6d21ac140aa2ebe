#!/bin/sh
# SPDX-License-Identifier: MIT
# bobbin size --formats: every format has its line, and those whose bytes are only counted have the bytes that their documents say,
# by hand. From the top.
set -u

. tests/cli/lib.sh

# A root; a function that pushes, makes room, calls and gives all back; one that does so twice, behind another instruction; one
# with a frame register; a leaf.
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
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start "$work/five.s" -o "$work/five"
}

# FORMAT [KEY]: of the JSON in $work/out
of() {
    awk -F '"' -v format="$1" -v key="${2-bytes}" '
        $2 == "name" && $4 == format { inside = 1 }
        inside && $2 == key { gsub(/[^0-9]/, "", $3); print $3; exit }' "$work/out"
}

make_five
run size "$work/five" --formats --json
tap_equal 'a status as of size' 0 "$status"
# root, leaf, 8, 16, 8, leaf, 8, 16, 8, 16, 8, leaf, 8, r7 + 8, leaf; 8 and 16 with r4 are halfwords, else four words
tap_equal 'rows: 15 of 8 bytes, and 20 of rules' 140 "$(of 'rows of 8 bytes')"
tap_equal 'orc: 16 rows of 10 bytes, and a block' 168 "$(of orc)"
tap_equal 'orc: as on LoongArch they have 12' 200 "$(of orc:loongarch)"
# rows: 2; 3 + 4 + 4 + 4; 3 + 4 + 4 + 4 + 4 + 4; 3 + 5 + 5; 3
tap_equal 'sframe: a header, 5 functions, 56 bytes of rows' 184 "$(of sframe)"
tap_equal 'sframe: in version 3 a byte more for each' 189 "$(of sframe:3)"
# header 28; one common word; an index of 2; a page of 12, for start and leaf 4 each, for the others, with words of their own, 8
tap_equal 'apple: header, word, index and page' 100 "$(of apple)"
tap_equal 'apple: two functions are left to DWARF' 2 "$(of apple functions_left_out)"
tap_equal 'apple: of one the body is told' 10 "$(of apple code_bytes_said)"
# frame is a common one; two has 4 of header, 2 epilogues of 4, and 02 d4 fb ff 02 d4 ff; chain has 4 and 02 fb ed 80 ff 02 ed 80 ff
tap_equal 'windows: three of .pdata, two of .xdata' 60 "$(of windows)"
tap_equal 'windows: the root is left out' 1 "$(of windows functions_left_out)"
for format in fast small table-only chrome1 exidx; do
    run size "$work/five" --formats --json
    all=$(of $format)
    case $format in
    chrome1 | exidx) run size "$work/five" --format=$format --json ;;
    *) run size "$work/five" --json ;;
    esac
    tap_equal "$format: as many bytes as size has without" "$(of $format)" "$all"
done
run size "$work/five" --formats
tap_equal 'text: a line for each' "$(of x)$("$BOBBIN" size "$work/five" --formats --json 2>"$work/err" | grep -c '^      "name"')" \
    "$(grep -cE ' %  (exact|said ) ' "$work/out")"
tap_equal 'what a format leaves out is not told again' '' "$(grep 'leaves' "$work/err")"
run size "$work/five" --format=chrome1
tap_equal 'but of one alone it is' 1 "$(grep -c 'chrome1 leaves' "$work/err")"
expect 'all formats and one do not go together' 2 bobbin size "$work/five" --formats --format=exidx
expect 'nor do other images' 2 bobbin size "$work/five" --formats --compare="$work/five"
expect 'only size has them' 2 bobbin check "$work/five" --formats
tap_done
