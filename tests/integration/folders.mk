# SPDX-License-Identifier: MIT
# make -f folders.mk out.o TREE=... PARTS=..., for folders.sh: links the objects of PARTS to out.o
# without a library and without --gc-sections.
include $(TREE)/linker/bobbin.mk
BOBBIN_SOURCES = $(foreach part,$(PARTS),$(BOBBIN_$(part)_SOURCES))
CFLAGS += -Wall -Wextra -Werror

out.o: $(BOBBIN_OBJECTS)
	arm-none-eabi-ld -z noexecstack -r $^ -o $@
