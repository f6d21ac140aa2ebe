#!/bin/sh
# SPDX-License-Identifier: MIT
# where.sh DIRECTORY: prints in which source functions of core a step of DIRECTORY/bench.elf
# executes its instructions; inlined functions count separately. Columns: call frames of the deep
# stack, the same in the cache, and interrupted frames at about 200 addresses. From the top, after
# `make bench`.
set -eu

directory=$1
elf=$directory/bench.elf
log=$directory/where.log

symbol() {
    arm-none-eabi-nm "$elf" | awk -v name="$1" '$3 == name { print "0x" $1 }'
}
begin=$(symbol bobbin_begin)
step=$(symbol bobbin_step)

# The objects of core.a are contiguous in the image.
range=$(awk '/^ \.text/ { inside = /core\.a\(/; if (inside && NF == 4 && $3 != "0x0") print $2, $3 }
    /^ \.text\.[a-z_]*$/ { inside = 0 }' "$elf.map" | sort | sed -n '1s/ .*//p; $p' |
    { read -r low; read -r high size; printf '0x%x..0x%x' $((low)) $((high + size - 1)); })

build/tests/bench_questions "$elf" 1000 >"$directory/questions"
places=$(od -An -t u4 -j $((12 + 4 + 65536)) -N 4 "$directory/questions" | tr -d ' ')
sh build/fw/vexpress-a9/qemu "$elf" "$directory/questions $directory/where.answers 0 0" \
    -accel tcg,one-insn-per-tb=on -d exec,nochain -dfilter "$range" -D "$log" </dev/null

# The order of traces is that of measure_stack: 1 is BENCH_CALL, 4 is BENCH_CALL_CACHED, 8 is the
# walk of frame pointers. After these, every other trace is an interrupted frame with memory in
# windows.
awk -v begin="${begin#0x}" -v step="${step#0x}" -v last="$((8 + 2 * places))" '
    { split($0, part, "/"); pc = substr(part[2], 9) }
    pc == begin { trace++; steps = 0 }
    pc == step { steps++; kind = kind_of(); done[kind]++ }
    pc == begin { kind = trace > 8 && trace <= last && trace % 2 ? "interrupted" : "" }
    kind != "" { count[kind, pc]++; seen[pc] }
    function kind_of() {
        if (trace == 1 && steps > 1) return "call"
        if (trace == 4 && steps > 1) return "cached"
        return trace > 8 && trace <= last && trace % 2 && steps == 1 ? "interrupted" : ""
    }
    END {
        for (pc in seen)
            printf "0x%s %.2f %.2f %.2f\n", pc, count["call", pc] / done["call"],
                count["cached", pc] / done["cached"], count["interrupted", pc] / done["interrupted"]
    }' "$log" | sort >"$directory/where.pcs"
rm -f "$log"

cut -d ' ' -f 1 "$directory/where.pcs" | arm-none-eabi-addr2line -f -a -e "$elf" |
    awk '/^0x/ { getline name; print name }' | paste -d ' ' - "$directory/where.pcs" |
    awk '{ call[$1] += $3; cached[$1] += $4; interrupted[$1] += $5 }
        END {
            for (name in call)
                printf "%-28s %8.1f %8.1f %12.1f\n",
                    name, call[name], cached[name], interrupted[name]
        }' |
    sort -k 2,2 -rn | awk '
        BEGIN {
            printf "%-28s %8s %8s %12s\n", "instructions per step", "call", "cached", "interrupted"
        }
        { print; a += $2; b += $3; c += $4 }
        END { printf "%-28s %8.1f %8.1f %12.1f\n", "all", a, b, c }'
