/* SPDX-License-Identifier: MIT */
/* What the interrupt handler writes below the interrupted sp, and the plugin looks for there. */
#ifndef ORACLE_SCRIBBLE_H
#define ORACLE_SCRIBBLE_H

enum { SCRIBBLE_WORDS = 32 }; /* a multiple of 4 */
#define SCRIBBLE_JUNK 0xa5a5a5a5u

#endif
