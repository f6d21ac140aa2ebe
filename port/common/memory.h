/* SPDX-License-Identifier: MIT */
/*
 * The one gate through which a report reads the memory of the firmware: what bobbin_config.memory
 * lists and bobbin_port_readable grants, both for every byte.
 */
#ifndef BOBBIN_MEMORY_H
#define BOBBIN_MEMORY_H

#include <bobbin/port.h>

bool bobbin_memory_readable(uint32_t address, uint32_t size_bytes);

/* For bobbin_env.read; CONTEXT is not used. Each word, or halfword of code, is loaded once. */
bool bobbin_memory_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes);

/* An aligned word of stack. */
bool bobbin_memory_word(uint32_t address, uint32_t *out);

/* The region of REGIONS that has ADDRESS, or NULL. */
const struct bobbin_region *bobbin_region_of(const struct bobbin_region *regions, uint32_t count,
                                             uint32_t address);

#endif
