/* SPDX-License-Identifier: MIT */
/* The part of debug_index_load that removes debug information of code that the linker discarded. */
#ifndef GEN_SYMBOLIZE_DEBUG_INDEX_LIVE_H
#define GEN_SYMBOLIZE_DEBUG_INDEX_LIVE_H

#include "symbolize/debug_index.h"

/* Keep only the live functions or line sequences, and sort them by address. */
void debug_index_live_functions(struct debug_index *debug);
void debug_index_live_sequences(struct debug_index *debug);

#endif
