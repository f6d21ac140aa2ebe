# SPDX-License-Identifier: MIT
"""summary.py: reads the JSON of `bobbin decode` and prints a line for each processor:

    PROCESSOR STATE STOP OUTERMOST-FUNCTION WORKS

STATE of the one that reports is the cause; WORKS is the number of frames of work(). What is not
there is "-".
"""
import json
import sys


def main():
    report = json.load(sys.stdin)
    lines = []
    for thread in report["threads"]:
        functions = [frame["function"] for frame in thread["frames"]]
        state = report["cause"] if thread["role"] == "crashed" else thread["state"]
        last = functions[-1] if functions else "-"
        stop = thread["stop"] if functions else "-"
        lines.append("%s %s %s %s %d" % (thread.get("processor", "-"), state, stop, last,
                                         functions.count("work")))
    print("\n".join(lines))


main()
