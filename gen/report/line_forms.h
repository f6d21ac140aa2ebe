/* SPDX-License-Identifier: MIT */
/*
 * What programs make of a report line on its way: they wrap it, replace its spaces or escape its
 * characters. Each form undoes some of that. A checksum tells which form is the line of the device.
 */
#ifndef GEN_REPORT_LINE_FORMS_H
#define GEN_REPORT_LINE_FORMS_H

#include <stddef.h>

/* In the order in which they are to be tried. */
enum line_form {
    LINE_JOINED, /* line ends are removed: a terminal wrapped the line */
    LINE_PLAIN,  /* also: spaces of any kind and number are one space, escapes are undone */
    LINE_WORDS,  /* also: a line end is a space: the line was wrapped between words */
    LINE_LOWER,  /* LINE_PLAIN in lower case */
    LINE_PLUS,   /* LINE_JOINED, with "+" for each space in the base64 of a "p" line */
    /* LINE_PLAIN with two spaces where the text of a line that is continued, or that continues one,
       may have a space of its own: at the end, at the start, and at both */
    LINE_SPACE_LAST,
    LINE_SPACE_FIRST,
    LINE_SPACE_BOTH,
    LINE_FORMS,
};

/*
 * Writes FORM of TEXT to OUT, which has room for LENGTH + 2 characters. A '\n' in TEXT is a line
 * end. Returns the number of characters.
 */
size_t line_form_make(enum line_form form, const char *text, size_t length, char *out);

#endif
