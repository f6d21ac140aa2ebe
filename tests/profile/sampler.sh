#!/bin/sh
# SPDX-License-Identifier: MIT
# sampler.sh BOARD BUILD: samples tests/profile/firmware on a board, by FIQ, by IRQ and by both, and
# compares each capture with the plugin's record (truth/) of the same run: the stacks, and the
# shares of functions. Then it tests a full memory, a reset and a capture during sampling, and
# measures the cost of samples. From the top; everything must be built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/profile.elf
WORK=build/tests/profile/$BOARD-$BUILD
JUDGE=build/tests/sampler_judge
LICENCES=licences=tests/oracle/licences
mkdir -p "${WORK%/*}"
rm -f "$WORK"-*

# The period is about 3,000 instructions. SHIFT: an instruction takes 2^SHIFT ns of emulated time.
case $BOARD in
versatile-r5f)
    SHIFT=4 PERIOD='period=48 jitter=16' TICK=tick=367 INTERRUPT=5 COSTS='period=15 jitter=4'
    ;;
vexpress-a9)
    SHIFT=0 PERIOD='period=300 jitter=100' TICK=tick=23 INTERRUPT=34 COSTS='period=500 jitter=100'
    ;;
*)
    SHIFT=0 PERIOD='period=3000 jitter=1000' TICK=tick=23 INTERRUPT=27
    COSTS='period=5000 jitter=1000'
    ;;
esac
LENGTH='rounds=120 lines=600'

# NAME WORDS [OPTION...]: runs the firmware with WORDS, QEMU with OPTIONs. The capture is
# $WORK-NAME.capture.
sample() {
    name=$1 words=$2
    shift 2
    QEMU_SECONDS=250 sh "build/fw/$BOARD/qemu" "$ELF" "$words save=$WORK-$name.capture" "$@" \
        >"$WORK-$name.log" 2>"$WORK-$name.err" </dev/null
    tap_equal "$name: the firmware's exit status" 0 $?
}

# NAME WORDS MASKED: the same with the plugin; MASKED is its option
sample_truly() {
    sample "$1" "$2 $PERIOD $TICK $LENGTH" -icount "shift=$SHIFT,sleep=off" \
        -plugin "build/tests/truth.so,elf=$ELF,out=$WORK-$1.truth,$LICENCES,masked=$3"
}

# NAME [stacks]: the judge's checks as tests
judge() {
    verdict=$("$JUDGE" "$ELF" "$WORK-$1.capture" "$WORK-$1.truth" ${2:+"$2"})
    for what in samples roots ${2:-shares}; do
        case $what in stacks) continue ;; esac
        line=$(echo "$verdict" | grep "^\(not \)\?ok $what: ")
        case $line in
        ok*) tap_ok "$1: ${line#ok }" ;;
        *) tap_not_ok "$1: ${line#not ok }" "$(echo "$verdict" | grep '^#' | cut -c 3-)" ;;
        esac
    done
    echo "$verdict" | sed -n 's/^# worst: /# figure: the worst share: /p'
}

# NAME FIELD: a counter of the capture
field() {
    "$JUDGE" "$WORK-$1.capture" | sed -n "s/^$2 //p"
}

# NAME FIELD TEST NUMBER
expect() {
    tap_check "$1: $2 $3 $4" test "$(field "$1" "$2")" "$3" "$4"
}

sample_truly fiq fiq here
judge fiq
expect fiq nested -eq 0
set -- $(sed -n 's/^cost //p' "$WORK-fiq.truth")
tap_note "figure: a sample, from vector to return: $2 instructions on average, $3 at most; \
at 1 kHz $(($2 / 1000)).$(($2 / 100 % 10)) % of 100 MHz"
stacks=$(field fiq stacks)
tap_note "figure: $(($(field fiq nodes) * 22 / stacks)) bytes for each of $stacks stacks"

# BY: "LABEL;ROOT;SAMPLES" of each stack
roots() {
    build/bobbin profile "$ELF" "$WORK-fiq.capture" --by="$1" --folded=- |
        sed 's/ \([0-9]*\)$/;\1/' | awk -F ';' '{ print $1 ";" $2 ";" $NF }'
}
HANDLER='/_irq_entry|board_vectors/'
tap_equal "tasks have names, and idle has its own" \
    "[idle] [task calculator] [task main] [task parser]" \
    "$(roots task | cut -d ';' -f 1 | sort -u | tr '\n' ' ' | sed 's/ $//')"
