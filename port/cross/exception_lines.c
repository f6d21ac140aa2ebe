/* SPDX-License-Identifier: MIT */
#include "exception_lines.h"

#include <bobbin/cross.h>

/* With three the line has at most 78 characters. */
#define REGISTERS_PER_LINE 3

static void begin_line(struct bobbin_report *report, uint32_t number)
{
    bobbin_line_begin(report, REPORT_TYPE_EXCEPTION);
    bobbin_line_number(report, " ", number);
}

static void put_register(struct bobbin_report *report, uint32_t number, uint32_t value)
{
    bobbin_line_number(report, " r", number);
    bobbin_line_put(report, "=");
    bobbin_line_put_hex(report, value);
}

void bobbin_exception_lines(struct bobbin_report *report, uint32_t number, uint32_t vector,
                            const struct bobbin_cursor *cursor)
{
    uint32_t on_line = 0;

    begin_line(report, number);
    bobbin_line_word(report, bobbin_vector_word(vector));
    bobbin_line_field(report, "pc", cursor->r[BOBBIN_PC]);
    bobbin_line_field(report, "cpsr", cursor->cpsr);
    for (uint32_t i = 0; i < BOBBIN_PC; i++) {
        if (!(cursor->valid & BOBBIN_VALID_R(i)))
            continue;
        if (on_line++ % REGISTERS_PER_LINE == 0) {
            bobbin_line_end(report);
            begin_line(report, number);
        }
        put_register(report, i, cursor->r[i]);
    }
    bobbin_line_end(report);
}
