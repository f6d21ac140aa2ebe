#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the tools that the sources in build.sh need, unless they are there.
set -eu

. "$(dirname "$0")/../apt.sh"

missing=$(
    need bison command_there bison
    need flex command_there flex
    need bc command_there bc
    need libssl-dev pkg-config --exists libssl # for U-Boot's own tools
    need python3 command_there python3
    need gcc-arm-linux-gnueabihf command_there arm-linux-gnueabihf-gcc
)
[ -n "$missing" ] || exit 0
apt update
# shellcheck disable=SC2086 # one word per package
apt install -y --no-install-recommends $missing
