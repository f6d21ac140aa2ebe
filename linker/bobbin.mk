# SPDX-License-Identifier: MIT
# For a Makefile of your own:
#
#     include bobbin/linker/bobbin.mk
#     fw.elf: $(OBJECTS)
#             $(CC) $(LDFLAGS) $(BOBBIN_LDFLAGS) $(OBJECTS) -o $@
#             $(call bobbin_embed,$@)
#
# BOBBIN is the tool, BOBBIN_FLAGS its options. An image whose table could not be made is removed.
BOBBIN ?= bobbin
BOBBIN_FLAGS ?=
BOBBIN_LDFLAGS := -L$(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST)))) -Wl,--build-id

bobbin_embed = $(BOBBIN) embed $(1) $(BOBBIN_FLAGS) || { status=$$?; rm -f $(1); exit $$status; }
