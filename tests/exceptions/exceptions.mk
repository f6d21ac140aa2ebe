# SPDX-License-Identifier: MIT
# Exception entry code: each tests/exceptions/*.S lists the programs that the analysis must derive.
EXCEPTIONS_CASES := $(patsubst tests/exceptions/%.S,%,$(wildcard tests/exceptions/*.S))
EXCEPTIONS_IMAGES := $(EXCEPTIONS_CASES:%=build/tests/exceptions/%.elf)
# The same without any symbol.
EXCEPTIONS_STRIPPED := $(patsubst %,build/tests/exceptions/stripped/%.elf,\
    aligned boot cells doubles kernels modes one_frame secure shared two_modes two_stacks)
EXCEPTIONS := build/tests/exceptions/check

build/tests/exceptions/%.elf: \
    tests/exceptions/%.S tests/exceptions/expect.inc tests/exceptions/exceptions.mk
	@mkdir -p $(@D)
	$(call say,LD $@)$(ARM_GCC) -mcpu=cortex-a15 -mfpu=neon-vfpv4 -mfloat-abi=hard -nostdlib \
	    -Wl,-Ttext=0x8000,--section-start=.vectors=0,--section-start=.cells=0x20000 \
	    -Wl,--build-id=none,--fatal-warnings $< -o $@

$(EXCEPTIONS_STRIPPED): build/tests/exceptions/stripped/%: build/tests/exceptions/%
	@mkdir -p $(@D)
	$(call say,STRIP $@)arm-none-eabi-strip -o $@ $<

$(EXCEPTIONS): build/asan/tests/exceptions/check.o $(TEST_LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -o $@

test-programs: $(EXCEPTIONS) $(EXCEPTIONS_IMAGES) $(EXCEPTIONS_STRIPPED)
