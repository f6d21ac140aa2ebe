/* SPDX-License-Identifier: MIT */
/* A relocatable ARM object with nothing but a table in section .bobbin, for those who relink. */
#ifndef GEN_ELF_OBJECT_WRITER_H
#define GEN_ELF_OBJECT_WRITER_H

#include <stdint.h>

struct buffer;

/* Appends the object file to OUT. */
void object_write(struct buffer *out, const uint8_t *table, uint32_t size_bytes);

#endif
