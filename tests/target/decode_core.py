# SPDX-License-Identifier: MIT
"""Compares the core of a log with several crashes, and the registers of decode, with gdb.

decode_core.sh runs this in gdb-multiarch and passes the inputs in environment variables. Prints
"ok NAME", "not ok NAME" and "# detail" lines.
"""
import json
import os
import re
import struct
import sys

import gdb

sys.path.insert(0, os.path.dirname(__file__))
from traces import Results, frames_of_gdb, frames_of_report, set_up  # noqa: E402


def reports_of(path):
    """The JSON objects in the file PATH, one after another."""
    text, reports = open(path).read(), []
    while text.strip():
        report, end = json.JSONDecoder().raw_decode(text.lstrip())
        reports.append(report)
        text = text.lstrip()[end:]
    return reports


def symbols_of(path, types):
    """The (address, size, name) of nm's lines with one of TYPES."""
    lines = (line.split() for line in open(path))
    return [(int(f[0], 16), int(f[1], 16), f[3]) for f in lines if len(f) == 4 and f[2] in types]


def is_readable(address):
    try:
        gdb.selected_inferior().read_memory(address, 1)
        return True
    except gdb.MemoryError:
        return False


def check_memory(results, symbols):
    variables = symbols_of(symbols, "bBdD")
    shown = [name for address, size, name in variables
             if is_readable(address) or is_readable(address + size - 1)]
    results.check("there are variables", [] if len(variables) > 20 else ["%d" % len(variables)])
    results.check("no variable that did not arrive has a value", shown)
    hidden = [name for address, _, name in symbols_of(symbols, "rRtT") if not is_readable(address)]
    results.check("all code and all constants can be read", hidden)


def blocks_of(core):
    """The (start, end) of the memory in the ELF file CORE."""
    data = open(core, "rb").read()
    offset, size, count = (int.from_bytes(data[at:at + n], "little")
                           for at, n in ((28, 4), (42, 2), (44, 2)))
    for at in range(offset, offset + size * count, size):
        kind, _, start, _, length = struct.unpack_from("<5I", data, at)
        if kind == 1:  # PT_LOAD
            yield start, start + length


def check_edges(results, core):
    blocks = list(blocks_of(core))
    results.check("the core has a stack of each report", [] if len(blocks) >= 3 else [str(blocks)])
    outside = [at for start, end in blocks for at in (start - 1, end)
               if not any(a <= at < b for a, b in blocks)]
    results.check("no byte before or after the stacks has a value",
                  ["0x%08x" % at for at in outside if is_readable(at)])


def name_of_gdb(address):
    """gdb's name of ADDRESS, in the form of decode: "<samples+0x10> .bss"."""
    text = gdb.execute("info symbol 0x%x" % address, to_string=True)
    found = re.match(r"(\S+)(?: \+ (\d+))? in section (\S+)", text)
    if not found:
        return None
    offset = int(found.group(2) or 0)
    return "<%s%s> %s" % (found.group(1), "+0x%x" % offset if offset else "", found.group(3))


def plain(name):
    """NAME without the suffixes of the compiler, some of which gdb leaves out."""
    return name and re.sub(r"\.(isra|part|constprop)[.0-9]*", "", name)


def check_registers(results, name, report):
    problems, named = [], 0
    for register, text in report["register_text"].items():
        if not text.startswith("<"):
            continue
        value = int(report["registers"][register], 16)
        ours = re.match(r"<[^>]*> \S+", text).group(0)
        theirs = name_of_gdb(value & ~1 if ours.endswith(" .text") else value)
        named += 1
        if plain(ours) != plain(theirs):
            problems.append("%s = 0x%08x: %s, gdb %s" % (register, value, ours, theirs))
    results.check("%s: the symbols in registers are gdb's" % name, problems)
    results.check("%s: registers have symbols" % name, [] if named > 1 else ["%d" % named])


def check_instruction(results, name, report):
    """The address that decode computes is the fault address of the processor."""
    instruction = report.get("instruction", {})
    if "dfar" not in report["status"]:
        return
    equal = instruction.get("address") == report["status"]["dfar"]
    results.check("%s: the instruction accesses dfar" % name, [] if equal else [str(instruction)])


def main():
    env, results = os.environ, Results()
    set_up(env["ELF"])
    gdb.execute("core-file " + env["CORE"], to_string=True)
    gdb.execute("source " + env["CORE"] + ".gdb", to_string=True)
    reports = reports_of(env["REPORT"])
    threads = {thread.name: thread for thread in gdb.selected_inferior().threads()}
    wanted = ["report %d: crashed" % (i + 1) for i in range(len(reports))]
    results.check("each report has a thread", [] if sorted(threads) == wanted else [str(threads)])
    for name, report in zip(wanted, reports):
        threads[name].switch()
        ours = frames_of_report(report["threads"][0])
        # the stack of a report may be moved as a whole
        theirs = frames_of_gdb()
        moved = theirs[0][-1]["sp"] - ours[0][-1]["sp"]
        for group in theirs:
            for level in group:
                level["sp"] -= moved
        results.check("%s: its stack is moved by MiB" % name,
                      [] if moved % 0x100000 == 0 else ["%x" % moved])
        ours = {number: ours[number] for number in ours if number < len(theirs)}
        if report["cause_pc"] == "0x00000000":  # gdb names the code at 0, decode does not
            del ours[0]
        results.compare(name, ours, theirs, 0)
        check_registers(results, name, report)
        check_instruction(results, name, report)
    check_memory(results, env["SYMBOLS"])
    check_edges(results, env["CORE"])
    results.check("last", [])


main()
