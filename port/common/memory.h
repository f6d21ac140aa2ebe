/* SPDX-License-Identifier: MIT */
/*
 * Checked reads of the firmware's memory. A byte is read only if bobbin_config.memory lists it (or
 * is NULL) and bobbin_port_readable permits it.
 */
#ifndef BOBBIN_MEMORY_H
#define BOBBIN_MEMORY_H

#include "memory_read.h"

/* True if all SIZE_BYTES at ADDRESS may be read. */
bool bobbin_memory_readable(uint32_t address, uint32_t size_bytes);

/* bobbin_memory_read, in firmware with one processor. */
bool bobbin_memory_load(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes);

/* Returns the first of COUNT regions that contains ADDRESS, or NULL. REGIONS may be NULL. */
const struct bobbin_region *bobbin_region_of(const struct bobbin_region *regions, uint32_t count,
                                             uint32_t address);

#endif
