/* SPDX-License-Identifier: MIT */
/* Names that users gave to sensors. */
#ifndef DEMO_LABELS_H
#define DEMO_LABELS_H

#include <stdbool.h>
#include <stdint.h>

#define LABEL_BYTES 16

/* False if there is no such sensor. On purpose, TEXT is not limited to LABEL_BYTES - 1. */
bool label_set(uint32_t sensor, const char *text);

void labels_print(void);

#endif
