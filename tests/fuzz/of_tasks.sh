#!/bin/sh
# SPDX-License-Identifier: MIT
# of_tasks.sh IMAGE RAM INPUTS: runs fuzz_image on IMAGE with RAM, a dump of its memory.
FUZZ_IMAGE=$1 FUZZ_RAM=$2 exec build/tests/fuzz/fuzz_image --inputs "$3"
