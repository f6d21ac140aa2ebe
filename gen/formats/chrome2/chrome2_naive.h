/* SPDX-License-Identifier: MIT */
/*
 * The layout that the document calls the conceptual representation (it proposed Chromium's tables
 * of 2021). It is here only to count its bytes. It has one part:
 *
 *   address table   u32 number of functions. For each function, ascending: u32 address, u32 offset
 *                   of its rows in the part
 *   function table  the rows of each function, ascending: u32 address from which the row holds,
 *                   uleb128 size, instructions of that size (core/foreign/chrome2.h). After these,
 *                   those of the row before are executed, until FINISH
 *
 * Addresses are relative to the base. A function extends to the start of the next function.
 */
#ifndef GEN_CHROME2_CHROME2_NAIVE_H
#define GEN_CHROME2_CHROME2_NAIVE_H

#include "formats/chrome2/chrome2_writer.h"

/* Writes the one part to OUT. Returns the bytes of its address table. */
uint32_t chrome2_naive_write(struct buffer *out, const struct chrome2_function *functions,
                             size_t count, const struct byte_pool *sequences);

extern const struct bobbin_foreign chrome2_naive_reader;

#endif
