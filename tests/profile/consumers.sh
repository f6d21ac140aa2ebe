#!/bin/sh
# SPDX-License-Identifier: MIT
# pprof, speedscope and a browser open our profiles and must show the sums of `bobbin profile`. The
# captures are made, of the demo's image. A program that is not installed is skipped
# (tests/profile/install.sh). From the top.
set -u

. tests/tap.sh

BOBBIN=${BOBBIN:-build/bobbin}
IMAGE=build/fw/vexpress-a9/thumb-os/demo.elf
NODE_PACKAGES=build/consumers/node_modules
PAGE_SECONDS=60
SAMPLES=123457
work=build/tests/profile/consumers
BROWSER="--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --user-data-dir=$work/browser"
rm -rf "$work"
mkdir -p "$work"

sorted_figures() {
    awk -v from="$1" -f tests/profile/figures.awk "$2" | LC_ALL=C sort
}

# NAME EXPECTED ACTUAL: compares two files; shows some differences
same_figures() {
    if [ -s "$2" ] && cmp -s "$2" "$3"; then
        tap_ok "$1"
    else
        tap_not_ok "$1" "$(diff "$2" "$3" | head -n 10)"
    fi
}

build/tests/capture_set "$IMAGE" "$work/capture" 4 200 "$SAMPLES"
"$BOBBIN" profile "$IMAGE" "$work"/capture* --json >"$work/summary.json"
"$BOBBIN" profile "$IMAGE" "$work"/capture* --by=image --folded="$work/folded" \
    --speedscope="$work/speedscope.json" --pprof="$work/pprof.pb.gz" --svg="$work/graph.svg" \
    >/dev/null
"$BOBBIN" profile "$IMAGE" "$work"/capture* --by=image --json >"$work/by-image.json"
sorted_figures json "$work/by-image.json" >"$work/figures"
tap_equal "the summary has all samples" "$SAMPLES" \
    "$(awk '$3 == "[demo.elf]" { print $2 }' "$work/figures")"

sorted_figures folded "$work/folded" >"$work/figures.folded"
same_figures "folded stacks have the same sums" "$work/figures" "$work/figures.folded"

# ---- pprof

if command -v go >/dev/null 2>&1; then
    HOME=$(pwd)/$work go tool pprof -top -nodecount=100000 -nodefraction=0 -edgefraction=0 \
        "$work/pprof.pb.gz" >"$work/top" 2>"$work/top.err"
    sorted_figures pprof "$work/top" >"$work/figures.pprof"
    same_figures "go tool pprof has the same sums" "$work/figures" "$work/figures.pprof"
    tap_check "pprof has all samples" grep -q "Total samples = $SAMPLES " "$work/top"
    HOME=$(pwd)/$work go tool pprof -raw "$work/pprof.pb.gz" >"$work/raw" 2>>"$work/top.err"
    build_id=$(arm-none-eabi-readelf -n "$IMAGE" | sed -n 's/^ *Build ID: //p')
    tap_check "pprof has the build id of the image" \
        grep -q "^[0-9]: .*demo.elf $build_id \[FN\]\[FL\]\[LN\]\[IN\]" "$work/raw"
    tap_check "pprof has inlined lines" \
        awk '/^Locations/ { inside = 1; next } /^Mappings/ { exit !found }
            inside && !/^ *[0-9]+: 0x/ { found = 1 }' "$work/raw"
    tap_check "pprof has the task labels" grep -q 'task:\[worker\]' "$work/raw"
else
    tap_skip "go tool pprof has the same sums" "go is not installed"
fi

# ---- a browser

# URL: the document of the page after its scripts have run
document_of() {
    # shellcheck disable=SC2086 # a word an option
    timeout "$PAGE_SECONDS" chromium $BROWSER --virtual-time-budget=20000 --dump-dom "$1" \
        2>"$work/browser.err"
}

# FILE: the texts of speedscope's page for it, a line each
speedscope_texts() {
    document_of "http://127.0.0.1:$port/#profileURL=http://127.0.0.1:$port/files/$1&view=sandwich" |
        tr -d '\n' | sed 's/<[^>]*>/\n/g; s/&amp;/\&/g' | sed '/^ *$/d'
}

