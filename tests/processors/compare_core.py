# SPDX-License-Identifier: MIT
"""Compares the frames of each processor with gdb's, in the core that decode wrote of a report.

processors.sh runs this in gdb-multiarch and passes the inputs in environment variables.
"""
import json
import os
import sys

import gdb

sys.path.insert(0, "tests/target")
from traces import Results, frames_of_gdb, frames_of_report, set_up  # noqa: E402


def main():
    env = os.environ
    results = Results()
    set_up(env["ELF"])
    gdb.execute("core-file " + env["CORE"], to_string=True)
    gdb.execute("source " + env["CORE"] + ".gdb", to_string=True)
    with open(env["REPORT"]) as text:
        threads = json.load(text)["threads"]
    named = {thread.name: thread for thread in gdb.selected_inferior().threads()}
    names = ["processor %d" % thread["processor"] for thread in threads]
    results.check("core: every thread has its name",
                  [] if sorted(named) == sorted(names) else [repr(sorted(named))])
    for name, thread in zip(names, threads):
        named[name].switch()
        results.compare("core: " + name, frames_of_report(thread), frames_of_gdb(), 0)
    results.check("end", [])


main()
