/* SPDX-License-Identifier: MIT */
/*
 * Parses the lines of a report. One function per line type stores the fields of a line in the
 * report.
 */
#ifndef GEN_REPORT_REPORT_RECORD_H
#define GEN_REPORT_REPORT_RECORD_H

#include "report/log_scanner.h"
#include "report/report_model.h"

/*
 * Adds LINE to REPORT. Returns false if its type is known but its fields are invalid; no frame is
 * added then. A line of unknown type adds nothing, and the result is true. Changes LINE->fields.
 */
bool report_record_read(struct report *report, const struct report_line *line);

#endif
