#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin tasks and bobbin unwind --task on the memory of a made-up kernel, which
# tests/dump/kernel.c fills in by hand: as bytes and as an ELF core, whole and damaged. Run from the
# top folder.
set -u

. tests/cli/lib.sh
E=build/tests/dump/kernel.elf
RAM=0x20000000
cp build/tests/dump/kernel.bin "$work/ram"

# SYMBOL: its address
address() {
    arm-none-eabi-nm "$E" | awk -v symbol="$1" '$3 == symbol { print "0x" $1 }'
}

# Prints $work/out without addresses, sources, kinds and the explanations of stops.
traces() {
    sed 's/ *\(call\|interrupted\)  *\(context\|table\)$//; s/ at tests.*//; s/0x[0-9a-f]*/H/g
        s/^\(stop: [^ ]*\).*/\1/' "$work/out"
}

# SYMBOL OFFSET WORD: writes WORD to $work/bad at that address
patch_ram() {
    offset=$(($(address "$1") + $2 - RAM))
    python3 - "$work/bad" "$offset" "$3" <<'END_PY'
import struct, sys

with open(sys.argv[1], "r+b") as dump:
    dump.seek(int(sys.argv[2]))
    dump.write(struct.pack("<I", int(sys.argv[3], 0)))
END_PY
}

expect "bytes of RAM" 0 - tasks "$E" "$work/ram" --base=$RAM
tap_equal "bytes of RAM: the tasks" '5 tasks

task "busy": running, id H, processor 0, stack H to H, used 52 of 128 bytes
no trace: the registers of its processor are missing

task "first": ready, id H, stack H to H, used 128 of 128 bytes
#0  H  idle
stop: thread-base

task "rx": blocked, id H, stack H to H, used 52 of 128 bytes
task "tx ?[31m": blocked, id H, stack H to H, used 52 of 128 bytes
#0  H  mutex_wait+H
#1  H  worker+H
stop: thread-base

task "odd": suspended, id H, stack H to H, used 128 of 128 bytes
stop: unreadable' "$(traces)"
tap_check "bytes of RAM: the id is the control block" \
    grep -q "^task \"rx\": blocked, id $(address rx)," "$work/out"

