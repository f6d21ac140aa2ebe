# SPDX-License-Identifier: MIT
# Strangers: large programs by others, for which Bobbin was not tuned, built from the sources of
# Debian packages for the Cortex-A9 board. Images are build/strangers/NAME.elf, with an empty
# section for a table. Not part of `make test`.
STRANGERS := build/strangers
SRC := $(STRANGERS)/src
STRANGER_PACKAGES := lua5.4 zlib mbedtls libzstd yaml-cpp fmtlib

# image      build    sources
STRANGER_IMAGES := lua-gcc c-gcc c-clang cxx-gcc
lua-gcc_BUILD := vexpress-a9/thumb-os
c-gcc_BUILD := vexpress-a9/thumb-os
c-clang_BUILD := vexpress-a9/clang-os
cxx-gcc_BUILD := vexpress-a9/arm-o2

lua_OWN := tests/strangers/lua.c tests/strangers/lua_zlib.c
lua_BOARD := tests/programs/cxx/unaligned.c
lua_FOREIGN = $(filter-out %/lua.c %/luac.c,$(wildcard $(SRC)/lua5.4/src/*.c)) \
    $(wildcard $(SRC)/zlib/*.c)
lua_INCLUDES := $(addprefix -isystem $(SRC)/,lua5.4/src zlib) -DHAVE_UNISTD_H

c_OWN := tests/strangers/c.c tests/strangers/lua_zlib.c
c_BOARD := tests/programs/cxx/unaligned.c
c_FOREIGN = $(lua_FOREIGN) \
    $(filter-out %/net_sockets.c %/timing.c,$(wildcard $(SRC)/mbedtls/library/*.c)) \
    $(wildcard $(foreach part,common compress decompress dictBuilder,\
    $(SRC)/libzstd/lib/$(part)/*.c))
c_INCLUDES := $(addprefix -isystem $(SRC)/,lua5.4/src zlib mbedtls/include libzstd/lib) \
    -Itests/strangers -DMBEDTLS_CONFIG_FILE='"mbedtls_config.h"' -DHAVE_UNISTD_H -DZSTD_DISABLE_ASM

cxx_OWN := tests/strangers/cxx.cpp
cxx_BOARD := tests/programs/cxx/unaligned.c tests/strangers/absent.S
cxx_FOREIGN = $(wildcard $(SRC)/yaml-cpp/src/*.cpp) $(SRC)/fmtlib/src/format.cc
cxx_INCLUDES := $(addprefix -isystem $(SRC)/,yaml-cpp/include fmtlib/include)
cxx_WHOLE := -Wl,--whole-archive -lstdc++ -Wl,--no-whole-archive

# Code of others is compiled unchanged and without warnings, but with our options and memory layout.
# $(1) image, $(2) kind: lua, c or cxx
define stranger_rules
$(STRANGERS)/$(1)/%.c.o: %.c tests/strangers/strangers.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$@)$$($$($$($(1)_BUILD)_CC)_COMPILE) $$($$($(1)_BUILD)_FLAGS) \
	    -std=gnu11 -mno-unaligned-access -w $$($(2)_INCLUDES) $$(FIRMWARE_INCLUDES) -c $$< -o $$@

$(STRANGERS)/$(1)/%.o: % tests/strangers/strangers.mk
	@mkdir -p $$(@D)
	$$(call say,CXX $$@)arm-none-eabi-g++ $$($$($(1)_BUILD)_FLAGS) \
	    -std=gnu++17 -mno-unaligned-access -w $$($(2)_INCLUDES) $$(FIRMWARE_INCLUDES) -c $$< -o $$@

$(STRANGERS)/$(1).elf: $$($(2)_OWN:%=$(STRANGERS)/$(1)/%.o) \
    $$($(2)_FOREIGN:%=$(STRANGERS)/$(1)/%.o) \
    $$(patsubst %,build/fw/$$($(1)_BUILD)/%.o,$$(call without_port,vexpress-a9) $$($(2)_BOARD))
	$$(call say,LD $$@)$$(ARM_GCC) $$($$($(1)_BUILD)_FLAGS) -nostartfiles -Llinker \
	    -Wl,--defsym=__bobbin_reserve=2M -Wl,--defsym=__heap_size=2M \
	    -Wl,--defsym=__main_stack_size=64K -T $$(vexpress-a9_LD) $(INTERRUPTS_LINK) \
	    -Wl,--build-id -Wl,-z,noexecstack -Wl,-Map=$$@.map $$^ $$($(2)_WHOLE) \
	    -lm -lc -lnosys -o $$@
endef
$(eval $(call stranger_rules,lua-gcc,lua))
$(eval $(call stranger_rules,c-gcc,c))
$(eval $(call stranger_rules,c-clang,c))
$(eval $(call stranger_rules,cxx-gcc,cxx))

# Firmware by others, with their own build, options and memory layout; see build.sh.
STRANGER_FIRMWARE := uboot-arm uboot-thumb uboot-virt atf-bl1 atf-bl2 atf-monitor xen
FIRMWARE_PACKAGES := u-boot arm-trusted-firmware xen
STRANGER_TESTS = $(foreach name,$(STRANGER_FIRMWARE),\
    "stranger_$(name)=sh tests/strangers/firmware.sh $(STRANGERS) $(name)")
# The one that Debian has built.
PACKAGED_TEST := "stranger_packaged=sh tests/strangers/packaged.sh"

# The second make finds the sources that the first one fetched.
## test: strangers  prove and run firmware and large images from Debian packages (hours)
strangers: deps
	@sh tests/strangers/deps.sh
	@sh tests/strangers/fetch.sh $(SRC) $(STRANGER_PACKAGES) $(FIRMWARE_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) strangers-images
	@for name in $(STRANGER_FIRMWARE); do \
	    sh tests/strangers/build.sh $(STRANGERS) $$name || exit 1; done
	@TEST_SECONDS=7200 sh tests/run.sh $(PACKAGED_TEST) $(STRANGER_TESTS) \
	    $(foreach image,$(STRANGER_IMAGES),\
	    "stranger_$(image)=sh tests/strangers/run.sh $(image)")

strangers-images: $(STRANGER_IMAGES:%=$(STRANGERS)/%.elf) build/fw/vexpress-a9/qemu \
    build/bobbin $(ORACLE)
	@arm-none-eabi-size $(filter %.elf,$^)

.PHONY: strangers strangers-images
