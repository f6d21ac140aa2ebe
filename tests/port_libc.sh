#!/bin/sh
# SPDX-License-Identifier: MIT
# port_libc.sh DIRECTORY: port calls no libc function, also none that compilers insert: it runs in
# fault handlers, and a memset of a C library may use the FPU. Compiles port with the flags of
# port/README.md into DIRECTORY. Run from the top folder.
set -u

. tests/tap.sh
directory=$1
mkdir -p "$directory"
FLAGS='-std=gnu11 -ffreestanding -mno-unaligned-access -mcpu=cortex-a9 -DBOBBIN_PROCESSORS=2
    -Icore/include -Iport/include'
GCC='-mgeneral-regs-only -fno-tree-loop-distribute-patterns'
CLANG='-mno-implicit-float -fomit-frame-pointer'

# NAME COMMAND: compiles all of port and looks at the undefined symbols
check() {
    calls= sources=0
    for source in $(find port -name '*.c' ! -path 'port/rtos/*' ! -path 'port/template/*'); do
        # shellcheck disable=SC2086 # words
        $2 $FLAGS -c "$source" -o "$directory/port.o" || calls="$calls $source: not compiled"
        calls=$calls$(arm-none-eabi-nm -u "$directory/port.o" | awk -v source="$source" '
            $2 ~ /^(mem|str|__aeabi_mem)/ { printf " %s: %s", source, $2 }')
        sources=$((sources + 1))
    done
    tap_equal "$1: no call of libc ($sources sources)" '' "$calls"
}

check 'gcc thumb Os' "arm-none-eabi-gcc -mthumb -Os $GCC"
check 'clang arm O2' "clang-19 --target=arm-none-eabi -marm -O2 $CLANG"
tap_done
