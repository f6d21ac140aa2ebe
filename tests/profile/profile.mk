# SPDX-License-Identifier: MIT
# What tests of `bobbin profile` need: sets of captures, made. `make bench-profile` merges a large one.
CAPTURE_SET := build/tests/capture_set
build/host/tests/profile/%.o build/host/tests/unit/made_capture.o: HOST_FLAGS += -Itests/unit
$(CAPTURE_SET): build/host/tests/profile/capture_set.o build/host/tests/unit/made_capture.o \
    $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

# Reads screenshots.
build/tests/pixels: build/host/tests/profile/pixels.o
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ -lz -o $@

test-programs: $(CAPTURE_SET) build/tests/pixels

## consumers  install pprof, a browser and speedscope, which open profiles in tests; without them that is skipped
consumers:
	@sh tests/profile/install.sh

.PHONY: consumers
