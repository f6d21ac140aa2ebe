#!/bin/sh
# SPDX-License-Identifier: MIT
# switches.sh IMAGE...: images of tests/tasks/switches.S. Calls of the functions back_... come back,
# calls of the functions gone_... do not. Run from the top folder.
set -u

# shellcheck source=tests/cli/lib.sh
. tests/cli/lib.sh

# IMAGE PREFIX: prints the names of the functions that begin with PREFIX
functions() {
    arm-none-eabi-nm "$1" | sed -n "s/.* T \($2.*\)/\1/p" | sort
}

# IMAGE OPTION...: prints the functions that the proof takes to switch and come back
switches() {
    run check "$@" --json
    sed -n '/"switch-back"/,/\]/s/.*"0x\([0-9a-f]*\)".*/\1/p' "$work/out" |
        while read -r address; do
            arm-none-eabi-nm "$1" | sed -n "s/^$address T //p"
        done | sort
}

# IMAGE OPTION...: prints the callers in which code after the call is not reached
unreached() {
    run check "$@" --list
    sed -n 's/^ *unreachable 0x[0-9a-f]* call_\([a-z_0-9]*\)+.*/\1/p' "$work/out" | sort
}

for image; do
    tap_equal "$image: functions that come back" "$(functions "$image" back_)" \
        "$(switches "$image")"
    tap_equal "$image: code after other calls is not reached" "$(functions "$image" gone_)" \
        "$(unreached "$image")"
    for lost in without_r11:yes stack:no flag:no; do
        run show "$image" "call_back_${lost%:*}"
        found=no
        ! sed -n '/ bl /{n;p}' "$work/out" | grep -q 'r11=lost' || found=yes
        tap_equal "$image: r11 is lost after a call of back_${lost%:*}" "${lost#*:}" "$found"
    done
done

# Code between contexts is a root: the loop that waits for a task, the code that restores one, and
# the code that has saved one, unless it has another rule. (An interrupt comes at the earliest after
# CPSIE.)
for state in gcc-arm gcc-thumb clang-arm clang-thumb; do
    idle=build/tests/tasks/$state/typed.elf
    for function in schedule:root 'yield:other root' 'irq:other root' task:other; do
        run show "$idle" "${function%:*}"
        found=$(sed -n '/ cpsie /d; s/^0x[0-9a-f]*  .\{36\}  \([a-z]*\) .*/\1/p' "$work/out" |
            sed 's/^[^r].*/other/; s/^ro.*/root/' | sort -u | tr '\n' ' ')
        tap_equal "$state: ${function%:*}" "${function#*:} " "$found"
    done
    for function in yield irq; do
        run show "$idle" $function
        tap_equal "$state: $function: no root before sp is stored" '' \
            "$(sed '/ str[. ].*sp, \[r0/q' "$work/out" | grep ' root ')"
    done
done

for image; do
    run show "$image" back_unmasked
    tap_equal "$image: no root before the pointer is stored" '' \
        "$(sed '/ str[. ]/q' "$work/out" | grep ' root ')"
done

# --comes-back states it, on the command line or in the image.
image=$1
tap_equal "--comes-back: a function more" gone_pointer \
    "$(switches "$image" --comes-back=gone_pointer | grep gone_)"
tap_equal "--comes-back: code after its call is reached" '' \
    "$(unreached "$image" --comes-back=gone_pointer | grep gone_pointer)"
printf 'comes-back=gone_p*\n' >"$work/facts"
arm-none-eabi-objcopy --add-section .bobbin.options="$work/facts" "$image" "$work/stored.elf"
tap_equal "a line in .bobbin.options" gone_pointer "$(switches "$work/stored.elf" | grep gone_)"
run check "$image" --comes-back=nothing
tap_equal "--comes-back without such a function: exit status" 3 "$status"
tap_done
