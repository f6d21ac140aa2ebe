# SPDX-License-Identifier: MIT
# `make bench-scale` measures the time and memory of the tool on images of growing size.
# build/tests/bench_functions writes the code: functions that all differ, the same in each run. 125
# functions make an object, 40 objects and shared.c make a part, and an image is a number of parts.
# The largest image has each part four times; the smallest is eight objects.
SCALE_DIRECTORY := $(BENCH_DIRECTORY)/scale
SCALE_FUNCTIONS := 5000 20000 50000 200000
SCALE_PARTS := 0 1 2 3 4 5 6 7 8 9
SCALE_FUNCTIONS_PER_OBJECT := 125
SCALE_FUNCTIONS_PER_PART := 5000
SCALE_FLAGS := -std=c11 -g1 -mcpu=cortex-a9 -mfpu=vfpv3-d16 -mfloat-abi=hard -fvisibility=hidden

SCALE_PART_FILES := $(SCALE_PARTS:%=$(SCALE_DIRECTORY)/part%.o)
SCALE_SMALLEST := $(SCALE_DIRECTORY)/1000.elf
SCALE_IMAGES := $(SCALE_FUNCTIONS:%=$(SCALE_DIRECTORY)/%.elf)
scale_objects = $(patsubst %,$(SCALE_DIRECTORY)/%.o,\
    $(shell seq $$((40 * $(1))) $$((40 * $(1) + 39))))
SCALE_OBJECTS := $(foreach part,$(SCALE_PARTS),$(call scale_objects,$(part)))

build/tests/bench_functions: build/host/tests/bench/host/functions.o
build/tests/bench_scale: \
    $(patsubst %,build/host/tests/bench/host/%.o,scale tool_run figure reader_name)
build/tests/bench_scale: LIBS += -rdynamic
build/tests/bench_scale: \
    $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
build/tests/bench_functions build/tests/bench_scale:
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

$(SCALE_OBJECTS): build/tests/bench_functions tests/bench/scale/object.sh tests/bench/scale/shared.h
	@mkdir -p $(@D)
	$(call say,CC $@)sh tests/bench/scale/object.sh $(basename $(@F)) $(SCALE_FUNCTIONS_PER_OBJECT) \
	    $@ $(SCALE_FLAGS)

$(SCALE_DIRECTORY)/shared.o: tests/bench/scale/shared.c tests/bench/scale/shared.h
	@mkdir -p $(@D)
	$(call say,CC $@)arm-none-eabi-gcc $(SCALE_FLAGS) -O2 -c $< -o $@

$(foreach part,$(SCALE_PARTS),\
    $(eval $(SCALE_DIRECTORY)/part$(part).o: $(call scale_objects,$(part))))
$(SCALE_PART_FILES): $(SCALE_DIRECTORY)/shared.o tests/bench/scale/part.sh
	$(call say,LD $@)sh tests/bench/scale/part.sh $@ $(filter %.o,$^)

$(SCALE_IMAGES): $(SCALE_PART_FILES) tests/bench/scale/image.sh
	$(call say,LD $@)sh tests/bench/scale/image.sh \
	    $$(($(basename $(@F)) / $(SCALE_FUNCTIONS_PER_PART))) $@ $(SCALE_PART_FILES)

$(SCALE_DIRECTORY)/part-small.o: $(wordlist 1,8,$(call scale_objects,0)) \
    $(SCALE_DIRECTORY)/shared.o tests/bench/scale/part.sh
	$(call say,LD $@)sh tests/bench/scale/part.sh $@ $(filter %.o,$^)

$(SCALE_SMALLEST): $(SCALE_DIRECTORY)/part-small.o tests/bench/scale/image.sh
	$(call say,LD $@)sh tests/bench/scale/image.sh 1 $@ $<

scale-programs: build/bobbin build/tests/bench_scale $(SCALE_SMALLEST) $(SCALE_IMAGES) \
    build/tests/bench_questions $(firstword $(BENCH_OWN_IMAGES))/bench.elf
	@:

# bench_scale fails if a run is over a limit. The page shows the figures in that case too.
## measure: bench-scale  time, memory and table size for up to 100 MB of code (hours)
bench-scale: deps
	@$(MAKE) --no-print-directory -j$(JOBS) scale-programs
	@status=0; \
	build/tests/bench_scale build/bench-scale.json $(SCALE_SMALLEST) $(SCALE_IMAGES) || status=$$?; \
	$(MAKE) --no-print-directory bench-scale-page && exit $$status

bench-scale-page:
	@awk -f tests/bench/scale/table.awk build/bench-scale.json >$(SCALE_DIRECTORY)/table.md
	@sh tests/write_table.sh tests/bench/README.md 'make bench-scale: tool' \
	    <$(SCALE_DIRECTORY)/table.md

.PHONY: scale-programs bench-scale bench-scale-page
