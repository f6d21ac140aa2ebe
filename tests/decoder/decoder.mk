# SPDX-License-Identifier: MIT
# Tests the core's decoder against a disassembler and an emulator. As in effects.mk, the sanitizers
# are off. Only the core is built with the sanitizer for undefined behaviour.
DECODER := build/tests/decoder
DECODER_SHARED := tests/effects/judge.c tests/effects/machine.c tests/effects/words.c
build/host/tests/decoder/%.o: HOST_FLAGS += -Itests/effects -Itests/decoder
build/ubsan/core/%.o: core/%.c
	@mkdir -p $(@D)
	$(call say,CC $@)$(CC) $(HOST_FLAGS) -fsanitize=undefined -fno-sanitize-recover=all \
	    -MMD -MP -c $< -o $@
$(DECODER): \
    $(patsubst %.c,build/host/%.o,$(wildcard tests/decoder/*.c) $(DECODER_SHARED)) \
    $(patsubst %.c,build/host/%.o,$(filter-out gen/cli/main.c,$(GEN))) \
    $(patsubst %.c,build/ubsan/%.o,$(CORE))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) -fsanitize=undefined $^ $(LIBS) -lunicorn -o $@
