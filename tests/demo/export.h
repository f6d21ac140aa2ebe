/* SPDX-License-Identifier: MIT */
/* Prints the log in formats for other programs. */
#ifndef DEMO_EXPORT_H
#define DEMO_EXPORT_H

#include <stdbool.h>

#include "samples.h"

/* FORMAT: "csv", "json" or "raw". False for any other format. */
bool export_samples(const struct samples *samples, const char *format);

#endif
