#!/bin/sh
# SPDX-License-Identifier: MIT
# object.sh NUMBER COUNT OUT FLAG...: compiles COUNT made functions, from number NUMBER * COUNT on,
# to OUT with FLAGs. Objects with other NUMBERs get other options. From the top.
set -eu

number=$1
count=$2
out=$3
shift 3
case $((number % 8)) in
0) options='-mthumb -Os' ;;
1) options='-marm -O2' ;;
2) options='-mthumb -O2 -mtune=cortex-a15' ;;
3) options='-marm -Os -mtune=cortex-r5' ;;
4) options='-mthumb -O1 -fno-omit-frame-pointer' ;;
5) options='-marm -O2 -mtune=cortex-a15' ;;
6) options='-mthumb -O2' ;;
7) options='-mthumb -Os -fno-shrink-wrap -mtune=cortex-a7' ;;
esac
build/tests/bench_functions $((number * count)) "$count" >"${out%.o}.c"
# shellcheck disable=SC2086 # words
arm-none-eabi-gcc "$@" $options -w -Itests/bench/scale -c "${out%.o}.c" -o "$out"
rm "${out%.o}.c"
