# SPDX-License-Identifier: MIT
"""host_frames.py IMAGE LOG CUT: cuts the report in LOG and compares decode's frames.

Writes each cut report to CUT. The truth is the trace of the device in the whole report. Prints
"ok NAME", "not ok NAME" and "# detail" lines.
"""
import json
import re
import subprocess
import sys
import zlib

LINE = re.compile(r"%bobbin ((?:\w+\.)?)(\d+) (.*) ([*+])([0-9a-f]{8})\s*$")
IMAGE, LOG, CUT = sys.argv[1:4]


def lines_of(log):
    """The token, and the report lines without sequence number and checksum."""
    token, lines, goes_on = "", [], False
    with open(log, errors="replace") as text:
        for line in text:
            found = LINE.search(line)
            if not found:
                continue
            token, content = found.group(1), found.group(3)
            if goes_on:
                lines[-1] += content[1:].removeprefix(" ")
            else:
                lines.append(content)
            goes_on = found.group(4) == "+"
    return token, lines


def decode(lines, lost=None, token=None):
    """The first thread of decode's JSON for a report with LINES, but without line LOST."""
    with open(CUT, "w") as out:
        for number, line in enumerate(lines):
            if number == lost:
                continue
            if line.split()[0] == "end":
                digits = len(lines)
                line = "end lines=%d" % digits if "=" in line else "end %d" % digits
            text = "%%bobbin %s%d %s" % (TOKEN if token is None else token, number, line)
            out.write("%s *%08x\n" % (text, zlib.crc32(text.encode())))
    done = subprocess.run(["build/bobbin", "decode", "--json", IMAGE, CUT], capture_output=True,
                          text=True, check=False)
    return json.loads(done.stdout)["threads"][0]


def frames_of(thread):
    """{number: [pc, sp, kind, functions]}, without tail calls, which need the frame's caller."""
    frames = {}
    for level in thread["frames"]:
        if level.get("inferred"):
            continue
        frame = frames.setdefault(level["number"], [level["pc"], level["sp"], level["kind"], ()])
        frame[3] += (level["function"],)
    return frames


def stop_of(thread):
    return thread["stop"], thread["complete"]


def number_of(line):
    return int(line.split()[1])


def is_of(line, *types):
    return line.split()[0] in types


def cut_after(lines, keep, *dropped):
    """LINES as of a device that stops after KEEP frames, without the types DROPPED."""
    kept = []
    for line in lines:
        if is_of(line, "frame", "exception", "skip") and number_of(line) >= keep or \
                is_of(line, *dropped):
            continue
        if is_of(line, "stop"):
            named = "value=" in line
            line = ("stop depth value=0 frames=%d" if named else "stop depth 0 %d") % keep
        kept.append(line)
    return kept


def check(name, problems):
    print("not ok %s" % name if problems else "ok %s" % name)
    for problem in problems[:5]:
        print("# %s" % problem)


def differences(name, thread):
    """The frames that the whole report does not have."""
    frames = frames_of(thread)
    return ["%s: frame %d: %s instead of %s" % (name, n, frames[n], WHOLE.get(n))
            for n in frames if frames[n] != WHOLE.get(n)]


def hosts(thread):
    return {level["number"] for level in thread["frames"] if level.get("host")}


def check_cuts(lines, expected):
    problems, marks, added = [], [], 0
    for keep in range(len(WHOLE)):
        thread = decode(cut_after(lines, keep))
        problems += differences("after %d frames" % keep, thread)
        added += len(hosts(thread))
        if hosts(thread) != {n for n in frames_of(thread) if n >= keep}:
            marks.append("after %d frames: %s" % (keep, hosts(thread)))
        if expected and (len(frames_of(thread)) != len(WHOLE) or stop_of(thread) != STOP):
            problems.append("after %d frames: %s" % (keep, stop_of(thread)))
    check("each frame after the end of the device's trace is right", problems)
    check("these frames, and no others, are marked", marks)
    check("frames are added", [] if added else ["none"])


def check_without_registers(lines, expected):
    problems = []
    for keep in range(len(WHOLE)):
        thread = decode(cut_after(lines, keep, "regs", "dregs"))
        problems += differences("after %d frames" % keep, thread)
        is_call = keep and WHOLE[keep - 1][2] == "call"
        if expected and is_call and stop_of(thread) != STOP:
            problems.append("after %d frames: %s" % (keep, stop_of(thread)))
        if not keep and frames_of(thread):
            problems.append("a trace without registers")
    check("each frame is right without registers", problems)


def check_without_stack(lines):
    problems, claims = [], []
    stack = [line for line in lines if is_of(line, "stack")]
    for first in range(len(stack)):
        kept = [line for line in lines if line not in stack[first:]]
        thread = decode(cut_after(kept, 1))
        problems += differences("%d lines of the stack" % first, thread)
        whole = len(frames_of(thread)) == len(WHOLE)
        if thread["complete"] and not whole:
            claims.append("%d lines of the stack" % first)
    check("each frame is right without a part of the stack", problems)
    check("no such trace is called complete", claims)


def with_registers_of(lines, number):
    """LINES where pc and sp in the registers are those of frame NUMBER."""
    for line in lines:
        for field in range(2 if is_of(line, "regs") else 0):
            line = line.replace(WHOLE[0][field][2:], WHOLE[number][field][2:])
        yield line


def check_disagreement(lines, expected):
    """The registers are those of another frame, as if they were of another crash."""
    problems = []
    for keep in range(1, len(WHOLE)):
        thread = decode(list(with_registers_of(cut_after(lines, keep), 3)))
        problems += differences("after %d frames" % keep, thread)
        if expected and WHOLE[keep - 1][2] == "call" and stop_of(thread) != STOP:
            problems.append("after %d frames: %s" % (keep, stop_of(thread)))
    check("registers that disagree with the device's frames are not used", problems)


def check_lost(lines):
    """A line of the report does not arrive."""
    problems, unmarked = [], []
    for number, line in enumerate(lines[1:], 1):
        thread = decode(lines, number)
        problems += differences("without line %d" % number, thread)
        if is_of(line, "frame") and not whole_thread.get("exceptions") and \
                hosts(thread) != {number_of(line)}:
            unmarked.append("without line %d: %s" % (number, hosts(thread)))
    check("each frame is right if a line is lost", problems)
    check("a lost frame is found again and marked", unmarked)


TOKEN, LINES = lines_of(LOG)
whole_thread = decode(LINES)
WHOLE, STOP = frames_of(whole_thread), stop_of(whole_thread)
simple = not whole_thread.get("exceptions")
check("the report is whole", [] if len(WHOLE) > 3 and not hosts(whole_thread) else [str(WHOLE)])
check_cuts(LINES, simple)
check_without_registers(LINES, simple)
check_without_stack(LINES)
check_disagreement(LINES, simple)
check_lost(LINES)
