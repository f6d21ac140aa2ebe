#!/bin/sh
# SPDX-License-Identifier: MIT
# tails.sh BOARD BUILD [no-gdb]: tests the functions that decode infers from tail calls. Runs each
# crash of build/fw/BOARD/BUILD/tails.elf. decode must infer the functions of the only way to the
# crash, and none where several ways are possible or a way is unknown. gdb must infer the same
# functions in its trace of the core; gdb 13 does not know clang's form (DW_AT_call_pc), hence
# no-gdb. Run from the top folder, with the firmware and the tool built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 GDB=${3-}
ELF=build/fw/$BOARD/$BUILD/tails.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-tails

# The names of gdb's tail-call frames in the core.
gdb_tails() {
    gdb-multiarch -nx -batch "$ELF" "$WORK.core" -ex 'python
frame = gdb.newest_frame()
while frame:
    if frame.type() == gdb.TAILCALL_FRAME:
        print("tail", frame.name())
    frame = frame.older()' 2>/dev/null | sed -n 's/^tail //p' | tr '\n' ' '
}

# KIND FUNCTIONS: what decode must infer, innermost first.
infers() {
    rm -f "$WORK.core"
    timeout 60 sh "build/fw/$BOARD/qemu" "$ELF" "crash $1" >"$WORK.log" 2>/dev/null </dev/null
    build/bobbin decode "$ELF" "$WORK.log" -o "$WORK.core" >"$WORK.text"
    tap_equal "$1: decode accepts the report" 0 $?
    tap_check "$1: the trace crosses the tail calls" grep -q "^#1 .* enter_$1+0x" "$WORK.text"
    tap_equal "$1: what decode infers" "$2" \
        "$(sed -n 's/^#0 *0x[0-9a-f]* *\([a-z_]*\).* tail-call *inferred$/\1/p' "$WORK.text" |
            tr '\n' ' ')"
    tap_equal "$1: it infers nothing elsewhere" 0 \
        "$(grep -v '^#0' "$WORK.text" | grep -c inferred)"
}

infers unique "second first "
[ "$GDB" ] || tap_equal "unique: what gdb infers" "second first " "$(gdb_tails)"
infers inlined "pass_on second_inlined first_inlined "
# gdb names the innermost level alone
[ "$GDB" ] || tap_equal "inlined: what gdb infers" "pass_on first_inlined " "$(gdb_tails)"
tap_equal "inlined: decode shows the inlined function of a tail call" 1 \
    "$(grep -c 'pass_on (inlined) at .*tail-call' "$WORK.text")"
infers fork ""
infers pointer ""
infers loop ""
tap_done
