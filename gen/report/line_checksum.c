/* SPDX-License-Identifier: MIT */
#include "report/line_checksum.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "report/log_scanner.h"

#define CRC_DIGITS 8

/* ---- where checksums may be ------------------------------------------------------------------ */

static bool read_crc(const char *digits, size_t length, uint32_t *crc)
{
    char copy[CRC_DIGITS + 1] = {0};
    uint64_t value;

    if (length < CRC_DIGITS)
        return false;
    memcpy(copy, digits, CRC_DIGITS);
    if (strlen(copy) < CRC_DIGITS || !report_parse_hex(copy, CRC_DIGITS, &value))
        return false;
    *crc = (uint32_t)value;
    return true;
}

/* Whether TEXT from AT on is " *CRC", " +CRC" or, at its end, " CRC". */
static bool is_checksum(const char *text, size_t length, size_t at, struct line_checksum *found)
{
    size_t left = length - at;

    if (text[at] != ' ' || left < 1 + CRC_DIGITS)
        return false;
    found->length = at;
    found->mark = text[at + 1];
    if (found->mark == '*' || found->mark == REPORT_CONTINUES)
        return read_crc(text + at + 2, left - 2, &found->crc);
    found->mark = '*';
    return left == 1 + CRC_DIGITS && read_crc(text + at + 1, CRC_DIGITS, &found->crc);
}

bool line_checksum_find(const char *text, size_t length, struct line_checksum *found)
{
    uLong crc = 0;
    size_t done = 0;

    for (const char *at = memchr(text, ' ', length); at;
         at = memchr(at + 1, ' ', length - (size_t)(at + 1 - text))) {
        size_t position = (size_t)(at - text);
        if (!is_checksum(text, length, position, found))
            continue;
        crc = crc32(crc, (const Bytef *)text + done, (uInt)(position - done));
        done = position;
        if (crc == found->crc)
            return true;
    }
    return false;
}

/* ---- text inside a line ---------------------------------------------------------------------- */

/* The states of the checksum before and after each character. */
struct states {
    uint32_t forward[LINE_TEXT_MAX + 1];  /* after the first N characters */
    uint32_t backward[LINE_TEXT_MAX + 1]; /* required before character N, for a right checksum */
};

/* The state after CHARACTER. */
static uint32_t step(uint32_t state, char character)
{
    return state >> 8 ^ (uint32_t)get_crc_table()[(state ^ (unsigned char)character) & 255];
}

/* INDEX[N]: the entry of the CRC table whose highest byte is N. There is one for each N. */
static void index_table(uint8_t index[256])
{
    for (unsigned i = 0; i < 256; i++)
        index[get_crc_table()[i] >> 24 & 255] = (uint8_t)i;
}

/* The state before CHARACTER, if STATE is the one after it. */
static uint32_t step_back(uint32_t state, char character, const uint8_t index[256])
{
    uint8_t entry = index[state >> 24];
    uint32_t high = (state ^ (uint32_t)get_crc_table()[entry]) << 8;

    return high | (uint32_t)(entry ^ (unsigned char)character);
}

static void compute_forward(struct states *states, const char *text, size_t length)
{
    states->forward[0] = UINT32_MAX;
    for (size_t i = 0; i < length; i++)
        states->forward[i + 1] = step(states->forward[i], text[i]);
}

static void compute_backward(struct states *states, const char *text,
                             const struct line_checksum *checksum)
{
    uint8_t index[256];

    index_table(index);
    states->backward[checksum->length] = ~checksum->crc;
    for (size_t i = checksum->length; i > 0; i--)
        states->backward[i - 1] = step_back(states->backward[i], text[i - 1], index);
}

/* A stretch of a text. */
struct stretch {
    size_t from, to;
};

/*
 * Whether the text from FROM to TO - 1 can be of another writer. Digits alone are more likely a
 * part of a line that was damaged otherwise: with so many stretches, a checksum can be right by
 * chance.
 */
static bool is_other_text(const char *text, size_t from, size_t to)
{
    static const char own[] = "0123456789abcdef -";

    return strspn(text + from, own) < to - from;
}

/* Finds the stretch without which the text has CHECKSUM. */
static bool find_in_text(const struct states *states, const char *text,
                         const struct line_checksum *checksum, size_t kept, struct stretch *found)
{
    for (size_t from = kept; from < checksum->length; from++)
        for (size_t to = from + 1; to <= checksum->length; to++)
            if (states->forward[from] == states->backward[to] && is_other_text(text, from, to)) {
                *found = (struct stretch){from, to};
                return true;
            }
    return false;
}

/* Other text between the space and the "*", which is at STAR. */
static bool find_before_star(const struct states *states, const char *text, size_t star,
                             size_t kept, uint32_t crc, struct stretch *found)
{
    for (size_t from = kept; from < star; from++)
        if (text[from - 1] == ' ' && ~states->forward[from - 1] == crc) {
            *found = (struct stretch){from, star};
            return true;
        }
    return false;
}

/* Other text after the first digits of the checksum. STAR: of the "*" before them. */
static bool find_in_digits(const struct states *states, const char *text, size_t length,
                           size_t star, struct stretch *found)
{
    char digits[CRC_DIGITS + 1];
    size_t same = 0, first = star + 1;
    const char *rest;

    snprintf(digits, sizeof(digits), "%08x", (unsigned)~states->forward[star - 1]);
    while (same < CRC_DIGITS && first + same < length && text[first + same] == digits[same])
        same++;
    rest = memmem(text + first + same, length - first - same, digits + same, CRC_DIGITS - same);
    if (!rest || same == CRC_DIGITS)
        return false;
    *found = (struct stretch){first + same, (size_t)(rest - text)};
    return true;
}

static bool find_stretch(struct states *states, const char *text, size_t length, size_t star,
                         size_t kept, struct stretch *found)
{
    struct line_checksum checksum;
    uint32_t crc;

    if (is_checksum(text, length, star - 1, &checksum)) {
        compute_backward(states, text, &checksum);
        return find_in_text(states, text, &checksum, kept, found);
    }
    if (read_crc(text + star + 1, length - star - 1, &crc))
        return find_before_star(states, text, star, kept, crc, found);
    return text[star - 1] == ' ' && find_in_digits(states, text, length, star, found);
}

bool line_checksum_mend(char *text, size_t *length, size_t kept, struct line_checksum *found)
{
    struct states states;
    struct stretch stretch;

    if (*length > LINE_TEXT_MAX)
        return false;
    compute_forward(&states, text, *length);
    for (size_t star = kept + 1; star < *length; star++) {
        if (text[star] != '*' && text[star] != REPORT_CONTINUES)
            continue;
        if (!find_stretch(&states, text, *length, star, kept, &stretch))
            continue;
        memmove(text + stretch.from, text + stretch.to, *length - stretch.to);
        *length -= stretch.to - stretch.from;
        return line_checksum_find(text, *length, found);
    }
    return false;
}
