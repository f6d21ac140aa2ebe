#!/bin/sh
# SPDX-License-Identifier: MIT
# unwritten.sh FUZZ_CORE: tests that the core has no undefined behaviour that only clang detects,
# and that no decision of the core depends on memory that nobody has written, for hostile input,
# too. FUZZ_CORE is the fuzzer of the core, built by clang so that undefined behaviour traps. Run
# from the top folder.
set -u

. tests/tap.sh
UNWRITTEN=98

tap_check "no undefined behaviour" "$1" --inputs 20000
tap_check "no decision depends on unwritten memory" \
    valgrind -q --error-exitcode=$UNWRITTEN "$1" --inputs 4000
tap_done
