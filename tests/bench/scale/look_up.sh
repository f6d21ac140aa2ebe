#!/bin/sh
# SPDX-License-Identifier: MIT
# look_up.sh IMAGE TABLE READER EVERY: measures look-ups in TABLE on the board, at every EVERYth
# instruction of IMAGE. Writes TABLE.answers (ask.sh). From the top.
set -eu

image=$1 table=$2 reader=$3 every=$4
build/tests/bench_questions "$image" "$every" "$image.code" >"$image.questions"
sh tests/bench/ask.sh build/bench/thumb-os/bench.elf "$image.questions" "$table.answers" \
    "$reader" "$table" "$image.code"
