# SPDX-License-Identifier: MIT
# Tests of the plug-in for gdb: BOARD:BUILD:PROGRAM:WORDS[:OPTIONS of the oracle]. The programs have
# newlib's assembly, functions without CFI, exceptions of all kinds, and tasks.
GDB_RUNS := \
    vexpress-a9:clang-thumb-o1-lld:clib:interrupts \
    versatile-r5f:gcc-arm-og-fp:clib:interrupts \
    vexpress-a9:clang-arm-o0-lld-fp:asm:interrupts \
    vexpress-a9:thumb-os:crossings:repeat=1 \
    versatile-r5f:arm-o2:crossings:repeat=1 \
    virt-a15:thumb-os:crossings:repeat=1 \
    mps3-an536:clang-o2:crossings:repeat=1 \
    vexpress-a9:arm-o2:rtos-freertos:ticks=30:$(comma)tasks=all \
    vexpress-a9:gcc-thumb-os-lto-soft:rtos-threadx:ticks=30:$(comma)tasks=all$(comma)allow=no-rule \
    versatile-r5f:clang-o2:rtos-rtthread:ticks=30:$(comma)tasks=all \
    versatile-r5f:gcc-arm-o2-lto-fp-soft:rtos-zephyr:ticks=30:$(comma)tasks=all

gdb_run_name = $(word 1,$(subst :, ,$(1)))_$(word 2,$(subst :, ,$(1)))_$(word 3,$(subst :, ,$(1)))
GDB_TESTS = "gdb_words=sh tests/gdb/words.sh" $(foreach run,$(GDB_RUNS),\
    "gdb_$(call gdb_run_name,$(run))=sh tests/gdb/points.sh $(subst :, ,$(run))")

test-programs: build/libbobbin-gdb.so
