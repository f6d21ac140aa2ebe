#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BOARD BUILD PROGRAM [SETTING]: runs build/fw/BOARD/BUILD/PROGRAM.elf under the oracle, with
# and without interrupts; README.md explains what that proves. SETTING, such as small: replaces the
# image's table with one of that setting. Run from the top folder, with the firmware and the oracle
# built.
#
#   ORACLE_REPEAT   how often programs repeat their work (1); above 1, the long runs are included
#   ORACLE_SECONDS  time limit of a run (250)
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 PROGRAM=$3 SETTING=${4-}
. tests/oracle/lib.sh
. tests/target/table_bytes.sh
: "${ORACLE_REPEAT:=1}"
ELF=build/fw/$BOARD/$BUILD/$PROGRAM.elf
WORK=build/tests/oracle/${SETTING:+$SETTING/}$BOARD/$BUILD/$PROGRAM
mkdir -p "${WORK%/*}"
rm -f "$WORK"-*.out
if [ -n "$SETTING" ]; then
    tap_check "a table of the setting $SETTING fits" \
        build/bobbin embed "$ELF" "--$SETTING" --require=100 -o "$WORK.elf"
    ELF=$WORK.elf
fi

instructions=0

# FIELD: must be 0 in the result
nothing() {
    tap_equal "$name: $1" 0 "$(oracle_field "$WORK-$name" "$1")"
}

# NAME STATUS WORDS: runs ELF with the command line WORDS; it must end with STATUS, without
# mismatches
run() {
    name=$1
    oracle_run "$ELF" "$WORK-$name" "$3"
    status=$?
    count=$(oracle_field "$WORK-$name" instructions)
    instructions=$((instructions + ${count:-0}))
    tap_check "$name: instructions were executed and frames checked" \
        test "$(oracle_field "$WORK-$name" frames)" -ge "${count:-1}"
    if [ "$(oracle_field "$WORK-$name" mismatches)" = 0 ]; then
        tap_ok "$name: mismatches"
        tap_equal "$name: the program's exit status" "$2" "$status"
    else
        tap_not_ok "$name: mismatches" "$(grep '^finding ' "$WORK-$name.out" | head -n 20
            tail -n 60 "$WORK-$name.err")"
    fi
    for field in skipped below_sp losses; do
        nothing "$field"
    done
}

# NAME STATUS WORDS: the same with interrupts, of which there must be some
run_interrupted() {
    run "$1" "$2" "interrupts${3:+ $3}"
    tap_check "$1: interrupts came at many addresses" \
        test "$(oracle_field "$WORK-$1" interrupted)" -ge 20
}

# NAME TEXT: run NAME must have printed TEXT
said() {
    tap_check "$1: it prints \"$2\"" grep -qF -- "$2" "$WORK-$1.log"
}

# NAME: every interrupt must have overwritten all words below sp. No program comes near the end of
# the stack, so the handler never stops early.
scribbled() {
    tap_equal "$1: every interrupt overwrites what lies below sp" \
        "$(oracle_field "$WORK-$1" resumed)" "$(oracle_field "$WORK-$1" scribbled)"
}

# Makes one run per round, because boards cut the command line at 512 characters.
run_demo_rounds() {
    i=0
    while [ $i -lt "$ORACLE_REPEAT" ]; do
        work="record $((100 + 10 * i));sort;sort time;sort sensor;list 9;stats;verify;zones"
        work="$work;label 1 abc;export csv;export json"
        run "plain-$i" 0 "$work"
        said "plain-$i" '> export json'
        run_interrupted "interrupts-$i" 0 "$work"
        said "interrupts-$i" '> export json'
        scribbled "interrupts-$i"
        i=$((i + 1))
    done
}

# NAME STATUS WORDS COMMAND...: a run in which the board has another table than the oracle. COMMAND
# changes the table of the copy that the board runs. Only the answers of the board's own core are
# wrong.
run_deceived() {
    deceived=table-$1 deceived_status=$2 deceived_words=$3
    shift 3
    table_copy "$ELF" "$WORK.kernel"
    tap_check "$deceived: there is such a table" "$@"
    ORACLE_KERNEL=$COPY
    run "$deceived" "$deceived_status" "$deceived_words"
    ORACLE_KERNEL=''
}

