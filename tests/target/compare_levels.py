# SPDX-License-Identifier: MIT
"""Compares each level of a trace across exceptions with gdb, in frames and registers.

nested.sh runs this in gdb-multiarch and passes the inputs in environment variables.

gdb cannot unwind through entry code. So the live target is stopped at the vectors each time that
they are entered, where the processor itself tells what it interrupted (levels.py). The exceptions
that have not returned at the crash are the levels of the trace. The report is that of the same run:
breakpoints change when interrupts come.

What gdb sees at the last exception is also written as a core file with banked registers. `bobbin
unwind` must find the same levels in it.
"""
import json
import os
import subprocess
import sys

import gdb

sys.path.insert(0, os.path.dirname(__file__))
import live_core  # noqa: E402
from emulator import Emulator  # noqa: E402
from levels import Level, register, step_over_breakpoint  # noqa: E402
from traces import MODE_MASK, Results, address_of, set_up  # noqa: E402
from traces import frames_of_gdb, frames_of_report  # noqa: E402

# Position of the vector, distance from lr to the interrupted pc, and mode (ARM ARM B1.8.1, B1.8.3).
# After the other exceptions the program ends.
VECTORS = {"svc": (2, 0, 0x13), "irq": (6, 4, 0x12), "fiq": (7, 4, 0x11)}

# AAPCS32: handlers written in C keep these, so their values at each level must be found.
PRESERVED = ["r%d" % number for number in list(range(4, 12)) + [13, 15]] + ["cpsr"]


def still_active(levels, mode):
    """LEVELS without those that have returned when code in MODE runs."""
    return levels[next((index for index, level in enumerate(levels)
                        if VECTORS[level.vector][2] == mode), len(levels)):]


def run(start, core):
    """Runs the program to its end. Returns the levels, the last one first. Writes the file CORE.

    FIQs are levels only in an IRQ handler. Outside of it the sampler makes too many to stop at.
    """
    levels = []
    with start() as emulator:
        vectors = {address_of("board_vectors") + 4 * position: vector
                   for vector, (position, _, _) in VECTORS.items()}
        points = {vector: gdb.Breakpoint("*0x%x" % address)
                  for address, vector in vectors.items()}
        points["fiq"].enabled = False
        while emulator.go_on():
            vector = vectors[register("pc")]
            level = Level(vector, VECTORS[vector][1])
            live_core.write(core, level.registers["cpsr"])
            levels = [level] + still_active(levels, level.registers["cpsr"] & MODE_MASK)
            step_over_breakpoint()
            points["fiq"].enabled = "irq" in [active.vector for active in levels]
    return levels


def compare_registers(results, name, exception, level):
    ours = {key: int(value, 16) for key, value in exception["registers"].items()}
    results.check("%s: no preserved register is missing" % name,
                  [key for key in PRESERVED if key not in ours])
    results.check("%s: the registers are gdb's" % name,
                  ["%s: 0x%08x, gdb 0x%08x" % (key, ours[key], level.registers[key])
                   for key in ours if ours[key] != level.registers[key]])


def compare_frames(results, name, ours, theirs, numbers, after_call):
    """The frames with NUMBERS. gdb goes astray in entry code, after the last of them."""
    level = {number: group for number, group in ours.items() if number in numbers}
    if after_call and theirs:
        # gdb takes the pc for that of an interrupted instruction, decode for a return address.
        line = gdb.find_pc_line(theirs[0][-1]["pc"] - 1).line
        theirs = [[dict(entry, line=line) for entry in theirs[0]]] + theirs[1:]
    is_last = numbers[-1] == max(ours)
    results.compare(name, level, theirs if is_last else theirs[: len(numbers)], numbers[0])


def numbers_of(exceptions, index, ours):
    """The numbers of the frames after exception INDEX; -1: of the crash."""
    first = exceptions[index]["frame"] if index >= 0 else 0
    end = exceptions[index + 1]["frame"] if index + 1 < len(exceptions) else max(ours) + 1
    return range(first, end)


def compare_levels(results, exceptions, levels, ours, title="level"):
    vectors = [exception["vector"] for exception in exceptions]
    theirs = [level.vector for level in levels]
    results.check(title + ": the exceptions are those that gdb saw",
                  [] if vectors == theirs else ["%s, gdb %s" % (vectors, theirs)])
    for index, (exception, level) in enumerate(zip(exceptions, levels)):
        name = "%s %d, %s" % (title, index + 1, exception["vector"])
        compare_registers(results, name, exception, level)
        compare_frames(results, name, ours, level.frames, numbers_of(exceptions, index, ours),
                       exception["vector"] == "svc")


def compare_core(results, core, exceptions, ours):
    """Each level is a thread of the core: 1 is the crash."""
    gdb.execute("core-file " + core, to_string=True)
    for index in range(-1, len(exceptions)):
        thread = index + 2
        gdb.execute("thread %d" % thread, to_string=True)
        compare_frames(results, "core file, thread %d" % thread, ours, frames_of_gdb(),
                       numbers_of(exceptions, index, ours),
                       index >= 0 and exceptions[index]["vector"] == "svc")


def decode(elf, log, core):
    command = ["build/bobbin", "decode", elf, log, "--json", "-o", core]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def compare_unwound(results, elf, core, levels):
    """`bobbin unwind`, begun at the vector of the last exception."""
    command = ["build/bobbin", "unwind", elf, core, "--json"]
    output = subprocess.run(command, capture_output=True, check=True).stdout
    thread = json.loads(output)["threads"][0]
    compare_levels(results, thread.get("exceptions", []), levels, frames_of_report(thread),
                   "unwind, level")
    results.check("unwind: the trace is complete", [] if thread["complete"] else [thread["stop"]])


def main():
    env = os.environ
    results = Results()
    set_up(env["ELF"])
    # Where gdb goes astray in entry code, its frames would not end.
    gdb.execute("set backtrace limit 50")

    def start():
        # With sleep=off QEMU never resumes if no timer of its own runs.
        return Emulator(env["QEMU"], env["ELF"], env["COMMANDS"], env["WORK"],
                        "-icount", "sleep=on")

    levels = run(start, env["WORK"] + ".live.core")
    report = decode(env["ELF"], env["WORK"] + ".qemu.log", env["CORE"])
    thread = report["threads"][0]
    ours, exceptions = frames_of_report(thread), thread.get("exceptions", [])
    mode = int(report["registers"]["cpsr"], 16) & MODE_MASK
    compare_levels(results, exceptions, still_active(levels, mode), ours)
    compare_unwound(results, env["ELF"], env["WORK"] + ".live.core", levels)
    compare_core(results, env["CORE"], exceptions, ours)


main()
