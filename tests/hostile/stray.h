/* SPDX-License-Identifier: MIT */
/* Wild stores to the variables of the port before a crash. */
#ifndef HOSTILE_STRAY_H
#define HOSTILE_STRAY_H

#include <stdint.h>

/*
 * RANGES is the text "START SIZE START SIZE ...", in hexadecimal. For each word of these ranges and
 * some values, stores the value and writes a report. Prints "stray N" last, the number of reports.
 */
void stray_stores(const char *ranges);

#endif
