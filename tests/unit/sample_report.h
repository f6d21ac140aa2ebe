/* SPDX-License-Identifier: MIT */
/* Made report lines for the tests of records, with their CRCs. */
#ifndef SAMPLE_REPORT_H
#define SAMPLE_REPORT_H

#include <stdint.h>

#define SAMPLE_LINE_BYTES 256

/* Writes "%bobbin TOKENSEQ TEXT MARKCRC" without CR LF to OUT. Returns its length. */
uint32_t sample_line(char out[SAMPLE_LINE_BYTES], const char *token, uint32_t sequence,
                     const char *text, char mark);

/* A report of ten frames as the demo sends it, without stack words; ends with NULL. */
extern const char *const sample_report[];
#define SAMPLE_TOKEN "0a1b2c3d4e."

#endif
