/* SPDX-License-Identifier: MIT */
/* Names of the symbols that firmware links to read a table. */
#ifndef BENCH_READER_NAME_H
#define BENCH_READER_NAME_H

#include "formats/format.h"
#include "plan/plan.h"

/*
 * The symbol of FORMAT's reader. The program must export its symbols (-rdynamic). "?": the device
 * has no reader of FORMAT.
 */
const char *reader_name(const struct format *format);

/* The same for a table of Bobbin's own; "-": core alone reads it. */
const char *reader_name_of_setting(enum plan_setting setting);

#endif
