#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh BOARD/BUILD...: samples tests/profile/firmware by FIQ on the boards, prints summaries and
# draws flame graphs.
set -eu

results=build/profile-demo
mkdir -p "$results"

# A sample each 30 us of the emulator's time. A tick of the timer is 10 ns on one board, 1 us on the
# other.
period() {
    case $1 in
    versatile-r5f) echo 'period=30 jitter=9' ;;
    *) echo 'period=3001 jitter=900' ;;
    esac
}

for image in "$@"; do
    board=${image%/*}
    elf=build/fw/$image/profile.elf
    capture=$results/$board.capture
    echo
    echo "== $image: tasks, interrupts, an idle loop; sampled by FIQ"
    rm -f "$capture"
    words="fiq $(period "$board") rounds=1400 lines=2400 tick=31 ring=1024 run=1 save=$capture"
    "build/fw/$board/qemu" "$elf" "$words" >"$results/$board.log" 2>&1 </dev/null ||
        {
            echo "profile-demo: error: the firmware failed; see $results/$board.log" >&2
            exit 1
        }
    build/bobbin profile "$elf" "$capture" --top=20 --svg="$results/$board.svg"
    echo
    echo "flame graph: $results/$board.svg"
done
echo
echo "Other views:"
for more in --by=task --function=qsort --lines=hash_word --samples=-; do
    echo "    build/bobbin profile $elf $capture $more"
done
echo "    build/bobbin profile --help"
