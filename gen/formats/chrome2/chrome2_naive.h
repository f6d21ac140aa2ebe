/* SPDX-License-Identifier: MIT */
/*
 * What the document that proposed Chromium's tables of 2021 calls the conceptual representation, to
 * have its bytes counted. One part:
 *
 *   address table   u32 number of functions, then for each u32 address and u32 offset of its rows
 *                   in the part, ascending
 *   function table  the rows of each function, ascending: u32 address from which on it holds,
 *                   uleb128 size, and as many instructions (core/foreign/chrome2.h), behind which
 *                   those of the row before are executed, up to FINISH
 *
 * Addresses count from the base on. A function goes on until the next one starts.
 */
#ifndef GEN_CHROME2_NAIVE_H
#define GEN_CHROME2_NAIVE_H

#include "formats/chrome2/chrome2_writer.h"

/* Returns the bytes of the address table. */
uint32_t chrome2_naive_write(struct buffer *out, const struct chrome2_function *functions,
                             size_t count, const struct byte_pool *sequences);

#endif
