# SPDX-License-Identifier: MIT
# Programs for the tests of `bobbin profile`. capture_set writes sets of made captures.
CAPTURE_SET := build/tests/capture_set
build/host/tests/profile/%.o build/host/tests/unit/made_capture.o: HOST_FLAGS += -Itests/unit
$(CAPTURE_SET): build/host/tests/profile/capture_set.o build/host/tests/unit/made_capture.o \
    $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

# Reads the screenshots of a browser.
build/tests/pixels: build/host/tests/profile/pixels.o
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ -lz -o $@

# The captures of a fleet: 100 files with 10 million samples of 100,000 stacks.
MERGE_IMAGE := build/bench/thumb-os/bench.elf
MERGE_SET := build/bench/captures
build/tests/bench_merge: build/host/tests/profile/merge.o build/host/tests/bench/host/tool_run.o \
    $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@
build/host/tests/profile/merge.o: HOST_FLAGS += -Itests/bench/host

$(MERGE_SET)/0000: $(CAPTURE_SET) $(MERGE_IMAGE)
	@rm -rf $(@D)
	@mkdir -p $(@D)
	$(call say,CAPTURES $(@D))$(CAPTURE_SET) $(MERGE_IMAGE) $(@D)/ 100 100000 10000000

test-programs: $(CAPTURE_SET) build/tests/pixels build/tests/bench_merge $(MERGE_SET)/0000

## measure: bench-profile  time and memory to merge 10 million samples (2 min)
bench-profile: deps
	@$(MAKE) --no-print-directory -j$(JOBS) build/bobbin build/tests/bench_merge $(MERGE_SET)/0000
	@build/tests/bench_merge build/bench-profile.json $(MERGE_IMAGE) $(MERGE_SET)
	@awk -f tests/profile/merge_table.awk build/bench-profile.json >build/bench-profile.md
	@sh tests/write_table.sh gen/profile/README.md 'make bench-profile: tool' <build/bench-profile.md

## test: consumers  install pprof, a browser and speedscope for profile tests
consumers:
	@sh tests/profile/install.sh

.PHONY: bench-profile consumers
