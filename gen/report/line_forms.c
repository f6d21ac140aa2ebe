/* SPDX-License-Identifier: MIT */
#include "report/line_forms.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* The input of a form. */
struct source {
    const char *at, *end;
};

/* A text that stands for a character. "\\" must be last: it stands for all other escapes. */
static const struct {
    const char *text;
    char character;
} escapes[] = {
    {"&nbsp;", ' '}, {"&amp;", '&'},    {"&lt;", '<'},  {"&gt;", '>'},    {"&quot;", '"'},
    {"&#34;", '"'},  {"&#39;", '\''},   {"&#42;", '*'}, {"&#x27;", '\''}, {"\\t", ' '},
    {"\"\"", '"'},   {"\302\240", ' '}, {"\240", ' '},  {"\t", ' '},
};

static bool take(struct source *source, const char *text)
{
    size_t length = strlen(text);

    if ((size_t)(source->end - source->at) < length || memcmp(source->at, text, length) != 0)
        return false;
    source->at += length;
    return true;
}

/* Takes one character, with its escape undone. */
static char take_plain(struct source *source)
{
    for (size_t i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++)
        if (take(source, escapes[i].text))
            return escapes[i].character;
    /* Markdown and JSON write a backslash before punctuation. */
    if (*source->at == '\\' && source->end - source->at > 1 &&
        ispunct((unsigned char)source->at[1]))
        source->at++;
    return *source->at++;
}

static size_t join(const char *text, size_t length, char *out)
{
    size_t size = 0;

    for (size_t i = 0; i < length; i++)
        if (text[i] != '\n')
            out[size++] = text[i];
    return size;
}

/* LINE_END: what a line end becomes; 0: nothing */
static size_t make_plain(const char *text, size_t length, char line_end, char *out)
{
    struct source source = {text, text + length};
    size_t size = 0;

    while (source.at < source.end) {
        char c = take_plain(&source);
        if (c == '\n')
            c = line_end;
        if (c && !(c == ' ' && size > 0 && out[size - 1] == ' '))
            out[size++] = c;
    }
    while (size > 0 && out[size - 1] == ' ')
        size--;
    return size;
}

/* The start of field NUMBER, which is separated by single spaces. */
static char *field_at(char *text, char *end, unsigned number)
{
    while (text && number-- > 0) {
        text = memchr(text, ' ', (size_t)(end - text));
        text = text ? text + 1 : NULL;
    }
    return text;
}

/* "%bobbin TOKEN.SEQ p OFFSET BASE64 *CRC", or "%bobbin SEQ profile NAME OFFSET BASE64 *CRC" */
static void put_plus(char *text, size_t length)
{
    char *end = text + length;
    char *type = field_at(text, end, 2);
    char *star = memrchr(text, '*', length);
    char *digits = NULL;

    if (!type || !star || star == text)
        return;
    if (strncmp(type, "p ", 2) == 0)
        digits = field_at(type, star, 2);
    else if (strncmp(type, "profile ", 8) == 0)
        digits = field_at(type, star, 3);
    for (; digits && digits < star - 1; digits++)
        if (*digits == ' ')
            *digits = '+';
}

static size_t add_space(char *text, size_t length, const char *at)
{
    size_t offset = (size_t)(at - text);

    memmove(text + offset + 1, text + offset, length - offset);
    text[offset] = ' ';
    return length + 1;
}

/* Adds a space before the last " +" or " *", and after the first " > ". */
static size_t add_spaces(char *text, size_t length, bool is_last, bool is_first)
{
    char *mark = text + length - 1;

    while (is_last && mark > text && *mark != '*' && *mark != '+')
        mark--;
    if (is_last && mark > text)
        length = add_space(text, length, mark);
    mark = is_first ? memmem(text, length, " > ", 3) : NULL;
    return mark ? add_space(text, length, mark + 3) : length;
}

size_t line_form_make(enum line_form form, const char *text, size_t length, char *out)
{
    size_t size;

    switch (form) {
    case LINE_PLAIN:
        return make_plain(text, length, '\0', out);
    case LINE_SPACE_LAST:
    case LINE_SPACE_FIRST:
    case LINE_SPACE_BOTH:
        size = make_plain(text, length, '\0', out);
        return add_spaces(out, size, form != LINE_SPACE_FIRST, form != LINE_SPACE_LAST);
    case LINE_WORDS:
        return make_plain(text, length, ' ', out);
    case LINE_LOWER:
        size = make_plain(text, length, '\0', out);
        for (size_t i = 0; i < size; i++)
            out[i] = (char)tolower((unsigned char)out[i]);
        return size;
    case LINE_PLUS:
        size = join(text, length, out);
        put_plus(out, size);
        return size;
    default:
        return join(text, length, out);
    }
}
