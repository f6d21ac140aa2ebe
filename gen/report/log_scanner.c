/* SPDX-License-Identifier: MIT */
/* Finds lines of crash reports in a log, checks their checksums and splits them into fields. */
#include "report/log_scanner.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "report/line_forms.h"
#include "report/line_parts.h"

/* The mark without its space, which may be another one, or a line end. */
static const char mark[] = "%bobbin";
#define MARK_LENGTH (sizeof(mark) - 1)
#define CRC_DIGITS  8

void report_scanner_init(struct report_scanner *scanner, FILE *in)
{
    memset(scanner, 0, sizeof(*scanner));
    scanner->in = in;
    scanner->log_line = 1;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(digits, tolower((unsigned char)c)) : NULL;

    return found ? (int)(found - digits) : -1;
}

bool report_parse_hex(const char *text, unsigned digits_max, uint64_t *value)
{
    unsigned digits = 0;

    *value = 0;
    for (; *text && digits < digits_max; text++, digits++) {
        int digit = hex_digit(*text);
        if (digit < 0)
            return false;
        *value = *value << 4 | (unsigned)digit;
    }
    return digits > 0 && !*text;
}

bool report_parse_decimal(const char *text, uint32_t *value)
{
    uint64_t sum = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        sum = sum * 10 + (unsigned)(*text - '0');
        if (sum > UINT32_MAX)
            return false;
    }
    *value = (uint32_t)sum;
    return true;
}

/* ---- the collected text ---------------------------------------------------------------------- */

/* Ends scanner->line before its checksum and splits it. */
static bool split_line(struct report_scanner *scanner, const struct line_checksum *checksum,
                       struct report_line *line)
{
    scanner->line[checksum->length] = '\0';
    line->log_line = scanner->start_log_line;
    line->crc = checksum->crc;
    line->continued = checksum->mark == REPORT_CONTINUES;
    return line_parts_split(scanner->line, line) && (line->token[0] || !line->continued);
}

/* Whether the first LENGTH characters of the text are a line in this form. */
static bool find_form(struct report_scanner *scanner, size_t length, enum line_form form,
                      struct report_line *line)
{
    size_t size = line_form_make(form, scanner->text, length, scanner->line);
    struct line_checksum checksum;

    scanner->line[size] = '\0';
    return line_checksum_find(scanner->line, size, &checksum) &&
           split_line(scanner, &checksum, line);
}

/* The same if other text was written into the line. */
static bool mend_form(struct report_scanner *scanner, size_t length, enum line_form form,
                      struct report_line *line)
{
    size_t size = line_form_make(form, scanner->text, length, scanner->line);
    struct line_checksum checksum;

    scanner->line[size] = '\0';
    return line_checksum_mend(scanner->line, &size, MARK_LENGTH + 1, &checksum) &&
           split_line(scanner, &checksum, line);
}

/* Whether the characters from FROM to LENGTH - 1 are digits of a checksum, or end with all. */
static bool has_digits(const struct report_scanner *scanner, size_t from, size_t length)
{
    size_t digits = 0;

    while (length > from && isspace((unsigned char)scanner->text[length - 1]))
        length--;
    while (length - digits > from && isxdigit((unsigned char)scanner->text[length - digits - 1]))
        digits++;
    return digits >= CRC_DIGITS || (digits > 0 && length - digits == from);
}

/*
 * Whether a line may end in the first LENGTH characters of the text, after those that were tried:
 * there is the "*" of a checksum, or its digits. Line ends may part them.
 */
static bool may_end_line(const struct report_scanner *scanner, size_t length)
{
    size_t most = 3 * CRC_DIGITS;
    size_t from = scanner->tried > most ? scanner->tried - most : 0;
    const char *text = scanner->text + from;

    return length > from &&
           (memchr(text, '*', length - from) || memchr(text, REPORT_CONTINUES, length - from) ||
            has_digits(scanner, scanner->tried, length));
}

/* Looks for a line in the first LENGTH characters of the text. */
static bool find_line(struct report_scanner *scanner, size_t length, struct report_line *line)
{
    if (!may_end_line(scanner, length))
        return false;
    for (unsigned form = 0; form < LINE_FORMS; form++)
        if (find_form(scanner, length, (enum line_form)form, line))
            return true;
    if (mend_form(scanner, length, LINE_JOINED, line) ||
        mend_form(scanner, length, LINE_PLAIN, line))
        return true;
    scanner->tried = length;
    return false;
}

/* The start of the second mark in the text, or its end. */
static size_t next_mark(const struct report_scanner *scanner)
{
    for (size_t i = 1; i + MARK_LENGTH <= scanner->length; i++)
        if (strncasecmp(scanner->text + i, mark, MARK_LENGTH) == 0)
            return i;
    return scanner->length;
}

/*
 * Removes the first LENGTH characters of the text, in which there is no valid line. Returns whether
 * they were one before they were damaged.
 */
static bool drop_damaged(struct report_scanner *scanner, size_t length, struct report_line *line)
{
    bool looks_right = line_parts_look_right(scanner->text, length, line->token);

    line->log_line = scanner->start_log_line;
    scanner->length -= length;
    scanner->mark_at -= scanner->mark_at < length ? scanner->mark_at : length;
    memmove(scanner->text, scanner->text + length, scanner->length);
    scanner->tried = 0;
    return looks_right;
}

