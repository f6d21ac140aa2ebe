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
