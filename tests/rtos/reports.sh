#!/bin/sh
# SPDX-License-Identifier: MIT
# reports.sh BOARD BUILD FAMILY: the reports of each fault of work/faults.c on a test kernel. Each
# report has all tasks; the traces of all tasks that are not damaged are complete and have the
# functions in which the tasks wait. Run from the top folder, with the firmware built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 FAMILY=$3
. tests/oracle/lib.sh
ELF=build/fw/$BOARD/$BUILD/rtos-$FAMILY.elf
WORK=build/tests/target/rtos/$BOARD-$BUILD-$FAMILY
mkdir -p "${WORK%/*}"
TASKS='filter judge left mixer 1 mixer 2 never quitter right sampler worker writer'
[ "$FAMILY" = threadx ] || TASKS="filter idle ${TASKS#filter }"

# FAULT STATUS: runs the firmware and decodes its report
run() {
    fault=$1
    sh "build/fw/$BOARD/qemu" "$ELF" "$1" -icount "$ORACLE_ICOUNT" >"$WORK-$1.log" 2>&1 </dev/null
    tap_equal "$1: the firmware's status" "$2" $?
    build/bobbin decode "$ELF" "$WORK-$1.log" >"$WORK-$1.txt" 2>"$WORK-$1.err"
    tap_equal "$1: the status of decode" 0 $?
    awk -f tests/rtos/threads.awk "$WORK-$1.txt" >"$WORK-$1.tasks"
}

# TASK: prints its line
line_of() {
    grep "^$1|" "$WORK-$fault.tasks"
}

# TASK PATTERN: the line of TASK after its name must match PATTERN
task() {
    line=$(line_of "$1")
    tap_check "$fault: $1: ${line#*|}" sh -c 'echo "$1" | grep -qE "^[^|]*\|$2"' - "$line" "$2"
}

# All tasks, and complete traces but for the tasks of $1.
all_tasks() {
    tap_equal "$fault: all tasks" "$TASKS" \
        "$(cut -d '|' -f 1 "$WORK-$fault.tasks" | sort | paste -sd ' ')"
    tap_equal "$fault: traces that are not complete" "$1" \
        "$(grep -v '|thread-base$' "$WORK-$fault.tasks" | grep -v '|outermost$' |
            cut -d '|' -f 1 | paste -sd ' ')"
    task never 'suspended\|(nothing|kernel_shell|lk_first|work_check nothing)\|'
}

# Those that wait for each other's mutex.
waiting() {
    task left 'blocked\|(.* )?(mutex_lock|leave) philosopher( .*)?\|'
    task right 'blocked\|(.* )?(mutex_lock|leave) philosopher( .*)?\|'
}

run deadlock 0
tap_check "deadlock: the cause" grep -q ': deadlock$' "$WORK-deadlock.txt"
all_tasks ''
waiting
task judge 'running\|.*faults_judge judge( .*)?\|'
task quitter 'ended\|(.* )?leave( .*)?\|'

run starvation 0
all_tasks ''
waiting
task sampler 'running\|.*kernel_tick .*kernel_handle .*<IRQ> faults_hog sampler( .*)?\|'
task worker '(ready|blocked)\|(.* )?worker( .*)?\|'

run task 70
tap_check "task: the cause" grep -q 'data abort.*address 0xcafe0000' "$WORK-task.txt"
all_tasks ''
task worker 'running\|(kernel_crash_at )*worker( .*)?\|'

run kernel 70
all_tasks ''
tap_check "kernel: a task in mutex_lock runs" \
    grep -qE '\|running\|(kernel_crash_at )*mutex_lock (.* )?lock ' "$WORK-kernel.tasks"

if [ "$FAMILY" != threadx ]; then
    run idle 70
    all_tasks ''
    task idle 'running\|(kernel_crash_at )*run_idle( .*)?\|'
fi

run tick 70
all_tasks ''
tap_check "tick: the handler interrupted a task" \
    grep -qE '\|running\|(kernel_crash_at )*kernel_tick .*kernel_handle .*<IRQ> ' "$WORK-tick.tasks"

run overflow 70
all_tasks ''
tap_check "overflow: a note" grep -q 'note: stack overflow: stack worker' "$WORK-overflow.txt"
task worker 'running\|fill fill .*worker( .*)?\|'

if [ "$FAMILY" = crx ]; then
    run return 70
    all_tasks 'quitter'
    task quitter 'running\|'
fi

# FIQs while the kernel switches: 40 reports. The running task's trace may end in code that has no
# rule, or in code that has saved one task and not yet taken the next one. A task that is not saved
# yet, though it is no longer the current one, has no frames: LOST, or NO_RULE if its old registers
# make no sense.
case $FAMILY in
freertos | crx | mpu | threadx | zephyr | rtthread)
    run fiqs 0
    tap_equal "fiqs: reports" 40 "$(grep -c ': fiq$' "$WORK-fiqs.txt")"
    tap_equal "fiqs: tasks in reports" $((40 * $(echo "$TASKS" | sed 's/ [12]//g' | wc -w))) \
        "$(wc -l <"$WORK-fiqs.tasks")"
    tap_equal "fiqs: traces of tasks that do not run and are not complete" '' \
        "$(grep -v '|running|' "$WORK-fiqs.tasks" | grep -vE '\|thread-base$|\|\|(lost|no-rule)$')"
    lost=$(grep -v '|running|' "$WORK-fiqs.tasks" | grep -cE '\|\|(lost|no-rule)$')
    tap_check "fiqs: at most one task in a report is not saved yet ($lost)" test "$lost" -le 40
    # A note names the task whose trace the first one is, if the kernel already runs another one.
    # kernel_shell calls the function of a task in some families.
    tap_equal "fiqs: tasks of notes and of traces" '' "$(awk '
        /^report / { first = 1 }
        /^#/ && first && $3 !~ /^kernel_shell[+]/ { base = $3; sub(/[+].*/, "", base) }
        /^stop:/ { first = 0 }
        /^note: the trace is of task / {
            name = $7; sub(/:$/, "", name)
            wanted = name ~ /^(filter|writer)$/ ? "locker" : name
            if (name == "idle") wanted = "run_idle"
            if (base != wanted) print name, base
        }' "$WORK-fiqs.txt")"
    notes=$(grep -c '^note: the trace is of task ' "$WORK-fiqs.txt")
    [ "$FAMILY" != rtthread ] || tap_check "fiqs: notes about a switch ($notes)" [ "$notes" -gt 0 ]
    tap_equal "fiqs: other ends of traces" '' \
        "$(grep -vE '\|(thread-base|no-rule|lost)$|_restore\|outermost$' "$WORK-fiqs.tasks")"
    ;;
esac

run list 0
tap_check "list: damaged" grep -q '^tasks: the list is damaged' "$WORK-list.txt"
task writer '.*\|.*locker( .*)?\|thread-base'
tap_equal "list: no task after the damage" '' "$(line_of 'mixer 2')"

run loop 0
tap_check "loop: damaged" grep -q '^tasks: the list is damaged' "$WORK-loop.txt"

run block 0
all_tasks 'mixer 1'
waiting
tap_done