# FILE: on a busy machine the document may be written too early, so this tries several times.
read_speedscope() {
    for _ in 1 2 3 4 5; do
        speedscope_texts "$1" >"$work/$1.texts"
        sorted_figures speedscope "$work/$1.texts" >"$work/$1.figures"
        [ "$(wc -l <"$work/$1.figures")" -lt 15 ] || return 0
    done
    cat "$work/$1.texts" "$work/browser.err"
    return 1
}

# FILE: without the source files that tell functions of the same name apart
names_only() {
    sed 's/ ([^ ()]*\.[ch])$//' "$1" | LC_ALL=C sort >"$1.names"
}

# FILE NAME FIGURES: speedscope shows only the most expensive functions. Their figures must be ours.
check_speedscope() {
    tap_check "speedscope opens $2" read_speedscope "$1"
    names_only "$work/$1.figures"
    tap_equal "speedscope shows our sums" "" \
        "$(LC_ALL=C comm -13 "$work/$3" "$work/$1.figures${4-}")"
    tap_check "speedscope shows percentages" grep -q '([0-9.]*%)' "$work/$1.texts"
}

# ARGUMENT: of the browser. A screenshot has each frame at its position, with its width and colour.
check_picture() {
    # shellcheck disable=SC2086 # one word or none
    timeout "$PAGE_SECONDS" chromium $BROWSER --hide-scrollbars --window-size=1200,1000 $1 \
        --screenshot="$work/graph.png" "file://$(pwd)/$work/graph.svg" 2>"$work/browser.err" >&2
    awk -f tests/profile/points.awk "$work/graph.svg" >"$work/points"
    build/tests/pixels "$work/graph.png" <"$work/points" >"$work/pixels"
    [ "$(wc -l <"$work/pixels")" -ge 50 ] &&
        awk '$1 != $2 { print; bad = 1 } END { exit bad }' "$work/pixels"
}

if ! command -v chromium >/dev/null 2>&1; then
    tap_skip "a browser draws the flame graph" "chromium is not installed"
    tap_skip "speedscope opens profiles" "chromium is not installed"
    tap_done
fi
tap_check "a browser draws the flame graph" check_picture ""
tap_check "and does so without scripts" check_picture --blink-settings=scriptEnabled=false

if ! command -v node >/dev/null 2>&1 || ! [ -d "$NODE_PACKAGES/speedscope" ]; then
    tap_skip "speedscope opens profiles" "node or the npm package speedscope is not installed"
    tap_skip "frames can be enlarged and found" "node is not installed"
    tap_done
fi
cp tests/profile/graph.html "$work"
node tests/profile/serve.js "$NODE_PACKAGES/speedscope/dist/release" "$work" >"$work/port" &
server=$!
while ! [ -s "$work/port" ] && kill -0 $server 2>/dev/null; do sleep 0.1; done
port=$(cat "$work/port")
for _ in 1 2 3 4 5; do
    document_of "http://127.0.0.1:$port/files/graph.html" |
        sed -n 's/.*<pre id="seen">\(.*\)<.pre>.*/\1/p' >"$work/seen"
    grep -q . "$work/seen" && break
done
tap_equal "frames can be enlarged and found" \
    "frames: all|enlarged: whole width|around: true|back: true|found: found: $SAMPLES samples, \
100.00 %|marked: 1|" \
    "$(cat "$work/seen")"
check_speedscope speedscope.json "its own JSON" figures
check_speedscope folded "folded stacks" figures
# From pprof's file speedscope shows only the function around inlined calls, so our figures are
# those without inlines. Functions of one name are compared by name alone.
"$BOBBIN" profile "$IMAGE" "$work"/capture* --by=image --no-inlines --json >"$work/no-inlines.json"
sorted_figures json "$work/no-inlines.json" >"$work/figures.no-inlines"
names_only "$work/figures.no-inlines"
check_speedscope pprof.pb.gz "our pprof" figures.no-inlines.names .names
kill $server
tap_done
