# SPDX-License-Identifier: MIT
"""The calls that the oracle has counted at points of a run (tests/oracle/points.h), and whether
gdb's backtraces agree with them. Loads the plug-in.
"""
import json
import sys

import gdb
from gdb.FrameDecorator import FrameDecorator

sys.path.insert(0, "tests/target")
gdb.execute("source gen/gdb/bobbin-gdb.py")
import bobbin_gdb  # noqa: E402

SAVED = ["r%d" % number for number in range(4, 12)]


class Frame:
    """HOW is that of points.h, or for frames of gdb the word that `bt` shows."""

    def __init__(self, how, pc, sp, saved):
        self.how, self.pc, self.sp, self.saved = how, pc, sp, saved
        self.may_end = False

    def __str__(self):
        return "0x%x sp 0x%x [%s]" % (self.pc, self.sp, self.how)


class Point:
    def __init__(self, number, times, *in_it_block):
        self.number, self.times, self.in_it_block = int(number), int(times), bool(in_it_block)
        self.frames, self.is_whole = [], False


def read_points(path):
    points = []
    with open(path) as lines:
        for line in lines:
            word, *rest = line.split()
            if word == "point":
                points.append(Point(*rest))
            elif word == "frame":
                numbers = [int(text, 16) for text in rest[1:]]
                points[-1].frames.append(Frame(rest[0], numbers[0], numbers[1], numbers[2:]))
            elif word == "may-end":
                points[-1].frames[-1].may_end = True
            else:
                points[-1].is_whole = rest[0] == "root"
    return points


# ---- gdb ---------------------------------------------------------------------------------------


def saved_of(frame):
    """r4-r11; None where gdb says that it does not know."""
    values = [frame.read_register(name) for name in SAVED]
    return [None if value.is_optimized_out else int(value) & 0xFFFFFFFF for value in values]


def frames_now(count):
    """At most COUNT: gdb alone may repeat a frame for ever."""
    frames = []
    frame = gdb.newest_frame()
    while frame is not None and len(frames) < count:
        if frame.type() not in (gdb.INLINE_FRAME, gdb.TAILCALL_FRAME):
            sp = int(frame.read_register("sp")) & 0xFFFFFFFF
            how = bobbin_gdb.origins.origin(frame) or "gdb"
            frames.append(Frame(how, frame.pc(), sp, saved_of(frame)))
        frame = frame.older()
    return frames


def use_plugin(use):
    for unwinder in gdb.frame_unwinders:
        if unwinder.name == "bobbin":
            unwinder.enabled = use
    gdb.invalidate_cached_frames()


def misnamed():
    """Frames interrupted at the start of a function, if `bt` does not name this function."""
    wrong = []
    frame = gdb.newest_frame().older()
    while frame is not None and bobbin_gdb.origins.origin(frame) != "gdb":
        symbol, *rest = gdb.execute("info symbol %d" % frame.pc(), to_string=True).split()
        shown = bobbin_gdb.origins.Decorator(FrameDecorator(frame)).function()
        is_call = "system call" in shown  # the pc is after the call
        starts = rest[0] == "in" and "interrupted" in shown and not is_call
        if starts and shown.split()[0] != symbol:
            wrong.append("%s instead of %s" % (shown, symbol))
        frame = frame.older()
    return wrong


# ---- the comparison ----------------------------------------------------------------------------


def read_unproved(path):
    """The addresses where `bobbin check` does not say exact: of instructions, and after calls."""
    running, calls = set(), set()
    with open(path) as text:
        for finding in json.load(text)["findings"]:
            if finding["verdict"] != "lost":
                addresses = calls if finding["after_call"] else running
                addresses.add(int(finding["address"], 16))
    return running, calls


def different_register(frame, other):
    for name, a, b in zip(SAVED, frame.saved, other.saved):
        if b is not None and a != b:
            return "%s 0x%x instead of 0x%x" % (name, b, a)
    return None


class Judge:
    """Compares gdb's backtrace with the truth.

    Is right too: an end at an exception whose entry code has no rule, if `bt` says so, or if gdb
    goes on with frames of its own; these are counted. After code that `bobbin check` does not call
    exact, nothing is compared.
    """

    def __init__(self, unproved, with_plugin):
        self.running, self.calls = unproved
        self.with_plugin = with_plugin
        self.frames = self.crossings = self.uncrossed = 0

    def is_proved(self, frame):
        if frame.how in ("running", "exception"):
            return frame.pc not in self.running
        return not self.calls.intersection((frame.pc, frame.pc - 2, frame.pc - 4))

    def may_end(self, frame, other, before):
        """Whether gdb, whose next frame is OTHER, may have no FRAME, which is after BEFORE."""
        if frame.how == "exception" and self.with_plugin:
            said = before is not None and before.how.endswith((", lost", ", no-rule"))
            ended = other.how == "gdb" if other else said
            self.crossings += 1
            self.uncrossed += ended
            return ended
        return other is None and before is not None and before.may_end

    def judge(self, point):
        """(None, "") or what is wrong: "frames", "registers" or "end", and how."""
        found = frames_now(len(point.frames) + 1)
        kind, text, before = None, "", None
        for number, frame in enumerate(point.frames):
            other = found[0] if found else None
            if frame.how == "maybe" and (other is None or other.pc != frame.pc):
                continue
            if self.may_end(frame, other, before):
                return kind, text
            if other is None or (frame.pc, frame.sp) != (other.pc, other.sp):
                return "frames", "frame %d is %s instead of %s" % (number, other, frame)
            if self.with_plugin and other.how == "gdb":
                return "frames", "frame %d is not Bobbin's" % number
            wrong = different_register(frame, other)
            if wrong and kind is None:
                kind, text = "registers", "frame %d has %s" % (number, wrong)
            self.frames += 1
            before = found.pop(0)
            before.may_end = frame.may_end
            if not self.is_proved(frame):
                return kind, text
        if kind is None and point.is_whole and found:
            kind, text = "end", "%s follows the last frame" % found[0]
        return kind, text
