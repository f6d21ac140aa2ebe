/* SPDX-License-Identifier: MIT */
/* The interrupt handler writes these words below the interrupted sp; the plugin checks for them. */
#ifndef ORACLE_SCRIBBLE_H
#define ORACLE_SCRIBBLE_H

enum { SCRIBBLE_WORDS = 32 }; /* a multiple of 4 */
#define SCRIBBLE_JUNK 0xa5a5a5a5u

#endif
