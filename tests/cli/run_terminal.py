# SPDX-License-Identifier: MIT
"""run_terminal.py BOBBIN: bobbin run in a terminal of its own. Fails with a message."""
import os
import pty
import select
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


def job_control():
    """Ctrl-Z stops bobbin, too, so that the shell takes the terminal; fg continues both."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvp("bash", ["bash", "--norc", "--noediting", "-i"])
    # The quotes distinguish what is typed from what is printed.
    command = bobbin + """ run -t 20 -- sh -c 'echo rea""dy; read -r line; echo g""ot $line'\n"""
    prompt = "$ " if os.getuid() else "# "
    steps = [(prompt, command), ("ready", "\x1a"), ("Stopped", "echo al''ive\n"), ("alive", "fg\n"),
             ("run -t 20", "typed\n"), ("got typed", "exit $?\n")]
    output = ""
    while select.select([terminal], [], [], 10)[0]:
        try:
            output += os.read(terminal, 4096).decode()
        except OSError:
            break
        if steps and steps[0][0] in output:
            output = output.split(steps[0][0], 1)[1]
            os.write(terminal, steps.pop(0)[1].encode())
    if steps:
        os.kill(process, 9)
    _, status = os.waitpid(process, 0)
    assert not steps and status == 0, (status, steps, output)


job_control()
