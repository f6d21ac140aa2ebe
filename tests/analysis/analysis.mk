# SPDX-License-Identifier: MIT
# Hard cases for the reference analysis. Each tests/analysis/*.S lists the rules that the analysis
# must derive.
ANALYSIS_CASES := $(patsubst tests/analysis/%.S,%,$(wildcard tests/analysis/*.S))
# The processor enters exception vectors in ARM state, unless SCTLR.TE says otherwise.
ANALYSIS_ARM_ONLY := $(filter vectors_%,$(ANALYSIS_CASES))
ANALYSIS_IMAGES := $(ANALYSIS_CASES:%=build/tests/analysis/arm/%.elf) \
    $(patsubst %,build/tests/analysis/thumb/%.elf,$(filter-out $(ANALYSIS_ARM_ONLY),\
        $(ANALYSIS_CASES)))
ANALYSIS := build/tests/analysis/check

# $(1): arm or thumb
define analysis_rules
build/tests/analysis/$(1)/%.elf: \
    tests/analysis/%.S tests/analysis/expect.inc tests/analysis/analysis.mk
	@mkdir -p $$(@D)
	$$(call say,LD $$@)$$(ARM_GCC) -mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard -m$(1) -nostdlib \
	    -Wl,-Ttext=0x8000,--section-start=.vectors=0,--section-start=.high=0xffff0000 \
	    -Wl,--build-id=none,--fatal-warnings $$< -o $$@
endef
$(foreach state,arm thumb,$(eval $(call analysis_rules,$(state))))

build/asan/tests/analysis/%.o: HOST_FLAGS +=
$(ANALYSIS): build/asan/tests/analysis/check.o $(TEST_LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -o $@

test-programs: $(ANALYSIS) $(ANALYSIS_IMAGES)

# Mistakes in the analysis that the tests must catch. The archive has the host tool without main; an
# object with a mistake comes before the archive, so the linker ignores the good object.
MISTAKE_IMAGES := $(patsubst %,build/fw/%.elf,vexpress-a9/thumb-os/demo \
    vexpress-a9/arm-o2/contexts \
    vexpress-a9/gcc-arm-o3-lld-a15/gnu versatile-r5f/clang-arm-o1-lld/cxx)
MISTAKE_TASKS := $(patsubst tests/tasks/%.S,build/tests/tasks/gcc-arm/%.elf,\
    $(wildcard tests/tasks/*.S))
MISTAKE_EFFECTS := $(wordlist 1,2,$(MISTAKE_IMAGES))
MISTAKE_OBJECTS := $(patsubst %.c,build/host/%.o,gen/cli/main.c tests/analysis/check.c \
    tests/exceptions/check.c \
    tests/unit/test_frame_rule.c \
    $(wildcard tests/effects/*.c))

build/mistakes/host.a: tests/analysis/analysis.mk \
    $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR $@)ar rcs $@ $(filter %.o,$^)

mistake-programs: build/mistakes/host.a $(MISTAKE_OBJECTS) $(ANALYSIS_IMAGES) $(MISTAKE_IMAGES) \
    $(MISTAKE_TASKS) $(EXCEPTIONS_IMAGES)
	@:

## test: mistakes  make mistakes in the analysis; a test must catch each (3 min)
mistakes: deps
	@$(MAKE) --no-print-directory -j$(JOBS) mistake-programs
	@COMPILE='$(CC) -std=c11 -D_GNU_SOURCE -w -O1 $(INCLUDES) -c' LINK='$(CC)' LIBS='$(LIBS)' \
	    CASES='$(ANALYSIS_IMAGES)' ENTRY='$(EXCEPTIONS_IMAGES)' IMAGES='$(MISTAKE_IMAGES)' \
	    EFFECTS='$(MISTAKE_EFFECTS)' TASKS='$(MISTAKE_TASKS)' JOBS=$(JOBS) \
	    sh tests/analysis/mistakes.sh '$(ONLY)'

.PHONY: mistake-programs mistakes
