/* SPDX-License-Identifier: MIT */
/* Splits lines of hex dumps into an address and numbers. The text column after them is dropped. */
#include "record/hex_dump.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define LINE_BYTES_MAX 64  /* of memory, on a line */
#define LINE_CHARS_MAX 512 /* of text */
#define LINES_MIN      3   /* so many lines make a dump */
#define REPEAT_MAX     (16u << 20)

struct hex_line {
    uint64_t address;
    uint8_t bytes[LINE_BYTES_MAX];
    size_t size;
};

static unsigned digit(char c)
{
    return (unsigned)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
}

/* Reads "[0x]HEX" at *AT. Returns the number of digits, 0 if there is no number. */
static size_t read_number(const char **at, uint64_t *value)
{
    const char *start = *at, *end;

    if (start[0] == '0' && start[1] == 'x')
        start += 2;
    *value = 0;
    for (end = start; isxdigit((unsigned char)*end) && end - start < 16; end++)
        *value = *value << 4 | digit(*end);
    if (end == start || isalnum((unsigned char)*end))
        return 0;
    *at = end;
    return (size_t)(end - start);
}

/* After the address: " <symbol+4>" as gdb prints it, and a colon. */
static const char *skip_symbol(const char *at)
{
    const char *end = at[0] == ' ' && at[1] == '<' ? strchr(at, '>') : NULL;

    if (end)
        at = end + 1;
    return *at == ':' ? at + 1 : at;
}

static bool append_number(struct hex_line *line, uint64_t value, size_t digits,
                          enum hex_order order)
{
    size_t bytes = digits / 2;

    if ((digits != 2 && digits != 4 && digits != 8 && digits != 16) ||
        line->size + bytes > LINE_BYTES_MAX)
        return false;
    for (size_t i = 0; i < bytes; i++) {
        size_t shift = order == HEX_AS_NUMBERS ? i : bytes - 1 - i;
        line->bytes[line->size++] = (uint8_t)(value >> (8 * shift));
    }
    return true;
}

/* The end of the numbers that start at TEXT: two spaces come before other text. hexdump -C also has
   two spaces in the middle, and puts the other text between bars. */
static const char *numbers_end(const char *text)
{
    const char *bar = strstr(text, "  |"), *spaces;
    size_t length = strlen(text);

    if (bar && text[length - 1] == '|')
        return bar;
    text += strspn(text, " \t");
    spaces = strstr(text, "  ");
    return spaces ? spaces : text + strlen(text);
}

static bool parse_line(const char *text, enum hex_order order, struct hex_line *line)
{
    const char *at = text + strspn(text, " \t"), *end;
    uint64_t value;
    size_t digits = read_number(&at, &line->address);

    line->size = 0;
    at = skip_symbol(at);
    if (digits == 0 || (digits < 4 && at[-1] != ':'))
        return false;
    if (*at != ' ' && *at != '\t')
        return false;
    for (end = numbers_end(at); at < end; at += strspn(at, " \t")) {
        at += strspn(at, " \t");
        if (at >= end)
            break;
        digits = read_number(&at, &value);
        if (!digits || !append_number(line, value, digits, order))
            return false;
    }
    return line->size > 0;
}

/* Copies the next line of the LENGTH characters at TEXT, without line end. Returns its length with
   line end. */
static size_t next_line(const char *text, size_t length, char out[LINE_CHARS_MAX])
{
    const char *end = memchr(text, '\n', length);
    size_t size = end ? (size_t)(end - text) : length;
    size_t copied = size < LINE_CHARS_MAX - 1 ? size : LINE_CHARS_MAX - 1;

    memcpy(out, text, copied);
    if (copied > 0 && out[copied - 1] == '\r')
        copied--;
    out[copied] = '\0';
    return end ? size + 1 : size;
}

bool hex_dump_is_one(const char *text, size_t length)
{
    char buffer[LINE_CHARS_MAX];
    struct hex_line line;
    unsigned lines = 0;

    for (size_t at = 0; at < length && lines < LINES_MIN;) {
        at += next_line(text + at, length - at, buffer);
        lines += parse_line(buffer, HEX_AS_PRINTED, &line);
    }
    return lines == LINES_MIN;
}

static bool shows(const char *text, const char *word)
{
    struct hex_line line;

    for (enum hex_order order = HEX_AS_PRINTED; order <= HEX_AS_NUMBERS; order++)
        if (parse_line(text, order, &line) && memmem(line.bytes, line.size, word, strlen(word)))
            return true;
    return false;
}

bool hex_dump_has_outside(const char *text, size_t length, const char *word)
{
    char buffer[LINE_CHARS_MAX];
    size_t size;

    for (size_t at = 0; at < length; at += size) {
        size = next_line(text + at, length - at, buffer);
        if (memmem(text + at, size, word, strlen(word)) && !shows(buffer, word))
            return true;
    }
    return false;
}

/* hexdump and xxd -a print "*" instead of lines that are like LAST. NEXT is the line after it. */
static void repeat(const struct hex_line *last, const struct hex_line *next, struct buffer *out)
{
    uint64_t gap = next->address - last->address - last->size;

    if (last->size == 0 || next->address < last->address + last->size || gap > REPEAT_MAX)
        return;
    for (; gap >= last->size; gap -= last->size)
        buffer_put(out, last->bytes, last->size);
}

void hex_dump_read(const char *text, size_t length, enum hex_order order, struct buffer *out)
{
    char buffer[LINE_CHARS_MAX];
    struct hex_line line, last = {0};
    bool repeated = false;

    for (size_t at = 0; at < length;) {
        at += next_line(text + at, length - at, buffer);
        if (strcmp(buffer, "*") == 0) {
            repeated = true;
        } else if (parse_line(buffer, order, &line)) {
            if (repeated)
                repeat(&last, &line, out);
            buffer_put(out, line.bytes, line.size);
            last = line;
            repeated = false;
        }
    }
}
