/* SPDX-License-Identifier: MIT */
/*
 * The first word of the room for the table, for bobbin.ld and insert.ld. Linkers make a section out of
 * its inputs: constant contents make it read-only and keep it out of RAM. Zero is not the table's
 * magic: nothing has been embedded yet.
 */
#include <stdint.h>

extern const uint32_t bobbin_reserve;
const uint32_t bobbin_reserve __attribute__((section(".bobbin"), used)) = 0;
