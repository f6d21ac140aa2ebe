# SPDX-License-Identifier: MIT
# The firmware that is built for tests: a table with one build per row. `make test` builds the
# programs that the row names. These are at most 40 images, and every pair of options occurs in at
# least one (tests/matrix_pairs.sh proves it). `make matrix` builds every program in every build.

# tests/programs/README.md lists what each checked program exercises.
CHECKED := clib cxx libgcc frames flow asm interwork float gnu
FOREIGN := chrome1 chrome2 chrome2-3b chrome2-simulating dictionary dictionary-two-level groups
PROGRAMS := demo contexts nested crossings crossing-cost threads hostile tails profile pair modes \
    processors $(FOREIGN) $(CHECKED)

# Programs that a compiler cannot build, and why.
not-with-clang := gnu # GNU C: nested functions, a state for a single function

# option    value
# compiler  gcc, clang
# state     arm, thumb: of our code; the libraries are Thumb code in any case
# O         the level, as in -O
# link      ld: GNU ld; lld: LLVM's linker; lto: GNU ld, and -flto for compiling and linking
#           (--target2=rel as in GNU ld: pointers to type_info in .ARM.extab are relative)
# frame     fp: a frame pointer in every function
# float     hard, soft: for arguments and libraries
# tune      the processor for which the compiler optimises. The board's Cortex-A9 has no sdiv, so
#           a15 is -mtune: A15's choice and order of instructions, except those that the A9 lacks
tune_a9 :=
tune_a15 := -mtune=cortex-a15
tune_r5 :=
float_hard :=
float_soft := -mfloat-abi=soft
gcc_frame_fp := -fno-omit-frame-pointer
clang_frame_fp := -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer
link_ld :=
link_lto := -flto=auto -ffunction-sections
link_lld := -B$(dir $(realpath $(shell command -v ld.lld-19))) -fuse-ld=lld -ffunction-sections \
    -Wl,--gc-sections -Wl,--target2=rel

