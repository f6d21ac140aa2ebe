# SPDX-License-Identifier: MIT
# What tests of `bobbin profile` need: sets of captures, made.
CAPTURE_SET := build/tests/capture_set
build/host/tests/profile/%.o build/host/tests/unit/made_capture.o: HOST_FLAGS += -Itests/unit
$(CAPTURE_SET): build/host/tests/profile/capture_set.o build/host/tests/unit/made_capture.o \
    $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

# Reads screenshots.
build/tests/pixels: build/host/tests/profile/pixels.o
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ -lz -o $@

# A fleet's captures: 10 million samples of 100,000 stacks.
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

## test: consumers  install pprof, a browser and speedscope for profile tests
consumers:
	@sh tests/profile/install.sh

.PHONY: bench-profile consumers