# Up to 1 % may differ: the scheduler sets the name of the next task before it switches stacks.
tap_equal "99 % of the samples have the root of their task" 0 "$(roots task | awk -F ';' "
    { all += \$3; task = \$1 ~ /calculator|parser/ }
    \$2 !~ $HANDLER && \$2 != (task ? \"task_start\" : \"reset_handler\") { wrong += \$3 }
    END { print (100 * wrong > all) }")"
tap_equal "exactly the samples of interrupt handlers have the interrupt's number" \
    "[interrupt $INTERRUPT]" \
    "$(roots interrupt | awk -F ';' "
        \$2 ~ $HANDLER || \$1 ~ /interrupt [0-9]/ { print (\$2 ~ $HANDLER) ? \$1 : \$0 }" |
        sort -u)"

sample_truly irq irq later
judge irq
sample_truly both both here
judge both stacks
expect both nested -gt 20

# The judge must find wrong shares: sampled by IRQ, code with IRQ masked is counted elsewhere.
sample_truly blind irq here
verdict=$("$JUDGE" "$ELF" "$WORK-blind.capture" "$WORK-blind.truth")
tap_equal "blind: shares are refused" 1 $?
tap_check "blind: for code with IRQ masked" \
    sh -c 'echo "$1" | grep -q "^# outside: hash_word self"' - "$verdict"
tap_check "blind: for interrupt handlers" \
    sh -c 'echo "$1" | grep -q "^# outside: producer_tick total"' - "$verdict"

# The judge reads only captures whose sums are consistent.
tap_check "a capture during sampling is consistent" "$JUDGE" "$WORK-both.capture.live"

# A file, log lines and a memory dump have the same samples.
sample out "fiq $COSTS rounds=20 lines=60 run=7 ring=64 send dump=$WORK-out.dump"
said() {
    build/bobbin profile "$ELF" "$@" --json | sed -n 's/^  "samples": \([0-9]*\),$/\1/p'
}
tap_equal "lines in a log" "$(field out taken)" "$(said "$WORK-out.log")"
tap_equal "a memory dump" "$(field out taken)" "$(said "$WORK-out.dump")"
tap_equal "of captures of one run the newest counts" \
    "$(field out taken)" "$(said "$WORK-out.capture" "$WORK-out.log")"

# Raw samples with their times. An older capture of the run adds the samples that it still has.
raw() {
    build/bobbin profile "$ELF" "$@" --samples=- | sed 1d
}
raw "$WORK-out.capture" >"$WORK-out.csv"
tap_equal "raw samples: as many as the ring has" 64 "$(wc -l <"$WORK-out.csv")"
tap_check "raw samples: times ascend" sh -c 'cut -d , -f 5 "$1" | sort -nc' - "$WORK-out.csv"
build/bobbin profile "$ELF" "$WORK-out.capture" --folded=- | sed 's/ [0-9]*$//' |
    sort >"$WORK-out.folded"
tap_equal "raw samples: all stacks are among those counted" "" \
    "$(sed 's/.*,"\(.*\)"$/\1/' "$WORK-out.csv" | sort -u | comm -23 - "$WORK-out.folded")"
for way in log dump; do
    tap_equal "raw samples: a $way has the same" "$(cat "$WORK-out.csv")" "$(raw "$WORK-out.$way")"
done
tap_check "raw samples: two captures of a run have more" \
    test "$(raw "$WORK-out.capture" "$WORK-out.capture.live" | wc -l)" -gt 64

sample small "fiq $COSTS $LENGTH memory=4096 ring=32"
expect small charged -gt 50
expect small whole -gt 50
expect small overwritten -gt 50
tap_note "figure: 4096 bytes: $(field small nodes) nodes, \
$(field small charged) of $(field small taken) samples charged to ancestors"

sample budget "fiq $COSTS $LENGTH budget=600"
expect budget other-stops -gt 50

# Samples after the reset have warm caches. Some frames are not in the cache: the mean is checked.
sample costs "fiq $COSTS rounds=300 lines=20 costs=60 deep=19 reset"
expect costs dropped -le 50
# deep=19 and the frames around it make stacks of 20 frames and more.
cost=$(field costs 'cost 20' | cut -d ' ' -f 2)
case $BUILD in
thumb-os | arm-o2)
    tap_check "costs: 20 frames in 3000 instructions: $cost" test "${cost:-9999}" -le 3000
    ;;
esac
tap_note "figure: frames, samples, mean and worst instructions:"
tap_note "$(field costs cost)"
tap_done
