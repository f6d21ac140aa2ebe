# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Source this, with BOARD and BUILD set: how a firmware is run under the oracle.

ORACLE=build/tests/oracle.so

# On the R5F board a tick of the timer takes 1000 instructions, divided by 2 to this power: enough that
# an interrupt comes every few hundred instructions.
case $BOARD in
versatile-r5f) ORACLE_ICOUNT=shift=6,sleep=off ;;
*) ORACLE_ICOUNT=shift=0,sleep=off ;;
esac

# ELF WORK WORDS [,OPTION...]: runs ELF with the command line WORDS; what it printed goes to WORK.log,
# the oracle's talk to WORK.err, its result to WORK.out. The status is the program's own, or 90.
# ORACLE_OPTIONS: more options, a comma before each. ORACLE_KERNEL: what runs, if it is another file than
# ELF, with the same code.
oracle_run() {
    rm -f "$2.out"
    QEMU_SECONDS=${ORACLE_SECONDS:-250} sh "build/fw/$BOARD/qemu" "${ORACLE_KERNEL:-$1}" "$3" -icount "$ORACLE_ICOUNT" \
        -plugin "$ORACLE,elf=$1,out=$2.out${4-}${ORACLE_OPTIONS-}" >"$2.log" 2>"$2.err" </dev/null
}

# WORK FIELD: its value in a result; empty when there is none
oracle_field() {
    sed -n "s/^$2 //p" "$1.out" 2>/dev/null
}
