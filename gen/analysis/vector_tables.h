/* SPDX-License-Identifier: MIT */
/*
 * Exception vector tables (ARM ARM B1.8.1): finds them, and makes their code roots and exception
 * handlers. For prescan.c.
 */
#ifndef GEN_ANALYSIS_VECTOR_TABLES_H
#define GEN_ANALYSIS_VECTOR_TABLES_H

#include "analysis/regions.h"
#include "analysis/vector_bases.h"
#include "elf/vectors.h"

/* Up to eight consecutive instructions, from a multiple of 32 on. */
struct vector_window {
    struct node node[VECTORS];
    size_t count;
};

/* Set it to zero to start. */
struct vector_tables {
    struct vector_window window;
    struct vector_window *table; /* windows that look like a vector table */
    size_t count, capacity;
    struct vector_bases bases;
};

/* Looks at NODE. Call it for each instruction of the image, in ascending order. */
void vector_tables_pass(struct vector_tables *tables, const struct node *node);

/*
 * Forces the contexts of the code in the tables, and of the code to which they lead. A table counts
 * whatever its slots are if TABLES.bases or the user names it. Otherwise it needs its shape, and
 * only the processor may enter it. The jumps of all regions are known. Frees the contents of
 * TABLES.
 */
void vector_tables_force(struct vector_tables *tables, struct analysis *analysis);

#endif
