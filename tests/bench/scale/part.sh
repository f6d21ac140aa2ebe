#!/bin/sh
# SPDX-License-Identifier: MIT
# part.sh OUT OBJECT...: links OBJECTs to one object. Symbols become local or weak, so that a part
# can be linked several times. Of the debug information only frames stay.
set -eu

out=$1
shift
arm-none-eabi-gcc -r -nostdlib "$@" -lgcc -o "$out"
arm-none-eabi-objcopy --localize-hidden --weaken -R '.debug_info' -R '.debug_line*' \
    -R '.debug_abbrev' -R '.debug_str' -R '.debug_aranges' -R '.debug_r*' "$out"
