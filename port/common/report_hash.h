/* SPDX-License-Identifier: MIT */
/* What the token of a report is made of. Weak in line_writer.c: port/record replaces it. */
#ifndef BOBBIN_REPORT_HASH_H
#define BOBBIN_REPORT_HASH_H

#include <stdint.h>

/* A hash of BYTES and of HASH, which is 0 or another result. */
uint32_t bobbin_report_hash(uint32_t hash, const void *bytes, uint32_t size_bytes);

#endif
