/* SPDX-License-Identifier: MIT */
/* The token has six digits for the record, then those of the device, each of five bits. */
#include "record_base64.h"

#include "../format/base64.h"
#include "../format/crc32.h"
#include <bobbin/report.h>

/* Writes the token of the lines of VIEW, with its '.', to OUT. Returns its length. */
static uint32_t write_token(char out[RECORD_TOKEN_MAX], const struct record_view *view)
{
    const uint8_t *token = view->bytes + RECORD_HEADER_BYTES + 1;
    uint32_t length = token[-1] <= RECORD_TOKEN_MAX ? token[-1] : 0;
    uint32_t crc = bobbin_crc32(0, view->bytes, view->size);

    for (uint32_t i = 0; i < length; i++)
        out[i] = (char)token[i];
    if (length <= REPORT_TOKEN_DIGITS) {
        length = REPORT_TOKEN_DIGITS + 1;
        out[REPORT_TOKEN_DIGITS] = '.';
    }
    for (uint32_t i = 0; i < REPORT_TOKEN_DIGITS; i++)
        out[i] = "0123456789abcdefghijklmnopqrstuv"[crc >> (5 * i) & 31];
    return length;
}

uint32_t record_base64_line(struct record_out *out, const struct record_view *view, uint32_t offset)
{
    char token[RECORD_TOKEN_MAX];
    char group[5] = {0};

    out->damaged = false;
    record_out_begin(out, token, write_token(token, view), offset / RECORD_LINE_BYTES);
    record_out_string(out, REPORT_TYPE_RECORD " ");
    record_out_hex(out, offset, 1);
    record_out_char(out, ' ');
    for (uint32_t at = offset; at < view->size && at < offset + RECORD_LINE_BYTES; at += 3) {
        base64_put(group, view->bytes + at, view->size - at < 3 ? view->size - at : 3);
        record_out_string(out, group);
    }
    return record_out_end(out, '*');
}
