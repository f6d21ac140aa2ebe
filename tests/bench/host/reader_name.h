/* SPDX-License-Identifier: MIT */
/* What firmware links to read a table. */
#ifndef BENCH_READER_NAME_H
#define BENCH_READER_NAME_H

#include "formats/format.h"
#include "plan/plan.h"

/* The symbol of FORMAT's reader, which the program must export; "?": only a function of this host reads it, or none. */
const char *reader_name(const struct format *format);

/* The same of Bobbin's own; "-": core by itself. */
const char *reader_name_of_setting(enum plan_setting setting);

#endif
