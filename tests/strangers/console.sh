# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Types commands at U-Boot's prompt. Source this.

# LOG COMMAND...: prints each COMMAND when LOG has one more prompt: U-Boot drops what comes earlier.
# Holds the line open until LOG has "resetting". Gives up after 600 s without a prompt.
type_commands() {
    log=$1 prompts=0
    shift
    for command; do
        prompts=$((prompts + 1))
        wait_for "$log" '^=> ' $prompts
        printf '%s\n' "$command"
    done
    wait_for "$log" '^resetting' 1
}

# LOG PATTERN COUNT: waits until LOG has COUNT lines with PATTERN
wait_for() {
    tries=0
    while [ $tries -lt 1200 ] && [ "$(grep -c "$2" "$1")" -lt "$3" ]; do
        sleep 0.5
        tries=$((tries + 1))
    done
}
