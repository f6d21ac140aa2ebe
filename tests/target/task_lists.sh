#!/bin/sh
# SPDX-License-Identifier: MIT
# task_lists.sh BOARD BUILD: task-lists.elf finds each task in lists of each form, and what is left
# of damaged lists. Expects what tests/task-lists/main.c puts into the lists: name and state of each
# task. Run from the top, with the firmware built.
set -u

. tests/tap.sh
ELF=build/fw/$1/$2/task-lists.elf

tap_equal "the tasks of each list" "\
values: saved=107 low=7000 high=7800 id=1
all: i1 a1 b2 c2 d0 e0 f3 g5 h0 end
none runs: a2 b2 c2 d0 e0 f3 g5 h0 i0 end
before the kernel starts: i1 a1 d0 e0 f3 g5 h0 end
a pointer to nowhere: i1 a1 b2 c2 d0 f3 g5 h0 damaged
an odd pointer: i1 a1 b2 c2 d0 f3 g5 h0 damaged
a chain that ends at its first node: i1 a1 b2 c2 d0 e0 f3 g5 h0 end
a circle without the head: i1 a1 b2 c2 d0 e0 f3 g5 h0 damaged
too many: i1 a1 b2 c2 d0 e0 f3 g5 damaged
no table: i1 a1 b2 c2 d0 e0 f3 g5 damaged" \
    "$(sh "build/fw/$1/qemu" "$ELF" "" </dev/null 2>&1 | tr -d '\r')"
tap_done
