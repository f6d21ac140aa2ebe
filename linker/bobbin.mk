# SPDX-License-Identifier: MIT
# Adds Bobbin to your Makefile, from the source tree in bobbin/ or from an installation, where this
# file is PREFIX/share/bobbin/linker/bobbin.mk:
#
#     include bobbin/linker/bobbin.mk
#     BOBBIN_SOURCES = $(BOBBIN_CORE_SOURCES) $(BOBBIN_PORT_ARMV7A_SOURCES)
#     CPPFLAGS += $(BOBBIN_INCLUDES)
#
#     fw.elf: $(OBJECTS) $(BOBBIN_OBJECTS)
#             $(CC) $(CFLAGS) $(LDFLAGS) $(BOBBIN_LDFLAGS) $^ -o $@
#             $(call bobbin_embed,$@)
#
# BOBBIN_OBJECTS are compiled by the rules below with your CC, CPPFLAGS and CFLAGS. If you have
# rules of your own, compile BOBBIN_SOURCES with BOBBIN_CFLAGS after your flags.
#
# You may set:
#   BOBBIN           the tool; default: the one of this tree or installation, else bobbin in PATH
#   BOBBIN_FLAGS     options of `bobbin embed`, for example --require=100
#   BOBBIN_SOURCES   the parts that this firmware uses; default: core only
#   BOBBIN_BUILD     folder for the objects, set before include; default: build/bobbin
bobbin_linker := $(dir $(lastword $(MAKEFILE_LIST)))
BOBBIN_DIR := $(if $(filter ./,$(bobbin_linker)),..,$(patsubst %/,%,$(dir $(bobbin_linker:/=))))
BOBBIN ?= $(firstword $(wildcard $(BOBBIN_DIR)/build/bobbin $(BOBBIN_DIR)/../../bin/bobbin) bobbin)
BOBBIN_FLAGS ?=
BOBBIN_BUILD ?= build/bobbin

bobbin_folders = $(sort $(foreach folder,$(1),$(wildcard $(BOBBIN_DIR)/$(folder)/*.[cS])))

# The unwinder and the space for its table; every firmware needs them.
BOBBIN_CORE_SOURCES := $(call bobbin_folders,core/format core/unwind) $(BOBBIN_DIR)/linker/reserve.c
# Reads tables of `bobbin embed --small`.
BOBBIN_SMALL_SOURCES := $(call bobbin_folders,core/small core/insn)
# Reads tables of `bobbin embed --format=FORMAT`.
BOBBIN_FOREIGN_SOURCES := $(call bobbin_folders,core/foreign core/rules core/insn)
# Crosses exceptions: bobbin_cross.
BOBBIN_CROSS_SOURCES := $(call bobbin_folders,core/cross)
# Gives single rules: bobbin_rule_at().
BOBBIN_RULES_SOURCES := $(call bobbin_folders,core/rules)
# Samples call stacks.
BOBBIN_PROFILE_SOURCES := $(call bobbin_folders,core/profile port/sampling)
# With PROFILE and PORT_CROSS: bobbin_sampler_interrupt_across().
BOBBIN_PROFILE_CROSS_SOURCES := $(call bobbin_folders,core/profile-cross port/sampling-cross)
# Crash reports: BOBBIN_PORT_ARMV7A_SOURCES on ARMv7-A, BOBBIN_PORT_ARMV7R_SOURCES on ARMv7-R,
# BOBBIN_PORT_ARMV8R_SOURCES on ARMv8-R.
bobbin_armv7 := port/common port/crash port/sink port/armv7
BOBBIN_PORT_ARMV7A_SOURCES := $(call bobbin_folders,$(bobbin_armv7) port/armv7-a)
BOBBIN_PORT_ARMV7R_SOURCES := $(call bobbin_folders,$(bobbin_armv7) port/armv7-r)
BOBBIN_PORT_ARMV8R_SOURCES := $(call bobbin_folders,$(bobbin_armv7) port/armv8-r)
# With one of these ports, and CPPFLAGS += -DBOBBIN_PROCESSORS=N: crash reports of N processors.
BOBBIN_PORT_PROCESSORS_SOURCES := $(call bobbin_folders,port/others port/processors)
# With BOBBIN_PORT_ARMV7A_SOURCES: crash reports of firmware that runs in Hyp mode.
BOBBIN_PORT_HYP_SOURCES := $(call bobbin_folders,port/armv7-hyp)
# With one of these ports: the traces of reports cross exceptions.
BOBBIN_PORT_CROSS_SOURCES := $(call bobbin_folders,core/cross port/cross port/armv7-cross)
# With one of these ports: reports have the tasks of an RTOS. Also needs the file of your RTOS in
# port/rtos, or a function of your own.
BOBBIN_PORT_TASKS_SOURCES := $(call bobbin_folders,core/tasks port/others port/tasks)
# With one of these ports: reports that survive a reset, <bobbin/record.h>.
BOBBIN_PORT_RECORD_SOURCES := $(call bobbin_folders,core/record port/record)
# With PROFILE and PORT_TASKS: wall-clock profiles, <bobbin/wall.h>.
BOBBIN_PROFILE_WALL_SOURCES := $(call bobbin_folders,port/sampling-wall)

# For your sources that include <bobbin/...>.
BOBBIN_INCLUDES := -I$(BOBBIN_DIR)/core/include -I$(BOBBIN_DIR)/port/include

# For Bobbin's sources: they run in fault handlers, where the FPU may be off and unaligned accesses
# fault. GCC would replace loops by calls of memcpy, and that of newlib makes unaligned accesses.
# With a frame pointer, code of clang needs more stack.
bobbin_gcc_flags := -mgeneral-regs-only -fno-tree-loop-distribute-patterns
bobbin_clang_flags := -mno-implicit-float -fomit-frame-pointer
BOBBIN_CFLAGS = $(BOBBIN_INCLUDES) -std=gnu11 -ffreestanding -ffunction-sections -fdata-sections \
    -fno-stack-protector -mno-unaligned-access \
    $(if $(findstring clang,$(CC)),$(bobbin_clang_flags),$(bobbin_gcc_flags))

# Flags for the link. The linker script must contain INCLUDE bobbin.ld. -z noexecstack prevents a
# warning of GNU ld about assembly objects: they have no section .note.GNU-stack, and objects of
# clang have it.
BOBBIN_LDFLAGS := -L$(BOBBIN_DIR)/linker -Wl,--build-id -Wl,-z,noexecstack

# $(call bobbin_embed,ELF) in the recipe of ELF writes its table. On failure it removes ELF.
bobbin_embed = $(BOBBIN) embed $(1) $(BOBBIN_FLAGS) || { status=$$?; rm -f $(1); exit $$status; }

BOBBIN_SOURCES = $(BOBBIN_CORE_SOURCES)
BOBBIN_OBJECTS = $(sort $(patsubst $(BOBBIN_DIR)/%,$(BOBBIN_BUILD)/%.o,$(BOBBIN_SOURCES)))

$(BOBBIN_BUILD)/%.o: $(BOBBIN_DIR)/%
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(BOBBIN_CFLAGS) -MMD -MP -c $< -o $@

# The dependency files contain targets. This keeps them from becoming the default goal of your
# Makefile.
bobbin_default_goal := $(.DEFAULT_GOAL)
-include $(wildcard $(BOBBIN_BUILD)/*/*/*.d)
.DEFAULT_GOAL := $(bobbin_default_goal)