expect "JSON" 0 - tasks "$E" "$work/ram" --base=$RAM --json
tap_equal "JSON: names, states and ends" "busy running unknown
first ready thread-base
rx blocked thread-base
tx ?[31m blocked thread-base
odd suspended unreadable
end 5" "$(python3 -c '
import json, sys
tasks = json.load(sys.stdin)
for thread in tasks["threads"]:
    stop = thread["stop"] if thread["role"] == "task" else "unknown"
    print(thread["name"], thread["state"], stop)
print(tasks["tasks_end"], tasks["tasks_count"])' <"$work/out")"

# The running task: worker is at its second instruction, in ARM state.
python3 - "$work/ram" "$work/core" $RAM "$(address worker)" "$(address busy_stack)" <<'END_PY'
import struct, sys

ram = open(sys.argv[1], "rb").read()
base, worker, stack = (int(word, 0) for word in sys.argv[3:])
registers = [0] * 13 + [stack + 4 * 30, 0, worker + 4, 0x1F]
status = b"\0" * 72 + struct.pack("<17I", *registers) + b"\0" * 8
note = struct.pack("<III", 5, len(status), 1) + b"CORE\0\0\0\0" + status
header = b"\x7fELF\1\1\1" + b"\0" * 9 + struct.pack(
    "<HHIIIIIHHHHHH", 4, 40, 1, 0, 52, 0, 0x5000000, 52, 32, 2, 0, 0, 0)
at = 52 + 64
segments = struct.pack("<8I", 4, at, 0, 0, len(note), 0, 4, 4)
segments += struct.pack("<8I", 1, at + len(note), base, 0, len(ram), len(ram), 6, 4)
open(sys.argv[2], "wb").write(header + segments + note + ram)
END_PY
expect "an ELF core" 0 - tasks "$E" "$work/core"
tap_equal "an ELF core: the running task" 'task "busy": running, id H, processor 0
#0  H  worker+H
stop: thread-base' "$(traces | sed -n '3,5s/, stack.*//; 3,5p')"
tap_equal "an ELF core: the other tasks" 4 "$(grep -c '^stop: ' "$work/out")"

waits='#0  H  mutex_wait+H
#1  H  worker+H
stop: thread-base'
expect "a handle by symbol" 0 - unwind "$E" "$work/core" --task=tx
tap_equal "a handle by symbol: the trace" "$waits" "$(traces | tail -n +4)"
expect "a handle by address and function" 0 - \
    tasks "$E" "$work/ram" --base=$RAM --task="$(address rx)@yield"
tap_equal "a handle by address and function: the trace" "$waits" "$(traces | sed -n '4,6p')"
expect "an array of handles" 0 - unwind "$E" "$work/core" --tasks=handles
tap_equal "an array of handles: two tasks" 2 "$(grep -c '^task: saved, id ' "$work/out")"
expect "a function that resumes no task" 1 "$work/core" unwind "$E" "$work/core" --task=tx@worker
expect "a function that does not exist" 1 "$work/core" unwind "$E" "$work/core" --task=tx@nobody
expect "a handle that does not exist" 1 bobbin unwind "$E" "$work/core" --task=nobody
expect "an array that does not exist" 1 bobbin unwind "$E" "$work/core" --tasks=nobody

# NAME TASKS SYMBOL OFFSET WORD: a dump with this word there is reported as damaged; TASKS are shown
damaged() {
    cp "$work/ram" "$work/bad"
    patch_ram "$3" "$4" "$5"
    expect "$1: reported" 1 "$work/bad" tasks "$E" "$work/bad" --base=$RAM
    tap_equal "$1: tasks" "$2" "$(grep -c '^task ' "$work/out")"
    tap_check "$1: said" grep -q '^tasks: the list is damaged' "$work/out"
}

damaged "a node outside the RAM" 4 rx 8 0x40000000
damaged "a chain that goes back to its middle" 6 tx 8 "$(printf '0x%x' $(($(address tx) + 8)))"
damaged "too many words in the array" 4 others_count 0 5
damaged "a running task outside the RAM" 5 current 0 0x40000000
head -c 100 "$work/ram" >"$work/cut"
expect "a dump that is cut off" 1 "$work/cut" tasks "$E" "$work/cut" --base=$RAM
cp "$work/ram" "$work/bad"
patch_ram rx 0 "$(($(address tx_stack) + 4 * 19))"
expect "a saved sp in another stack" 0 - tasks "$E" "$work/bad" --base=$RAM
tap_equal "a saved sp in another stack: no frame" "stop: bad-sp" \
    "$(traces | sed -n '/"rx"/{n;p;}')"

# The kernel says that worker resumes tasks: bobbin_kernel.resume, 52 bytes from its start.
python3 - "$E" "$work/other.elf" "$(address bobbin_kernel)" "$(address worker)" <<'END_PY'
import struct, sys

image = bytearray(open(sys.argv[1], "rb").read())
kernel, worker = (int(word, 0) for word in sys.argv[3:])
headers, = struct.unpack_from("<I", image, 32)
size, count = struct.unpack_from("<HH", image, 46)
for at in range(headers, headers + size * count, size):
    kind, _, address, offset, length = struct.unpack_from("<5I", image, at + 4)
    if kind == 1 and address <= kernel < address + length:
        struct.pack_into("<I", image, offset + kernel - address + 52, worker)
open(sys.argv[2], "wb").write(image)
END_PY
expect "no rule" 1 "$work/other.elf" tasks "$work/other.elf" "$work/ram" --base=$RAM
tap_equal "no rule: no frame" "0 4" \
    "$(grep -c '^#' "$work/out") $(grep -c '^stop: no-rule' "$work/out")"
expect "no kernel" 1 "$FIRMWARE" tasks "$FIRMWARE" "$work/ram" --base=$RAM
expect "a missing dump" 3 "$work/empty" tasks "$E" "$work/empty" --base=$RAM
: >"$work/empty"
expect "an empty dump" 3 "$work/empty" tasks "$E" "$work/empty" --base=$RAM
expect "a dump that needs --base" 3 "$work/ram" tasks "$E" "$work/ram"
expect "a wrong base" 2 tasks tasks "$E" "$work/ram" --base=stack
expect "a base too high" 3 "$work/ram" tasks "$E" "$work/ram" --base=0xffffff00
tap_done
