# SPDX-License-Identifier: MIT
"""measure.py FILE COMMAND...: runs COMMAND and writes its seconds, processor seconds and KiB of
memory at most to FILE. The exit status is that of COMMAND."""
import resource
import subprocess
import sys
import time

start = time.monotonic()
status = subprocess.run(sys.argv[2:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as out:
    print("%.1f %.1f %d" % (time.monotonic() - start, used.ru_utime + used.ru_stime,
                            used.ru_maxrss), file=out)
sys.exit(status)
