/* SPDX-License-Identifier: MIT */
/* Writes the header, the tokens of each line, and after each line one of the two ends. */
#include "record_encode.h"

#include "../format/crc32.h"
#include "record_number.h"
#include "record_words.h"
#include <bobbin/report.h>

#define CRC_CHARS 10 /* " *" and eight digits */

/* Room that only notes and the end may take: a note about a stack overflow comes late. */
#define LATE_BYTES 128

static bool starts_with(const char *text, uint32_t length, const char *word)
{
    uint32_t i = 0;

    while (word[i] && i < length && text[i] == word[i])
        i++;
    return !word[i];
}

/* True if the first word of LINE is WORD. */
static bool is_type(const struct record_line *line, const char *word)
{
    uint32_t length = 0;

    while (word[length])
        length++;
    return starts_with(line->text, line->text_length, word) &&
           (line->text_length == length || line->text[length] == ' ');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool record_line_parse(struct record_line *out, const char *line, uint32_t length)
{
    uint32_t at = sizeof(REPORT_MARK) - 1, end = length - CRC_CHARS, digits;

    if (length > RECORD_LINE_MAX || length < at + CRC_CHARS ||
        !starts_with(line, length, REPORT_MARK) || line[end] != ' ' ||
        (line[end + 1] != '*' && line[end + 1] != '+'))
        return false;
    out->token = line + at;
    for (digits = at; digits < end && line[digits] != ' '; digits++)
        if (line[digits] == '.')
            at = digits + 1;
    out->token_length = (uint32_t)(line + at - out->token);
    out->sequence = 0;
    for (digits = at; digits < end && is_digit(line[digits]); digits++)
        out->sequence = 10 * out->sequence + (uint32_t)(line[digits] - '0');
    if (digits == at || digits >= end || line[digits] != ' ' ||
        out->token_length > RECORD_TOKEN_MAX)
        return false;
    out->text = line + digits + 1;
    out->text_length = end > digits + 1 ? end - digits - 1 : 0;
    out->continued = line[end + 1] == '+';
    return true;
}

bool record_line_is_first(const struct record_line *line)
{
    return line->sequence == 0 && is_type(line, REPORT_TYPE_REPORT);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Bytes after the capacity only count. */
static void put(struct record_encoder *encoder, uint32_t byte)
{
    if (encoder->at < encoder->capacity)
        encoder->record[encoder->at] = (uint8_t)byte;
    encoder->at++;
}

static void put_number(struct record_encoder *encoder, uint32_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++)
        put(encoder, value >> (8 * i) & 0xff);
}

static void store(uint8_t *out, uint32_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static void put_varint(struct record_encoder *encoder, uint32_t value)
{
    for (; value >= 0x80; value >>= 7)
        put(encoder, (value & 0x7f) | 0x80);
    put(encoder, value);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void put_text(struct record_encoder *encoder, const char *text, uint32_t length)
{
    uint32_t length_at = encoder->at + 1, done;

    put(encoder, RECORD_TEXT);
    put(encoder, 0);
    for (uint32_t i = 0; i < length; i += done) {
        uint32_t phrase = record_phrase_find(text + i, length - i, &done);

        if (phrase == RECORD_NO_WORD)
            done = 1;
        put(encoder, phrase == RECORD_NO_WORD ? (uint8_t)text[i] : RECORD_PHRASE + phrase);
    }
    if (length_at < encoder->capacity)
        encoder->record[length_at] = (uint8_t)(encoder->at - length_at - 1);
}

static void put_digits(struct record_encoder *encoder, const char *text, uint32_t length)
{
    put(encoder, RECORD_DIGITS);
    put(encoder, length);
    for (uint32_t i = 0; i < length; i += 2)
        put(encoder,
            record_hex_digit(text[i]) << 4 | (i + 1 < length ? record_hex_digit(text[i + 1]) : 0));
}

static uint32_t bytes_of(uint32_t value)
{
    uint32_t bytes = 1;

    while (bytes < 4 && value >> (8 * bytes))
        bytes++;
    return bytes;
}

/* Takes the base that needs the fewest bytes. */
static void put_shortest(struct record_encoder *encoder, uint32_t value, bool has_column,
                         uint32_t column)
{
    uint32_t values[3] = {value, record_zigzag(value - column),
                          record_zigzag(value - encoder->last_number)};
    uint32_t best = RECORD_BASE_ZERO;

    for (uint32_t base = RECORD_BASE_COLUMN; base <= RECORD_BASE_LAST; base++)
        if ((has_column || base == RECORD_BASE_LAST) &&
            bytes_of(values[base]) < bytes_of(values[best]))
            best = base;
    put(encoder, RECORD_NUMBER + 4 * best + bytes_of(values[best]) - 1);
    put_number(encoder, values[best], bytes_of(values[best]));
}

static void put_value(struct record_encoder *encoder, uint32_t value)
{
    uint32_t index = encoder->numbers_count;
    bool has_column = index < RECORD_COLUMNS;
    uint32_t column = has_column ? encoder->history[encoder->line_class][index] : 0;
    uint32_t near = value - column + RECORD_NEAR_BIAS;

    if (has_column && near < RECORD_NEAR_END - RECORD_NEAR)
        put(encoder, RECORD_NEAR + near);
    else
        put_shortest(encoder, value, has_column, column);
    if (has_column)
        encoder->numbers[encoder->numbers_count++] = value;
    encoder->last_number = value;
}

/* Puts a word that joins the next token, if TEXT starts with one. Returns its length. */
static uint32_t put_joined(struct record_encoder *encoder, const char *text, uint32_t length)
{
    uint32_t number, joined = 0, value;

    while (joined < length && text[joined] != '=')
        joined++;
    joined++;
    if (length > 1 && (text[0] == 'r' || text[0] == 'd') &&
        record_number(text + 1, length - 1, &value))
        joined = 1;
    if (joined > length || (number = record_word_find(text, joined)) == RECORD_NO_WORD)
        return 0;
    put(encoder, RECORD_WORD + number);
    return joined;
}

/* One token, without spaces. */
static void put_token(struct record_encoder *encoder, const char *text, uint32_t length)
{
    uint32_t number, value, joined = put_joined(encoder, text, length);

    text += joined;
    length -= joined;
    number = record_word_find(text, length);
    if (number != RECORD_NO_WORD && !record_word_joins(record_word(number)))
        put(encoder, RECORD_WORD + number);
    else if (record_number(text, length, &value))
        put_value(encoder, value);
    else if (record_are_digits(text, length))
        put_digits(encoder, text, length);
    else
        put_text(encoder, text, length);
}

/* After the words ":" and ">", the rest of the line is one text. */
static void put_tokens(struct record_encoder *encoder, const char *text, uint32_t length)
{
    for (uint32_t at = 0; at <= length;) {
        uint32_t end = at;

        while (end < length && text[end] != ' ')
            end++;
        put_token(encoder, text + at, end - at);
        if (end < length && end == at + 1 && (text[at] == ':' || text[at] == '>')) {
            put_text(encoder, text + end + 1, length - end - 1);
            return;
        }
        at = end + 1;
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* The two ends are written in turn, so that one of them is always valid. */
static void put_end(struct record_encoder *encoder)
{
    uint8_t *end = encoder->record + RECORD_AT_END + RECORD_END_BYTES * (encoder->ends++ % 2);

    encoder->crc =
        bobbin_crc32(encoder->crc, encoder->record + encoder->size, encoder->at - encoder->size);
    encoder->size = encoder->at;
    store(end + RECORD_END_LENGTH, encoder->size, 4);
    store(end + RECORD_END_CRC, bobbin_crc32(encoder->crc, end + RECORD_END_LENGTH, 2), 4);
}

void record_encode_begin(struct record_encoder *encoder, uint8_t *record, uint32_t capacity,
                         uint32_t sequence, const struct bobbin_record_counters *counters,
                         const struct record_line *first)
{
    uint8_t *zero = (uint8_t *)encoder;

    for (uint32_t i = 0; i < sizeof(*encoder); i++)
        zero[i] = 0;
    for (uint32_t i = RECORD_AT_END; i < RECORD_HEADER_BYTES; i++)
        record[i] = 0;
    store(record + RECORD_AT_MAGIC, RECORD_MAGIC, 4);
    record[RECORD_AT_VERSION] = RECORD_VERSION;
    record[RECORD_AT_HEADER_BYTES] = RECORD_HEADER_BYTES;
    store(record + RECORD_AT_CRASH_BOOTS, counters->crash_boots, 2);
    store(record + RECORD_AT_SEQUENCE, sequence, 4);
    store(record + RECORD_AT_BOOTS, counters->boots, 4);
    store(record + RECORD_AT_CRASHES, counters->crashes, 4);
    store(record + RECORD_AT_SINCE_ALIVE, counters->crashes_since_alive, 4);
    encoder->record = record;
    encoder->capacity = capacity < RECORD_BYTES_MAX ? capacity : RECORD_BYTES_MAX;
    encoder->at = RECORD_HEADER_BYTES;
    encoder->size = RECORD_HEADER_BYTES;
    encoder->crc = bobbin_crc32(0, record, RECORD_CHECKED_BYTES);
    put(encoder, first->token_length);
    for (uint32_t i = 0; i < first->token_length; i++)
        put(encoder, (uint8_t)first->token[i]);
    put_end(encoder);
}

static bool is_of(const struct record_encoder *encoder, const struct record_line *line)
{
    const uint8_t *token = encoder->record + RECORD_HEADER_BYTES;
    uint32_t i = 0;

    if (token[0] != line->token_length)
        return false;
    while (i < line->token_length && token[1 + i] == (uint8_t)line->token[i])
        i++;
    return i == line->token_length;
}

static bool is_late(const struct record_line *line)
{
    return is_type(line, REPORT_TYPE_NOTE) || is_type(line, REPORT_TYPE_END);
}

/* Writes LINE after the complete bytes. False if it does not fit; then the record is as before. */
static bool try_line(struct record_encoder *encoder, const struct record_line *line)
{
    bool is_next = is_type(line, ">");
    uint32_t late = is_late(line) || is_next ? 0 : LATE_BYTES;
    uint32_t *history;

    if (is_next ? !encoder->last_kept : encoder->full && late)
        return false;
    encoder->at = encoder->size;
    encoder->numbers_count = 0;
    encoder->last_number = 0;
    encoder->line_class = record_class_of(line->text, line->text_length);
    if (encoder->left_out) {
        put(encoder, RECORD_LEFT_OUT);
        put_varint(encoder, encoder->left_out);
    }
    put_tokens(encoder, line->text, line->text_length);
    put(encoder, line->continued ? RECORD_LINE_CONTINUED : RECORD_LINE_LAST);
    if (encoder->at + late > encoder->capacity) {
        encoder->full = true;
        return false;
    }
    history = encoder->history[encoder->line_class];
    for (uint32_t i = 0; i < encoder->numbers_count; i++)
        history[i] = encoder->numbers[i];
    return true;
}

void record_encode_line(struct record_encoder *encoder, const struct record_line *line)
{
    if (!is_of(encoder, line) || line->sequence < encoder->lines)
        return;
    encoder->left_out += line->sequence - encoder->lines;
    encoder->lines = line->sequence + 1;
    encoder->last_kept = !is_type(line, REPORT_TYPE_STACK) && try_line(encoder, line);
    if (!encoder->last_kept) {
        encoder->left_out++;
        return;
    }
    encoder->left_out = 0;
    put_end(encoder);
}
