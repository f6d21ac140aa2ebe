/* SPDX-License-Identifier: MIT */
/* Finds the records in a file of any kind: bytes, a dump of memory, or a hex dump. Finds a text log
   in a hex dump. */
#ifndef GEN_RECORD_RECORD_INPUT_H
#define GEN_RECORD_RECORD_INPUT_H

#include "record/record_find.h"
#include "util/buffer.h"

/*
 * Looks for records in IN, which must be able to seek, and rewinds it. Leaves FOUND empty if IN is
 * a text log: those have records as lines. Returns false if IN cannot be read.
 */
bool record_input_find(struct found_records *found, FILE *in);

/*
 * If IN is the hex dump of a text log, appends that log to LOG and returns true. Rewinds IN, if it
 * can seek.
 */
bool record_input_log(FILE *in, struct buffer *log);

#endif
