/* SPDX-License-Identifier: MIT */
#include "symbolize/function_name.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbolize/demangle.h"
#include "util/hash_index.h"
#include "util/memory.h"

/* ---- plain names ----------------------------------------------------------------------------- */

#define HASH_CHARACTERS 9 /* "~01234567" */
#define GROWTH_MAX      8 /* "$_" becomes "{lambda}" */

/* Some C++ text that is read from the left, and its plain form. */
struct plain {
    const char *at;
    char *text; /* as long as the C++ text */
    size_t length;
    size_t component; /* where the last part of a qualified name starts in TEXT */
};

static bool starts(const char *at, const char *text)
{
    return strncmp(at, text, strlen(text)) == 0;
}

static void keep(struct plain *plain, size_t count)
{
    memcpy(plain->text + plain->length, plain->at, count);
    plain->length += count;
    plain->at += count;
}

/* Skips a bracket, up to and with the one that closes it. */
static void skip_bracket(struct plain *plain, char open, char close)
{
    unsigned depth = 0;

    do {
        depth += *plain->at == open;
        depth -= *plain->at == close;
        plain->at++;
    } while (depth && *plain->at);
}

/* "operator<<(...": the signs of an operator are no brackets. */
static void keep_operator(struct plain *plain)
{
    keep(plain, strlen("operator"));
    if (starts(plain->at, "()"))
        keep(plain, 2);
    while (*plain->at && strchr("<>=!+-*/%^&|~,[]", *plain->at))
        keep(plain, 1);
    if (*plain->at != ' ') /* else a conversion or a word, such as "new[]" */
        return;
    for (plain->at++; *plain->at && *plain->at != '(' && *plain->at != '<';)
        if (*plain->at == ' ')
            plain->at++;
        else
            keep(plain, 1);
}

/* GCC and clang have different names for lambdas and local types without a name. */
static bool keep_unnamed(struct plain *plain)
{
    bool bracket = *plain->at == '{';
    bool lambda = starts(plain->at, "$_") || starts(plain->at, "{lambda");
    const char *end = bracket ? strchr(plain->at, '}') : strstr(plain->at, "::");
    const char *word = lambda ? "{lambda}" : "{unnamed}";

    if (!end || !(bracket || lambda))
        return false;
    memcpy(plain->text + plain->length, word, strlen(word));
    plain->length += strlen(word);
    plain->at = end + bracket;
    return true;
}

/* The word so far was no part of the name but a return type, or "non-virtual thunk to". */
static void drop_word(struct plain *plain)
{
    plain->length = 0;
    plain->component = 0;
    plain->at++;
}

static void keep_next(struct plain *plain)
{
    bool starts_word = plain->length == plain->component;

    if (starts_word && starts(plain->at, "operator") && !isalnum((unsigned char)plain->at[8]) &&
        plain->at[8] != '_') {
        keep_operator(plain);
    } else if (starts(plain->at, "(anonymous namespace)::")) {
        plain->at += strlen("(anonymous namespace)::");
    } else if (starts_word && keep_unnamed(plain)) {
        return;
    } else if (*plain->at == '<') {
        skip_bracket(plain, '<', '>');
    } else if (*plain->at == '(') {
        skip_bracket(plain, '(', ')');
        if (starts(plain->at, " const"))
            plain->at += strlen(" const");
    } else if (*plain->at == ' ') {
        drop_word(plain);
    } else {
        keep(plain, 1);
        if (plain->length >= 2 && memcmp(plain->text + plain->length - 2, "::", 2) == 0)
            plain->component = plain->length;
    }
}

/* Returns the plain form of the C++ name NAME, malloc'ed. */
static char *reduce(const char *name)
{
    struct plain plain = {.at = name, .text = must_realloc(NULL, strlen(name) + 1, GROWTH_MAX)};

    while (*plain.at)
        keep_next(&plain);
    plain.text[plain.length] = '\0';
    return plain.text;
}

