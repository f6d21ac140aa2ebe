/* SPDX-License-Identifier: MIT */
/* The log in formats that other programs read. */
#ifndef DEMO_EXPORT_H
#define DEMO_EXPORT_H

#include <stdbool.h>

#include "samples.h"

/* FORMAT: "csv", "json", "raw". False when there is no such format. */
bool export_samples(const struct samples *samples, const char *format);

#endif
