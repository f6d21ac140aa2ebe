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
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
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
    line->crc = checksum->crc;
    line->continued = checksum->mark == REPORT_CONTINUES;
    return line_parts_split(scanner->line, line) && (line->token[0] || !line->continued);
}

/* The part of the text that starts at a mark. */
struct part {
    const char *text;
    size_t length;
};

static struct part part_at(const struct report_scanner *scanner, size_t mark_number, size_t end)
{
    size_t at = scanner->marks[mark_number].at;

    return (struct part){scanner->text + at, end - at};
}

static size_t end_of(const struct report_scanner *scanner, size_t mark_number)
{
    bool is_last = mark_number + 1 == scanner->marks_count;
    size_t end = is_last ? scanner->limit : scanner->marks[mark_number + 1].at;

    return end < scanner->limit ? end : scanner->limit;
}

/* Whether PART starts with a line in this form. */
static bool find_form(struct report_scanner *scanner, struct part part, enum line_form form,
                      struct report_line *line)
{
    size_t size = line_form_make(form, part.text, part.length, scanner->line);
    struct line_checksum checksum;

    scanner->line[size] = '\0';
    return line_checksum_find(scanner->line, size, &checksum) &&
           split_line(scanner, &checksum, line);
}

/* The same if other text was written into the line. */
static bool mend_form(struct report_scanner *scanner, struct part part, enum line_form form,
                      struct report_line *line)
{
    size_t size = line_form_make(form, part.text, part.length, scanner->line);
    struct line_checksum checksum;

    scanner->line[size] = '\0';
    return line_checksum_mend(scanner->line, &size, MARK_LENGTH + 1, &checksum) &&
           split_line(scanner, &checksum, line);
}

static bool find_line(struct report_scanner *scanner, struct part part, struct report_line *line)
{
    for (unsigned form = 0; form < LINE_FORMS; form++)
        if (find_form(scanner, part, (enum line_form)form, line))
            return true;
    return false;
}

