#!/bin/sh
# SPDX-License-Identifier: MIT
# The demo's table on each board, and the core's code: the numbers of the README.
set -eu

for image in build/fw/vexpress-a9/thumb-os/demo.elf build/fw/versatile-r5f/arm-o2/demo.elf; do
    echo "$image"
    build/bobbin size "$image"
    echo
done
echo "the core, Thumb -Os, GCC (names.o, the words of reports, left out):"
cd build/fw/vexpress-a9/thumb-os/core
arm-none-eabi-size -t $(find . -name "*.o" | sort | grep -v names)
