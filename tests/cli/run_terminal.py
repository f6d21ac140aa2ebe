# SPDX-License-Identifier: MIT
"""run_terminal.py BOBBIN: bobbin run in a terminal of its own. Fails with a message."""
import os
import pty
import sys
import termios
import time

bobbin = os.path.abspath(sys.argv[1])


def run(script, keys):
    """Runs SCRIPT in a terminal. KEYS are (text to wait for, what is then typed). Returns the
    output, the status, and whether the terminal has its settings again."""
    process, terminal = pty.fork()
    if process == 0:
        os.execv(bobbin, [bobbin, "run", "-t", "20", "--", "sh", "-c", script])
    before = termios.tcgetattr(terminal)
    output = b""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            data = os.read(terminal, 4096)
        except OSError:
            break
        output += data
        while keys and keys[0][0] in output:
            os.write(terminal, keys.pop(0)[1])
        if b"bobbin: " in output and output.endswith(b"\n"):
            after = termios.tcgetattr(terminal)
    _, status = os.waitpid(process, 0)
    return output.decode(), os.waitstatus_to_exitcode(status), before == after


output, status, restored = run("echo ready; read -r line; echo got $line; stty raw -echo",
                               [(b"ready", b"typed\n")])
assert "got typed" in output, output
assert status == 0, (status, output)
assert restored, "the terminal is still raw"

output, status, restored = run("echo ready; exec sleep 30", [(b"ready", b"\x03")])
assert status == 130, (status, output)

output, status, restored = run("trap 'echo caught; exit 7' INT; echo ready; "
                               "while :; do sleep 0.1; done", [(b"ready", b"\x03")])
assert "caught" in output and status == 7, (status, output)
