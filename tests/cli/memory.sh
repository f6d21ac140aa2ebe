#!/bin/sh
# SPDX-License-Identifier: MIT
# No verb decides anything by bytes that nobody wrote: what the proof says of an image must not hang on what happened to be
# in memory. Valgrind sees that; the sanitizers do not. From the top.
set -u

. tests/cli/lib.sh
make_core
make_capture
UNWRITTEN=98
cat >"$work/bobbin" <<END
#!/bin/sh
exec valgrind -q --error-exitcode=$UNWRITTEN build/bobbin "\$@"
END
chmod +x "$work/bobbin"
BOBBIN=$work/bobbin RUN_SECONDS=120

# WORD...: the tool with these words ends as it would without valgrind.
watch() {
    expect "bobbin $*" 0 - "$@"
}

# A program, and what is odd: assembly, and what GNU C has more than C.
ASSEMBLY=build/fw/versatile-r5f/gcc-thumb-o0-lto-soft/asm.elf
for image in "$FIRMWARE" "$ASSEMBLY" build/fw/vexpress-a9/gcc-arm-o3-lld-a15/gnu.elf; do
    watch check "$image"
    watch check --small "$image"
done
for verb in table show size; do
    # shellcheck disable=SC2046 # words
    watch "$verb" "$ASSEMBLY" $(words_of "$verb")
done
for verb in decode unwind profile; do
    # shellcheck disable=SC2046 # words
    watch "$verb" "$FIRMWARE" $(words_of "$verb")
done
tap_done
