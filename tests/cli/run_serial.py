# SPDX-License-Identifier: MIT
"""run_serial.py BOBBIN IMAGE LOG: bobbin run reads LOG from a pseudo-terminal. Fails with a
message."""
import os
import subprocess
import sys
import termios
import time

bobbin, image, log = sys.argv[1:]
device, port = os.openpty()
run = subprocess.Popen([bobbin, "run", "--image=" + image, "-t", "20", "--after-crash=0.2",
                        "--serial=" + os.ttyname(port) + ":57600"],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
end = time.monotonic() + 10
while termios.tcgetattr(port)[4] != termios.B57600 and time.monotonic() < end:
    time.sleep(0.05)
settings = termios.tcgetattr(port)
os.close(port)
assert settings[4] == settings[5] == termios.B57600, settings
assert not settings[3] & (termios.ICANON | termios.ECHO | termios.ISIG), settings
assert not settings[1] & termios.OPOST, settings
assert settings[2] & termios.CSIZE == termios.CS8 and not settings[2] & termios.PARENB, settings

text = open(log, "rb").read()
for at in range(0, len(text), 700):
    os.write(device, text[at:at + 700])
output = run.communicate()[0].decode()
assert run.returncode == 121, (run.returncode, output)
assert output.startswith(text.decode()), output
assert "error: tests/demo/checksum.c:" in output, output
