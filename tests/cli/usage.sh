#!/bin/sh
# SPDX-License-Identifier: MIT
# A wrong command line: one message and status 2; a misspelt word gets a suggestion. An output that
# cannot be written: status 3. Help and version: status 0, on standard output. Run it from the top
# folder.
set -u

. tests/cli/lib.sh
make_core
make_capture
E=$FIRMWARE

expect "an unknown verb" 2 bobbin nonsense
expect "an option before the verb" 2 bobbin --nonsense
for verb in table show size embed check decode unwind profile; do
    # shellcheck disable=SC2046 # words
    set -- $(words_of "$verb")
    expect "$verb: no image" 2 bobbin "$verb"
    expect "$verb: an unknown option" 2 bobbin "$verb" "$E" "$@" --nonsense
    [ "$verb" = profile ] ||
        expect "$verb: too many arguments" 2 bobbin "$verb" "$E" "$@" more of these
    expect "$verb: help" 0 - "$verb" --help
    tap_check "$verb: help is on standard output" grep -q "^usage: bobbin $verb " "$work/out"
    cp "$work/out" "$work/help"
    expect "help $verb" 0 - help "$verb"
    tap_check "help $verb is the same as $verb --help" cmp "$work/help" "$work/out"
done
expect "run: no command" 2 bobbin run
expect "run: an unknown option" 2 bobbin run --nonsense true
expect "run: help" 0 - run --help
tap_check "run: help is on standard output" grep -q "^usage: bobbin run " "$work/out"
expect "table: no output named" 2 bobbin table "$E"
expect "table: -o without a file" 2 bobbin table "$E" -o
expect "table: an unknown format" 2 bobbin table "$E" -o "$work/t" --format=nonsense
expect "unwind: no core" 2 bobbin unwind "$E"
expect "show: an unknown function" 1 "$E" show "$E" no_such_function
expect "show: an address outside all code" 1 "$E" show "$E" 0x1
for percent in -1 101 half 50% '' 1e; do
    expect "check: --require=$percent" 2 bobbin check "$E" --require="$percent"
    expect "embed: --require=$percent" 2 bobbin embed "$E" --require="$percent" -o "$work/fw"
done
for budget in -1 much '' 1001; do
    expect "table: --budget=$budget" 2 bobbin table "$E" --budget="$budget" -o "$work/t"
done
expect "table: --budget with --small" 2 bobbin table "$E" --small --budget=2 -o "$work/t"
expect "table: --budget with --format" 2 bobbin table "$E" --format=exidx --budget=2 -o "$work/t"
expect "size: --budget" 2 bobbin size "$E" --budget=2
expect "show: --require" 2 bobbin show "$E" --require=1
expect "table: an unknown root" 3 "$E" table "$E" -o "$work/t" --root=no_such_function
expect "table: an output that cannot be written" 3 "$work/no/dir" table "$E" -o "$work/no/dir"
expect "embed: an output that cannot be written" 3 "$work/no/dir" embed "$E" -o "$work/no/dir"
expect "decode: a core that cannot be written" 3 "$work/no/dir" \
    decode "$E" "$work/log" -o "$work/no/dir"

# NAME WORD STATUS FILE ARGUMENT...: the message suggests WORD.
suggests() {
    name=$1 word=$2
    shift 2
    expect "$name" "$@"
    tap_check "$name: '$word' is suggested" grep -q "; did you mean '$word'?\$" "$work/err"
}

suggests "a misspelt verb" check 2 bobbin chekc "$E"
suggests "a misspelt verb after help" decode 2 bobbin help decoed
suggests "a misspelt topic of help" formats 2 bobbin help format
suggests "a misspelt option" --require 2 bobbin check "$E" --reqiure=100
suggests "a misspelt option of profile" --speedscope 2 bobbin \
    profile "$E" "$work/capture" --speed-scope=x
suggests "a flag with an argument" --json 2 bobbin check "$E" --json=3
suggests "a misspelt format" chrome2:3a 2 bobbin check "$E" --format=chrome2:a3
suggests "a misspelt word of --by" task 2 bobbin profile "$E" "$work/capture" --by=taks
suggests "a misspelt symbol" main 1 "$E" show "$E" mian
suggests "a misspelt root" main 3 "$E" check "$E" --root=mian
function=$("$BOBBIN" profile "$E" "$work/capture" --folded=- |
    sed -n 's/.*;\([a-z_]\{5,\}\) [0-9]*$/\1/p' | head -n 1)
suggests "a misspelt function of a profile" "$function" 1 profile \
    profile "$E" "$work/capture" --function="_$function"
expect "nothing is similar" 2 bobbin check "$E" --moonlight
tap_check "nothing is similar: the help is named" grep -q 'bobbin help check' "$work/err"

run
tap_equal "without a verb: status" 2 "$status"
tap_check "without a verb: the usage on standard error" grep -q '^usage: ' "$work/err"
tap_check "without a verb: the first three commands" sh -c \
    'for verb in embed check decode; do
        grep -q "^  bobbin $verb " "$1" || exit 1
    done' - "$work/err"
expect "--help" 0 - --help
cp "$work/out" "$work/help"
expect "help" 0 - help
tap_check "help is the same as --help" cmp "$work/help" "$work/out"
expect "help formats" 0 - help formats
tap_check "help formats lists formats of others" grep -q '^  chrome2:3a ' "$work/out"
expect "help" 0 - --help
tap_check "help lists every verb" sh -c \
    'for verb in embed table check show size unwind decode run profile; do
        grep -q "^  $verb " "$1" || exit 1
    done' - "$work/out"
expect "version" 0 - --version
tap_check "version is name, project and number" \
    grep -Eq '^bobbin \(Bobbin\) [0-9]+\.[0-9]+' "$work/out"

for verb in size check decode unwind profile; do
    # shellcheck disable=SC2046 # words
    set -- $(words_of "$verb")
    run "$verb" "$E" "$@" --json
    tap_check "$verb: --json is one object" sh -c \
        'head -n 1 "$1" | grep -q "^{" && tail -n 1 "$1" | grep -q "}\$"' - "$work/out"
done

for verb in size check show; do
    run "$verb" "$E" --json
    cp "$work/out" "$work/first"
    run "$verb" "$E" --json
    tap_check "$verb: two runs give the same output" cmp "$work/first" "$work/out"
done
run table "$E" -o "$work/first"
run table "$E" -o "$work/second"
tap_check "table: two runs give the same table" cmp "$work/first" "$work/second"
if [ -e /dev/full ]; then
    timeout "$RUN_SECONDS" "$BOBBIN" show "$E" >/dev/full 2>"$work/err"
    tap_equal "a full disk is a failure" 3 $?
else
    tap_skip "a full disk is a failure" "no /dev/full here"
fi
tap_done
