# SPDX-License-Identifier: MIT
"""Compares the tasks in a report, in the memory of the same moment, and in a core.

task_dump.sh runs this in gdb-multiarch and passes the inputs in environment variables. STEP is
"run", which runs the firmware up to the end of its report and dumps its RAM, or "compare". Prints
"ok NAME", "not ok NAME" and "# detail" lines.
"""
import json
import os
import re
import sys

import gdb

sys.path.insert(0, os.path.dirname(__file__))
from emulator import Emulator  # noqa: E402
from traces import Results, frames_of_gdb, frames_of_report, set_up  # noqa: E402

END = "dump_reported"
FACTS = ("id", "state", "stack_low", "stack_high")
TASKS_MIN = 5
ALIGN = 0x1000


def writable_memory(elf):
    """The addresses of the ELF's sections .data and .bss, which have the tasks."""
    low, high = 0xFFFFFFFF, 0
    for line in gdb.execute("maintenance info sections", to_string=True).splitlines():
        found = re.search(r"0x([0-9a-f]+)->0x([0-9a-f]+) at \S+ (\.data|\.bss) ", line)
        if found:
            low = min(low, int(found.group(1), 16))
            high = max(high, int(found.group(2), 16))
    return low, high


def run(elf, ram):
    with Emulator(os.environ["QEMU"], elf, "", os.environ["WORK"]) as emulator:
        gdb.Breakpoint(END)
        emulator.go_on()
        low, high = writable_memory(elf)
        gdb.execute("dump memory %s 0x%x 0x%x" % (ram, low, high))
    with open(ram + ".base", "w") as base:
        base.write("0x%x" % low)


def load(path):
    with open(path) as text:
        return json.load(text)["threads"]


def trace_of(thread):
    frames = [(f["number"], f["pc"], f["sp"], f["function"], f["kind"]) for f in thread["frames"]
              if not f.get("inferred")]
    return frames, thread["stop"], thread["stop_value"]


def compare_dump(results, reported, dumped):
    """The running task has no registers in the memory."""
    waiting = [thread for thread in reported if thread["role"] == "task"]
    found = [thread for thread in dumped if thread["role"] == "task"]
    results.check("there are many tasks",
                  [] if len(waiting) >= TASKS_MIN else ["%d tasks" % len(waiting)])
    names = [[thread["name"] for thread in threads] for threads in (waiting, found)]
    results.check("the memory has the tasks of the report",
                  [] if names[0] == names[1] else [repr(names)])
    running = [[t["name"] for t in threads if t["role"] in ("crashed", "running")]
               for threads in (reported, dumped)]
    results.check("the same task runs", [] if running[0] == running[1] else [repr(running)])
    for mine, other in zip(found, waiting):
        facts = [[thread.get(fact) for fact in FACTS] for thread in (mine, other)]
        results.check("%s: the facts in the memory are the report's" % mine["name"],
                      [] if facts[0] == facts[1] else [repr(facts)])
        traces = trace_of(mine), trace_of(other)
        results.check("%s: the trace in the memory is the report's" % mine["name"],
                      [] if traces[0] == traces[1] else [repr(traces)])


def at_call(ours, thread):
    """The frames of THREAD as in the core: a task that called the switch is at the call."""
    if thread["frames"][0]["kind"] != "call":
        return ours
    pc = int(thread["frames"][0]["pc"], 16)
    code = gdb.selected_inferior().architecture().disassemble(pc - 4, count=1)[0]
    size = code["length"] if code["addr"] + code["length"] == pc else 2
    for entry in ours[0]:
        entry["pc"] = pc - size
    return ours


def compare_core(results, reported, core):
    gdb.execute("core-file " + core, to_string=True)
    gdb.execute("source " + core + ".gdb", to_string=True)
    named = {thread.name: thread for thread in gdb.selected_inferior().threads()}
    for thread in reported:
        name = thread["name"]
        if thread["role"] != "task":
            continue
        results.check("%s: gdb has the name" % name, [] if name in named else [repr(sorted(named))])
        named[name].switch()
        results.compare(name, at_call(frames_of_report(thread), thread), frames_of_gdb(), 0)


def main():
    env = os.environ
    set_up(env["ELF"])
    if env["STEP"] == "run":
        run(env["ELF"], env["RAM"])
        return
    results = Results()
    reported = load(env["REPORT"])
    compare_dump(results, reported, load(env["TASKS"]))
    compare_core(results, reported, env["CORE"])
    results.check("last", [])


main()
