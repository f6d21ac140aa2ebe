#!/bin/sh
# SPDX-License-Identifier: MIT
# Whole folders compile without warnings and link in each combination, without --gc-sections: only
# what the firmware, the linker script and the compiler's library define stays undefined. From the
# top.
set -u

. tests/tap.sh
. tests/integration/lib.sh
cd "$WORK" || exit

DEFINED_ELSEWHERE='bobbin_(config|kernel|processors|record_config)|__aeabi_.*'
DEFINED_ELSEWHERE="$DEFINED_ELSEWHERE|__bobbin_(note_)?(start|end)"
DEFINED_ELSEWHERE="$DEFINED_ELSEWHERE|mem(cpy|move|set|cmp)"

# COMPILER CPU PARTS [COUNT]: the undefined symbols of these parts, for COUNT processors. Objects of
# other calls are used again.
undefined() {
    case $1 in
    gcc) compiler="arm-none-eabi-gcc -mcpu=$2 -mthumb" ;;
    clang) compiler="clang-19 --target=arm-none-eabi -mcpu=$2 -mfloat-abi=soft -mthumb" ;;
    esac
    make -s -j2 -f "$TREE/tests/integration/folders.mk" out.o TREE="$TREE" PARTS="$3" \
        BOBBIN_BUILD="$1-$2-${4-1}" CC="$compiler" \
        CFLAGS="-Os -DBOBBIN_PROCESSORS=${4-1}" 2>&1 &&
        arm-none-eabi-nm -u out.o | sed -n 's/^ *U //p' | grep -vxE "$DEFINED_ELSEWHERE"
    rm -f out.o
}

for compiler in gcc clang; do
    for parts in CORE "CORE SMALL" "CORE FOREIGN" "CORE SMALL FOREIGN" "CORE CROSS" "CORE RULES" \
        "CORE PORT_ARMV7A" "CORE SMALL PORT_ARMV7A" "CORE PROFILE PORT_ARMV7A" \
        "CORE PORT_CROSS PORT_ARMV7A" "CORE PORT_ARMV7A PORT_HYP" \
        "CORE PORT_RECORD PORT_ARMV7A" "CORE PORT_TASKS PORT_ARMV7A" \
        "CORE PORT_TASKS PORT_CROSS PORT_ARMV7A" \
        "CORE PROFILE PROFILE_CROSS PORT_CROSS PORT_ARMV7A" \
        "CORE SMALL FOREIGN RULES PROFILE PORT_ARMV7A"; do
        tap_equal "$compiler: $parts" "" "$(undefined $compiler cortex-a9 "$parts")"
    done
    for parts in "CORE PORT_PROCESSORS PORT_ARMV7A" \
        "CORE PORT_PROCESSORS PORT_CROSS PORT_ARMV7A PORT_HYP"; do
        tap_equal "$compiler, 2 processors: $parts" "" "$(undefined $compiler cortex-a9 "$parts" 2)"
    done
    for parts in "CORE PORT_ARMV7R" "CORE SMALL FOREIGN RULES PROFILE PORT_ARMV7R"; do
        tap_equal "$compiler: $parts" "" "$(undefined $compiler cortex-r5 "$parts")"
    done
    for parts in "CORE PORT_ARMV8R" "CORE SMALL FOREIGN RULES PROFILE PORT_ARMV8R"; do
        tap_equal "$compiler: $parts" "" "$(undefined $compiler cortex-r52 "$parts")"
    done
done
tap_done
