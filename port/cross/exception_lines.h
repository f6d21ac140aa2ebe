/* SPDX-License-Identifier: MIT */
/* Report lines "exception". */
#ifndef BOBBIN_EXCEPTION_LINES_H
#define BOBBIN_EXCEPTION_LINES_H

#include "../common/line_writer.h"

/*
 * Prints that the step to frame NUMBER has crossed exception VECTOR (enum bobbin_vector), and the
 * registers of CURSOR, which are those of the interrupted code.
 */
void bobbin_exception_lines(struct bobbin_report *report, uint32_t number, uint32_t vector,
                            const struct bobbin_cursor *cursor);

#endif