with_port = $(CORE) $($(1)_SOURCES) $(INTERRUPTS_SOURCES) \
    $(sort $(wildcard tests/oracle/reports/*.c))
demo_SOURCES = $(with_port) $(sort $(wildcard tests/demo/*.c))
contexts_SOURCES = $(with_port) \
    $(sort $(wildcard tests/contexts/*.c tests/contexts/*.S tests/selfcheck/*.c))
threads_SOURCES = $(CORE) $($(1)_SOURCES) \
    $(sort $(wildcard tests/threads/*.c tests/threads/*.S))
threads_LINK := -Wl,--gc-sections
# Crashes in nested exception handlers; its reports cross exceptions.
nested_SOURCES = $(CORE) $($(1)_SOURCES) $(sort $(wildcard port/cross/*.c \
    port/armv7-cross/*.c port/armv7-cross/*.S port/sampling-cross/*.c \
    tests/nested/*.c tests/nested/*.S))
nested_LINK := -Wl,--gc-sections
# Crashes after tail calls.
tails_SOURCES = $(CORE) $($(1)_SOURCES) $(wildcard tests/tails/*.c)
tails_LINK := -Wl,--gc-sections

# Unwinds hostile registers and stacks.
hostile_SOURCES = $(CORE) $($(1)_SOURCES) $(sort $(wildcard port/cross/*.c port/armv7-cross/*.c \
    port/armv7-cross/*.S tests/hostile/*.c))
hostile_LINK := -Wl,--gc-sections
REPORTS_LINK := -Wl,--wrap=board_now -Wl,--wrap=board_put
demo_LINK := -Wl,--gc-sections $(REPORTS_LINK)

# The firmware that tests/profile/profile.mk samples.
profile_SOURCES = $(CORE) $($(1)_SOURCES) $(sort $(wildcard \
    tests/profile/firmware/*.c tests/profile/firmware/*.S \
    tests/profile/firmware/handlers/*.c tests/profile/firmware/handlers/*.S))
profile_LINK := -Wl,--gc-sections -Wl,--defsym=__bobbin_reserve=64K
profile_EMBED := --root=board_vectors

# Samples both processors of the Cortex-A9 board.
pair_SOURCES = $(CORE) $($(1)_SOURCES) $(wildcard tests/profile/pair/*.c tests/profile/pair/*.S) \
    tests/profile/firmware/handlers/entries.S
pair_LINK := -Wl,--gc-sections -Wl,--entry=pair_reset
pair_EMBED := --root=board_vectors

# Enters the entry code of samples from each mode.
modes_SOURCES = $(CORE) $($(1)_SOURCES) $(wildcard tests/profile/modes/*.c tests/profile/modes/*.S)
modes_LINK := -Wl,--gc-sections

# The demo with a table in another format, and with the reader for that format.
# $(1) program $(2) reader $(3) format
define foreign_program
$(1)_SOURCES = $$(demo_SOURCES)
$(1)_LINK = $$(demo_LINK) -Wl,--undefined=$(2) -Wl,--defsym=board_foreign=$(2)
$(1)_EMBED := --format=$(3)
endef
$(eval $(call foreign_program,chrome1,bobbin_chrome1,chrome1))
$(eval $(call foreign_program,chrome2,bobbin_chrome2,chrome2))
$(eval $(call foreign_program,chrome2-3b,bobbin_chrome2,chrome2:3b))
$(eval $(call foreign_program,chrome2-simulating,bobbin_chrome2_simulating,chrome2:4))
$(eval $(call foreign_program,dictionary,bobbin_dictionary,dictionary))
$(eval $(call foreign_program,dictionary-two-level,bobbin_dictionary_two_level,$(strip \
    dictionary:two-level)))
$(eval $(call foreign_program,groups,bobbin_groups,groups))
$(eval $(call foreign_program,exidx,bobbin_exidx,exidx))
exidx_LINK += -Wl,--undefined=board_open_exidx -Wl,--defsym=board_fallback=board_open_exidx
contexts_LINK := -Wl,--gc-sections $(REPORTS_LINK) -Wl,--wrap=bobbin_die

# The programs of tests/programs do not link core and port, because nearly all of their code shall
# be executed.
board_alone = $(filter-out port/% $(BOARD_USES_PORT) boards/common/exidx.c,$($(1)_SOURCES))
without_port = $(board_alone) tests/programs/main.c tests/programs/fatal.S $(INTERRUPTS_SOURCES)
$(foreach program,$(CHECKED),\
    $(eval $(program)_SOURCES = $$(without_port) \
    $(sort $(wildcard $(addprefix tests/programs/$(program)/*.,c cpp S))))\
    $(eval $(program)_LINK := -Wl,--gc-sections -Wl,--defsym=__bobbin_reserve=128K))

# Exceptions with entry code of all styles, for the oracle.
crossings_SOURCES = $(board_alone) tests/programs/main.c \
    $(sort $(wildcard tests/crossings/*.c tests/crossings/*.S \
    tests/crossings/handlers/*.c tests/crossings/handlers/*.S))
crossings_EMBED := --exceptions=all
crossings_LINK := -Wl,--gc-sections -Wl,--defsym=__mode_stack_size=16K

# Counts the instructions of a crossing.
crossing-cost_SOURCES = $(CORE) $(board_alone) \
    $(sort $(wildcard tests/bench/crossing/*.c tests/bench/crossing/*.S)) \
    tests/bench/firmware/registers.S
crossing-cost_EMBED := --exceptions=calls
crossing-cost_LINK := -Wl,--gc-sections
tests/bench/crossing/cost.c_FLAGS := -Itests/bench -Itests/bench/firmware

# Flags of single sources. arm_only.S stores a register list with pc; clang's assembler warns about
# that.
tests/programs/interwork/arm.c_FLAGS := -marm
tests/programs/interwork/thumb.c_FLAGS := -mthumb
tests/programs/asm/arm_only.S_FLAGS := -Wa,--no-warn

# Further needs of single programs.
cxx_LIBS := -lstdc++
cxx_LINK += -Wl,--defsym=__heap_size=512K -Wl,--defsym=__bobbin_reserve=1M
frames_LINK += -Wl,--defsym=__main_stack_size=256K

# $(1) board $(2) build $(3) compiler $(4) state $(5) O $(6) link $(7) frame $(8) float $(9) tune
# $(10) programs in `make test`
define build_rules
$(1)/$(2)_CC := $(3)
$(1)/$(2)_FLAGS := $($(1)_CPU) -m$(4) -O$(5) -g \
    $($(3)_frame_$(7)) $(float_$(8)) $(tune_$(9)) $(filter -f%-sections -flto%,$(link_$(6)))
$(1)/$(2)_LINK := $(link_$(6))
$(call object_rules,$(1),$(2))
$(foreach program,$(PROGRAMS),$(call firmware_rules,$(1),$(2),$(program))
)
endef
define row_rules
$(call build_rules,$(1),$(2),$(3),$(4),$(5),$(6),$(7),$(8),$(9))
MATRIX_ROWS += $(1):$(2):$(3):$(4):$(5):$(6):$(7):$(8):$(9):$(subst $(space),$(comma),$(10))
FIRMWARE += $(patsubst %,build/fw/$(1)/$(2)/%.elf,$(10))
MATRIX += $(patsubst %,build/fw/$(1)/$(2)/%.elf,$(filter-out $(not-with-$(3)),$(CHECKED)))
endef
space := $(subst ,, )
row = $(eval $(call row_rules,$(strip $(1)),$(strip $(2)),$(strip $(3)),$(strip $(4)),$(strip \
    $(5)),$(strip $(6)),$(strip $(7)),$(strip $(8)),$(strip $(9)),$(strip $(10))))

# The columns: board, build, compiler, state, O, link, frame, float, tune, programs in `make test`.
# A row without programs is for those of other folders (tests/rtos).
$(call row,vexpress-a9,  thumb-os,                      gcc,  thumb,s,ld, -, hard,a9, demo contexts)
$(call row,vexpress-a9,  arm-o2,                        gcc,  arm,  2,ld, -, hard,a9, demo contexts)
$(call row,vexpress-a9,  clang-os,                      clang,thumb,s,ld, -, hard,a9, demo contexts)
$(call row,vexpress-a9,  clang-o2,                      clang,arm,  2,lld,-, hard,a9, demo contexts)
$(call row,versatile-r5f,thumb-os,                      gcc,  thumb,s,ld, -, hard,r5, demo contexts)
$(call row,versatile-r5f,arm-o2,                        gcc,  arm,  2,ld, -, hard,r5, demo contexts)
$(call row,versatile-r5f,clang-os,                      clang,thumb,s,ld, -, hard,r5, demo contexts)
$(call row,versatile-r5f,clang-o2,                      clang,arm,  2,lld,-, hard,r5, demo contexts)
$(call row,vexpress-a9,  gcc-arm-o1-lto-fp-soft-a15,    gcc,  arm,  1,lto,fp,soft,a15,float)
$(call row,vexpress-a9,  gcc-arm-o2-lto-fp-soft-a15,    gcc,  arm,  2,lto,fp,soft,a15,clib)
$(call row,vexpress-a9,  gcc-arm-o3-lld-a15,            gcc,  arm,  3,lld,-, hard,a15,gnu)
$(call row,vexpress-a9,  gcc-arm-os-lld-fp-soft-a15,    gcc,  arm,  s,lld,fp,soft,a15,frames)
$(call row,vexpress-a9,  gcc-thumb-o0-fp-soft-a15,      gcc,  thumb,0,ld, fp,soft,a15,gnu)
$(call row,vexpress-a9,  clang-arm-o0-fp-a15,           clang,arm,  0,ld, fp,hard,a15,cxx)
$(call row,vexpress-a9,  clang-thumb-og-lld-fp-soft-a15,clang,thumb,g,lld,fp,soft,a15,\
    libgcc interwork)
$(call row,vexpress-a9,  gcc-arm-og-lto,                gcc,  arm,  g,lto,-, hard,a9, libgcc)
$(call row,vexpress-a9,  gcc-thumb-os-lto-soft,         gcc,  thumb,s,lto,-, soft,a9, cxx)
$(call row,vexpress-a9,  clang-arm-o0-lld-fp,           clang,arm,  0,lld,fp,hard,a9, asm)
$(call row,vexpress-a9,  clang-thumb-og,                clang,thumb,g,ld, -, hard,a9, frames)
$(call row,vexpress-a9,  clang-thumb-o1-lld,            clang,thumb,1,lld,-, hard,a9, clib)
$(call row,vexpress-a9,  clang-thumb-o3-fp-soft,        clang,thumb,3,ld, fp,soft,a9, interwork)
$(call row,vexpress-a9,  clang-thumb-o3-lld-fp-soft,    clang,thumb,3,lld,fp,soft,a9, flow)
$(call row,vexpress-a9,  clang-arm-o1-soft,             clang,arm,  1,ld, -, soft,a9, )
$(call row,versatile-r5f,gcc-arm-og-lto-fp,             gcc,  arm,  g,lto,fp,hard,r5, flow)
$(call row,versatile-r5f,gcc-arm-og-fp,                 gcc,  arm,  g,ld, fp,hard,r5, clib)
$(call row,versatile-r5f,gcc-arm-o2-lto-fp-soft,        gcc,  arm,  2,lto,fp,soft,r5, frames)
$(call row,versatile-r5f,gcc-arm-o3-lto,                gcc,  arm,  3,lto,-, hard,r5, interwork)
$(call row,versatile-r5f,gcc-thumb-o0-lto-soft,         gcc,  thumb,0,lto,-, soft,r5, asm)
$(call row,versatile-r5f,clang-arm-o1-lld,              clang,arm,  1,lld,-, hard,r5, cxx)
$(call row,versatile-r5f,clang-thumb-o1-soft,           clang,thumb,1,ld, -, soft,r5, flow)
$(call row,versatile-r5f,clang-thumb-o2,                clang,thumb,2,ld, -, hard,r5, float)
$(call row,versatile-r5f,clang-thumb-os-soft,           clang,thumb,s,ld, -, soft,r5, libgcc)

# The builds of the other boards; see OTHER_BUILDS.
$(eval $(call build_rules,virt-a15,thumb-os,gcc,thumb,s,ld,-,hard,a15))
$(eval $(call build_rules,virt-a15-hyp,thumb-os,gcc,thumb,s,ld,-,hard,a15))
$(eval $(call build_rules,mps3-an536,clang-o2,clang,arm,2,lld,-,hard,r52))
OTHER_FIRMWARE := $(foreach program,demo contexts,$(OTHER_BUILDS:%=build/fw/%/$(program).elf)) \
    $(HYP_BUILD:%=build/fw/%/demo.elf)

# The linker merges the compiler's .ARM.exidx. For C, compilers write it only with -funwind-tables.
vexpress-a9/thumb-os-exidx_CC := gcc
vexpress-a9/thumb-os-exidx_FLAGS := $(vexpress-a9/thumb-os_FLAGS) -funwind-tables
$(eval $(call object_rules,vexpress-a9,thumb-os-exidx))
$(eval $(call firmware_rules,vexpress-a9,thumb-os-exidx,exidx))

# The command that proves an image. If it is empty, images are only run.
PROOF := build/bobbin check --require=100

# $(1) images; the command is PROOF
proof_tests = $(foreach elf,$(1),\
    "proof_$(subst /,_,$(elf:build/fw/%.elf=%))=sh tests/target/proof.sh $(elf) '$(PROOF)'")

# $(1) images
image_tests = $(foreach image,$(patsubst build/fw/%.elf,%,$(1)),\
    "program_$(subst /,_,$(image))=sh tests/target/program.sh $(subst /, ,$(image)) '$(PROOF)'")

matrix-images: $(MATRIX) $(BOARDS:%=build/fw/%/qemu)
	@:

## test: matrix  build and run each program with each compiler and option (hours)
matrix: deps
	@$(MAKE) --no-print-directory -j$(JOBS) matrix-images
	@RESULTS=build/tests/matrix sh tests/run.sh $(call image_tests,$(sort $(MATRIX)))

.PHONY: matrix matrix-images
