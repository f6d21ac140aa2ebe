/* SPDX-License-Identifier: MIT */
/* The table of exception vectors (ARM ARM B1.8.1): jumps in a row. */
#ifndef GEN_ELF_VECTORS_H
#define GEN_ELF_VECTORS_H

/* How many; the one that no exception has; the last, where its handler may start; and where a table may stand. */
enum { VECTORS = 8, VECTOR_RESERVED = 5, VECTOR_FIQ = 7, VECTORS_ALIGNMENT = 32 };

#endif
