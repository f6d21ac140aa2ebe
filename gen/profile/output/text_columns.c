/* SPDX-License-Identifier: MIT */
/* Formats counts, percentages, bars and times for text output. */
#include "profile/output/text_columns.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

const char *count_text(uint64_t count, char text[COUNT_TEXT_BYTES])
{
    char *at = text + COUNT_TEXT_BYTES - 1;
    unsigned digits = 0;

    *at = '\0';
    do {
        if (digits && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + count % 10);
        digits++;
        count /= 10;
    } while (count);
    return at;
}

double share(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

void put_share(FILE *out, uint64_t part, uint64_t whole, int count_width)
{
    char text[COUNT_TEXT_BYTES];

    fprintf(out, "%6.2f %% %*s", share(part, whole), count_width, count_text(part, text));
}

void put_bar(FILE *out, uint64_t part, uint64_t whole, unsigned width, bool pretty)
{
    static const char *const eighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    unsigned filled = whole ? (unsigned)((double)part / (double)whole * width * 8 + 0.5) : 0;

    for (unsigned i = 0; i < width; i++) {
        unsigned in_cell = filled > 8 * i ? filled - 8 * i : 0;
        if (pretty)
            fputs(eighths[in_cell < 8 ? in_cell : 8], out);
        else
            fputc(in_cell >= 4 ? '#' : ' ', out);
    }
}

bool wants_blocks(FILE *out)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = NULL;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !(locale && *locale); i++)
        locale = getenv(names[i]);
    return locale && (strcasestr(locale, "utf-8") || strcasestr(locale, "utf8")) &&
           isatty(fileno(out));
}

const char *time_text(double ns, char text[TIME_TEXT_BYTES])
{
    static const struct {
        double ns;
        const char *name;
    } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};
    size_t i = 0;

    while (i < 3 && ns < units[i].ns)
        i++;
    snprintf(text, TIME_TEXT_BYTES, "%.3f %s", ns / units[i].ns, units[i].name);
    return text;
}
