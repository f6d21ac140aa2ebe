/* SPDX-License-Identifier: MIT */
/* CRC-32 as in IEEE 802.3, gzip and zip: polynomial 0x04c11db7 reflected, all ones before and after. */
#ifndef BOBBIN_CRC32_H
#define BOBBIN_CRC32_H

#include <stdint.h>

/* The CRC of what CRC stands for followed by SIZE_BYTES at BYTES. Start with 0. */
uint32_t bobbin_crc32(uint32_t crc, const void *bytes, uint32_t size_bytes);

#endif
