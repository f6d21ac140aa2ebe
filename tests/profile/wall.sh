#!/bin/sh
# SPDX-License-Identifier: MIT
# wall.sh ELF...: wall-clock profiles of firmware whose tasks wait in places that its source shows.
# From the top; everything must be built.
set -u

. tests/tap.sh
WORK=build/tests/profile/wall
mkdir -p "$WORK"

# NAME: prints a number of the summary in $WORK/json
field() {
    sed -n "s/^  \"$1\": \([0-9]*\),*$/\1/p" "$WORK/json"
}

# TASK: its stacks, without the frames below its own function and above the kernel's call
stacks() {
    sed -n "s/^\[task $1\];\(.*;\)*\($2\).* [0-9]*$/\2/p" "$WORK/folded" | sort -u
}

# FILE: the functions in which its stacks end without a rule, but of which `bobbin check` says that
# all of their instructions have one
cut_without_reason() {
    build/bobbin check "$elf" | sed -n '/^unknown:/,/^$/s/.*0x[0-9a-f]* \([a-z_]*\).*/\1/p' \
        >"$WORK/unknown"
    sed -n 's/.*truncated: no-rule\];\([a-z_]*\)[; ].*/\1/p' "$1" | grep -vxF -f "$WORK/unknown"
}

# TEXT WHAT FILE: all stacks of FILE are complete. Those of code that switches tasks may end in the
# entry code: a few of its instructions have no rule where a test kernel splits it into functions,
# or where a switch saves the FPU on some paths alone.
only_switches() {
    entry='\(;board_[a-z]*_entry\|;[a-z]*_restore\)\(;kernel_switch\|;rtthread_next\)*'
    tap_equal "$name: $1" '' "$(grep 'truncated: ' "$3" | grep -v "]$entry [0-9]*\$")"
    tap_equal "$name: $2: without a rule only where check knows none" '' \
        "$(cut_without_reason "$3")"
}

check() {
    elf=$1 name=${1#build/fw/}
    board=${name%%/*}
    rm -f "$WORK"/*
    QEMU_SECONDS=100 sh "build/fw/$board/qemu" "$elf" "$WORK/x" -icount shift=0,sleep=off \
        >"$WORK/log" 2>&1 </dev/null
    tap_equal "$name: the firmware's exit status" 0 $?
    build/bobbin profile "$elf" "$WORK/x.wall" --wall --folded="$WORK/folded" --json >"$WORK/json"
    tap_equal "$name: wall-clock profile: exit status" 0 $?
    only_switches 'all stacks are complete' wall "$WORK/folded"
    tap_equal "$name: where tasks wait" "asker;wait_for_answer owner judge" "$(echo \
        "$(stacks asker 'asker;wait_for_answer')" "$(stacks owner owner)" "$(stacks judge judge)")"
    tap_equal "$name: each waiting task has one stack" "1 1 1 1" "$(for task in asker owner judge \
        never; do grep -c "^\[task $task\]" "$WORK/folded"; done | tr '\n' ' ' | sed 's/ $//')"
    tap_check "$name: a running task is in its own code" \
        sh -c 'grep -c "^\[task worker\];.*worker;compute" "$1" >/dev/null' - "$WORK/folded"
    # Each fourth interrupt begins a round; a round may have been going on at the end. A worker may
    # be skipped if the kernel is about to save it.
    rounds=$(($(sed -n 's/^\([0-9]*\) interrupts.*/\1/p' "$WORK/log") / 4))
    skipped=$(sed -n 's/.* \([0-9]*\) skipped.*/\1/p' "$WORK/log")
    tap_check "$name: at most 1 sample of 50 is skipped ($skipped)" test $((skipped * 50)) -le \
        $((rounds * 6))
    sed 's/^\(\[[^]]*\]\).* \([0-9]*\)$/\1;\2/' "$WORK/folded" >"$WORK/sums"
    tap_equal "$name: a sample of each task in each of $rounds rounds" '' \
        "$(awk -F ';' -v r="$rounds" -v s="$skipped" '
            { sum[$1] += $2 }
            END { for (task in sum)
                if (sum[task] < r - 1 - (task ~ /worker|other/ ? s : 0) || sum[task] > r + 1)
                    print task, sum[task] }' "$WORK/sums")"
    tap_check "$name: tasks that wait" test "$(field waiting)" -ge $((rounds * 4 - 4))
    build/bobbin profile "$elf" "$WORK/x.time" --json --folded="$WORK/time" >"$WORK/json"
    only_switches 'the other profile is complete without --root' time "$WORK/time"
    tap_equal "$name: the other profile has no waiting task" 0 "$(field waiting)"
    tap_note "figure: $(sed -n 's/.*skipped, //p' "$WORK/log") for two tasks, $name"
}

for image in "$@"; do
    check "$image"
done
tap_done
