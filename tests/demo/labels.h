/* SPDX-License-Identifier: MIT */
/* Names that people gave to sensors. */
#ifndef DEMO_LABELS_H
#define DEMO_LABELS_H

#include <stdbool.h>
#include <stdint.h>

#define LABEL_BYTES 16

/* False when there is no such sensor. TEXT is cut at LABEL_BYTES - 1 only by those who think of it. */
bool label_set(uint32_t sensor, const char *text);

void labels_print(void);

#endif
