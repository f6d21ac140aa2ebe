# SPDX-License-Identifier: MIT
# Logs of a made fleet of devices.
FLEET_REPORTS := 1000000
FLEET_DEVICES := 20000
# Builds whose crashes have the same signatures: levels and states that the demo is not tested in.
SIGNATURE_BUILDS := vexpress-a9/gcc-arm-og-lto vexpress-a9/clang-thumb-og \
    vexpress-a9/gcc-arm-o3-lld-a15 versatile-r5f/gcc-thumb-o0-lto-soft

build/tests/generate: build/host/tests/fleet/generate.o build/host/tests/fleet/template.o
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ -lz -o $@

test-programs: build/tests/generate $(SIGNATURE_BUILDS:%=build/fw/%/demo.elf)

FLEET_TESTS := "fleet=sh tests/fleet/fleet.sh $(FLEET_REPORTS) $(FLEET_DEVICES)" \
    "signatures=sh tests/fleet/signatures.sh $(DEMO_BUILDS) $(SIGNATURE_BUILDS)"

## measure: fleet  triage of a million reports, and two databases that agree with it (2 min)
fleet: deps
	@$(MAKE) --no-print-directory -j$(JOBS) build/bobbin build/tests/generate demo-firmware \
	    $(DEMO_BUILDS:%=build/fw/%/demo.elf)
	@sh tests/fleet/fleet.sh $(FLEET_REPORTS) $(FLEET_DEVICES)
	@sh tests/write_table.sh gen/triage/README.md 'make fleet: time' \
	    <build/tests/fleet/$(FLEET_REPORTS)/table

.PHONY: fleet
