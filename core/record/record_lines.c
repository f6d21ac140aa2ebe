/* SPDX-License-Identifier: MIT */
/* Reads records. A record is untrusted input: each length is checked before it is used. */
#include "record_lines.h"

#include "../format/bytes.h"
#include "../format/crc32.h"
#include "record_number.h"
#include <bobbin/report.h>
#include <stddef.h>

/* ---- the header ------------------------------------------------------------------------------ */

/* The length that the end at BYTES + AT gives, or 0 if the end is invalid. */
static uint32_t valid_length(const uint8_t *bytes, uint32_t size_bytes, uint32_t at)
{
    const uint8_t *end = bytes + at;
    uint32_t length = bytes_u16(end + RECORD_END_LENGTH), crc;

    if (length <= RECORD_HEADER_BYTES || length > size_bytes || length > RECORD_BYTES_MAX)
        return 0;
    crc = bobbin_crc32(0, bytes, RECORD_CHECKED_BYTES);
    crc = bobbin_crc32(crc, bytes + RECORD_HEADER_BYTES, length - RECORD_HEADER_BYTES);
    crc = bobbin_crc32(crc, end + RECORD_END_LENGTH, 2);
    return crc == bytes_u32(end + RECORD_END_CRC) ? length : 0;
}

/* Code that writes records also has their magic. */
static bool is_later_version(const uint8_t *bytes)
{
    return bytes[RECORD_AT_VERSION] > RECORD_VERSION && bytes[RECORD_AT_VERSION] < 16 &&
           bytes[RECORD_AT_HEADER_BYTES] >= RECORD_HEADER_BYTES;
}

enum record_error record_open(struct record_view *view, const uint8_t *bytes, uint32_t size_bytes)
{
    uint32_t lengths[2];

