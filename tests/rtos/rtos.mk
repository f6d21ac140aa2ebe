# SPDX-License-Identifier: MIT
# Test kernels: tests/rtos/families has a file for each family of RTOS. The program rtos-FAMILY is
# the kernel and its tasks with one of them.
RTOS_FAMILIES := freertos crx mpu threadx nuttx zephyr rtthread lk

RTOS_SHARED := $(sort $(wildcard tests/rtos/kernel/*.c tests/rtos/work/*.c tests/rtos/work/*.S))
$(foreach source,$(RTOS_SHARED) $(wildcard tests/rtos/families/*),\
    $(eval $(source)_FLAGS := -Itests/rtos/kernel))

# $(1) family. bobbin_begin_saved makes `bobbin embed` write rules for the tasks.
define rtos_program
rtos-$(1)_SOURCES = $$(CORE) $$($$(1)_SOURCES) $$(RTOS_SHARED) $(sort $(wildcard port/cross/*.c \
    port/armv7-cross/*.c port/armv7-cross/*.S port/tasks/*.c port/others/*.c \
    tests/rtos/families/$(1).*))
rtos-$(1)_LINK := -Wl,--gc-sections -Wl,--undefined=bobbin_begin_saved \
    -Wl,--undefined=bobbin_kernel -Wl,--defsym=__mode_stack_size=8K
rtos-$(1)_EMBED := --exceptions=all
endef
$(foreach family,$(RTOS_FAMILIES),$(eval $(call rtos_program,$(family))))

# The builds of each family: two that differ in compiler, state, float and board. Of each two of
# these options, all pairs of values occur (pairs.sh).
RTOS_freertos_BUILDS := vexpress-a9/arm-o2 versatile-r5f/clang-thumb-os-soft
RTOS_crx_BUILDS := versatile-r5f/gcc-arm-o2-lto-fp-soft vexpress-a9/clang-os mps3-an536/clang-o2
RTOS_mpu_BUILDS := versatile-r5f/thumb-os vexpress-a9/clang-arm-o1-soft
RTOS_threadx_BUILDS := vexpress-a9/gcc-thumb-os-lto-soft versatile-r5f/clang-o2
RTOS_nuttx_BUILDS := vexpress-a9/arm-o2 versatile-r5f/clang-thumb-os-soft mps3-an536/clang-o2
RTOS_zephyr_BUILDS := versatile-r5f/gcc-arm-o2-lto-fp-soft vexpress-a9/clang-os
RTOS_rtthread_BUILDS := vexpress-a9/gcc-thumb-os-lto-soft versatile-r5f/clang-o2
RTOS_lk_BUILDS := versatile-r5f/thumb-os vexpress-a9/clang-arm-o1-soft

# Each image as BOARD/BUILD/FAMILY.
RTOS_IMAGES := $(foreach family,$(RTOS_FAMILIES),$(RTOS_$(family)_BUILDS:%=%/$(family)))
RTOS_FIRMWARE := $(foreach image,$(RTOS_IMAGES),build/fw/$(dir $(image))rtos-$(notdir $(image)).elf)
# $(1) image, $(2) 1: board, 2: build, 3: family
rtos_word = $(word $(2),$(subst /, ,$(1)))
$(foreach image,$(RTOS_IMAGES),$(eval $(call firmware_rules,$(call \
    rtos_word,$(image),1),$(call rtos_word,$(image),2),rtos-$(call rtos_word,$(image),3))))

RTOS_TESTS = $(foreach image,$(RTOS_IMAGES),\
    "oracle_rtos_$(subst /,_,$(image))=sh tests/rtos/oracle.sh $(subst /, ,$(image))") \
    "rtos_pairs=sh tests/rtos/pairs.sh $(RTOS_IMAGES) -- $(MATRIX_ROWS)" \
    "oracle_rtos_controls_threadx=sh tests/rtos/controls.sh versatile-r5f clang-o2 threadx \
    slot exchange alternative r4" \
    "oracle_rtos_controls_freertos=sh tests/rtos/controls.sh vexpress-a9 arm-o2 freertos \
    slot alternative r4"

# FIQs in switches. NuttX masks FIQs in them.
RTOS_TESTS += $(foreach family,freertos crx mpu threadx zephyr rtthread,\
    "oracle_rtos_fiq_$(family)=sh tests/rtos/fiq.sh \
    $(subst /, ,$(filter vexpress-a9/%,$(RTOS_$(family)_BUILDS))) $(family)")

# The reports of one build of each family.
RTOS_REPORT_BUILDS := vexpress-a9/arm-o2/freertos vexpress-a9/clang-os/crx \
    versatile-r5f/thumb-os/mpu vexpress-a9/gcc-thumb-os-lto-soft/threadx \
    mps3-an536/clang-o2/nuttx vexpress-a9/clang-os/zephyr versatile-r5f/clang-o2/rtthread \
    vexpress-a9/clang-arm-o1-soft/lk
RTOS_REPORT_TESTS = $(foreach image,$(RTOS_REPORT_BUILDS),\
    "reports_rtos_$(notdir $(image))=sh tests/rtos/reports.sh $(subst /, ,$(image))")

oracle-programs: $(RTOS_FIRMWARE)
