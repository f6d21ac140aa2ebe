#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs each example of `bobbin help VERB` without changes, in a folder that has the files of the
# examples. Run it from the top folder.
set -u

. tests/cli/lib.sh
RUN_SECONDS=120 # size --formats under the sanitizers
make_core
make_capture

top=$PWD
folder=$work/examples
mkdir -p "$folder"
cp "$FIRMWARE" "$folder/firmware.elf"
cp "$FIRMWARE" "$folder/firmware-old.elf"
cp "$OTHER_FIRMWARE" "$folder/bootloader.elf"
cp "$work/log" "$folder/crash.log"
mkdir -p "$folder/logs"
cp "$work/log" "$folder/logs/pump.log"
cp "$work/core" "$folder/crash.core"
cp "$work/capture" "$folder/capture.bin"

echo "exec sh $top/build/fw/vexpress-a9/qemu firmware.elf sort" >"$folder/run-tests.sh"

function=$("$BOBBIN" profile "$FIRMWARE" "$work/capture" --folded=- |
    sed -n 's/.*;\([a-z_]*\) [0-9]*$/\1/p' | head -n 1)

# The commands under "examples:", one a line.
# The capture has random stacks, so a function of these stands for main.
examples_of() {
    "$BOBBIN" help "$1" | sed "s/--function=main/--function=$function/" |
        sed -n '/^examples:/,/^[^ ]*:$/s/^  bobbin /bobbin /p'
}

# shellcheck disable=SC2317 # the examples call it
bobbin() {
    timeout -k 5 "$RUN_SECONDS" "$top/$BOBBIN" "$@"
}

kernel=$work/kernel
mkdir -p "$kernel"
cp build/tests/dump/kernel.elf "$kernel/firmware.elf"
cp build/tests/dump/kernel.bin "$kernel/ram.bin"

for verb in embed table check show size decode run triage unwind tasks profile; do
    [ "$verb" = tasks ] && files=$kernel || files=$folder
    examples_of "$verb" >"$work/$verb"
    wc -l <"$work/$verb" | tr -d " " >"$work/count"
    tap_check "$verb: two or three examples" grep -q "^[23]$" "$work/count"
    while read -r example; do
        (cd "$files" && eval "$example") >"$work/out" 2>"$work/err" </dev/null
        tap_equal "$example" 0 "$?"
    done <"$work/$verb"
done
tap_done
