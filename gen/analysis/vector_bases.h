/* SPDX-License-Identifier: MIT */
/* The addresses that code writes to VBAR, HVBAR and MVBAR. For vector_tables.c. */
#ifndef GEN_ANALYSIS_VECTOR_BASES_H
#define GEN_ANALYSIS_VECTOR_BASES_H

#include "analysis/regions.h"

/* Set it to zero to start. The caller frees TABLE. */
struct vector_bases {
    struct vector_table *table; /* an address may be there more than once */
    size_t count, capacity;
};

/*
 * Notes the constants that the current region of ANALYSIS may write to a vector base register. It
 * reads the straight code before each write. A value of any other origin is ignored.
 */
void vector_bases_note(struct vector_bases *bases, const struct analysis *analysis);

#endif
