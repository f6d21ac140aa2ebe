#!/bin/sh
# SPDX-License-Identifier: MIT
# measure.sh DIRECTORY EVERY [ANSWERS]: runs DIRECTORY/bench.elf over every EVERYth instruction of itself; its answers to
# DIRECTORY/ANSWERS (answers), sizes to DIRECTORY/sizes. From the top.
set -eu

directory=$1
answers=$directory/${3:-answers}
elf=$directory/bench.elf

build/tests/bench_questions "$elf" "$2" >"$directory/questions"
rm -f "$answers"
sh build/fw/vexpress-a9/qemu "$elf" "$directory/questions $answers" </dev/null

# Those of core that the linker took, for a program that opens a table and unwinds by it.
objects=$(grep -o 'core\.a([a-z0-9_]*\.o)' "$elf.map" | sed 's|.*(|core/|; s|)||' | sort -u)
cd "$directory"
# shellcheck disable=SC2086 # words
core_bytes=$(arm-none-eabi-size $objects | awk 'NR > 1 { sum += $1 } END { print sum }')
# shellcheck disable=SC2086
written_bytes=$(arm-none-eabi-size $objects | awk 'NR > 1 { sum += $2 + $3 } END { print sum }')
# shellcheck disable=SC2046,SC2086
stack_bytes=$(arm-none-eabi-objdump -dr $objects | awk -f "$OLDPWD/tests/call_graph.awk" - \
    $(echo "$objects" | sed 's/\.o$/.su/') | sed -n 's/^stack \([0-9]*\) .*/\1/p')
cd - >/dev/null
build/bobbin check "$elf" --json >"$directory/check.json" || true
number() {
    sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$directory/check.json" | head -n 1
}
cat >"$directory/sizes" <<END
functions $(number functions)
code_bytes $(number code_bytes)
table_bytes $(number table_bytes)
core_bytes $core_bytes
core_writable_bytes $written_bytes
core_stack_bytes $stack_bytes
END
