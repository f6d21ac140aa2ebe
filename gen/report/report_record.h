/* SPDX-License-Identifier: MIT */
/* The records of a report, one function a type: fields of a line become fields of the report. */
#ifndef GEN_REPORT_RECORD_H
#define GEN_REPORT_RECORD_H

#include "report/log_scanner.h"
#include "report/report_model.h"

/*
 * Adds LINE to REPORT. False when its type is known and its fields make no sense; then nothing of a
 * frame is added. A type that is not known is true and adds nothing. Writes to LINE->fields.
 */
bool report_record_take(struct report *report, const struct report_line *line);

#endif
