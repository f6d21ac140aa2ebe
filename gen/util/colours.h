/* SPDX-License-Identifier: MIT */
/* Escape sequences of terminals (ECMA-48, SGR). */
#ifndef GEN_UTIL_COLOURS_H
#define GEN_UTIL_COLOURS_H

#define TEXT_BOLD   "\033[1m"
#define TEXT_FAINT  "\033[2m"
#define TEXT_YELLOW "\033[33m"
#define TEXT_PLAIN  "\033[0m"

#endif
