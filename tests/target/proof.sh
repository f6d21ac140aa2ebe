#!/bin/sh
# SPDX-License-Identifier: MIT
# proof.sh ELF COMMAND: COMMAND, such as `build/bobbin check --require=100`, proves the image: it is run with
# ELF as its last argument. From the top, with the firmware and the tool built.
set -u

. tests/tap.sh
ELF=$1 PROOF=$2
# shellcheck disable=SC2086 # a command and its options
tap_check "$PROOF" $PROOF "$ELF"
tap_done