static bool mend_line(struct report_scanner *scanner, struct part part, struct report_line *line)
{
    return mend_form(scanner, part, LINE_JOINED, line) ||
           mend_form(scanner, part, LINE_PLAIN, line);
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
 * Whether a line may end in the text after what was tried: there is the "*" of a checksum, or its
 * digits. Line ends may part them.
 */
static bool may_end_line(const struct report_scanner *scanner)
{
    size_t most = 3 * CRC_DIGITS;
    size_t from = scanner->tried > most ? scanner->tried - most : 0;
    const char *text = scanner->text + from;

    return scanner->limit > from && (memchr(text, '*', scanner->limit - from) ||
                                     memchr(text, REPORT_CONTINUES, scanner->limit - from) ||
                                     has_digits(scanner, scanner->tried, scanner->limit));
}

/* Looks for a line. Returns the number of the mark with which it starts, or marks_count. */
static size_t find_valid(struct report_scanner *scanner, struct report_line *line)
{
    size_t count = scanner->marks_count, i;

    if (!may_end_line(scanner))
        return count;
    for (i = 0; i < count && scanner->marks[i].at < scanner->limit; i++)
        if (find_line(scanner, part_at(scanner, i, scanner->limit), line))
            return i;
    for (i = 0; i < count && scanner->marks[i].at < scanner->limit; i++)
        if (mend_line(scanner, part_at(scanner, i, end_of(scanner, i)), line))
            return i;
    return count;
}

static size_t less(size_t value, size_t by)
{
    return value > by ? value - by : 0;
}

/* Removes the first LENGTH characters of the text, and their marks. */
static void drop(struct report_scanner *scanner, size_t length)
{
    size_t marks = 0;

    while (marks < scanner->marks_count && scanner->marks[marks].at < length)
        marks++;
    scanner->marks_count -= marks;
    for (size_t i = 0; i < scanner->marks_count; i++) {
        scanner->marks[i] = scanner->marks[i + marks];
        scanner->marks[i].at -= length;
    }
    scanner->length -= length;
    memmove(scanner->text, scanner->text + length, scanner->length);
    scanner->limit = less(scanner->limit, length);
    scanner->tried = less(scanner->tried, length);
    scanner->begun.at = less(scanner->begun.at, length);
}

/* Removes what starts with the first mark. Returns whether it was a line before it was damaged. */
static bool drop_damaged(struct report_scanner *scanner, struct report_line *line)
{
    size_t end = end_of(scanner, 0);
    bool looks_right = line_parts_look_right(scanner->text, end, line->token);

    line->log_line = scanner->marks[0].log_line;
    drop(scanner, end);
    return looks_right;
}

/*
 * Looks for lines in the first LIMIT characters of the text. What comes before a line is damaged.
 * What comes after all lines stays, as it may go on, unless the log has ended or the text is full.
 */
static enum report_scan look(struct report_scanner *scanner, struct report_line *line)
{
    while (scanner->limit > 0) {
        size_t valid = find_valid(scanner, line);
        if (valid == 0) {
            line->log_line = scanner->marks[0].log_line;
            memcpy(line->before, scanner->marks[0].before, sizeof(line->before));
            drop(scanner, scanner->limit);
            return REPORT_SCAN_LINE;
        }
        if (valid == scanner->marks_count && !scanner->is_at_end && scanner->length < LINE_TEXT_MAX)
            break;
        if (drop_damaged(scanner, line))
            return REPORT_SCAN_DAMAGED;
    }
    scanner->tried = scanner->limit;
    scanner->limit = 0;
    return REPORT_SCAN_END;
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

static void begin_mark(struct report_scanner *scanner)
{
    struct report_mark *begun = &scanner->begun;

    begun->at = scanner->length;
    begun->log_line = scanner->log_line;
    memcpy(begun->before, scanner->before, scanner->before_length);
    begun->before[scanner->before_length] = '\0';
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
    if (begins)
        begin_mark(scanner);
    if (scanner->mark_length < MARK_LENGTH)
        return false;
    scanner->mark_length = 0;
    return true;
}

static void add(struct report_scanner *scanner, char c)
{
    if (scanner->marks_count > 0 && scanner->length < LINE_TEXT_MAX)
        scanner->text[scanner->length++] = c;
}

/* Handles a mark, whose last character has not been added yet, and looks at the text before it. */
static enum report_scan take_mark(struct report_scanner *scanner, struct report_line *line)
{
    size_t at = scanner->marks_count > 0 ? scanner->begun.at : 0;

    if (at + MARK_LENGTH > LINE_TEXT_MAX || scanner->marks_count == REPORT_MARKS_MAX)
        return REPORT_SCAN_END;
    scanner->before_ended = true;
    scanner->begun.at = at;
    scanner->marks[scanner->marks_count++] = scanner->begun;
    memcpy(scanner->text + at, mark, MARK_LENGTH);
    scanner->length = at + MARK_LENGTH;
    scanner->limit = at;
    return look(scanner, line);
}

static enum report_scan look_at_all(struct report_scanner *scanner, struct report_line *line)
{
    scanner->limit = scanner->length;
    return look(scanner, line);
}

/*
 * Reads characters that are neither control characters nor parts of a mark, as most are. Returns
 * the character that follows, or EOF.
 */
static int take_plain(struct report_scanner *scanner)
{
    size_t length = scanner->length;
    bool collects = scanner->marks_count > 0;
    int c;

    while ((c = getc_unlocked(scanner->in)) >= ' ' && c < 0x7f && c != mark[0] &&
           length < LINE_TEXT_MAX - 1) {
        scanner->text[length] = (char)c;
        length += collects;
    }
    scanner->length = length;
    return c;
}

static int next_character(struct report_scanner *scanner)
{
    bool plain =
        scanner->mark_length == 0 && scanner->escape == ESCAPE_NONE && scanner->before_ended;

    return plain ? take_plain(scanner) : getc_unlocked(scanner->in);
}

/* Keeps the start of a line of the log. */
static void keep_before(struct report_scanner *scanner, int c)
{
    if (!scanner->before_ended && c >= ' ')
        scanner->before[scanner->before_length++] = (char)c;
    scanner->before_ended |= scanner->before_length == REPORT_BEFORE_MAX;
}

static enum report_scan take(struct report_scanner *scanner, int c, struct report_line *line)
{
    if (c == '\n' || c == '\r') {
        scanner->escape = ESCAPE_NONE;
        scanner->before_length = 0;
        scanner->before_ended = false;
        if (scanner->length == 0 || scanner->text[scanner->length - 1] == '\n')
            return REPORT_SCAN_END;
        add(scanner, '\n');
        return look_at_all(scanner, line);
    }
    if (is_control(scanner, c))
        return REPORT_SCAN_END;
    keep_before(scanner, c);
    if (completes_mark(scanner, (char)c))
        return take_mark(scanner, line);
    add(scanner, (char)c);
    return scanner->length == LINE_TEXT_MAX ? look_at_all(scanner, line) : REPORT_SCAN_END;
}

enum report_scan report_scanner_next(struct report_scanner *scanner, struct report_line *line)
{
    enum report_scan found = look(scanner, line);
    int c;

    while (found == REPORT_SCAN_END && (c = next_character(scanner)) != EOF) {
        found = take(scanner, c, line);
        scanner->log_line += c == '\n';
    }
    if (found != REPORT_SCAN_END)
        return found;
    scanner->is_at_end = true;
    found = look_at_all(scanner, line);
    return found == REPORT_SCAN_END && ferror(scanner->in) ? REPORT_SCAN_ERROR : found;
}
