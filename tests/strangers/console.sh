# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Types commands at U-Boot's prompt. Source this.

# LOG COMMAND...: prints spaces, which stop the automatic start, until LOG has a prompt. Then prints
# the COMMANDs, one a line, and holds the line open until LOG has "resetting", 60 s at most.
type_commands() {
    log=$1 tries=0
    shift
    while [ $tries -lt 1200 ] && ! grep -q '^=> ' "$log"; do
        printf ' '
        sleep 0.1
        tries=$((tries + 1))
    done
    printf '\n'
    printf '%s\n' "$@"
    tries=0
    while [ $tries -lt 60 ] && ! grep -q '^resetting' "$log"; do
        sleep 1
        tries=$((tries + 1))
    done
}
