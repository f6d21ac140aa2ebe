# SPDX-License-Identifier: MIT
# Every entry point of Bobbin; `make help` lists them. Firmware and tests are in tests/*.mk.
# A line "## GROUP: TARGET  TEXT (TIME)" is an entry of that list. TIME includes the build, on two
# processors without other load.
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
export PYTHONDONTWRITEBYTECODE := 1
MAKEFLAGS += --no-builtin-rules

PREFIX ?= /usr/local
DESTDIR ?=
CC = gcc
CFLAGS ?= -O3 -g
WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef \
            -Werror
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)

# `make V=1` shows the commands instead of a line a file.
say = $(if $(V),,@echo "  $(1)";)

comma := ,
CORE := $(sort $(wildcard core/*/*.c))
GEN := $(filter-out gen/gdb/%,$(sort $(wildcard gen/*/*.c gen/*/*/*.c)))
# The library of the plug-in for gdb: what makes tables and traces.
GDB_LIBRARY := $(CORE) $(sort $(wildcard gen/gdb/*.c)) \
    $(filter-out gen/cli/% gen/run/% gen/profile/% gen/size/%,$(GEN))
LIBS := -ldw -lelf -lcapstone -lz -lzstd -lstdc++ -lm -pthread
SANITIZE := -fsanitize=address,undefined,float-cast-overflow,float-divide-by-zero \
            -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -ftrivial-auto-var-init=pattern

# Files of gen are named from gen on, all others but public headers from the top.
INCLUDES := -iquote . -iquote gen -Icore/include -Iport/include

# The tests load core and gen into the emulator too: the objects are fit for that.
HOST_FLAGS = -std=c11 -D_GNU_SOURCE $(WARNINGS) $(INCLUDES) $(CFLAGS) -fPIC \
             -fno-semantic-interposition

## build: all  the host tool, build/bobbin, and the library for gdb (1 min)
all: build/bobbin build/libbobbin-gdb.so

## build: asan  the host tool with sanitizers, build/asan/bobbin (1 min)
asan: build/asan/bobbin

build/bobbin: $(patsubst %.c,build/host/%.o,$(CORE) $(GEN))
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

build/libbobbin-gdb.so: $(patsubst %.c,build/host/%.o,$(GDB_LIBRARY)) gen/gdb/exports.map
	$(call say,LD $@)$(CC) $(CFLAGS) -shared -Wl,-Bsymbolic -Wl,-z,defs \
	    -Wl,--version-script=gen/gdb/exports.map $(filter %.o,$^) $(LIBS) -o $@

build/asan/bobbin: $(patsubst %.c,build/asan/%.o,$(CORE) $(GEN))
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -o $@

build/host/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,CC $@)$(CC) $(HOST_FLAGS) -MMD -MP -c $< -o $@

build/asan/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,CC $@)$(CC) $(HOST_FLAGS) $(SANITIZE) -MMD -MP -c $< -o $@

include tests/firmware.mk
include tests/oracle/oracle.mk
include tests/effects/effects.mk
include tests/decoder/decoder.mk
include tests/tests.mk
include tests/exceptions/exceptions.mk
include tests/analysis/analysis.mk
include tests/processors/processors.mk
include tests/loss/loss.mk
include tests/tasks/tasks.mk
include tests/rtos/rtos.mk
include tests/dump/dump.mk
include tests/profile/sampler.mk
include tests/task-reports/task_reports.mk
include tests/task-lists/task_lists.mk
include tests/record/record.mk
include tests/gdb/gdb.mk
include tests/strangers/strangers.mk
include tests/bench/bench.mk
include tests/bench/scale/scale.mk
include tests/profile/profile.mk
include tests/fleet/fleet.mk

# A second make builds what needs packages: the makefiles call tools that `deps` installs first.

## try: demo  crash a firmware on two emulated boards, print reports (1 min)
demo: deps
	@$(MAKE) --no-print-directory -j$(JOBS) build/bobbin demo-firmware
	@sh tests/demo.sh

## test: test  run all tests; installs missing packages first (20 min)
test: deps
	@$(MAKE) --no-print-directory -j$(JOBS) test-programs
	@$(MAKE) --no-print-directory run-tests

## build: deps  install missing packages; lists them if this is not Debian
deps:
	@sh tests/deps.sh

## measure: size  bytes of the demo's tables and of core, also into README.md (1 min)
size: deps
	@$(MAKE) --no-print-directory -j$(JOBS) build/bobbin demo-firmware
	@sh tests/size.sh

## measure: record-size  bytes of a record with ten frames; fails above 400 (1 min)
record-size: deps
	@$(MAKE) --no-print-directory -j$(JOBS) build/tests/unit/test_record_codec
	@build/tests/unit/test_record_codec 2>&1 | tee build/tests/record-size.log | grep figure
	@! grep -q FAILED build/tests/record-size.log

FORMATTED := $(shell git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' \
    2>/dev/null)

## build: format  format all C and C++ sources with clang-format
format:
	clang-format -i $(FORMATTED)

# What firmware compiles and links. The linker scripts of the boards in boards/ are not part of it.
INSTALLED_SOURCES = $(shell find core port -type f) $(addprefix linker/,bobbin.ld \
    bobbin_record.ld insert.ld \
    reserve.c bobbin.mk bobbin.cmake CMakeLists.txt)
CMAKE_PACKAGE := linker/bobbin-config.cmake linker/bobbin-config-version.cmake
INSTALL = $(DESTDIR)$(PREFIX)
SHARE = $(INSTALL)/share/bobbin

build/man/bobbin.1: build/bobbin gen/cli/man.sh
	@rm -rf $(@D)
	$(call say,MAN $(@D))sh gen/cli/man.sh build/bobbin $(@D)

## install: install  install tool, gdb plug-in, sources, CMake package and man pages under PREFIX
install: build/bobbin build/libbobbin-gdb.so build/man/bobbin.1 uninstall
	install -D -m 755 build/bobbin $(INSTALL)/bin/bobbin
	install -D -m 644 -t $(INSTALL)/lib build/libbobbin-gdb.so
	install -D -m 644 -t $(SHARE)/gdb gen/gdb/bobbin-gdb.py
	install -D -m 644 -t $(SHARE)/gdb/bobbin_gdb gen/gdb/bobbin_gdb/*.py
	@for file in $(INSTALLED_SOURCES); do install -D -m 644 $$file $(SHARE)/$$file || exit 1; done
	install -D -m 644 -t $(SHARE)/cmake $(CMAKE_PACKAGE)
	install -D -m 644 -t $(SHARE) LICENSE
	install -D -m 644 -t $(INSTALL)/share/man/man1 build/man/*.1
	@echo "Make:  include $(PREFIX)/share/bobbin/linker/bobbin.mk"
	@echo "gdb:   source $(PREFIX)/share/bobbin/gdb/bobbin-gdb.py"
	@echo "CMake: find_package(bobbin), with -Dbobbin_DIR=$(PREFIX)/share/bobbin/cmake if needed"

## install: uninstall  remove what `make install` installed
uninstall:
	rm -f $(INSTALL)/bin/bobbin $(INSTALL)/lib/libbobbin-gdb.so
	rm -f $(INSTALL)/share/man/man1/bobbin.1 $(INSTALL)/share/man/man1/bobbin-*.1
	rm -rf $(SHARE)

## build: clean  remove the folder build
clean:
	rm -rf build

## install: amalgamation  write core and each port as single files to build/amalgamation
amalgamation:
	$(call say,AMALGAMATE build/amalgamation)sh linker/amalgamate.sh build/amalgamation

## variables: V=1  print each command
## variables: JOBS=N  parallel jobs; default: all processors. For all, asan, install: make -jN
## variables: PREFIX=DIR  where `make install` installs; default /usr/local
## variables: DESTDIR=DIR  put before PREFIX, for packages
## variables: CFLAGS=...  flags of the host compiler; default -O3 -g
## variables: FUZZ_SECONDS=N  duration of each fuzzer of `make fuzz`; default 60

help:
	@awk -f tests/make_help.awk $(MAKEFILE_LIST)

-include $(shell find build -path build/strangers -prune -o -name '*.d' -print 2>/dev/null)

.PHONY: all asan demo test deps size record-size format install uninstall amalgamation clean help
