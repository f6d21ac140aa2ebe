/* SPDX-License-Identifier: MIT */
/* Damaged copies of the image's table. The last byte of a copy is before a guard page. */
#ifndef HOSTILE_TABLES_H
#define HOSTILE_TABLES_H

#include <bobbin/bobbin.h>

/*
 * Copies TABLE and changes some of its bytes. Opens the copy as DAMAGED and returns true, or
 * returns false if the core refuses it.
 */
bool tables_damage(const struct bobbin_table *table, struct bobbin_table *damaged);

/* The end of the heap that remains for other uses: a copy of TABLE begins there. */
uint32_t tables_start(const struct bobbin_table *table);

#endif
