# SPDX-License-Identifier: MIT
# figures.awk -v from=WHAT FILE: prints "self total name" of each function in FILE, written by WHAT:
#   json     bobbin profile --json
#   folded   bobbin profile --folded=
#   pprof    go tool pprof -top
#   speedscope  the texts of its page in the view "Sandwich", a line each: "1,183 (9.6%)",
#               "848 (6.9%)", "putchar"

from == "json" && /"functions": \[/ { inside = 1 }
from == "json" && inside && /"name": / {
    name = $0
    sub(/^ *"name": "/, "", name)
    sub(/",$/, "", name)
}
from == "json" && inside && /"self": / { self = $2 + 0 }
from == "json" && inside && /"total": / { print self, $2 + 0, name }

# A function counts once per stack.
from == "folded" {
    samples = $NF
    sub(/ [0-9]+$/, "")
    frames = split($0, names, ";")
    split("", seen)
    for (i = 1; i <= frames; i++) {
        self_of[names[i]] += i == frames ? samples : 0
        total_of[names[i]] += names[i] in seen ? 0 : samples
        seen[names[i]] = 1
    }
}

from == "pprof" && header {
    name = $0
    sub(/^ *[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +/, "", name)
    sub(/ \((partial-)?inline\)$/, "", name)
    print $1, $4, name
}
from == "pprof" && /flat  *flat%/ { header = 1 }

from == "speedscope" && /^[0-9,]+ \([0-9.]+%\)$/ {
    gsub(/,/, "", $1)
    total = self
    self = $1
    numbers++
    next
}
from == "speedscope" {
    if (numbers == 2)
        print self, total, $0
    numbers = 0
}

END {
    for (name in total_of)
        print self_of[name] + 0, total_of[name], name
}
