/* SPDX-License-Identifier: MIT */
/* Finds the checksum of a report line in a text, also if other text was written into the line. */
#ifndef GEN_REPORT_LINE_CHECKSUM_H
#define GEN_REPORT_LINE_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum length of a text. It has room for a line and for text inside the line. */
#define LINE_TEXT_MAX 640

struct line_checksum {
    size_t length; /* of the text before the checksum, without the space there */
    uint32_t crc;
    char mark; /* '*', or '+' if the line is continued */
};

/*
 * Whether a part of TEXT from its start is a line with a correct checksum. The '*' may be missing
 * if the checksum ends TEXT.
 */
bool line_checksum_find(const char *text, size_t length, struct line_checksum *found);

/*
 * The same after one stretch of characters is removed from TEXT. If there is such a stretch,
 * removes it from TEXT. The first KEPT characters are not removed.
 */
bool line_checksum_mend(char *text, size_t *length, size_t kept, struct line_checksum *found);

#endif
