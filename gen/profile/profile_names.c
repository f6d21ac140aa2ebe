/* SPDX-License-Identifier: MIT */
/*
 * Looks up functions, lines and inlined calls for all nodes of a profile, and makes function names
 * unique.
 */
#include "profile/profile_names.h"

#include <stdio.h>

#include "symbolize/demangle.h"
#include "symbolize/symbolizer.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- functions ------------------------------------------------------------------------------- */

struct wanted_function {
    const struct profile_function *functions, *function;
};

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_function(const void *context, uint32_t number)
{
    const struct wanted_function *wanted = context;
    const struct profile_function *function = &wanted->functions[number];

    return strcmp(function->name, wanted->function->name) == 0 &&
           same_text(function->home, wanted->function->home);
}

static uint64_t hash_function(const void *items, uint32_t number)
{
    const struct profile_function *function = (const struct profile_function *)items + number;

    return hash_text(hash_text(0, function->name), function->home);
}

/* Returns the number of FUNCTION, and takes ownership of its name. */
static uint32_t intern_function(struct profile_names *names, struct profile_function *function)
{
    struct wanted_function wanted = {names->functions, function};
    uint64_t hash = hash_function(function, 0);
    uint32_t found = hash_index_find(&names->functions_index, hash, is_function, &wanted);

    if (found != HASH_INDEX_NONE) {
        free(function->name);
        return found;
    }
    found = (uint32_t)names->functions_count;
    array_push(names->functions, names->functions_count, names->functions_capacity, *function);
    hash_index_add(&names->functions_index, hash, found, hash_function, names->functions);
    return found;
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void add_level(struct profile_names *names, struct profile_place *place,
                      struct profile_function *function, const char *file, uint32_t line)
{
    struct profile_level level = {intern_function(names, function), line, file};

    array_push(names->levels, names->levels_count, names->levels_capacity, level);
    place->levels_count++;
}

static void add_label(struct profile_names *names, struct profile_place *place, const char *text)
{
    struct profile_function function = {.name = must_strdup(text)};

    add_level(names, place, &function, NULL, 0);
}

/*
 * Adds one source level. The file that declares a function may be a header, and so not the file
 * with its code.
 */
static void add_symbol(struct profile_names *names, struct profile_place *place,
                       const struct symbol *symbol)
{
    const char *linkage = symbol->linkage ? symbol->linkage : symbol->function;
    char address[16];
    struct profile_function function = {
        .linkage = linkage,
        .home = symbol->home,
        .file = symbol->file ? symbol->file : symbol->home,
    };

    if (same_text(function.file, function.home))
        function.line = symbol->home_line;
    snprintf(address, sizeof(address), "0x%08x", profile_place_address(place));
    function.name = linkage ? demangle(linkage) : must_strdup(address);
    add_level(names, place, &function, symbol->file, symbol->line);
}

uint32_t profile_place_address(const struct profile_place *place)
{
    enum bobbin_kind kind =
        profile_key_kind(place->key) == PROFILE_CALL ? BOBBIN_KIND_CALL : BOBBIN_KIND_INTERRUPTED;

    return bobbin_lookup_address(profile_key_value(place->key), kind);
}

/*
 * Returns the image of the captures if one of its sections contains ADDRESS, otherwise another
 * image.
 */
static struct named_image *source_of(const struct profile_names *names, uint32_t image,
                                     uint32_t address)
{
    struct named_image *own = &names->images->items[image];

    return image_section_at(&own->image, address) ? own : image_list_at(names->images, address);
}

static void add_address(struct profile_names *names, struct profile_place *place)
{
    uint32_t address = profile_place_address(place);
    struct named_image *source = source_of(names, place->image, address);
    struct symbol symbols[SYMBOLS_MAX] = {{0}};
    size_t count = 1;

    place->source = PROFILE_UNKNOWN;
    if (source) {
        place->source = (uint32_t)(source - names->images->items);
        count =
            symbolizer_look_up(image_list_debug(source), address, BOBBIN_KIND_INTERRUPTED, symbols);
    }
    for (size_t i = names->inlines ? 0 : count - 1; i < count; i++)
        add_symbol(names, place, &symbols[i]);
}

/*
 * Adds the levels of a context. For an incomplete stack, adds a level that shows why the stack was
 * truncated.
 */
static void add_context(struct profile_names *names, struct profile_place *place)
{
    const struct sample_context *context = &names->profile->contexts[profile_key_value(place->key)];
    char text[PROFILE_LABEL_BYTES];

    if (context->stop == BOBBIN_STOP_NONE) {
        add_label(names, place, "[truncated: unknown reason]");
    } else if (context->stop != BOBBIN_STOP_OUTERMOST) {
        snprintf(text, sizeof(text), "[truncated: %s]", bobbin_stop_name(context->stop));
        add_label(names, place, text);
    }
    if (names->by != PROFILE_BY_NOTHING)
        add_label(names, place, profile_label(context, names->by, names->images, text));
}

/* ---- places ---------------------------------------------------------------------------------- */

struct wanted_place {
    const struct profile_place *places;
    uint64_t key;
    uint32_t image;
};

static bool is_place(const void *context, uint32_t number)
{
    const struct wanted_place *wanted = context;
    const struct profile_place *place = &wanted->places[number];

    return place->key == wanted->key && place->image == wanted->image;
}

static uint64_t hash_place(const void *items, uint32_t number)
{
    const struct profile_place *place = (const struct profile_place *)items + number;

    return hash_mix(place->image, place->key);
}

static uint32_t add_place(struct profile_names *names, uint32_t image, uint64_t key)
{
    struct profile_place place = {
        .key = key,
        .image = image,
        .source = PROFILE_UNKNOWN,
        .levels_first = (uint32_t)names->levels_count,
    };

    switch (profile_key_kind(key)) {
    case PROFILE_CONTEXT:
        add_context(names, &place);
        break;
    case PROFILE_CHARGED:
        add_label(names, &place, "[frames not kept]");
        break;
    default:
        add_address(names, &place);
        break;
    }
    array_push(names->places, names->places_count, names->places_capacity, place);
    return (uint32_t)names->places_count - 1;
}

static uint32_t place_at(struct profile_names *names, uint32_t image, uint64_t key)
{
    struct wanted_place wanted = {names->places, key, image};
    uint64_t hash = hash_mix(image, key);
    uint32_t found = hash_index_find(&names->places_index, hash, is_place, &wanted);

    if (found != HASH_INDEX_NONE)
        return found;
    found = add_place(names, image, key);
    hash_index_add(&names->places_index, hash, found, hash_place, names->places);
    return found;
}

/* ---- names shared by several functions ------------------------------------------------------- */

static int compare_functions(const void *left, const void *right, void *context)
{
    const struct profile_function *functions = context;

    return strcmp(functions[*(const uint32_t *)left].name,
                  functions[*(const uint32_t *)right].name);
}

static void name_by_file(struct profile_function *function)
{
    size_t size;
    char *name;

    if (!function->file)
        return;
    size = strlen(function->name) + strlen(function->file) + 4;
    name = must_realloc(NULL, size, 1);
    snprintf(name, size, "%s (%s)", function->name, function->file);
    free(function->name);
    function->name = name;
}

static void tell_alike_apart(struct profile_names *names)
{
    size_t count = names->functions_count;
    uint32_t *order = must_realloc(NULL, count, sizeof(*order));
    size_t alike;

    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    if (count)
        qsort_r(order, count, sizeof(*order), compare_functions, names->functions);
    for (size_t i = 0; i < count; i += alike) {
        for (alike = 1; i + alike < count; alike++)
            if (compare_functions(&order[i], &order[i + alike], names->functions) != 0)
                break;
        for (size_t j = i; alike > 1 && j < i + alike; j++)
            name_by_file(&names->functions[order[j]]);
    }
    free(order);
}

/* ---- the whole profile ----------------------------------------------------------------------- */

void profile_names_make(struct profile_names *names, const struct profile *profile,
                        struct image_list *images, enum profile_by by, bool inlines)
{
    const struct stack_tree *stacks = &profile->stacks;

    *names =
        (struct profile_names){.profile = profile, .images = images, .by = by, .inlines = inlines};
    names->place_of = must_realloc(NULL, stacks->count, sizeof(*names->place_of));
    for (uint32_t i = 1; i < stacks->count; i++) {
        const struct stack_node *node = &stacks->nodes[i];
        uint32_t image = node->parent == STACK_TREE_ROOT
                             ? profile_context_of(profile, i)->image
                             : profile_place_of(names, node->parent)->image;
        names->place_of[i] = place_at(names, image, node->key);
        diag_progress("naming", i, stacks->count);
    }
    diag_progress_end();
    tell_alike_apart(names);
}

void profile_names_free(struct profile_names *names)
{
    for (size_t i = 0; i < names->functions_count; i++)
        free(names->functions[i].name);
    free(names->functions);
    free(names->levels);
    free(names->places);
    free(names->place_of);
    hash_index_free(&names->functions_index);
    hash_index_free(&names->places_index);
}
