# SPDX-License-Identifier: MIT
# What `make test` runs. Every test prints TAP; tests/run.sh runs them and adds up.

# Unit tests: cmocka, one program a file, host code under the sanitizers.
UNIT_TESTS := $(patsubst tests/unit/%.c,%,$(sort $(wildcard tests/unit/test_*.c)))
UNIT_COMMON := $(filter-out tests/unit/test_%,$(sort $(wildcard tests/unit/*.c)))
UNIT_PORT := $(sort $(wildcard port/*.c port/armv7/fault_codes.c port/armv7/return_address.c))
UNIT_LIBRARY := build/tests/unit.a

build/asan/tests/unit/%.o: HOST_FLAGS += -Iport -Iport/armv7 -Itests/unit

$(UNIT_LIBRARY): $(patsubst %.c,build/asan/%.o,$(CORE) $(filter-out gen/main.c,$(GEN)) $(UNIT_COMMON))
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR $@)ar rcs $@ $^

build/tests/unit/%: build/asan/tests/unit/%.o $(UNIT_LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -lcmocka -o $@
