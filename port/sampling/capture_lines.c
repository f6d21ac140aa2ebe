/* SPDX-License-Identifier: MIT */
/* Writes a capture as lines of text; core/format/CAPTURE.md, section 7, specifies them. */
#include "../../core/format/base64.h"
#include "../common/line_writer.h"
#include <bobbin/sampler.h>

/* Begins a line for bytes from OFFSET. Returns how many fit. */
static uint32_t begin_line(struct bobbin_report *report, uint32_t offset)
{
    uint32_t fit;

    bobbin_line_begin(report, PROFILE_LINE_TYPE);
    bobbin_line_hex(report, offset);
    bobbin_line_put(report, " ");
    fit = bobbin_line_room(report) / 4 * 3;
    return fit < PROFILE_LINE_BYTES ? fit : PROFILE_LINE_BYTES;
}

static void end_line(struct bobbin_report *report, const uint8_t *bytes, uint32_t size_bytes)
{
    char text[5];

    text[4] = '\0';
    for (uint32_t i = 0; i < size_bytes; i += 3) {
        base64_put(text, bytes + i, size_bytes - i < 3 ? size_bytes - i : 3);
        bobbin_line_put(report, text);
    }
    bobbin_line_end(report);
}

/* Sends the header a second time, because a capture without its header cannot be decoded. */
static void put_header_again(struct bobbin_report *report, const struct bobbin_capture *capture)
{
    uint32_t at = 0, left, size_bytes;

    while ((left = capture->header_bytes - at) > 0) {
        size_bytes = begin_line(report, at);
        if (size_bytes > left)
            size_bytes = left;
        end_line(report, capture->header + at, size_bytes);
        at += size_bytes;
    }
}

void bobbin_capture_send(struct bobbin_profile *profile)
{
    struct bobbin_capture capture;
    struct bobbin_report report;
    uint8_t bytes[PROFILE_LINE_BYTES];
    uint32_t offset = 0, got;

    bobbin_capture_begin(&capture, profile);
    bobbin_report_begin(&report, &bobbin_config,
                        bobbin_report_hash(0, capture.header, capture.header_bytes));
    while ((got = bobbin_capture_next(&capture, bytes, begin_line(&report, offset))) > 0) {
        end_line(&report, bytes, got);
        offset += got;
    }
    put_header_again(&report, &capture);
}
