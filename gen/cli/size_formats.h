/* SPDX-License-Identifier: MIT */
/* bobbin size --formats: what an image takes in each format there is, one line each. */
#ifndef GEN_SIZE_FORMATS_H
#define GEN_SIZE_FORMATS_H

#include "cli/table_options.h"

/* STATUS_...: PROBLEMS where no source knows any rule. */
int size_formats(const struct options *options);

#endif
