/* SPDX-License-Identifier: MIT */
/* Finds lines of crash reports in a log, checks their checksums and splits them into fields. */
#include "report/log_scanner.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "core/format/crc32.h"

#define MARK_LENGTH (sizeof(REPORT_MARK) - 1)
#define CRC_DIGITS  8

void report_scanner_init(struct report_scanner *scanner, FILE *in)
{
    memset(scanner, 0, sizeof(*scanner));
    scanner->in = in;
    scanner->log_line = 1;
}

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

/*
 * Ends LINE before its " *CRC". Returns false if no " *" is followed by the checksum of all text
 * before it.
 */
static bool split_checksum(char *line, uint32_t *crc)
{
    for (char *star = strstr(line, " *"); star; star = strstr(star + 1, " *")) {
        char digits[CRC_DIGITS + 1] = {0};
        uint64_t expected;
        strncpy(digits, star + 2, CRC_DIGITS);
        if (strlen(digits) < CRC_DIGITS || !report_parse_hex(digits, CRC_DIGITS, &expected))
            continue;
        *crc = bobbin_crc32(0, line, (uint32_t)(star - line));
        if (*crc == expected) {
            *star = '\0';
            return true;
        }
    }
    return false;
}

/* Splits "%bobbin SEQ TYPE FIELDS". */
static bool parse_line(char *text, struct report_line *line)
{
    char *sequence = text + MARK_LENGTH;
    char *type = strchr(sequence, ' ');
    char *fields;

    if (!type)
        return false;
    *type++ = '\0';
    fields = type + strcspn(type, " ");
    if (*fields)
        *fields++ = '\0';
    line->type = type;
    line->fields = fields;
    return *type && report_parse_decimal(sequence, &line->sequence);
}

/*
 * Finishes the collected text. It is a report line, a damaged report line or, if *LOOKS_LIKE_ONE
 * becomes false, other text.
 */
static enum report_scan finish_line(struct report_scanner *scanner, struct report_line *line,
                                    bool *looks_like_one)
{
    scanner->text[scanner->text_length] = '\0';
    memcpy(scanner->line, scanner->text, scanner->text_length + 1);
    scanner->text_length = 0;
    line->log_line = scanner->start_log_line;
    *looks_like_one = isdigit((unsigned char)scanner->line[MARK_LENGTH]);
    if (!split_checksum(scanner->line, &line->crc) || !parse_line(scanner->line, line))
        return REPORT_SCAN_DAMAGED;
    *looks_like_one = true;
    return REPORT_SCAN_LINE;
}

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

/*
 * Adds the next character of a line. Returns true if it completes the mark "%bobbin " of a report
 * line.
 */
static bool append_character(struct report_scanner *scanner, char c)
{
    static const char mark[] = REPORT_MARK;

    if (scanner->text_length > 0 && scanner->text_length < REPORT_LINE_MAX)
        scanner->text[scanner->text_length++] = c;
    if (c == mark[scanner->mark_length])
        scanner->mark_length++;
    else
        scanner->mark_length = c == mark[0];
    if (scanner->mark_length < MARK_LENGTH)
        return false;
    scanner->mark_length = 0;
    return true;
}

static void start_line(struct report_scanner *scanner)
{
    memcpy(scanner->text, REPORT_MARK, MARK_LENGTH);
    scanner->text_length = MARK_LENGTH;
    scanner->start_log_line = scanner->log_line;
}

enum report_scan report_scanner_next(struct report_scanner *scanner, struct report_line *line)
{
    int c;

    do {
        bool was_collecting;
        bool is_end;
        bool looks_like_one = false;
        enum report_scan found = REPORT_SCAN_END;

        c = getc(scanner->in);
        is_end = c == EOF || c == '\n' || c == '\r';
        if (is_end) {
            scanner->mark_length = 0;
            scanner->escape = ESCAPE_NONE;
        } else if (is_control(scanner, c) || !append_character(scanner, (char)c)) {
            continue;
        }
        was_collecting = scanner->text_length > 0;
        if (was_collecting)
            found = finish_line(scanner, line, &looks_like_one);
        if (!is_end)
            start_line(scanner);
        scanner->log_line += c == '\n';
        if (looks_like_one)
            return found;
    } while (c != EOF);
    return ferror(scanner->in) ? REPORT_SCAN_ERROR : REPORT_SCAN_END;
}
