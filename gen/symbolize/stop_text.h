/* SPDX-License-Identifier: MIT */
/* Why a trace ended, in plain words. */
#ifndef GEN_STOP_TEXT_H
#define GEN_STOP_TEXT_H

#include "symbolize/symbolizer.h"

/* Never NULL; for BOBBIN_STOPS and beyond it says that the reason is not known. */
const char *stop_text(enum bobbin_stop stop);

/*
 * What VALUE means with STOP, to TEXT: " (0x00008034, memcpy+0x10)", " (r4)", or "" where it means
 * nothing. NAMES may be NULL.
 */
const char *stop_value_text(enum bobbin_stop stop, uint32_t value, const struct symbolizer *names,
                            char *text, size_t text_size);

#endif
