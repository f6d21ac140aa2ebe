/* SPDX-License-Identifier: MIT */
/*
 * The short form of a program, which tables store (core/format/crossing_format.h): sp and lr of the
 * code's mode are places 13 and 14, and a list may also load psr and set sp. The
 * analysis makes the long form, which names banks and loads psr and sp in steps of their own.
 */
#ifndef GEN_ROWS_CROSSING_PACK_H
#define GEN_ROWS_CROSSING_PACK_H

#include <stdint.h>

/* The most words that a program has. */
enum { CROSSING_PACK_MAX = 120 };

/*
 * Writes the short form of PROGRAM, COUNT words that end with its END, to PACKED. MODE is that of
 * its row. Returns the number of words, which is at most COUNT.
 */
uint32_t crossing_pack(const uint32_t *program, uint32_t count, uint8_t mode, uint32_t *packed);

/*
 * Writes the long form of PROGRAM, up to its last END or COUNT words of it, to WORD, which has room
 * for 3 * COUNT. Returns the number of words.
 */
uint32_t crossing_unpack(const uint32_t *program, uint32_t count, uint8_t mode, uint32_t *word);

#endif
