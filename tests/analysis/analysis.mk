# SPDX-License-Identifier: MIT
# Hard cases for the reference analysis. Each tests/analysis/*.S lists the rules that the analysis
# must derive.
ANALYSIS_CASES := $(patsubst tests/analysis/%.S,%,$(wildcard tests/analysis/*.S))
ANALYSIS_IMAGES := \
    $(foreach state,arm thumb,$(ANALYSIS_CASES:%=build/tests/analysis/$(state)/%.elf))
ANALYSIS := build/tests/analysis/check

# $(1): arm or thumb
define analysis_rules
build/tests/analysis/$(1)/%.elf: \
    tests/analysis/%.S tests/analysis/expect.inc tests/analysis/analysis.mk
	@mkdir -p $$(@D)
	$$(call say,LD $$@)$$(ARM_GCC) -mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard -m$(1) -nostdlib \
	    -Wl,-Ttext=0x8000,--build-id=none,--fatal-warnings $$< -o $$@
endef
$(foreach state,arm thumb,$(eval $(call analysis_rules,$(state))))

build/asan/tests/analysis/%.o: HOST_FLAGS +=
$(ANALYSIS): build/asan/tests/analysis/check.o $(TEST_LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -o $@

test-programs: $(ANALYSIS) $(ANALYSIS_IMAGES)
