/* SPDX-License-Identifier: MIT */
/* The counters that counts.c lists: count_NAME.c has count_NAME(). */
#ifndef GEN_COUNTED_COUNTERS_H
#define GEN_COUNTED_COUNTERS_H

#include "formats/counted/counts.h"

void count_rows(const struct counter *counter, const struct reference *reference,
                struct count *out);
void count_orc(const struct counter *counter, const struct reference *reference, struct count *out);
void count_sframe(const struct counter *counter, const struct reference *reference,
                  struct count *out);
void count_apple(const struct counter *counter, const struct reference *reference,
                 struct count *out);
void count_windows(const struct counter *counter, const struct reference *reference,
                   struct count *out);

enum { ORC_X86, ORC_LOONGARCH };
enum { SFRAME_2, SFRAME_3 };

#endif