    if (size_bytes < 4 || bytes_u32(bytes) != RECORD_MAGIC)
        return RECORD_NOT_ONE;
    if (size_bytes < RECORD_HEADER_BYTES)
        return RECORD_DAMAGED_ONE;
    if (bytes[RECORD_AT_VERSION] != RECORD_VERSION)
        return is_later_version(bytes) ? RECORD_TOO_NEW : RECORD_NOT_ONE;
    if (bytes[RECORD_AT_HEADER_BYTES] != RECORD_HEADER_BYTES)
        return RECORD_NOT_ONE;
    for (uint32_t i = 0; i < 2; i++)
        lengths[i] = valid_length(bytes, size_bytes, RECORD_AT_END + i * RECORD_END_BYTES);
    view->bytes = bytes;
    view->size = lengths[0] > lengths[1] ? lengths[0] : lengths[1];
    view->sequence = bytes_u32(bytes + RECORD_AT_SEQUENCE);
    view->counters.boots = bytes_u32(bytes + RECORD_AT_BOOTS);
    view->counters.crashes = bytes_u32(bytes + RECORD_AT_CRASHES);
    view->counters.crashes_since_alive = bytes_u16(bytes + RECORD_AT_SINCE_ALIVE);
    view->counters.crash_boots = bytes_u16(bytes + RECORD_AT_CRASH_BOOTS);
    return view->size ? RECORD_OK : RECORD_DAMAGED_ONE;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* The next byte; 0 after the last one, and the record is damaged. */
static uint32_t take(struct record_lines *lines)
{
    if (lines->at >= lines->view->size) {
        lines->damaged = true;
        return 0;
    }
    return lines->view->bytes[lines->at++];
}

static uint32_t take_varint(struct record_lines *lines)
{
    uint32_t value = 0, byte, shift = 0;

    do {
        byte = take(lines);
        value |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && shift < 28);
    if (byte & 0x80)
        lines->damaged = true;
    return value;
}

static uint32_t take_number(struct record_lines *lines, uint32_t bytes)
{
    uint32_t value = 0;

    for (uint32_t i = 0; i < bytes; i++)
        value |= take(lines) << (8 * i);
    return value;
}

static void take_text(struct record_lines *lines)
{
    uint32_t length = take(lines);

    for (uint32_t i = 0; i < length && !lines->damaged; i++) {
        uint32_t byte = take(lines);
        const char *phrase = byte < RECORD_PHRASE ? NULL : record_phrase(byte - RECORD_PHRASE);

        if (phrase)
            record_out_string(&lines->out, phrase);
        else
            record_out_char(&lines->out, (char)byte);
    }
}

static void take_digits(struct record_lines *lines)
{
    uint32_t count = take(lines), byte = 0;

    for (uint32_t i = 0; i < count && !lines->damaged; i++) {
        byte = i % 2 ? byte << 4 : take(lines);
        record_out_char(&lines->out, "0123456789abcdef"[byte >> 4 & 15]);
    }
}

static void show_value(struct record_lines *lines, uint32_t token)
{
    uint32_t index = lines->numbers_count, value, base = (token - RECORD_NUMBER) / 4;
    bool has_column = index < RECORD_COLUMNS;
    uint32_t column = has_column ? lines->history[lines->line_class][index] : 0;

    if (token >= RECORD_NEAR) {
        value = column + token - RECORD_NEAR - RECORD_NEAR_BIAS;
    } else {
        value = take_number(lines, (token - RECORD_NUMBER) % 4 + 1);
        if (base == RECORD_BASE_COLUMN)
            value = column + record_unzigzag(value);
        else if (base == RECORD_BASE_LAST)
            value = lines->last_number + record_unzigzag(value);
    }
    if (has_column)
        lines->numbers[lines->numbers_count++] = value;
    lines->last_number = value;
    record_out_hex(&lines->out, value, 1);
}

/* Puts the word of TOKEN. Returns true if the next token joins it. */
static bool show_word(struct record_lines *lines, uint32_t token)
{
    const char *word = record_word(token - RECORD_WORD);

    if (!word) {
        lines->damaged = true;
        return false;
    }
    record_out_string(&lines->out, word);
    return record_word_joins(word);
}

/* Puts what TOKEN stands for. Returns true if the next token comes without a space. */
static bool show_token(struct record_lines *lines, uint32_t token)
{
    if (token >= RECORD_WORD)
        return show_word(lines, token);
    if (token >= RECORD_NEAR || (token >= RECORD_NUMBER && token < RECORD_NUMBER_END))
        show_value(lines, token);
    else if (token == RECORD_TEXT)
        take_text(lines);
    else if (token == RECORD_DIGITS)
        take_digits(lines);
    else
        lines->damaged = true;
    return false;
}

/* ---- lines ----------------------------------------------------------------------------------- */

void record_lines_begin(struct record_lines *lines, const struct record_view *view)
{
    uint8_t *zero = (uint8_t *)lines;

    for (uint32_t i = 0; i < sizeof(*lines); i++)
        zero[i] = 0;
    lines->view = view;
    lines->at = RECORD_HEADER_BYTES + 1 + view->bytes[RECORD_HEADER_BYTES];
    lines->damaged = view->bytes[RECORD_HEADER_BYTES] > RECORD_TOKEN_MAX || lines->at > view->size;
}

static void begin_line(struct record_lines *lines)
{
    const uint8_t *token = lines->view->bytes + RECORD_HEADER_BYTES;

    record_out_begin(&lines->out, (const char *)token + 1, token[0], lines->sequence);
}

static uint32_t end_line(struct record_lines *lines, char mark)
{
    uint32_t length = record_out_end(&lines->out, mark);

    lines->damaged = lines->damaged || length == 0;
    return lines->damaged ? 0 : length;
}

/* The lines that were left out before this one. */
static uint32_t omitted_line(struct record_lines *lines)
{
    uint32_t count = take_varint(lines);

    begin_line(lines);
    record_out_string(&lines->out, REPORT_TYPE_OMITTED " ");
    record_out_decimal(&lines->out, count);
    lines->sequence += count;
    lines->left_out += count;
    return end_line(lines, '*');
}

static void remember_numbers(struct record_lines *lines)
{
    for (uint32_t i = 0; i < lines->numbers_count; i++)
        lines->history[lines->line_class][i] = lines->numbers[i];
}

uint32_t record_lines_next(struct record_lines *lines)
{
    uint32_t token;
    bool joins = true;

    if (lines->damaged || lines->at == lines->view->size)
        return 0;
    lines->numbers_count = 0;
    lines->last_number = 0;
    token = take(lines);
    if (token == RECORD_LEFT_OUT)
        return omitted_line(lines);
    begin_line(lines);
    lines->line_class = record_word_class(token - RECORD_WORD);
    while (!lines->damaged && token != RECORD_LINE_LAST && token != RECORD_LINE_CONTINUED) {
        if (!joins)
            record_out_char(&lines->out, ' ');
        joins = show_token(lines, token);
        token = take(lines);
    }
    if (lines->damaged)
        return 0;
    lines->sequence++;
    remember_numbers(lines);
    return end_line(lines, token == RECORD_LINE_CONTINUED ? '+' : '*');
}
