/* SPDX-License-Identifier: MIT */
/* Writes a capture as lines of text; core/format/CAPTURE.md, section 7, specifies them. */
#include "../common/line_writer.h"
#include <bobbin/sampler.h>

#define BASE64_CHARS(size_bytes) (((size_bytes) + 2) / 3 * 4)

/* Encodes COUNT bytes (1 to 3) as four characters of base64 (RFC 4648, section 4). */
static void put_base64(char *out, const uint8_t *bytes, uint32_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t word = (uint32_t)bytes[0] << 16;

    if (count > 1)
        word |= (uint32_t)bytes[1] << 8;
    if (count > 2)
        word |= bytes[2];
    for (uint32_t i = 0; i < 4; i++)
        out[i] = i <= count ? digits[word >> (18 - 6 * i) & 63] : '=';
}

static void put_line(struct bobbin_report *report, const uint8_t *name, uint32_t offset,
                     const uint8_t *bytes, uint32_t size_bytes)
{
    char text[BASE64_CHARS(PROFILE_LINE_BYTES) + 1];
    uint32_t length = 0;

    for (uint32_t i = 0; i < size_bytes; i += 3, length += 4)
        put_base64(text + length, bytes + i, size_bytes - i < 3 ? size_bytes - i : 3);
    text[length] = '\0';
    bobbin_line_begin(report, PROFILE_LINE_TYPE);
    bobbin_line_put(report, " ");
    for (uint32_t i = 4; i-- > 0;)
        bobbin_line_put_byte(report, name[i]);
    bobbin_line_put(report, " ");
    bobbin_line_put_hex(report, offset);
    bobbin_line_word(report, text);
    bobbin_line_end(report);
}

/* Sends the header a second time, because a capture without its header cannot be decoded. */
static void put_header_again(struct bobbin_report *report, const struct bobbin_capture *capture)
{
    for (uint32_t at = 0; at < capture->header_bytes; at += PROFILE_LINE_BYTES) {
        uint32_t left = capture->header_bytes - at;
        put_line(report, capture->header + PROFILE_HEADER_CRC, at, capture->header + at,
                 left < PROFILE_LINE_BYTES ? left : PROFILE_LINE_BYTES);
    }
}

void bobbin_capture_send(struct bobbin_profile *profile)
{
    struct bobbin_capture capture;
    struct bobbin_report report;
    uint8_t bytes[PROFILE_LINE_BYTES];
    uint32_t offset = 0, got;

    bobbin_report_begin(&report, &bobbin_config);
    bobbin_capture_begin(&capture, profile);
    while ((got = bobbin_capture_next(&capture, bytes, sizeof(bytes))) > 0) {
        put_line(&report, capture.header + PROFILE_HEADER_CRC, offset, bytes, got);
        offset += got;
    }
    put_header_again(&report, &capture);
}
