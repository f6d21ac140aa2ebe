#!/bin/sh
# SPDX-License-Identifier: MIT
# mistakes.sh [PATTERN]: makes each mistake of mistakes.txt in a copy of one source file, and builds
# the tool with it. A test must then fail; otherwise the mistake survives. With PATTERN, an extended
# regular expression, only the lines that match are tried. These tests judge:
#
#   analysis  the cases of tests/analysis
#   entry     for mistakes in gen/exceptions: the cases of tests/exceptions
#   proof     bobbin check --require=100 on each image of IMAGES
#   counts    bobbin check prints for an image of IMAGES or CASES other numbers than the good tool
#   effects   for mistakes in gen/insn: the effects of the instructions of EFFECTS in an emulator
#   tasks     for mistakes in gen/tasks: what bobbin show and check print for images of TASKS
#   unit      for mistakes in frame_rule.c: its unit test
#
# Run from the top folder by `make mistakes`, which builds the archive build/mistakes/host.a and
# sets these variables:
#
#   COMPILE, LINK, LIBS  the commands and libraries of the host tool
#   CASES                images of tests/analysis
#   ENTRY                images of tests/exceptions
#   IMAGES               firmware to prove
#   EFFECTS              firmware whose instructions the emulator executes
#   TASKS                images of tests/tasks
#   JOBS                 mistakes judged at the same time
set -u

. tests/tap.sh
LIST=tests/analysis/mistakes.txt
WORK=build/mistakes
SECONDS_MAX=60

# FOLDER PROGRAM [OBJECT]: links PROGRAM. The symbols of OBJECT win over those in the archive.
link() {
    case $2 in
    bobbin) objects=build/host/gen/cli/main.o ;;
    check) objects=build/host/tests/analysis/check.o ;;
    entry) objects=build/host/tests/exceptions/check.o ;;
    effects) objects=$(echo build/host/tests/effects/*.o) ;;
    unit) objects=build/host/tests/unit/test_frame_rule.o ;;
    esac
    # shellcheck disable=SC2086 # lists of words
    $LINK ${3-} $objects "$WORK/host.a" $LIBS -lunicorn -lcmocka -o "$1/$2" || exit 1
}

# FOLDER: prints the numbers of `bobbin check` for each image
counts() {
    for image in $IMAGES $CASES; do
        timeout "$SECONDS_MAX" "$1/bobbin" check "$image" 2>&1 || echo "status $?"
    done
}

# FOLDER: prints what is known of the tasks of each image
tasks() {
    for image in $TASKS; do
        timeout "$SECONDS_MAX" "$1/bobbin" show --tasks "$image" 2>&1
        timeout "$SECONDS_MAX" "$1/bobbin" show "$image" 2>&1
        timeout "$SECONDS_MAX" "$1/bobbin" check --json "$image" 2>&1
    done
}

# FOLDER FILE [OBJECT]: prints the first test that fails, and why; nothing if none fails
judge() {
    link "$1" check "${3-}"
    # shellcheck disable=SC2086 # a list of images
    if ! timeout "$SECONDS_MAX" "$1/check" $CASES >"$1/out" 2>&1; then
        echo "analysis: $(grep -m 1 '^not ok' "$1/out" || echo 'crash or endless loop')"
        return
    fi
    case $2 in
    exceptions/*)
        link "$1" entry "${3-}"
        # shellcheck disable=SC2086 # a list of images
        if ! timeout "$SECONDS_MAX" "$1/entry" $ENTRY >"$1/out" 2>&1; then
            echo "entry: $(grep -m 1 '^not ok' "$1/out" || echo 'crash or endless loop')"
            return
        fi
        ;;
    esac
    link "$1" bobbin "${3-}"
    for image in $IMAGES; do
        if ! timeout "$SECONDS_MAX" "$1/bobbin" check --require=100 "$image" >"$1/out" 2>&1; then
            echo "proof: $image"
            return
        fi
    done
    if ! counts "$1" | cmp -s - "$WORK/good/counts"; then
        echo "counts: differ"
        return
    fi
    case $2 in
    insn/*)
        link "$1" effects "${3-}"
        # shellcheck disable=SC2086 # a list of images
        timeout "$SECONDS_MAX" "$1/effects" $EFFECTS >"$1/out" 2>&1 ||
            echo "effects: $(grep -m 1 '^not ok' "$1/out" || echo 'crash or endless loop')"
        ;;
    tasks/*) tasks "$1" | cmp -s - "$WORK/good/tasks" || echo "tasks: differ" ;;
    frame/frame_rule.c)
        link "$1" unit "${3-}"
        timeout "$SECONDS_MAX" "$1/unit" >"$1/out" 2>&1 || echo "unit: fails"
        ;;
    esac
}

# NUMBER FILE FUNCTION EXPRESSION: writes `caught`, `alive` or `unmade`, and the reason, to the file
# verdict of folder NUMBER
try() {
    folder=$WORK/$1 source=gen/$2
    mkdir -p "$folder"
    sed "/^[a-z].*\<$3(/,/^}/ $4" "$source" >"$folder/mistake.c"
    changed=$(diff "$source" "$folder/mistake.c" | grep -c '^>')
    if [ "$changed" != 1 ]; then
        echo "unmade $changed lines changed"
    elif ! $COMPILE "$folder/mistake.c" -o "$folder/mistake.o" >"$folder/out" 2>&1; then
        echo "unmade it does not compile"
    else
        reason=$(judge "$folder" "$2" "$folder/mistake.o")
        echo "${reason:+caught }${reason:-alive}"
    fi >"$folder/verdict"
    rm -f "$folder/bobbin" "$folder/check" "$folder/effects" "$folder/unit" "$folder/entry"
}

if [ "${1-}" = --try ]; then
    shift
    try "$@"
    exit
fi

rm -rf "$WORK/good" "$WORK"/[0-9]*
mkdir -p "$WORK/good"
link "$WORK/good" bobbin
counts "$WORK/good" >"$WORK/good/counts"
tasks "$WORK/good" >"$WORK/good/tasks"
tap_equal "the tests find no mistake in the good tool" '' "$(judge "$WORK/good" insn/)"
[ "$tap_failures" = 0 ] || tap_done
grep -v '^#' "$LIST" | grep . | grep -E -e "${1-}" >"$WORK/list"
awk '{
    expression = $0; sub(/^[^ ]+ [^ ]+ /, "", expression)
    printf "%d%c%s%c%s%c%s%c", NR, 0, $1, 0, $2, 0, expression, 0
}' "$WORK/list" | xargs -0 -n 4 -P "$JOBS" sh "$0" --try
number=0
while read -r file function expression; do
    number=$((number + 1)) verdict=unjudged reason=
    [ ! -s "$WORK/$number/verdict" ] || read -r verdict reason <"$WORK/$number/verdict"
    if [ "$verdict" = caught ]; then
        tap_ok "$file $function: $reason"
    else
        tap_not_ok "$file $function: $verdict" "$expression
$reason"
    fi
done <"$WORK/list"
tap_done