/* ---- characters ------------------------------------------------------------------------------ */

/*
 * Whether C belongs to a control sequence of a terminal, or is another control character. A control
 * sequence is ESC '[' up to a final byte from '@' to '~' (ECMA-48, section 5.4), or ESC and one
 * character.
 */
static bool is_control(struct report_scanner *scanner, int c)
{
    switch (scanner->escape) {
    case ESCAPE_BEGUN:
        scanner->escape = c == '[' ? ESCAPE_SEQUENCE : ESCAPE_NONE;
        return true;
    case ESCAPE_SEQUENCE:
        if (c >= '@' && c <= '~')
            scanner->escape = ESCAPE_NONE;
        return true;
    default:
        if (c == '\033')
            scanner->escape = ESCAPE_BEGUN;
        return (c < ' ' && c != '\t') || c == '\177';
    }
}

/* Whether C completes the mark of a report line. Line ends do not count: they may wrap it. */
static bool completes_mark(struct report_scanner *scanner, char c)
{
    bool begins = c == mark[0];

    if (tolower((unsigned char)c) == mark[scanner->mark_length]) {
        scanner->mark_length++;
        begins = scanner->mark_length == 1;
    } else {
        scanner->mark_length = begins;
    }
    if (begins) {
        scanner->mark_at = scanner->length;
        scanner->mark_log_line = scanner->log_line;
    }
    if (scanner->mark_length < MARK_LENGTH)
        return false;
    scanner->mark_length = 0;
    return true;
}

static void add(struct report_scanner *scanner, char c)
{
    if (scanner->length > 0 && scanner->length < LINE_TEXT_MAX)
        scanner->text[scanner->length++] = c;
}

static void start_line(struct report_scanner *scanner)
{
    memcpy(scanner->text, mark, MARK_LENGTH);
    scanner->length = MARK_LENGTH;
    scanner->tried = 0;
    scanner->start_log_line = scanner->mark_log_line;
}

/*
 * Handles a mark, whose last character has not been added yet. If it is on the same line of the log
 * as the mark before, it may be text of that line.
 */
static enum report_scan take_mark(struct report_scanner *scanner, struct report_line *line)
{
    size_t length = scanner->length > 0 ? scanner->mark_at : 0;
    enum report_scan found = REPORT_SCAN_END;

    if (length > 0 && find_line(scanner, length, line)) {
        found = REPORT_SCAN_LINE;
    } else if (length > 0 && !memchr(scanner->text, '\n', length)) {
        add(scanner, mark[MARK_LENGTH - 1]);
        return REPORT_SCAN_END;
    } else if (length > 0 && drop_damaged(scanner, length, line)) {
        found = REPORT_SCAN_DAMAGED;
    }
    start_line(scanner);
    return found;
}

/* Handles the end of a line of the log. IS_LAST: the text cannot grow any more. */
static enum report_scan take_end(struct report_scanner *scanner, bool is_last,
                                 struct report_line *line)
{
    while (scanner->length > 0) {
        size_t next = next_mark(scanner);
        if (find_line(scanner, scanner->length, line)) {
            scanner->length = 0;
            return REPORT_SCAN_LINE;
        }
        if (next == scanner->length && !is_last)
            break;
        if (drop_damaged(scanner, next, line)) {
            scanner->is_ended = scanner->length > 0;
            return REPORT_SCAN_DAMAGED;
        }
    }
    return REPORT_SCAN_END;
}

static enum report_scan take_line_end(struct report_scanner *scanner, struct report_line *line)
{
    scanner->escape = ESCAPE_NONE;
    if (scanner->length == 0 || scanner->text[scanner->length - 1] == '\n')
        return REPORT_SCAN_END;
    add(scanner, '\n');
    return take_end(scanner, scanner->length == LINE_TEXT_MAX, line);
}

static enum report_scan take(struct report_scanner *scanner, int c, struct report_line *line)
{
    if (c == '\n' || c == '\r')
        return take_line_end(scanner, line);
    if (is_control(scanner, c))
        return REPORT_SCAN_END;
    if (completes_mark(scanner, (char)c))
        return take_mark(scanner, line);
    add(scanner, (char)c);
    return scanner->length == LINE_TEXT_MAX ? take_end(scanner, true, line) : REPORT_SCAN_END;
}

enum report_scan report_scanner_next(struct report_scanner *scanner, struct report_line *line)
{
    enum report_scan found = REPORT_SCAN_END;
    int c = 0;

    if (scanner->is_ended) {
        scanner->is_ended = false;
        found = take_end(scanner, false, line);
    }
    while (found == REPORT_SCAN_END && (c = getc_unlocked(scanner->in)) != EOF) {
        found = take(scanner, c, line);
        scanner->log_line += c == '\n';
    }
    if (found == REPORT_SCAN_END)
        found = take_end(scanner, true, line);
    if (found == REPORT_SCAN_END && ferror(scanner->in))
        return REPORT_SCAN_ERROR;
    return found;
}
