/* SPDX-License-Identifier: MIT */
/*
 * Writes a relocatable ARM object that contains only a table, in section .bobbin. For users who
 * link the table into their firmware.
 */
#ifndef GEN_ELF_OBJECT_WRITER_H
#define GEN_ELF_OBJECT_WRITER_H

#include <stdint.h>

struct buffer;

/* Appends the object file to OUT. */
void object_write(struct buffer *out, const uint8_t *table, uint32_t size_bytes);

#endif
