#!/bin/sh
# SPDX-License-Identifier: MIT
# task_reports.sh BOARD BUILD [KIND...]: runs task-reports.elf with each KIND, or with all, and
# checks the tasks in its report: names, states, stacks, and the functions that each task is in, as
# tests/task-reports/main.c has them. Run from the top, with the firmware and the tool built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
shift 2
[ $# -gt 0 ] || set -- crash overflow dump dump-pointer panic list circle block handler return zero
ELF=build/fw/$BOARD/$BUILD/task-reports.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-task-reports

# TASK: its functions that main.c has, innermost first, and its stop. Functions of the kernel and
# exit functions are left out.
task_trace() {
    awk -v task="task \"$1\": " '
        /^task / { inside = (folded && inside) || index($0, task) == 1 }
        /./ { folded = /^task / }
        inside && /^#/ && /task-reports\/main\.c/ { sub(/\+0x.*/, "", $3); printf "%s ", $3 }
        inside && /^stop: / { print $2; exit }' "$TEXT"
}

# TASK: the state in its first line
task_state() {
    sed -n "s/^task \"$1\": \([a-z]*\),.*/\1/p" "$TEXT" | sort -u
}

# TASK STATE FUNCTIONS
task_is() {
    tap_equal "$KIND: $1 is $2" "$2" "$(task_state "$1")"
    tap_equal "$KIND: functions of $1" "$3" "$(task_trace "$1")"
}

waiting_tasks() {
    [ "$KIND" = block ] || [ "$KIND" = overflow ] ||
        task_is second blocked 'take_both second thread-base'
    task_is first blocked 'take_both first thread-base'
    task_is sleeper blocked 'sleeper thread-base'
}

other_tasks() {
    task_is never suspended 'never thread-base'
    [ "$KIND" = handler ] || task_is spinner ready 'spinner thread-base'
}

for KIND in "$@"; do
    log=$WORK-$KIND.log TEXT=$WORK-$KIND.txt LINES=$WORK-$KIND.lines
    sh "build/fw/$BOARD/qemu" "$ELF" "$KIND" >"$log" 2>"$WORK.err" </dev/null
    tap_equal "$KIND: the device ends with the status of a report" 70 $?
    tap_equal "$KIND: no fault happened in the report" 0 \
        "$(grep -c '%bobbin [^ ]* note : .*fault inside' "$log")"
    build/bobbin decode "$ELF" "$log" >"$TEXT" 2>"$WORK.err"
    awk -f tests/target/whole_lines.awk "$log" >"$LINES"
    tap_equal "$KIND: decode accepts it" 0 $?
    running=actor
    [ "$KIND" != handler ] || running=spinner
    [ "$KIND" != return ] || running=judge
    tap_equal "$KIND: the running task is in the report before its trace" "$running" \
        "$(sed -n 's/^%bobbin [^ ]* running .* : \([a-z]*\) \*.*/\1/p; / frame /q' "$LINES" |
            tail -n 1)"
    waiting_tasks
    case $KIND in
    list) ;;
    circle) tap_equal "$KIND: the list is shown at most twice" 1 \
        "$(awk '/ task .* : sleeper /{ count++ } END { print count <= 3 }' "$LINES")" ;;
    *) other_tasks ;;
    esac
    case $KIND in
    crash) task_is actor running 'crash crash_deeper actor thread-base' ;;
    list | circle)
        function=damage_list
        [ "$KIND" = list ] || function=damage_list_circle
        task_is actor running "crash crash_deeper $function actor thread-base"
        tap_equal "$KIND: the list is damaged" damaged \
            "$(sed -n 's/^%bobbin [^ ]* tasks \([a-z]*\) .*/\1/p' "$LINES")"
        ;;
    dump | dump-pointer)
        function=$(echo "$KIND" | sed 's/-/_by_/')
        task_is actor running "$function actor thread-base"
        tap_equal "$KIND: the firmware goes on after the dump" 2 "$(grep -c ' report 2' "$LINES")"
        ;;
    panic)
        task_is actor running 'panic actor thread-base'
        tap_check "$KIND: the reason" grep -q 'cause user [0-9a-f]* : out of ideas \*' "$LINES"
        ;;
    zero)
        task_is actor running 'crash clear_return pc-outside-code'
        ;;
    overflow)
        tap_check "$KIND: a note names the task" \
            grep -q 'note : stack overflow: stack actor, sp 0x[0-9a-f]* is [0-9]* bytes' "$LINES"
        ;;
    block)
        tap_equal "$KIND: no frame is invented" "" "$(task_trace second | sed 's/[a-z-]*$//')"
        ;;
    handler)
        task_is actor blocked 'crash_handler actor thread-base'
        task_is spinner running 'crash crash_deeper interrupts_pulsed spinner thread-base'
        ;;
    return)
        task_is actor ended thread-base
        task_is judge running 'crash crash_deeper last thread-base'
        ;;
    esac
    tap_equal "$KIND: stacks are measured" 0 \
        "$(grep -c ' task [0-9]* [a-z]* id=[0-9a-f]* low=[0-9a-f]* high=[0-9a-f]* [c:]' "$LINES")"
done
tap_done
