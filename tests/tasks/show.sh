#!/bin/sh
# SPDX-License-Identifier: MIT
# show.sh IMAGE...: bobbin show --tasks prints for each image what tests/tasks/NAME.txt says, and
# refuses what it cannot prove. Run from the top folder.
set -u

# shellcheck source=tests/cli/lib.sh
. tests/cli/lib.sh

# prints $work/out without addresses and offsets
names() {
    sed 's/^0x[0-9a-f]*  //; s/+0x[0-9a-f]*//g' "$work/out"
}

for image; do
    name=$(basename "$image" .elf)
    run show "$image" --tasks
    tap_equal "$image: rules" "$(cat "tests/tasks/$name.txt")" "$(names)"
    expected=0
    ! grep -q 'no rule' "tests/tasks/$name.txt" || expected=1
    tap_equal "$image: exit status" "$expected" "$status"
done

# The table has the rules if the image links the function that starts traces of tasks.
for state in gcc-arm clang-thumb; do
    for name in typed linked; do
        run size "build/tests/tasks/$state/$name.elf"
        tap_equal "$state, $name: exit status of size" 0 "$status"
        rules=$(sed -n 's/^ *\([0-9]*\) .* resume rules$/\1/p' "$work/out" | head -1)
        [ $name = linked ] || tap_equal "$state: no resume rules" 0 "$rules"
        [ $name = typed ] || tap_check "$state: resume rules" test "$rules" -gt 40
    done
done

# check proves the rules in the table, and counts them.
image=$work/linked.elf
run embed build/tests/tasks/gcc-arm/linked.elf -o "$image"
tap_equal "embed: exit status" 0 "$status"
run check "$image"
tap_equal "check: exit status" 0 "$status"
tap_check "check: resume points" grep -q '^1 resume points, 1 with a rule' "$work/out"

run show "$1" --tasks --json
tap_equal "--tasks and --json: exit status" 2 "$status"
run show build/tests/exceptions/one_frame.elf --tasks
tap_equal "no task: exit status" 0 "$status"
tap_check "no task: a note" grep -q 'no code restores a task' "$work/err"
tap_done
