#!/bin/sh
# SPDX-License-Identifier: MIT
# sampler.sh BOARD BUILD: samples tests/profile/firmware on a board, as FIQ, as IRQ and as both, and compares each capture with what
# the plugin (truth/) saw in the same run: stack by stack, and the shares of functions. Then what may go wrong: no room,
# a reset, a capture while samples are taken; and what samples cost. From the top, with all of it built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/profile.elf
WORK=build/tests/profile/$BOARD-$BUILD
JUDGE=build/tests/sampler_judge
mkdir -p "${WORK%/*}"
rm -f "$WORK"-*

# A period of about 3,000 instructions. The Cortex-R5F board has ticks of 1,000, divided by 2 to this power.
case $BOARD in
versatile-r5f) SHIFT=4 PERIOD='period=48 jitter=16' TICK=tick=367 INTERRUPT=5 COSTS='period=15 jitter=4' ;;
*) SHIFT=0 PERIOD='period=300 jitter=100' TICK=tick=23 INTERRUPT=34 COSTS='period=500 jitter=100' ;;
esac
LENGTH='rounds=120 lines=600'

# NAME WORDS [OPTION...]: runs the firmware; its capture is $WORK-NAME.capture. QEMU's options.
sample() {
    name=$1 words=$2
    shift 2
    QEMU_SECONDS=250 sh "build/fw/$BOARD/qemu" "$ELF" "$words save=$WORK-$name.capture" "$@" \
        >"$WORK-$name.log" 2>"$WORK-$name.err" </dev/null
    tap_equal "$name: the firmware's exit status" 0 $?
}

# NAME WORDS MASKED: the same with the plugin
sample_truly() {
    sample "$1" "$2 $PERIOD $TICK $LENGTH" -icount "shift=$SHIFT,sleep=off" \
        -plugin "build/tests/truth.so,elf=$ELF,out=$WORK-$1.truth,masked=$3"
}

# NAME [stacks]: what the judge says of it, as tests
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

# NAME FIELD: of its capture
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
tap_note "figure: a sample, from vector to return: $2 instructions on average, $3 at most; at 1 kHz $(($2 / 1000)).$(($2 / 100 % 10)) % of 100 MHz"
tap_note "figure: $(($(field fiq nodes) * 22 / $(field fiq stacks))) bytes for each of $(field fiq stacks) stacks"

# What was interrupted: "LABEL ROOT SAMPLES" for each
roots() {
    build/bobbin profile "$ELF" "$WORK-fiq.capture" --by="$1" --folded=- |
        sed 's/ \([0-9]*\)$/;\1/' | awk -F ';' '{ print $1 ";" $2 ";" $NF }'
}
HANDLER='/_irq_entry|board_vectors/'
tap_equal "tasks have names, and idle is told" "[idle] [task calculator] [task main] [task parser]" \
    "$(roots task | cut -d ';' -f 1 | sort -u | tr '\n' ' ' | sed 's/ $//')"
# The scheduler has the next task's name before it has its stack.
tap_equal "99 % of their samples begin where they do" 0 "$(roots task | awk -F ';' "
    { all += \$3; task = \$1 ~ /calculator|parser/ }
    \$2 !~ $HANDLER && \$2 != (task ? \"task_start\" : \"reset_handler\") { wrong += \$3 }
    END { print (100 * wrong > all) }")"
tap_equal "interrupts have their number, all of them and nothing else" "[interrupt $INTERRUPT]" \
    "$(roots interrupt | awk -F ';' "\$2 ~ $HANDLER || \$1 ~ /interrupt [0-9]/ { print (\$2 ~ $HANDLER) ? \$1 : \$0 }" | sort -u)"

sample_truly irq irq later
judge irq
sample_truly both both here
judge both stacks
expect both nested -gt 20

# The judge can say no: seen by IRQ, what runs with IRQ masked is not where it is.
sample_truly blind irq here
verdict=$("$JUDGE" "$ELF" "$WORK-blind.capture" "$WORK-blind.truth")
tap_equal "blind: shares are refused" 1 $?
tap_check "blind: for code with interrupts off" sh -c 'echo "$1" | grep -q "^# outside: hash_word self"' - "$verdict"
tap_check "blind: and for interrupt handlers" sh -c 'echo "$1" | grep -q "^# outside: producer_tick total"' - "$verdict"

# While samples are taken, a capture adds up all the same: the judge reads no other.
tap_check "a capture from the middle is sound" "$JUDGE" "$WORK-both.capture.live"

# All ways out: the same samples.
sample out "fiq $COSTS rounds=20 lines=60 run=7 ring=64 send dump=$WORK-out.dump"
said() {
    build/bobbin profile "$ELF" "$@" --json | sed -n 's/^  "samples": \([0-9]*\),$/\1/p'
}
tap_equal "lines in a log" "$(field out taken)" "$(said "$WORK-out.log")"
tap_equal "a memory dump" "$(field out taken)" "$(said "$WORK-out.dump")"
tap_equal "of all of one run the newest counts" "$(field out taken)" "$(said "$WORK-out.capture" "$WORK-out.log")"

# And the last of them one by one, each with its time; what another capture of the run still has is there too.
raw() {
    build/bobbin profile "$ELF" "$@" --samples=- | sed 1d
}
raw "$WORK-out.capture" >"$WORK-out.csv"
tap_equal "raw samples: as many as the ring has" 64 "$(wc -l <"$WORK-out.csv")"
tap_check "their times ascend" sh -c 'cut -d , -f 5 "$1" | sort -nc' - "$WORK-out.csv"
build/bobbin profile "$ELF" "$WORK-out.capture" --folded=- | sed 's/ [0-9]*$//' | sort >"$WORK-out.folded"
tap_equal "their stacks are among those counted" "" "$(sed 's/.*,"\(.*\)"$/\1/' "$WORK-out.csv" | sort -u | comm -23 - "$WORK-out.folded")"
for way in log dump; do
    tap_equal "a $way has the same" "$(cat "$WORK-out.csv")" "$(raw "$WORK-out.$way")"
done
tap_check "two captures of a run have more" test "$(raw "$WORK-out.capture" "$WORK-out.capture.live" | wc -l)" -gt 64

sample small "fiq $COSTS $LENGTH memory=4096 ring=32"
expect small charged -gt 50
expect small whole -gt 50
expect small overwritten -gt 50
tap_note "figure: 4096 bytes: $(field small nodes) nodes, $(field small charged) of $(field small taken) samples charged to ancestors"

sample budget "fiq $COSTS $LENGTH budget=600"
expect budget other-stops -gt 50

# Samples from behind the reset on: caches are warm. Frames that no cache has are in it too, so the mean it is.
sample costs "fiq $COSTS rounds=300 lines=20 costs=60 deep=19 reset"
expect costs dropped -le 50
# Beyond those of the firmware's own, a few frames.
cost=$(field costs 'cost 20' | cut -d ' ' -f 2)
case $BUILD in
thumb-os | arm-o2) tap_check "costs: 20 frames in 3000 instructions: $cost" test "${cost:-9999}" -le 3000 ;;
esac
tap_note "figure: frames, samples, mean and worst instructions:"
tap_note "$(field costs cost)"
tap_done
