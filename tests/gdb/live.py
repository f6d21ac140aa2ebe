# SPDX-License-Identifier: MIT
"""gdb's backtraces on a live target at the points of an equal run, against the truth (truth.py).
points.sh runs this in gdb-multiarch.
"""
import os
import sys

import gdb

sys.path.insert(0, "tests/gdb")
from truth import Judge, frames_now, read_points, read_unproved  # noqa: E402
from bobbin_gdb.origins import origin  # noqa: E402
from emulator import Emulator  # noqa: E402
from traces import Results, set_up  # noqa: E402

# A breakpoint stops the target each time, so points of often executed instructions are left out.
TIMES_MAX, POINTS_MAX, EARLY_MAX, FINISHES_MAX = 20, 60, 4, 20
STEPS = 100


def chosen(points):
    """Each instruction once."""
    found = {}
    for point in points:
        if 0 < point.number and point.times <= TIMES_MAX and not point.in_it_block:
            found.setdefault(point.frames[0].pc, point)
    few = sorted(found.values(), key=lambda point: point.number)
    return few[:: len(few) // POINTS_MAX + 1]


def breakpoint_at(point):
    """None if gdb moves the breakpoint, because it takes code for an IT block."""
    pc = point.frames[0].pc
    where = gdb.Breakpoint("*0x%x" % pc)
    if "0x%08x" % pc not in gdb.execute("info breakpoints %d" % where.number, to_string=True):
        where.delete()
        return None
    where.ignore_count = point.times - 1
    return where


def judge_at(emulator, point, judge):
    """Continues to POINT. Returns what is wrong there.

    An instruction that an interrupt delays stops the target twice, so gdb may stop too early.
    """
    first, wrong = point.frames[0], "not reached"
    for _ in range(EARLY_MAX):
        if not emulator.go_on():
            break
        now = frames_now(1)[0]
        if (now.pc, now.sp, now.saved) == (first.pc, first.sp, first.saved):
            kind, wrong = judge.judge(point)
            if kind is None:
                return None
    return wrong


def finish_all():
    """Finishes functions, but no handlers and no first functions. Returns what is wrong."""
    problems = []
    for _ in range(FINISHES_MAX):
        frames = frames_now(3)
        if len(frames) < 3 or frames[1].how == "gdb" or "interrupted" in frames[1].how:
            break
        first, caller, _ = frames
        frame = gdb.newest_frame()
        while frame.type() == gdb.INLINE_FRAME:
            frame = frame.older()
        frame.select()
        try:
            gdb.execute("finish", to_string=True)
        except gdb.error:  # the program may end, and the emulator with it
            if gdb.selected_inferior().pid:
                raise
        if not gdb.selected_inferior().pid:
            break
        now = frames_now(1)[0]
        if (now.pc, now.sp) != (caller.pc, caller.sp):
            problems.append("%s returns to %s instead of %s" % (first, now, caller))
            break
    return problems


def outer_frames():
    """{(pc, sp): gdb's frame}, without the innermost one, the last one and inlined functions.

    gdb.Frame holds a last frame by the identity of the frame before it.
    """
    frames, frame = {}, gdb.newest_frame().older()
    while frame is not None and frame.older() is not None and origin(frame) != "gdb":
        if frame.type() != gdb.INLINE_FRAME:
            frames[frame.pc(), int(frame.read_register("sp")) & 0xFFFFFFFF] = frame
        frame = frame.older()
    return frames


def step_all():
    """Steps instructions. Returns the frames that gdb does not find again by their identity."""
    lost = []
    for _ in range(STEPS):
        before = outer_frames()
        at = gdb.newest_frame().pc()
        gdb.execute("stepi", to_string=True)
        for place in outer_frames():
            if place in before and not before[place].is_valid():
                lost.append("0x%x sp 0x%x after a step from 0x%x" % (*place, at))
    return lost


def judge_all(emulator, points, judge):
    breakpoints = {point.number: breakpoint_at(point) for point in points}
    for point in points:
        if breakpoints[point.number] is None:
            continue
        wrong = judge_at(emulator, point, judge)
        if wrong:
            return ["point %d: %s" % (point.number, wrong)]
        breakpoints[point.number].delete()
    return []


def main():
    env = os.environ
    results = Results()
    judge = Judge(read_unproved(env["CHECK"]), True)
    set_up(env["ELF"])
    points = chosen(read_points(env["POINTS"] + ".truth"))
    results.check("live: there are points", [] if len(points) >= 20 else ["%d" % len(points)])
    with Emulator(env["QEMU"], env["ELF"], env["COMMANDS"], env["POINTS"], "-icount",
                  env["REPLAY"]) as emulator:
        # Steps over breakpoints must not hold back interrupts and timers.
        gdb.execute("maintenance packet Qqemu.sstep=1", to_string=True)
        problems = judge_all(emulator, points, judge)
        results.check("live: with the plug-in gdb is right at every point", problems)
        for point in gdb.breakpoints():
            point.delete()
        results.check("live: frames keep their identity", step_all())
        results.check("live: the command finish goes to the caller", finish_all())
    print("# figure: live %d points, %d frames; %d of %d crossings have no rule or need SPSR"
          % (len(points), judge.frames, judge.uncrossed, judge.crossings))
    results.check("end", [])


main()
