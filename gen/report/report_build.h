/* SPDX-License-Identifier: MIT */
/* Builds a report from its lines: puts continued lines together, and counts what is missing. */
#ifndef GEN_REPORT_REPORT_BUILD_H
#define GEN_REPORT_REPORT_BUILD_H

#include "report/report_group.h"
#include "report/report_model.h"
#include "report/report_warner.h"

/* Fills REPORT, which report_free frees. Warns about what is missing or invalid. */
void report_build(struct report *report, const struct report_group *group,
                  struct report_warner *warner);

#endif
