# SPDX-License-Identifier: MIT
"""Compares what the device found and `bobbin decode` named with gdb's own backtraces.

crash.sh runs this in gdb-multiarch; what it needs is in the environment (see there). Prints
"ok NAME", "not ok NAME" and "# detail" lines, which crash.sh numbers.
"""
import json
import os
import re
import sys

import gdb

sys.path.insert(0, os.path.dirname(__file__))
from emulator import Emulator, last_hit, stop_at  # noqa: E402

# The function of tests/demo/label.c whose return address `crash garbage` overwrites.
GARBAGE_RETURNS_FROM = "label_set"
DETAILS_MAX = 12


def frames_of_gdb():
    """gdb's backtrace in groups: a frame's inlined functions and then itself, as decode prints it."""
    groups = [[]]
    frame = gdb.newest_frame()
    while frame is not None:
        inlined = frame.type() == gdb.INLINE_FRAME
        groups[-1].append(
            {
                "pc": frame.pc(),
                "sp": int(frame.read_register("sp")) & 0xFFFFFFFF,
                "function": frame.name(),
                "line": frame.find_sal().line,
                "inlined": inlined,
            }
        )
        if not inlined:
            groups.append([])
        frame = frame.older()
    return groups[:-1]


def frames_of_report(thread):
    """The same of the report: {number of the frame: group}."""
    groups = {}
    for entry in thread["frames"]:
        groups.setdefault(entry["number"], []).append(
            {
                "pc": int(entry["pc"], 16),
                "sp": int(entry["sp"], 16),
                # .isra.0 and the like: gdb has the name from DWARF, decode that of the symbol.
                "function": entry["function"] and re.sub(r"\.[a-z].*", "", entry["function"]),
                "line": entry["line"] or 0,
                "inlined": entry["inlined"],
            }
        )
    return groups


class Results:
    def check(self, name, problems):
        print("not ok %s" % name if problems else "ok %s" % name)
        for problem in problems[:DETAILS_MAX]:
            print("# %s" % problem)
        sys.stdout.flush()

    def compare(self, name, ours, theirs, first):
        """OURS from number FIRST on are to be THEIRS, each in every field."""
        numbers = sorted(number for number in ours if number >= first)
        names = ("pc", "sp", "function", "line", "inlined")
        problems = {field: [] for field in names}
        for number in numbers:
            mine = ours[number]
            other = theirs[number - first] if number - first < len(theirs) else []
            for field in names:
                a, b = [e[field] for e in mine], [e[field] for e in other]
                if a != b:
                    problems[field].append("frame %d: %r, gdb %r" % (number, a, b))
        for field in names:
            self.check("%s: every %s is gdb's" % (name, field), problems[field])
        count = numbers[-1] + 1 - first if numbers else 0
        self.check(
            "%s: gdb's trace ends at the same frame" % name,
            [] if count == len(theirs) else ["%d frames, gdb %d" % (count, len(theirs))],
        )


def call_before(return_address):
    """Where the indirect call before RETURN_ADDRESS stands: blx rN of Thumb or of ARM."""
    code = gdb.selected_inferior().read_memory(return_address - 2, 2)
    halfword = int.from_bytes(bytes(code), "little")
    return return_address - (2 if halfword & 0xFF87 == 0x4780 else 4)


def returns_of(function):
    """Instructions of FUNCTION that go back to its caller."""
    block = gdb.block_for_pc(int(gdb.parse_and_eval("(unsigned)&" + function)) & ~1)
    listing = gdb.selected_inferior().architecture().disassemble(block.start, block.end - 1)
    wanted = re.compile(r"(pop|ldm|ldr).*\bpc\b|bx\s+lr")
    return [line["addr"] for line in listing if wanted.search(line["asm"])]


def compare_at_fault(results, start, ours):
    """gdb asked at the faulting instruction, before it faults."""
    place, count = last_hit(start, [ours[0][-1]["pc"]])
    if place is None:
        results.check("at the fault: gdb gets there", ["never reached"])
        return
    with stop_at(start, place, count):
        results.compare("at the fault", ours, frames_of_gdb(), 0)


def compare_at_call(results, start, ours):
    """The pc is no instruction (prefetch abort): gdb asked at the call that went there."""
    return_address = ours[1][-1]["pc"]
    place, count = last_hit(start, [call_before(return_address)])
    if place is None:
        results.check("at the call: gdb gets there", ["never reached"])
        return
    with stop_at(start, place, count):
        theirs = frames_of_gdb()
        for entry in theirs[0]:
            entry["pc"] = return_address
        results.compare("at the call", ours, theirs, 1)


def compare_at_return(results, start, ours):
    """The return address is garbage: gdb asked at the return. Behind it nobody knows anything."""
    place, count = last_hit(start, returns_of(GARBAGE_RETURNS_FROM))
    if place is None:
        results.check("at the return: gdb gets there", ["never reached"])
        return
    with stop_at(start, place, count):
        theirs = frames_of_gdb()[1][-1]
        mine = ours[0][-1]
        for field in ("pc", "sp"):
            same = mine[field] == theirs[field]
            problem = "0x%08x, gdb 0x%08x" % (mine[field], theirs[field])
            results.check("at the return: the %s is gdb's" % field, [] if same else [problem])


def compare_core(results, kind, core, ours):
    """gdb on the ELF core that decode wrote of the report."""
    gdb.execute("core-file " + core, to_string=True)
    theirs = frames_of_gdb()
    name = "core file"
    if kind == "garbage":
        # gdb takes whatever is in lr for the caller of a pc that is in no code; lr is stale here: it
        # is the return address of the last call that label_set made.
        theirs = theirs[:1]
    if kind == "overflow":
        # A report carries the innermost part of a stack only: gdb must say that memory ended.
        reason = gdb.frame_stop_reason_string(last_frame().unwind_stop_reason())
        ended = last_frame().unwind_stop_reason() == gdb.FRAME_UNWIND_MEMORY_ERROR
        results.check(name + ": gdb stops where its memory does", [] if ended else [reason])
        ours = {number: group for number, group in ours.items() if number < len(theirs)}
        theirs = theirs[: max(ours) + 1]
    results.compare(name, ours, theirs, 0)


def last_frame():
    frame = gdb.newest_frame()
    while frame.older() is not None:
        frame = frame.older()
    return frame


def main():
    env = os.environ
    kind, elf = env["KIND"], env["ELF"]
    for setting in ("pagination off", "confirm off", "backtrace past-main on",
                    "backtrace past-entry on", "backtrace limit 5000"):
        gdb.execute("set " + setting)
    gdb.execute("file " + elf, to_string=True)
    with open(env["REPORT"]) as report:
        thread = json.load(report)["threads"][0]
    ours = frames_of_report(thread)
    results = Results()

    def start():
        return Emulator(env["QEMU"], elf, env["COMMANDS"], env["WORK"])

    if kind == "garbage":
        compare_at_return(results, start, ours)
    elif kind == "null":
        compare_at_call(results, start, ours)
    else:
        compare_at_fault(results, start, ours)
    compare_core(results, kind, env["CORE"], ours)


main()