const char *function_name_plain(const char *name, char text[FUNCTION_NAME_BYTES])
{
    char *copy = must_strdup(name);
    char *dot = strchr(copy, '.');
    char *plain, *reduced;
    size_t length;

    if (dot)
        *dot = '\0';
    plain = demangle(copy);
    reduced = strpbrk(plain, "<( :") ? reduce(plain) : must_strdup(plain);
    length = strlen(reduced);
    if (length < FUNCTION_NAME_BYTES)
        memcpy(text, reduced, length + 1);
    else
        snprintf(text, FUNCTION_NAME_BYTES, "%.*s~%08x", FUNCTION_NAME_BYTES - HASH_CHARACTERS - 1,
                 reduced, (uint32_t)hash_text(0, reduced));
    free(reduced);
    free(plain);
    free(copy);
    return text;
}

/* ---- plumbing -------------------------------------------------------------------------------- */

/* Functions of the C library. */
static const char *const library[] = {
    "_exit",      "_fini",        "_init",       "_printf_common", "_printf_float",
    "_printf_i",  "_scanf_float", "_scanf_i",    "abort",          "abs",
    "atexit",     "atof",         "atoi",        "atol",           "atoll",
    "bcmp",       "bcopy",        "bsearch",     "bzero",          "calloc",
    "div",        "exit",         "fclose",      "fflush",         "fgetc",
    "fgets",      "fopen",        "fprintf",     "fputc",          "fputs",
    "fread",      "free",         "fscanf",      "fseek",          "ftell",
    "fwrite",     "getc",         "getchar",     "getenv",         "iprintf",
    "kill",       "labs",         "ldiv",        "longjmp",        "malloc",
    "memccpy",    "memchr",       "memcmp",      "memcpy",         "memmem",
    "memmove",    "mempcpy",      "memrchr",     "memset",         "printf",
    "putc",       "putchar",      "puts",        "qsort",          "quorem",
    "raise",      "realloc",      "scanf",       "setjmp",         "siprintf",
    "sniprintf",  "snprintf",     "sprintf",     "sscanf",         "stpcpy",
    "strcasecmp", "strcat",       "strchr",      "strchrnul",      "strcmp",
    "strcoll",    "strcpy",       "strcspn",     "strdup",         "strlcat",
    "strlcpy",    "strlen",       "strncasecmp", "strncat",        "strncmp",
    "strncpy",    "strndup",      "strnlen",     "strnstr",        "strpbrk",
    "strrchr",    "strsep",       "strspn",      "strstr",         "strtod",
    "strtof",     "strtok",       "strtol",      "strtoll",        "strtoul",
    "strtoull",   "strxfrm",      "swapfunc",    "ungetc",         "vfprintf",
    "viprintf",   "vprintf",      "vsiprintf",   "vsniprintf",     "vsnprintf",
    "vsprintf",   "vsscanf",      "write",       "read",           "lseek",
    "sbrk",       "svfprintf",    "svfiprintf",  "vfiprintf",
};

/* Whether the LENGTH characters at NAME are a function of the library. */
static bool is_listed(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++)
        if (strlen(library[i]) == length && memcmp(library[i], name, length) == 0)
            return true;
    return false;
}

/* Newlib and others also have these functions as "_malloc_r" and "__memcpy". */
static bool is_library(const char *name)
{
    size_t underscores = strspn(name, "_");
    size_t length = strlen(name);

    if (is_listed(name, length) || is_listed(name + underscores, length - underscores))
        return true;
    return length > underscores + 2 && strcmp(name + length - 2, "_r") == 0 &&
           is_listed(name + underscores, length - underscores - 2);
}

bool function_name_is_plumbing(const char *name)
{
    static const char *const prefixes[] = {
        "bobbin_",
        "__assert",
        "__stack_chk_fail",
        "__aeabi_",
        "__gnu_",
        "__cxa_",
        "std::",
        "__gnu_cxx::",
        "operatornew",
        "operatordelete",
        "__sf",
        "__ss",
        "__swrite",
        "__sread",
        "__sinit",
        "__swsetup",
        "__srefill",
        "__verbose_",
        "OUTLINED_FUNCTION_",
        "__ThumbV7PILongThunk_",
        "__ARMV7ABSLongThunk_",
        "__Thumbv7ABSLongThunk_",
    };
    static const char veneer[] = "_veneer";
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (starts(name, prefixes[i]))
            return true;
    if (length > strlen(veneer) && starts(name + length - strlen(veneer), veneer))
        return true;
    return is_library(name);
}
