# SPDX-License-Identifier: MIT
"""Compares the trace and the registers of each processor in a report with gdb.

processors.sh runs this in gdb-multiarch and passes the inputs in environment variables. The live
target is stopped at the vectors and hooks each time that a processor enters one (levels.py). The
last time is what its trace in the report begins with: its fault, or the interrupt that stopped it.
"""
import glob
import json
import os
import subprocess
import sys

import gdb

sys.path.insert(0, "tests/target")
from emulator import Emulator  # noqa: E402
from levels import ALIASES, NAMES, Level, register, step_over_breakpoint  # noqa: E402
from traces import Results, address_of, set_up  # noqa: E402
from traces import frames_of_gdb, frames_of_report  # noqa: E402

THUMB = 0x20
FLAGS = 0xF0000000

# Position of the vector, and distance from lr to the interrupted pc (ARM ARM B1.8.1, B1.8.3).
VECTORS = {
    1: lambda psr: 2 if psr & THUMB else 4,
    3: 4,
    4: 8,
    6: 4,
    7: 4,
}
HOOKS = ("abort", "__assert_func")


class Call:
    """What gdb sees at the first instruction of a hook, where the flags mean nothing."""

    def __init__(self):
        self.registers = {name: register(ALIASES.get(name, name)) for name in NAMES}
        self.registers["cpsr"] &= ~FLAGS
        self.frames = frames_of_gdb()


def run(start):
    """Runs the program to its end. Returns {processor: Level or Call}, the last one of each."""
    last = {}
    with start() as emulator:
        gdb.execute("set scheduler-locking step", to_string=True)
        vectors = {address_of("board_vectors") + 4 * position: offset
                   for position, offset in VECTORS.items()}
        for address in list(vectors) + [address_of(hook) for hook in HOOKS]:
            gdb.Breakpoint("*0x%x" % address)
        while emulator.go_on():
            pc = register("pc")
            processor = gdb.selected_thread().num - 1
            if pc in vectors:
                last[processor] = Level(pc, vectors[pc])
                step_over_breakpoint()
            else:
                last[processor] = Call()
    return last


def decode(elf, logs, log):
    """The report is in one of the files LOGS; puts them together in LOG."""
    with open(log, "w") as out:
        for name in logs:
            with open(name, errors="replace") as text:
                out.write(text.read())
    command = ["build/bobbin", "decode", elf, log, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def compare_registers(results, name, ours, last):
    ours = {key: int(value, 16) for key, value in ours.items()}
    theirs = last.registers
    if isinstance(last, Call):
        ours["cpsr"] &= ~FLAGS
    results.check("%s: r0-r13, r15 and cpsr are there" % name,
                  [key for key in NAMES if key not in ours and key != "r14"])
    results.check("%s: the registers are gdb's" % name,
                  ["%s: 0x%08x, gdb 0x%08x" % (key, ours[key], theirs[key])
                   for key in NAMES if key in ours and ours[key] != theirs[key]])


def main():
    env = os.environ
    results = Results()
    set_up(env["ELF"])

    def start():
        # With sleep=off QEMU never resumes if no timer of its own runs.
        return Emulator(env["QEMU"], env["ELF"], env["COMMANDS"], env["WORK"],
                        "-icount", "sleep=on", *env["OPTIONS"].split())

    last = run(start)
    report = decode(env["ELF"], sorted(glob.glob(env["WORK"] + ".qemu.log*")) +
                    [name for name in (env["WORK"] + ".other",) if os.path.exists(name)],
                    env["WORK"] + ".gdb.log")
    crashed = report["threads"][0]
    crashed["registers"] = report["registers"]
    found = {thread["processor"]: thread for thread in report["threads"] if thread["frames"]}
    results.check("gdb saw the processors of the report", [] if sorted(found) == sorted(last) else
                  ["%s, gdb %s" % (sorted(found), sorted(last))])
    for processor in sorted(found.keys() & last.keys()):
        name = "processor %d" % processor
        results.compare(name, frames_of_report(found[processor]), last[processor].frames, 0)
        compare_registers(results, name, found[processor]["registers"], last[processor])
    results.check("end", [])


main()
