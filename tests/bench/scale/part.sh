#!/bin/sh
# SPDX-License-Identifier: MIT
# part.sh OUT OBJECT...: OBJECTs as one. Their symbols are not for others; of debug information frames stay.
set -eu

out=$1
shift
arm-none-eabi-gcc -r -nostdlib "$@" -lgcc -o "$out"
arm-none-eabi-objcopy --localize-hidden --weaken -R '.debug_info' -R '.debug_line*' -R '.debug_abbrev' \
    -R '.debug_str' -R '.debug_aranges' -R '.debug_r*' "$out"
