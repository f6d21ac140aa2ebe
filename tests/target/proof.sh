#!/bin/sh
# SPDX-License-Identifier: MIT
# proof.sh ELF COMMAND: proves the image ELF by COMMAND, such as `build/bobbin check --require=100`,
# with the table in the image and with a table of each other setting. ELF is the last argument of
# COMMAND. Run from the top folder, with the firmware and the tool built.
set -u

. tests/tap.sh
ELF=$1 PROOF=$2
for setting in '' --small --table-only; do
    # shellcheck disable=SC2086 # a command and its options
    tap_check "$PROOF $setting" $PROOF $setting "$ELF"
done
tap_done
