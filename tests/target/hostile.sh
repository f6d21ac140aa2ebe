#!/bin/sh
# SPDX-License-Identifier: MIT
# hostile.sh BOARD BUILD TRACES [SETTING]: the core on the board unwinds TRACES hostile stacks
# (tests/hostile), half of them with damaged tables, without a fault, a wrong frame or a trace
# without end. Most stacks are long chains of frames. SETTING, such as small: replaces the image's
# table with one of that setting. Some traces cross exceptions. Run from the top folder, with the
# firmware and the tool built.
#
#   SEED   of the stacks (1)
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 TRACES=$3 SETTING=${4-}
: "${SEED:=1}"
ELF=build/fw/$BOARD/$BUILD/hostile.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-hostile${SETTING:+-$SETTING}
if [ -n "$SETTING" ]; then
    tap_check "a table of the setting $SETTING fits" \
        build/bobbin embed "$ELF" "--$SETTING" -o "$WORK.elf"
    ELF=$WORK.elf
fi

# NAME: prints the number or word after NAME in the tally; 0 if there is no tally
field() {
    tr -d '\r' <"$log" | sed -n "s/^hostile .*$1 \([^ ]*\).*/\1/p" | grep . || echo 0
}

# REASON: prints how many traces ended so
stopped() {
    tr -d '\r' <"$log" | sed -n "s/^stops .* $1=\([0-9]*\).*/\1/p" | grep . || echo 0
}

# NAME DAMAGE PERCENT CROSSINGS: this share of the traces must have twenty frames, and nearly as
# many fifty. There must be CROSSINGS crossings in 1000 traces.
run() {
    log=$WORK-$2.log
    QEMU_SECONDS=${TEST_SECONDS:-300} sh "build/fw/$BOARD/qemu" "$ELF" \
        "$SEED $((TRACES / 2)) $2" >"$log" 2>&1 </dev/null
    tap_equal "$1: no fault and nothing wrong" "status 0, table ok, wrong 0" \
        "status $?, table $(field table), wrong $(field wrong)"
    traces=$(field traces)
    tap_check "$1: all traces" test "$traces" -ge $((TRACES / 2))
    tap_equal "$1: whole reports are complete, without a fault inside" "$(field reports) 0" \
        "$(grep -c '^%bobbin [^ ]* end [0-9]* ' "$log") $(grep -c 'a fault inside' "$log")"
    tap_check "$1: $3 % of the traces have 20 frames" \
        test $((100 * $(field twenty))) -ge $(($3 * traces))
    tap_check "$1: $(($3 * 3 / 4)) % of the traces have 50 frames" \
        test $((100 * $(field fifty))) -ge $(($3 * 3 / 4 * traces))
    tap_check "$1: a trace has 500 frames" test "$(field longest)" -ge 500
    tap_check "$1: $4 in 1000 traces cross an exception ($(field crossings))" \
        test $((1000 * $(field crossings))) -ge $(($4 * traces))
    for reason in outermost pc-outside-code lost bad-sp unreadable no-call thread-base; do
        tap_check "$1: traces end with $reason" test "$(stopped $reason)" -gt 0
    done
    tap_note "figure: $1: $traces traces, $(field frames) frames, $(field reads) reads at most"
}

run "good tables" 0 50 5
run "damaged tables" 1 20 3
tap_check "damaged tables: some are refused, others are found to be corrupt" \
    test "$(field refused)" -gt 0 -a "$(stopped corrupt-table)" -gt 0
tap_done
