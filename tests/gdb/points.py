# SPDX-License-Identifier: MIT
"""gdb's backtraces of cores, with the plug-in and without it, against the truth (truth.py).
points.sh runs this in gdb-multiarch.
"""
import collections
import os
import sys

import gdb

sys.path.insert(0, "tests/gdb")
from truth import Judge, misnamed, read_points, read_unproved, use_plugin  # noqa: E402
from traces import Results, set_up  # noqa: E402


def main():
    env = os.environ
    results = Results()
    unproved = read_unproved(env["CHECK"])
    judge, alone = Judge(unproved, True), Judge(unproved, False)
    set_up(env["ELF"])
    problems, names, wrong_alone = [], [], collections.Counter()
    points = read_points(env["POINTS"] + ".truth")
    for point in points:
        core = "%s-%d.core" % (env["POINTS"], point.number)
        gdb.execute("core-file " + core, to_string=True)
        kind, text = judge.judge(point)
        if kind:
            problems.append("%s: %s" % (core, text))
        names += misnamed()
        use_plugin(False)
        wrong_alone[alone.judge(point)[0]] += 1
        use_plugin(True)
    results.check("cores: with the plug-in gdb is right at every point", problems)
    results.check("cores: interrupted functions have their names", names)
    crossings = "%d of %d crossings have no rule" % (judge.uncrossed, judge.crossings)
    results.check("cores: at most one crossing in 4 has no rule",
                  [crossings] if judge.uncrossed * 4 > judge.crossings else [])
    print("# figure: %d points, %d frames; %s" % (len(points), judge.frames, crossings))
    print("# figure: gdb alone is wrong at %d of %d points: frames at %d, only registers at %d, "
          "only after the last frame at %d" % (len(points) - wrong_alone[None], len(points),
          wrong_alone["frames"], wrong_alone["registers"], wrong_alone["end"]))
    results.check("end", [])


main()
