/* SPDX-License-Identifier: MIT */
/* Strings of the firmware's: by the time of a crash the pointer to one may be garbage. */
#ifndef BOBBIN_UNTRUSTED_TEXT_H
#define BOBBIN_UNTRUSTED_TEXT_H

#include <bobbin/port.h>

/*
 * The character at TEXT, asked for before it is read: the zero byte where it cannot be. There may be
 * no zero byte for a long way, so the caller sets a bound.
 */
static inline char bobbin_untrusted_char(const char *text)
{
    return bobbin_port_readable((uint32_t)(uintptr_t)text, 1) ? *text : '\0';
}

#endif
