/* SPDX-License-Identifier: MIT */
/* The core file of `bobbin decode -o`. */
#ifndef GEN_DECODE_CORE_H
#define GEN_DECODE_CORE_H

#include "cli/options.h"
#include "report/report_reader.h"
#include "symbolize/image_list.h"

/* Whether the user wants report INDEX of a log, from 0. */
bool decode_core_wants(const struct options *options, size_t index);

/*
 * Writes the reports of LOG that the user wants to the core that the user names. Reports of another
 * build than the first are left out, with a warning. STATUS_...
 */
int decode_core_write(const struct report_log *log, struct image_list *images,
                      const struct options *options);

#endif
