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
tap_check "check: resume points" grep -q '^1 resume points, 1 with a proved rule' "$work/out"

# Rules that the user states. They are not counted as proved.
image=build/tests/tasks/gcc-arm/switches.elf
layout='r4-r10@0,pc@0x1c,sp=32'
run show "$image" --tasks --resume=gone_without_r7 --context="gone_other_layout:$layout"
for name in gone_without_r7 gone_other_layout; do
    tap_equal "$name: a stated rule" "$name  handle: pointer
  r4-r10, pc at pointer
  sp = pointer + 32
  stated, not proved" "$(names | grep -A 3 "^$name ")"
done
run show "$image" --tasks --context='gone_other_layout:r0-r12@8,lr@60,pc@64,psr@68,sp@72,pointer@4'
tap_equal "--context: a control block" "gone_other_layout  handle: block, pointer = [block + 4]
  r0-r12, lr, pc, psr, sp at pointer + 8
  stated, not proved" "$(names | grep -A 2 '^gone_other_layout ')"
run show "$image" --tasks --resume=_start
tap_check "--resume of a function that restores nothing" \
    grep -q '_start  no rule: the code of --resume restores nothing that is understood' "$work/out"
for context in gone_pointer 'gone_pointer:r4@0,pc@4' 'gone_pointer:pc@0,sp@2' \
    'gone_pointer:pc@0,sp=4,' 'gone_pointer:pc@0,pc@4,sp=8' 'gone_pointer:r13@0,pc@4,sp=8' \
    'gone_pointer:d7@0,pc@4,sp=8' 'gone_pointer:r5-r4@0,pc@8,sp=8' ':pc@0,sp=8'; do
    run show "$image" --tasks --context="$context"
    tap_equal "--context=$context: exit status" 2 "$status"
done
for context in 'gone_*:pc@0,sp=8' 'nothing:pc@0,sp=8'; do
    run show "$image" --tasks --context="$context"
    tap_equal "--context=$context: exit status" 3 "$status"
done
stated="--context=yield:r4-r11@0,pc@32,sp=36"
run embed build/tests/tasks/gcc-arm/linked.elf -o "$work/stated.elf" "$stated"
tap_equal "embed with a stated rule: exit status" 0 "$status"
run check "$work/stated.elf"
tap_check "check counts it" \
    grep -q ' with a proved rule, 1 stated by --resume or --context' "$work/out"

run show "$1" --tasks --json
tap_equal "--tasks and --json: exit status" 2 "$status"
run show build/tests/exceptions/one_frame.elf --tasks
tap_equal "no task: exit status" 0 "$status"
tap_check "no task: a note" grep -q 'no code restores a task' "$work/err"
tap_done