# FUNCTION KIND: replaces the copy's table with that of build/tests/mutate
mutated() {
    build/tests/mutate "$ELF" "$1" "$2" "$WORK.bin" && [ "$(wc -c <"$WORK.bin")" -le "$SIZE" ] &&
        table_replace 0 <"$WORK.bin"
}

# OFFSET: changes the byte there and corrects the checksum
sealed() {
    table_flip "$1"
    table_seal
}

# Runs code that no crash reaches; see reports/reports.h.
run_reports() {
    run reports 0 reports
    said reports ', 0 wrong'
    said reports ', 0 others'
    for kind in fault twice null assert; do
        run "reports-$kind" 70 "reports $kind"
    done
    [ "$ORACLE_REPEAT" = 1 ] || run reports-long 0 'reports long'
}

run_with_wrong_tables() {
    run_deceived mixed 70 'crash wild' mutated - mixed
    for kind in deref register lost halves none-row cfa; do
        run_deceived "$kind" 70 'crash wild' mutated samples_sort "$kind"
    done
    run_deceived magic 70 'crash wild' table_flip 0
    run_deceived version 70 'crash wild' sealed 4
    run_deceived checksum 70 'crash wild' table_flip 16
    run_deceived truncated 70 'crash wild' table_flip 10
    run_deceived build-id 70 'crash wild' sealed 24
    run_deceived sections 70 'crash wild' sealed 6
}

case $PROGRAM in
demo)
    run_demo_rounds
    labels='label 0 a;label 1 b;label 2 c;label 3 d;label 4 e;label 5 f;label 6 g;label 7 h'
    run labels 0 "$labels;label 8 i;label 9 j;label 10 k;label 11 l"
    refused=';list;record 1;stats;nothing;label 99 abc;export xml;crash nothing;record 0'
    run refused 1 "$refused;crash abort;crash oldassert;crash stackprotector"
    # Leaves out `garbage`: it overwrites saved registers, which no unwinder can restore.
    for kind in wild null jump undef overflow assert oldassert abort stackprotector; do
        run "crash-$kind" 70 "crash $kind"
        # With a small table each walk of the deep recursion reads much code.
        [ "$kind$SETTING$ORACLE_REPEAT" != overflowsmall1 ] || continue
        run_interrupted "interrupts-$kind" 70 "sort;crash $kind"
    done
    run_reports
    [ "$ORACLE_REPEAT" = 1 ] || run_with_wrong_tables
    ;;
contexts)
    # Without interrupts: the cases use the processor's modes and banks themselves.
    run few 0 few
    said few "cases 25"
    step=503
    [ "$ORACLE_REPEAT" = 1 ] || step=211
    run_interrupted selfcheck 0 "selfcheck $step"
    said selfcheck "code=ok"
    scribbled selfcheck
    run_reports
    if [ "$ORACLE_REPEAT" -gt 1 ]; then
        run_deceived mixed 0 'selfcheck 211' mutated - mixed
        run stacks 0 'few stacks'
        said stacks "cases 25"
        run all 0 ''
        said all "cases 700"
    fi
    ;;
*)
    run plain 0 "repeat=1"
    run rounds 0 "interruptions repeat=$ORACLE_REPEAT"
    run_interrupted interrupts 0 ''
    for name in plain rounds interrupts; do
        verdict=$(tr -d '\r' <"$WORK-$name.log" | grep "^ok $PROGRAM: ")
        tap_check "$name: ${verdict:-it prints no verdict}" \
            test "${verdict#ok * 0 checks}" = "${verdict:-?}"
    done
    scribbled interrupts
    ;;
esac

build/tests/coverage "$ELF" "$WORK"-*.out >"$WORK.coverage" 2>"$WORK.coverage.err"
tap_check "what was executed is reachable" sh -c 'cat "$1"; exit "$2"' - "$WORK.coverage.err" $?
tap_note "figure: $instructions instructions"
tap_done
