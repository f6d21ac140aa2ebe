/* SPDX-License-Identifier: MIT */
/* bobbin size --formats: the size of the table of an image in each format, one line each. */
#ifndef GEN_SIZE_FORMATS_H
#define GEN_SIZE_FORMATS_H

#include "cli/options.h"

/* STATUS_...: PROBLEMS if no source gives a rule for any instruction. */
int size_formats(const struct options *options);

#endif
