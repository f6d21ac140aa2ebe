# SPDX-License-Identifier: MIT
"""Compares the device's trace, as `bobbin decode` symbolises it, with gdb's backtraces.

crash.sh runs this in gdb-multiarch and passes the inputs in environment variables. Prints
"ok NAME", "not ok NAME" and "# detail" lines, which crash.sh numbers.
"""
import json
import os
import re
import sys

import gdb

sys.path.insert(0, os.path.dirname(__file__))
from emulator import Emulator, last_hit, stop_at  # noqa: E402
from traces import MODE_MASK, Results, address_of, set_up  # noqa: E402
from traces import frames_of_gdb, frames_of_report  # noqa: E402

# The function of tests/demo/labels.c whose return address `crash garbage` overwrites.
GARBAGE_RETURNS_FROM = "label_set"

# Crashes that end in a hook of the port, without an exception. The context is at the hook's first
# instruction.
HOOKS = ("assert", "abort", "stackprotector")
FAULT_MODES = (0x17, 0x1A, 0x1B)  # Abort, Hyp, Undefined
VECTORS_BYTES = 32


def call_before(return_address):
    """Address of the indirect call before RETURN_ADDRESS: blx rN in Thumb or ARM code."""
    code = gdb.selected_inferior().read_memory(return_address - 2, 2)
    halfword = int.from_bytes(bytes(code), "little")
    return return_address - (2 if halfword & 0xFF87 == 0x4780 else 4)


def returns_of(function):
    """Addresses of the instructions of FUNCTION that return."""
    block = gdb.block_for_pc(int(gdb.parse_and_eval("(unsigned)&" + function)) & ~1)
    listing = gdb.selected_inferior().architecture().disassemble(block.start, block.end - 1)
    wanted = re.compile(r"(pop|ldm|ldr).*\bpc\b|bx\s+lr")
    return [line["addr"] for line in listing if wanted.search(line["asm"])]


def mode():
    return int(gdb.selected_frame().read_register("cpsr")) & MODE_MASK


def is_in_fault_vector():
    """Whether the mode is that of a fault, and pc is in the table of eight vectors."""
    vector = gdb.selected_frame().pc() - address_of("board_vectors")
    return mode() in FAULT_MODES and 0 < vector < VECTORS_BYTES


def step(results, name, arrived):
    """Executes one instruction. ARRIVED returns whether it led to the expected fault."""
    for point in gdb.breakpoints():
        point.delete()  # gdb does not step over an instruction like its own breakpoint (udf #1)
    gdb.execute("stepi", to_string=True)
    where = "pc 0x%08x, mode 0x%02x" % (gdb.selected_frame().pc(), mode())
    results.check(name, [] if arrived() else [where])


def compare_at_fault(results, start, kind, ours):
    """Compares with gdb at the faulting instruction, before it is executed."""
    place, count = last_hit(start, [ours[0][-1]["pc"]])
    if place is None:
        results.check("at the fault: gdb gets there", ["never reached"])
        return
    with stop_at(start, place, count):
        results.compare("at the fault", ours, frames_of_gdb(), 0)
        if kind in HOOKS:
            first = address_of(ours[0][-1]["function"])
            results.check("the hook is reported at its first instruction",
                          [] if place == first & ~1 else ["0x%08x" % place])
        else:
            step(results, "the next instruction is the exception's", is_in_fault_vector)


def compare_shrink_wrapped(results, start, ours):
    """Compares with gdb at the entry of the function that faults after an epilogue.

    clang writes no rows for code after an epilogue, so gdb is wrong there: it assumes that the
    frame still exists. At the function's first instruction, sp and all callers are the same and gdb
    is right.
    """
    entry = address_of(ours[0][-1]["function"]) & ~1
    place, count = last_hit(start, [entry])
    if place is None:
        results.check("at the entry: gdb gets there", ["never reached"])
        return
    with stop_at(start, place, count):
        results.compare("at the entry", ours, frames_of_gdb()[1:], 1)


def compare_at_call(results, start, ours):
    """Compares with gdb at the call that led to the pc, which has no code (prefetch abort)."""
    return_address, target = ours[1][-1]["pc"], ours[0][-1]["pc"]
    place, count = last_hit(start, [call_before(return_address)])
    if place is None:
        results.check("at the call: gdb gets there", ["never reached"])
        return
    with stop_at(start, place, count):
        theirs = frames_of_gdb()
        for entry in theirs[0]:
            entry["pc"] = return_address
        results.compare("at the call", ours, theirs, 1)
        step(results, "the call goes to the pc of the report",
             lambda: gdb.selected_frame().pc() == target)


def compare_at_return(results, start, ours):
    """Compares with gdb at the return to a garbage address. After the return there is no caller."""
    place, count = last_hit(start, returns_of(GARBAGE_RETURNS_FROM))
    if place is None:
        results.check("at the return: gdb gets there", ["never reached"])
        return
    with stop_at(start, place, count):
        theirs = frames_of_gdb()[1][-1]
        mine = ours[0][-1]
        for field in ("pc", "sp"):
            problem = "0x%08x, gdb 0x%08x" % (mine[field], theirs[field])
            agrees = mine[field] == theirs[field]
            results.check("at the return: the %s is gdb's" % field, [] if agrees else [problem])
        step(results, "the return goes to the pc of the report",
             lambda: gdb.selected_frame().pc() == mine["pc"])


def has_stale_rows(kind):
    return kind == "undef" and os.environ["BUILD"].startswith("clang")


def compare_core(results, kind, core, ours):
    """Compares with gdb on the ELF core that decode wrote, except where gdb is wrong."""
    gdb.execute("core-file " + core, to_string=True)
    theirs = frames_of_gdb()
    if kind == "garbage":
        # If pc is outside all code, gdb takes lr for the return address. Here lr is stale: it is
        # the return address of the last call in label_set.
        theirs = theirs[:1]
    if kind == "null" and theirs[0][-1]["function"]:
        # If code is at 0, gdb takes a call through null for a reset, which has no caller, or for a
        # function that the linker removed, whose DWARF is at 0.
        theirs = [[dict(theirs[0][-1], function=None, line=0)]]
        ours = {0: ours[0]}
    if kind == "overflow":
        # A report has only the innermost part of the stack. After that part, gdb reads zeros from
        # the ELF's section .stacks (NOBITS) and returns to 0.
        theirs = [group for group in theirs if group[-1]["pc"] != 0]
        ours = {number: group for number, group in ours.items() if number < len(theirs)}
        theirs = theirs[: max(ours) + 1]
    if has_stale_rows(kind):
        theirs, ours = theirs[:1], {0: ours[0]}
    results.compare("core file", ours, theirs, 0)


def main():
    env = os.environ
    kind, elf = env["KIND"], env["ELF"]
    set_up(elf)
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
    elif has_stale_rows(kind):
        compare_shrink_wrapped(results, start, ours)
    else:
        compare_at_fault(results, start, kind, ours)
    compare_core(results, kind, env["CORE"], ours)


main()
