# SPDX-License-Identifier: MIT
# For scripts that include tests/tap.sh first. Results of Python scripts that run in gdb.

# SCRIPT LAST: runs SCRIPT in gdb and numbers the results that it prints. If no name of a result
# starts with LAST, that is a failure. $WORK.gdb.err has the messages of gdb.
tap_gdb() {
    compared=$(timeout -k 5 240 gdb-multiarch -nx -batch -x "$1" 2>"$WORK.gdb.err")
    status=$?
    while read -r word rest; do
        case $word in
        ok) tap_ok "$rest" ;;
        not) tap_not_ok "${rest#ok }" ;;
        '#') tap_note "$rest" ;;
        esac
    done <<END
$compared
END
    if [ "$status" = 0 ] && echo "$compared" | grep -q "^ok $2\|^not ok $2"; then
        tap_ok "gdb's script ran to its end"
    else
        tap_not_ok "gdb's script ran to its end" "$(tail -n 20 "$WORK.gdb.err")"
    fi
}
