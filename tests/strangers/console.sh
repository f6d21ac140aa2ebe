# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Types commands at U-Boot's prompt. Source this.

# LOG COMMAND...: waits until LOG has a prompt, 120 s at most, then prints the COMMANDs, one a line.
# Holds the line open until LOG has "resetting", 60 s at most. Prints nothing earlier: what comes
# before U-Boot has set up the UART blocks QEMU's UART.
type_commands() {
    log=$1
    shift
    wait_for "$log" '^=> ' 120
    printf '%s\n' "$@"
    wait_for "$log" '^resetting' 60
}

# LOG PATTERN SECONDS
wait_for() {
    tries=0
    while [ $tries -lt "$3" ] && ! grep -q "$2" "$1"; do
        sleep 1
        tries=$((tries + 1))
    done
}
