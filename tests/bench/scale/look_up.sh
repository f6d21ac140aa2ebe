#!/bin/sh
# SPDX-License-Identifier: MIT
# look_up.sh IMAGE TABLE READER EVERY: what the board takes for look-ups in TABLE at every EVERYth instruction of IMAGE: answers to
# TABLE.answers (ask.sh). From the top.
set -eu

image=$1 table=$2 reader=$3 every=$4
build/tests/bench_questions "$image" "$every" "$image.code" >"$image.questions"
sh tests/bench/ask.sh build/bench/thumb-os/bench.elf "$image.questions" "$table.answers" "$reader" "$table" "$image.code"
