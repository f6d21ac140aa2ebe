# SPDX-License-Identifier: MIT
"""Compares gdb's traces of tasks, from the core of `bobbin decode -o`, with those of decode.

task_core.sh runs this in gdb-multiarch and passes the inputs in environment variables. STEP is
"write" or "compare". "write" makes a report with tasks of the report of a crash. The traces of the
tasks are the trace of the crash, whole or cut off, and the new report has no stack, as in reports
of tasks.
"compare" opens the core of that report. gdb's own answer for the crash, with its stack, is compared
in crash.sh. Prints "ok NAME", "not ok NAME" and "# detail" lines.
"""
import json
import os
import re
import sys
import zlib

import gdb

sys.path.insert(0, os.path.dirname(__file__))
from traces import Results, frames_of_gdb, frames_of_report, set_up  # noqa: E402

STACK_BYTES = 0x4000
NAMES = ("rx", "cut after 1", "cut after 3")
TRACE = ("regs", "frame", "exception", "skip", "stop")


def contents(log):
    """The report lines of LOG without token, sequence number and checksum."""
    with open(log, errors="replace") as lines:
        for line in lines:
            found = re.search(r"%bobbin [0-9a-v]+\.\d+ (.*) \*[0-9a-f]{8}", line)
            if found:
                yield found.group(1)


def cut(trace, name):
    """The lines of TRACE with as many frames as NAME says."""
    limit = re.match(r"cut after (\d+)", name)
    if not limit:
        return trace
    frames = int(limit.group(1))
    kept = [line for line in trace if line.startswith("regs ")
            or (line.startswith("frame ") and int(line.split()[1]) < frames)]
    return kept + ["stop budget 0 %d" % frames]


def moved(line, by_bytes):
    """LINE with all addresses of the stack moved down, so that each task has a stack of its own."""

    def replace(found):
        return "%s%x" % (found.group(1), (int(found.group(2), 16) - by_bytes) & 0xFFFFFFFF)

    if line.startswith("frame "):
        return re.sub(r"^(frame \d+ [0-9a-f]+ )([0-9a-f]+)", replace, line)
    return moved_registers(line, replace)


def moved_registers(line, replace):
    """LINE, "regs rN W W ..." or "exception N rM W W ...", with r7, r11 and r13 replaced."""
    first = re.search(r" r(\d+) ", line)
    if not first:
        return line
    words = line[first.end():].split()
    for register in (7, 11, 13):
        index = register - int(first.group(1))
        if 0 <= index < len(words) and words[index] != "-":
            words[index] = re.sub(r"()(.*)", replace, words[index], count=1)
    return line[:first.end()] + " ".join(words)


def write(source, target):
    old = list(contents(source))

    def of_types(*types):
        return [line for line in old if line.split()[0] in types]

    trace = of_types(*TRACE)
    lines = of_types("report", "image", "table", "cause") + of_types("regs")
    lines += [line for line in trace if line.startswith("frame 0 ")]
    lines += ["stop depth 0 1", "running id=1000 cpu=0 : crashed one"]
    for number, name in enumerate(NAMES):
        lines.append("task %d blocked id=%x : %s" % (number, number, name))
        lines += ["other-" + moved(line, number * STACK_BYTES) for line in cut(trace, name)]
    lines += ["tasks end count=%d" % len(NAMES), "end %d" % (len(lines) + 2)]
    with open(target, "w") as out:
        for number, line in enumerate(lines):
            text = "%%bobbin 0tasks.%d %s" % (number, line)
            out.write("%s *%08x\n" % (text, zlib.crc32(text.encode())))


def compare(report, core):
    results = Results()
    gdb.execute("core-file " + core, to_string=True)
    gdb.execute("source " + core + ".gdb", to_string=True)
    with open(report) as text:
        threads = json.load(text)["threads"]
    named = {thread.name: thread for thread in gdb.selected_inferior().threads()}
    results.check("every thread has its name",
                  [] if set(named) == {"crashed one", *NAMES} else [repr(sorted(named))])
    for thread in threads[1:]:
        named[thread["name"]].switch()
        results.compare(thread["name"], frames_of_report(thread), frames_of_gdb(), 0)
    results.check("last", [])


def main():
    env = os.environ
    set_up(env["ELF"])
    if env["STEP"] == "write":
        write(env["LOG"], env["TASKS_LOG"])
    else:
        compare(env["REPORT"], env["CORE"])


main()
