# SPDX-License-Identifier: MIT
# The lockstep oracle: a plugin for QEMU. core and gen in it are compiled once more, as a plugin must be.
ORACLE := build/tests/oracle.so
ORACLE_SOURCES := $(addprefix tests/oracle/,plugin.c classify.c code.c licences.c guest.c shadow.c check.c \
    findings.c result.c options.c)

# core and gen both have a table.h.
build/pic/tests/%.o: HOST_FLAGS += -I.

build/pic/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC $@)$(CC) $(HOST_FLAGS) -fPIC -fvisibility=hidden -MMD -MP -c $< -o $@

# What QEMU has is found when it loads the plugin.
$(ORACLE): $(patsubst %.c,build/pic/%.o,$(ORACLE_SOURCES) $(CORE) $(filter-out gen/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) -shared $^ $(LIBS) -o $@
