# SPDX-License-Identifier: MIT
# A made-up kernel whose memory is filled in by hand, and the dump of that memory.
DUMP_ELF := build/tests/dump/kernel.elf
DUMP := build/tests/dump/kernel.bin

$(DUMP_ELF): tests/dump/kernel.c tests/dump/switch.S tests/tasks/kernel.inc tests/dump/dump.mk \
    port/include/bobbin/rtos.h
	@mkdir -p $(@D)
	$(call say,LD $@)$(ARM_GCC) $(TASKS_CPU) -marm -Os -g -fno-common -Wall -Werror \
	    -Icore/include -Iport/include -nostdlib -Wl,-Ttext=0x8000,--section-start=.ram=0x20000000 \
	    -Wl,--build-id=none,--fatal-warnings tests/dump/kernel.c tests/dump/switch.S -o $@

$(DUMP): $(DUMP_ELF)
	$(call say,DUMP $@)arm-none-eabi-objcopy -O binary -j .ram $< $@

test-programs: $(DUMP)

# The kernels of tests/rtos on a board: a report of all tasks, and the memory at the same moment.
DUMP_FAMILIES := freertos threadx lk
define dump_program
dump-$(1)_SOURCES = $$(CORE) $$($$(1)_SOURCES) $$(wildcard tests/rtos/kernel/kernel.c \
    tests/rtos/kernel/lists.c tests/rtos/families/$(1).* tests/dump/board/* port/tasks/*.c \
    port/others/*.c port/cross/*.c port/armv7-cross/*.c port/armv7-cross/*.S)
dump-$(1)_LINK := -Wl,--gc-sections
dump-$(1)_EMBED := --exceptions=all
endef
$(foreach family,$(DUMP_FAMILIES),$(eval $(call dump_program,$(family))))
tests/dump/board/main.c_FLAGS := -Itests/rtos/kernel
DUMP_IMAGES := vexpress-a9/arm-o2/freertos versatile-r5f/clang-o2/threadx vexpress-a9/thumb-os/lk
DUMP_FIRMWARE := $(foreach image,$(DUMP_IMAGES),build/fw/$(dir $(image))dump-$(notdir $(image)).elf)
$(foreach image,$(DUMP_IMAGES),$(eval $(call firmware_rules,$(call \
    rtos_word,$(image),1),$(call rtos_word,$(image),2),dump-$(call rtos_word,$(image),3))))
DUMP_TESTS := $(foreach image,$(DUMP_IMAGES),\
    "task_dump_$(subst /,_,$(image))=sh tests/target/task_dump.sh $(subst /, ,$(image))")

test-programs: $(DUMP_FIRMWARE)
