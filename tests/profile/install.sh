#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the programs that tests/profile/consumers.sh needs: `make consumers`. They take half a
# gigabyte, so `make deps` does not install them. If one cannot be installed, a line says so and the
# exit status is still 0: its tests are skipped.
set -u

. "$(dirname "$0")/../apt.sh"

DIRECTORY=build/consumers
SPEEDSCOPE=1.25.0

missing_packages() {
    need golang-go command_there go
    need chromium command_there chromium
    need nodejs command_there node
    need npm command_there npm
}

install_packages() {
    command_there apt-get && { [ "$(id -u)" = 0 ] || command_there sudo; } || return 1
    # shellcheck disable=SC2086 # one word a package
    apt update && apt install -y --no-install-recommends $1
}

install_speedscope() {
    command_there npm || return 1
    mkdir -p "$DIRECTORY"
    npm install --no-audit --no-fund --loglevel=error --prefix "$DIRECTORY" "speedscope@$SPEEDSCOPE"
}

missing=$(missing_packages)
if [ -n "$missing" ]; then
    install_packages "$missing" || echo "consumers: not installed: $(echo "$missing" | tr '\n' ' ')"
fi
[ -d "$DIRECTORY/node_modules/speedscope" ] || install_speedscope ||
    echo "consumers: not installed: speedscope"
exit 0
