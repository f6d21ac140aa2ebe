# SPDX-License-Identifier: MIT
# Compares the instruction effects that the analysis derives with an emulator. The sanitizers are
# off, because they would also check the code that the emulator generates.
EFFECTS := build/tests/effects
build/host/tests/effects/%.o: HOST_FLAGS += -Itests/effects
$(EFFECTS): \
    $(patsubst %.c,build/host/%.o,$(wildcard tests/effects/*.c) $(CORE)) \
    $(patsubst %.c,build/host/%.o,$(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -lunicorn -o $@
