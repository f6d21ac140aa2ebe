# SPDX-License-Identifier: MIT
# The core's decoder against a disassembler and an emulator. Not under the sanitizers, as for effects; the core
# alone is built with the one for undefined behaviour.
DECODER := build/tests/decoder
DECODER_SHARED := tests/effects/judge.c tests/effects/machine.c tests/effects/words.c
build/host/tests/decoder/%.o: HOST_FLAGS += -Itests/effects -Itests/decoder
build/ubsan/core/%.o: core/%.c
	@mkdir -p $(@D)
	$(call say,CC $@)$(CC) $(HOST_FLAGS) -fsanitize=undefined -fno-sanitize-recover=all -MMD -MP -c $< -o $@
$(DECODER): $(patsubst %.c,build/host/%.o,$(wildcard tests/decoder/*.c) $(DECODER_SHARED) $(filter-out gen/cli/main.c,$(GEN))) \
    $(patsubst %.c,build/ubsan/%.o,$(CORE))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) -fsanitize=undefined $^ $(LIBS) -lunicorn -o $@
