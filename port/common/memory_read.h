/* SPDX-License-Identifier: MIT */
/* The read function of traces. Weak in memory.c: port/processors replaces it. */
#ifndef BOBBIN_MEMORY_READ_H
#define BOBBIN_MEMORY_READ_H

#include <bobbin/port.h>

/*
 * For bobbin_env.read; CONTEXT is ignored. Stack: SIZE_BYTES 4, ADDRESS a multiple of 4, one word
 * load. Code: SIZE_BYTES 2 or 4, ADDRESS a multiple of 2, one halfword load for each 2 bytes. False
 * if the size, the alignment or the memory is wrong.
 */
bool bobbin_memory_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes);

#endif
