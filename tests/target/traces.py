# SPDX-License-Identifier: MIT
"""Traces of gdb and of `bobbin decode`, in one form, and their comparison.

Prints "ok NAME", "not ok NAME" and "# detail" lines, which compare.sh numbers.
"""
import re
import sys

import gdb

DETAILS_MAX = 12
MODE_MASK = 0x1F  # ARM ARM B1.3.1


def set_up(elf):
    """Prepares gdb and loads ELF."""
    for setting in ("pagination off", "confirm off", "backtrace past-main on",
                    "backtrace past-entry on", "backtrace limit 5000"):
        gdb.execute("set " + setting)
    gdb.execute("file " + elf, to_string=True)


def frames_of_gdb():
    """gdb's backtrace in groups, as in decode: the inlined functions, then the frame itself.

    Without the frames that gdb infers for tail calls: they are not on the stack.
    """
    groups = [[]]
    frame = gdb.newest_frame()
    while frame is not None:
        if frame.type() == gdb.TAILCALL_FRAME:
            frame = frame.older()
            continue
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
    """The report's frames in the same form, without tail calls: {number of the frame: group}."""
    groups = {}
    for entry in thread["frames"]:
        if entry.get("inferred"):
            continue
        groups.setdefault(entry["number"], []).append(
            {
                "pc": int(entry["pc"], 16),
                "sp": int(entry["sp"], 16),
                # Removes .isra.0 and the like: gdb uses DWARF's name, decode the symbol's.
                "function": entry["function"] and re.sub(r"\.[a-z].*", "", entry["function"]),
                "line": entry["line"] or 0,
                "inlined": entry["inlined"],
            }
        )
    return groups


def address_of(function):
    try:
        return int(gdb.parse_and_eval("(unsigned)&'%s'" % function))
    except gdb.error:
        return None


def same(field, mine, other):
    """Functions are the same if their addresses are (memcpy and __aeabi_memcpy)."""
    if field != "function" or mine == other or len(mine) != len(other):
        return mine == other
    return all(
        a == b
        or (None not in (a, b) and address_of(a) is not None and address_of(a) == address_of(b))
        for a, b in zip(mine, other)
    )


class Results:
    def check(self, name, problems):
        print("not ok %s" % name if problems else "ok %s" % name)
        for problem in problems[:DETAILS_MAX]:
            print("# %s" % problem)
        sys.stdout.flush()

    def compare(self, name, ours, theirs, first):
        """Every field of OURS, from the frame FIRST on, must equal that of THEIRS."""
        numbers = sorted(number for number in ours if number >= first)
        names = ("pc", "sp", "function", "line", "inlined")
        problems = {field: [] for field in names}
        for number in numbers:
            mine = ours[number]
            other = theirs[number - first] if number - first < len(theirs) else []
            for field in names:
                a, b = [e[field] for e in mine], [e[field] for e in other]
                if not same(field, a, b):
                    problems[field].append("frame %d: %r, gdb %r" % (number, a, b))
        for field in names:
            self.check("%s: every %s is gdb's" % (name, field), problems[field])
        count = numbers[-1] + 1 - first if numbers else 0
        self.check(
            "%s: gdb's trace ends at the same frame" % name,
            [] if count == len(theirs) else ["%d frames, gdb %d" % (count, len(theirs))],
        )
