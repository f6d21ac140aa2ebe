/* SPDX-License-Identifier: MIT */
/* Whether a report of grammar 1, whose lines have no token, seems to have lines of two crashes. */
#ifndef GEN_REPORT_REPORT_DOUBT_H
#define GEN_REPORT_REPORT_DOUBT_H

#include "report/report_model.h"

/* Returns why lines of REPORT may be of another one, or NULL. */
const char *report_doubt(const struct report *report);

#endif
