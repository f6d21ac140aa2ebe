#!/bin/sh
# SPDX-License-Identifier: MIT
# core_properties.sh DIRECTORY: checks the guarantees of core/include/bobbin/bobbin.h on the
# compiled core: no libc, no writable data, no recursion, no unaligned access, no floating-point
# register, little stack. Builds the objects in DIRECTORY with both compilers. Prints sizes and the
# deepest path. Run from the top folder.
set -u

. tests/tap.sh
directory=$1
# Stack limits: for unwinding with fast tables, and for all of the core. The second is larger
# because bobbin_rule_at() has a cursor of its own on the stack; a trace uses its caller's.
# Functions called through pointers are not counted: readers of small tables and of other formats,
# and the user's callbacks.
FAST_STACK_BYTES_MAX=256
STACK_BYTES_MAX=472
# Limit for all of the core, so that a larger core is noticed. The goal for fast tables alone is
# 3584 bytes; `make bench` prints by how much the core exceeds it.
CODE_BYTES_MAX=9728
# Limit for core/cross without its names: 1.3 KiB.
CROSS_BYTES_MAX=1331
PROMISED='-std=c11 -ffreestanding -mno-unaligned-access'
CPU='-mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard'

# COMPILER OPTIONS: compiles the core to $objects, with stack figures
compile() {
    case $1 in
    gcc) command="arm-none-eabi-gcc -mgeneral-regs-only" ;;
    clang) command="clang-19 --target=arm-none-eabi -mno-implicit-float -fomit-frame-pointer" ;;
    esac
    rm -rf "$objects"
    mkdir -p "$objects"
    for source in core/*/*.c; do
        # shellcheck disable=SC2086 # words
        $command $PROMISED $CPU $2 -Icore/include -fstack-usage -c "$source" \
            -o "$objects/$(echo "${source#core/}" | sed "s|/|-|; s|c$|o|")" || return 1
    done
}

undefined_symbols() {
    arm-none-eabi-nm -g "$objects"/*.o | awk '
        $1 == "U" { used[$2] }
        NF == 3 { defined[$3] }
        END { for (name in used) if (!(name in defined)) print name }'
}

writable_sections() {
    for object in "$objects"/*.o; do
        arm-none-eabi-objdump -h "$object" | awk -v object="$object" '
            NF == 7 { name = $2; size = $3 }
            /ALLOC/ && !/READONLY/ && size !~ /^0+$/ { print object, name, size }'
    done
    arm-none-eabi-nm "$objects"/*.o | awk 'NF == 3 && $2 ~ /^[bBdDC]$/'
}

unaligned_objects() {
    for object in "$objects"/*.o; do
        arm-none-eabi-readelf -A "$object" | grep -q 'Tag_CPU_unaligned_access: v6' &&
            echo "$object"
    done
}

float_instructions() {
    arm-none-eabi-objdump -d "$objects"/*.o |
        awk '$3 ~ /^(v|ldc|stc|mcr|mrc|cdp)/ || $4 ~ /^(v|ldc|stc|mcr|mrc|cdp)/'
}

# NAME OUTPUT: passes if OUTPUT is empty
expect_nothing() {
    if [ -z "$2" ]; then
        tap_ok "$build: $1"
    else
        tap_not_ok "$build: $1" "$2"
    fi
}

# WHAT LIMIT FIGURE DETAILS: passes if FIGURE is at most LIMIT
expect_at_most() {
    if [ "${3:-999999}" -le "$2" ]; then
        tap_ok "$build: at most $2 $1"
    else
        tap_not_ok "$build: at most $2 $1" "$3: $4"
    fi
}

# OBJECT...: prints the findings and the deepest path of call_graph.awk
call_graph() {
    arm-none-eabi-objdump -dr "$@" | awk -f tests/call_graph.awk - "$objects"/*.su
}

# GRAPH LIMIT WHAT: prints the stack figure of GRAPH; in the build with a budget it must be at most
# LIMIT
check_stack() {
    stack=$(echo "$1" | sed -n 's/^stack \([0-9]*\) .*/\1/p')
    path=$(echo "$1" | sed -n 's/^stack [0-9]* //p')
    tap_note "figure: $build: $stack bytes of stack$3"
    # The budget is for Thumb -Os, the build of the published figures.
    [ "$state-$level" != thumb-Os ] || expect_at_most "bytes of stack$3" "$2" "$stack" "$path"
}

# Prints the objects that a program with fast tables links.
fast_objects() {
    arm-none-eabi-ar rcs "$objects/core.a" "$objects"/*.o
    for object in $(sh tests/linked.sh "$objects/core.a"); do
        echo "$objects/$object"
    done
    rm "$objects/core.a"
}

check_calls() {
    graph=$(call_graph "$objects"/*.o)
    expect_nothing 'no recursion' "$(echo "$graph" | grep '^recursion')"
    expect_nothing 'every call is known' \
        "$(echo "$graph" | grep -E '^(unknown|unmeasured|dynamic)')"
    check_stack "$graph" "$STACK_BYTES_MAX" ''
    # shellcheck disable=SC2046 # file names without spaces
    check_stack "$(call_graph $(fast_objects))" "$FAST_STACK_BYTES_MAX" ' to unwind by fast tables'
    tap_note "figure: $build: $(code_bytes) bytes of code and constants, \
$(cross_bytes) more to cross exceptions, $(profile_bytes) more with the profiler"
}

# Leaves out objects that only firmware links that references them: names.o (the texts of reports),
# readers of other formats, crossings, tasks, records, the profiler.
code_bytes() {
    arm-none-eabi-size "$objects"/*.o | awk '{ sub(".*/", "", $NF) }
        NR > 1 && $NF !~ /names|^foreign-|^cross-|^tasks-|^record-|steps|^profile-/ { sum += $1 }
        END { print sum + 0 }'
}

cross_bytes() {
    arm-none-eabi-size "$objects"/cross-*.o | awk 'NR > 1 && $NF !~ /names/ { sum += $1 }
        END { print sum + 0 }'
}

profile_bytes() {
    arm-none-eabi-size "$objects"/profile-*.o | awk 'NR > 1 { sum += $1 } END { print sum + 0 }'
}

check_every_build() {
    expect_nothing 'no symbol from outside' "$(undefined_symbols)"
    expect_nothing 'no writable data' "$(writable_sections)"
    expect_nothing 'no unaligned access' "$(unaligned_objects)"
    expect_nothing 'no floating-point register' "$(float_instructions)"
}

for compiler in gcc clang; do
    for state in thumb arm; do
        for level in O0 Os O2 O3; do
            build="$compiler $state $level"
            objects=$directory/$compiler-$state-$level
            if ! output=$(compile "$compiler" "-m$state -$level" 2>&1); then
                tap_not_ok "$build: compiles" "$output"
                continue
            fi
            check_every_build
            case $state-$level in
            thumb-Os | arm-O2) check_calls ;;
            esac
            if [ "$build" = 'gcc thumb Os' ]; then
                expect_at_most 'bytes of code' "$CODE_BYTES_MAX" "$(code_bytes)" ''
                expect_at_most 'bytes of code to cross exceptions' "$CROSS_BYTES_MAX" \
                    "$(cross_bytes)" ''
            fi
        done
    done
done
tap_done
