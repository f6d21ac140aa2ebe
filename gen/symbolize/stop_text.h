/* SPDX-License-Identifier: MIT */
/* Explains in plain words why a trace ended. */
#ifndef GEN_SYMBOLIZE_STOP_TEXT_H
#define GEN_SYMBOLIZE_STOP_TEXT_H

#include "symbolize/debug_index.h"
#include <bobbin/bobbin.h>

/* Whether a trace that ends with STOP has all its callers. */
bool stop_is_complete(enum bobbin_stop stop);

/*
 * Returns the text, never NULL. For BOBBIN_STOPS and larger values the text says that the reason is
 * unknown.
 */
const char *stop_text(enum bobbin_stop stop);

/*
 * Returns what the firmware may have done to its stack or registers to end the trace in this way;
 * NULL if nothing. It holds only if the rules of all frames are proved.
 */
const char *stop_cause_text(enum bobbin_stop stop);

/*
 * Writes the meaning of VALUE, for this STOP, to TEXT: " (0x00008034, memcpy+0x10)", " (r4)", or ""
 * if the value has no meaning. DEBUG may be NULL.
 */
const char *stop_value_text(enum bobbin_stop stop, uint32_t value, const struct debug_index *debug,
                            char *text, size_t text_size);

#endif
