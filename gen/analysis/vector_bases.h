/* SPDX-License-Identifier: MIT */
/* The addresses that code writes to VBAR, HVBAR and MVBAR. For vector_tables.c. */
#ifndef GEN_ANALYSIS_VECTOR_BASES_H
#define GEN_ANALYSIS_VECTOR_BASES_H

#include "analysis/regions.h"

/* FUNCTION writes its argument in register NUMBER, plus ADDED and without CLEARED, to BASE. */
struct vector_setter {
    uint32_t function;
    uint32_t added, cleared;
    uint8_t number;
    uint8_t base; /* enum vector_base */
};

/* Set it to zero to start. vector_bases_free frees it. */
struct vector_bases {
    struct vector_table *table; /* an address may be there more than once */
    size_t count, capacity;
    struct vector_setter *setter;
    size_t setters_count, setters_capacity;
    bool unknown; /* code writes an address that is not known */
};

/*
 * Notes the constants that the current region of ANALYSIS may write to a vector base register, and
 * the functions that write an argument. It reads the straight code before each write.
 */
void vector_bases_note(struct vector_bases *bases, const struct analysis *analysis);

/*
 * Notes the constants that calls pass to the functions of BASES. All regions have been noted, and
 * calls and taken addresses are known. Changes the current region of ANALYSIS.
 */
void vector_bases_follow_calls(struct vector_bases *bases, struct analysis *analysis);

void vector_bases_free(struct vector_bases *bases);

#endif
