#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the sizes of the demo's tables on each board and of the core's code, for the README.
set -eu

for image in build/fw/vexpress-a9/thumb-os/demo.elf build/fw/versatile-r5f/arm-o2/demo.elf; do
    echo "$image"
    build/bobbin size "$image"
    echo
done
echo "the core, Thumb -Os, GCC (without names.o, the texts of reports):"
cd build/fw/vexpress-a9/thumb-os/core
arm-none-eabi-size -t $(find . -name "*.o" | sort | grep -v names)
