/* SPDX-License-Identifier: MIT */
/*
 * CRC-32 as in IEEE 802.3, gzip and zip: polynomial 0x04c11db7 reflected, all ones before and
 * after. The CRC of "123456789" is 0xcbf43926.
 */
#ifndef BOBBIN_CRC32_H
#define BOBBIN_CRC32_H

#include <stdint.h>

/*
 * Continues CRC with the SIZE_BYTES at BYTES, and returns the new CRC. Pass 0 as the first CRC. The
 * result is the same whether the data is passed at once or in pieces. May be called in interrupts.
 */
uint32_t bobbin_crc32(uint32_t crc, const void *bytes, uint32_t size_bytes);

#endif
