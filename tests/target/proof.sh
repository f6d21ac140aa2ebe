#!/bin/sh
# SPDX-License-Identifier: MIT
# proof.sh ELF COMMAND: COMMAND, such as `build/bobbin check --require=100`, proves the image, with the table that it
# carries and with one of each other setting: it is run with ELF as its last argument. From the top, with the firmware
# and the tool built.
set -u

. tests/tap.sh
ELF=$1 PROOF=$2
for setting in '' --small --table-only; do
    # shellcheck disable=SC2086 # a command and its options
    tap_check "$PROOF $setting" $PROOF $setting "$ELF"
done
tap_done
