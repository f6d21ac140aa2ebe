/* SPDX-License-Identifier: MIT */
/* Reads a string of the firmware through a pointer that may be wrong after a crash. */
#ifndef BOBBIN_UNTRUSTED_TEXT_H
#define BOBBIN_UNTRUSTED_TEXT_H

#include <bobbin/port.h>

/*
 * Returns the character at TEXT, or the zero byte if it cannot be read. The caller must limit the
 * number of characters: the string may have no end.
 */
static inline char bobbin_untrusted_char(const char *text)
{
    return bobbin_port_readable((uint32_t)(uintptr_t)text, 1) ? *text : '\0';
}

#endif
