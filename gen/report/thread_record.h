/* SPDX-License-Identifier: MIT */
/* Parses the lines of one trace: registers, frames, exceptions, skip and stop. */
#ifndef GEN_REPORT_THREAD_RECORD_H
#define GEN_REPORT_THREAD_RECORD_H

#include "report/report_model.h"

/* Whether lines of TYPE, without "other-", belong to a trace. */
bool thread_record_knows(const char *type);

/*
 * Adds a line of TYPE, without "other-", to THREAD. Returns false if the fields are invalid; no
 * frame is added then. A line of unknown type adds nothing, and the result is true.
 */
bool thread_record_read(struct report_thread *thread, const char *type, char *fields);

#endif
