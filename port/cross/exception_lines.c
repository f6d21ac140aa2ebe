/* SPDX-License-Identifier: MIT */
#include "exception_lines.h"

#include "../crash/context_lines.h"
#include <bobbin/cross.h>

void bobbin_exception_lines(struct bobbin_report *report, uint32_t number, uint32_t vector,
                            const struct bobbin_cursor *cursor)
{
    struct bobbin_register_list list = {
        .type = REPORT_TYPE_EXCEPTION,
        .frame = number,
        .r = cursor->r,
        .cpsr = 0,
        .d = NULL,
        .valid = cursor->valid,
        .first = 0,
        .last = BOBBIN_LR,
    };

    bobbin_line_begin(report, REPORT_TYPE_EXCEPTION);
    bobbin_line_number(report, " ", number);
    bobbin_line_word(report, bobbin_vector_word(vector));
    bobbin_line_hex(report, cursor->r[BOBBIN_PC]);
    bobbin_line_hex(report, cursor->cpsr);
    bobbin_line_end(report);
    bobbin_register_list(report, &list);
}
