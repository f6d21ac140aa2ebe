/* SPDX-License-Identifier: MIT */
/* Resolves the addresses, symbols and patterns that a user gives. For the stage rows. */
#include "rows/named_code.h"

#include <stdlib.h>

#include "elf/image_names.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/suggestion.h"

/* ---- all symbols in code --------------------------------------------------------------------- */

typedef void symbol_visitor(void *context, const char *name, uint32_t address);

/* Calls VISIT for each symbol in code: the functions and the labels. */
static void visit_symbols(const struct image *image, symbol_visitor *visit, void *context)
{
    for (size_t i = 0; i < image->functions_count; i++)
        visit(context, image->functions[i].name, image->functions[i].address);
    for (size_t i = 0; i < image->labels_count; i++)
        visit(context, image->labels[i].name, image->labels[i].address);
}

static bool is_code(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);

    return section && section->executable && image_state_at(image, address) != IMAGE_DATA;
}

/* ---- what the user names --------------------------------------------------------------------- */

struct search {
    struct code_addresses *found;
    const char *text;
    bool by_pattern, matched;
};

static bool is_pattern(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

static bool is_address(const char *text)
{
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && text[2] &&
           text[2 + strspn(text + 2, "0123456789abcdefABCDEF")] == 0;
}

/* Matches C against the set after the "[" at *SET. Sets *SET to its "]"; NULL if there is none. */
static bool is_in_set(char c, const char **set)
{
    const char *at = *set + 1;
    bool negated = *at == '!' || *at == '^';
    bool found = false;

    at += negated;
    do {
        bool range = at[0] && at[1] == '-' && at[2] && at[2] != ']';
        found |= range ? c >= at[0] && c <= at[2] : c == at[0];
        at += range ? 3 : 1;
    } while (*at && *at != ']');
    *set = *at ? at : NULL;
    return found != negated;
}

/*
 * Whether NAME matches PATTERN, in which * stands for any text, ? for any character and [a-z] for
 * one of a set. Unlike fnmatch(), it takes no exponential time for the patterns of a strange image.
 */
static bool matches(const char *pattern, const char *name)
{
    const char *star = NULL; /* after the last * */
    const char *retry = NULL;

    while (*name) {
        const char *set = pattern;
        bool same = *pattern == '?' || *pattern == *name;
        if (*pattern == '*') {
            star = ++pattern;
            retry = name;
            continue;
        }
        if (*pattern == '[') {
            same = is_in_set(*name, &set);
            if (!set)
                return false;
        }
        if (*pattern && same) {
            pattern = set + 1;
            name++;
        } else if (star) {
            pattern = star;
            name = ++retry;
        } else {
            return false;
        }
    }
    return !pattern[strspn(pattern, "*")];
}

static void consider(void *context, const char *name, uint32_t address)
{
    struct search *search = context;

    if (strcmp(name, search->text) != 0 && !(search->by_pattern && matches(search->text, name)))
        return;
    array_push(search->found->address, search->found->count, search->found->capacity, address);
    search->matched = true;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void sort(struct code_addresses *found)
{
    size_t kept = 0;

    if (found->count)
        qsort(found->address, found->count, sizeof(*found->address), ascending);
    for (size_t i = 0; i < found->count; i++)
        if (kept == 0 || found->address[kept - 1] != found->address[i])
            found->address[kept++] = found->address[i];
    found->count = kept;
}

bool named_code_search(struct code_addresses *found, const struct image *image, const char *text)
{
    struct search search = {.found = found, .text = text, .by_pattern = is_pattern(text)};
    unsigned long long address;

    if (is_address(text)) {
        address = strtoull(text, NULL, 16);
        search.matched = address <= UINT32_MAX && is_code(image, (uint32_t)address & ~1u);
        if (search.matched)
            array_push(found->address, found->count, found->capacity, (uint32_t)address & ~1u);
    } else {
        visit_symbols(image, consider, &search);
    }
    sort(found);
    return search.matched;
}

static int unknown_symbol(const struct image *image, const char *option, const char *text)
{
    char similar_text[SUGGESTION_TEXT_BYTES];
    struct suggestion similar = image_similar_symbol(image, text);

    return diag_error(image->path, "no symbol in code '%s' for %s%s", text, option,
                      suggestion_text(&similar, "; use the name of the symbol", similar_text));
}

int named_code_find(struct code_addresses *found, const struct image *image, const char *option,
                    const char *text)
{
    if (named_code_search(found, image, text))
        return STATUS_GOOD;
    if (is_address(text))
        return diag_error(image->path, "no code at %s for %s; `bobbin show` lists all code", text,
                          option);
    if (is_pattern(text))
        return diag_error(image->path, "no symbol in code matches '%s' for %s", text, option);
    return unknown_symbol(image, option, text);
}
