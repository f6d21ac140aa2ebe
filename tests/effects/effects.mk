# SPDX-License-Identifier: MIT
# What the analysis says of instructions, compared with an emulator. Not under the sanitizers: they would
# watch the emulator's generated code, and it is the analysis that is tested.
EFFECTS := build/tests/effects
build/host/tests/effects/%.o: HOST_FLAGS += -Itests/effects
$(EFFECTS): $(patsubst %.c,build/host/%.o,$(wildcard tests/effects/*.c) $(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -lunicorn -o $@
