# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Functions to run a firmware under the oracle. Source this with BOARD set.

ORACLE=build/tests/oracle.so

# On the R5F board a timer tick takes 1000 instructions divided by 2 to the power of `shift`. With
# this value an interrupt comes every few hundred instructions.
case $BOARD in
versatile-r5f) ORACLE_ICOUNT=shift=6,sleep=off ;;
*) ORACLE_ICOUNT=shift=0,sleep=off ;;
esac

# ELF WORK WORDS [,OPTION...]: runs ELF with the command line WORDS. The program's output goes to
# WORK.log, the oracle's messages to WORK.err, its result to WORK.out. The exit status is the
# program's, or 90 after a mismatch.
#   ORACLE_OPTIONS   more options, each with a comma before it
#   ORACLE_LICENCES  the file of licences (tests/oracle/licences)
#   ORACLE_KERNEL    a file with the code of ELF to run in its place
oracle_run() {
    rm -f "$2.out"
    plugin=$ORACLE,elf=$1,out=$2.out,licences=${ORACLE_LICENCES:-tests/oracle/licences}
    QEMU_SECONDS=${ORACLE_SECONDS:-250} sh "build/fw/$BOARD/qemu" "${ORACLE_KERNEL:-$1}" "$3" \
        -icount "$ORACLE_ICOUNT" -plugin "$plugin${4-}${ORACLE_OPTIONS-}" \
        >"$2.log" 2>"$2.err" </dev/null
}

# WORK FIELD: prints the value of FIELD in WORK.out; nothing if it is missing
oracle_field() {
    sed -n "s/^$2 //p" "$1.out" 2>/dev/null
}
