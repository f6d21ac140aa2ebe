/* SPDX-License-Identifier: MIT */
/*
 * Looks up functions, lines and inlined calls for all nodes of a profile, and makes function names
 * unique.
 */
#include "profile/profile_names.h"

#include <stdio.h>

#include "symbolize/demangle.h"
#include "symbolize/stop_text.h"
#include "symbolize/symbolizer.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- functions ------------------------------------------------------------------------------- */

struct function_key {
    const struct profile_function *functions, *function;
};

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_function(const void *context, uint32_t number)
{
    const struct function_key *wanted = context;
    const struct profile_function *function = &wanted->functions[number];

    return strcmp(function->name, wanted->function->name) == 0 &&
           same_text(function->declaration_file, wanted->function->declaration_file);
}

static uint64_t hash_function(const void *items, uint32_t number)
{
    const struct profile_function *function = (const struct profile_function *)items + number;

    return hash_text(hash_text(0, function->name), function->declaration_file);
}

/* Returns the number of FUNCTION, and takes ownership of its name. */
static uint32_t intern_function(struct profile_names *names, struct profile_function *function)
{
    struct function_key wanted = {names->functions, function};
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

static void add_level(struct profile_names *names, struct profile_location *location,
                      struct profile_function *function, const char *file, uint32_t line)
{
    struct profile_level level = {intern_function(names, function), line, file};

    array_push(names->levels, names->levels_count, names->levels_capacity, level);
    location->levels_count++;
}

static void add_label(struct profile_names *names, struct profile_location *location,
                      const char *text)
{
    struct profile_function function = {.name = must_strdup(text)};

    add_level(names, location, &function, NULL, 0);
}

/*
 * Adds one source level. The file that declares a function may be a header, and so not the file
 * with its code.
 */
static void add_symbol(struct profile_names *names, struct profile_location *location,
                       const struct symbol *symbol)
{
    const char *linkage = symbol->linkage ? symbol->linkage : symbol->function;
    char address[16];
    struct profile_function function = {
        .linkage = linkage,
        .declaration_file = symbol->declaration_file,
        .file = symbol->file ? symbol->file : symbol->declaration_file,
    };

    if (same_text(function.file, function.declaration_file))
        function.line = symbol->declaration_line;
    snprintf(address, sizeof(address), "0x%08x", profile_location_address(location));
    function.name = linkage ? demangle(linkage) : must_strdup(address);
    add_level(names, location, &function, symbol->file, symbol->line);
}

uint32_t profile_location_address(const struct profile_location *location)
{
    enum bobbin_kind kind = profile_key_kind(location->key) == PROFILE_CALL
                                ? BOBBIN_KIND_CALL
                                : BOBBIN_KIND_INTERRUPTED;

    return bobbin_lookup_address(profile_key_value(location->key), kind);
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

static void add_address(struct profile_names *names, struct profile_location *location)
{
    uint32_t address = profile_location_address(location);
    struct named_image *source = source_of(names, location->image, address);
    struct symbol symbols[SYMBOLS_MAX] = {{0}};
    size_t count = 1;

    location->source = PROFILE_UNKNOWN;
    if (source) {
        location->source = (uint32_t)(source - names->images->items);
        count =
            symbolizer_look_up(image_list_debug(source), address, BOBBIN_KIND_INTERRUPTED, symbols);
    }
    for (size_t i = names->inlines ? 0 : count - 1; i < count; i++)
        add_symbol(names, location, &symbols[i]);
}

/*
 * Adds the levels of a context. For an incomplete stack, adds a level that shows why the stack was
 * truncated.
 */
static void add_context(struct profile_names *names, struct profile_location *location)
{
    const struct sample_context *context =
        &names->profile->contexts[profile_key_value(location->key)];
    char text[PROFILE_LABEL_BYTES];

    if (context->stop == BOBBIN_STOP_NONE) {
        add_label(names, location, "[truncated: unknown reason]");
    } else if (!stop_is_complete(context->stop)) {
        snprintf(text, sizeof(text), "[truncated: %s]", bobbin_stop_name(context->stop));
        add_label(names, location, text);
    }
    if (names->by != PROFILE_BY_NOTHING)
        add_label(names, location, profile_label(context, names->by, names->images, text));
}

/* ---- locations ------------------------------------------------------------------------------- */

struct location_key {
    const struct profile_location *locations;
    uint64_t key;
    uint32_t image;
};

static bool is_location(const void *context, uint32_t number)
{
    const struct location_key *wanted = context;
    const struct profile_location *location = &wanted->locations[number];

    return location->key == wanted->key && location->image == wanted->image;
}

static uint64_t hash_location(const void *items, uint32_t number)
{
    const struct profile_location *location = (const struct profile_location *)items + number;

    return hash_mix(location->image, location->key);
}

static uint32_t add_location(struct profile_names *names, uint32_t image, uint64_t key)
{
    struct profile_location location = {
        .key = key,
        .image = image,
        .source = PROFILE_UNKNOWN,
        .levels_first = (uint32_t)names->levels_count,
    };

    switch (profile_key_kind(key)) {
    case PROFILE_CONTEXT:
        add_context(names, &location);
        break;
    case PROFILE_CHARGED:
        add_label(names, &location, "[frames not kept]");
        break;
    default:
        add_address(names, &location);
        break;
    }
    array_push(names->locations, names->locations_count, names->locations_capacity, location);
    return (uint32_t)names->locations_count - 1;
}

static uint32_t location_at(struct profile_names *names, uint32_t image, uint64_t key)
{
    struct location_key wanted = {names->locations, key, image};
    uint64_t hash = hash_mix(image, key);
    uint32_t found = hash_index_find(&names->locations_index, hash, is_location, &wanted);

    if (found != HASH_INDEX_NONE)
        return found;
    found = add_location(names, image, key);
    hash_index_add(&names->locations_index, hash, found, hash_location, names->locations);
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

static void make_names_unique(struct profile_names *names)
{
    size_t count = names->functions_count;
    uint32_t *order = must_realloc(NULL, count, sizeof(*order));
    size_t same_name;

    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    if (count)
        qsort_r(order, count, sizeof(*order), compare_functions, names->functions);
    for (size_t i = 0; i < count; i += same_name) {
        for (same_name = 1; i + same_name < count; same_name++)
            if (compare_functions(&order[i], &order[i + same_name], names->functions) != 0)
                break;
        for (size_t j = i; same_name > 1 && j < i + same_name; j++)
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
    names->location_of = must_realloc(NULL, stacks->count, sizeof(*names->location_of));
    for (uint32_t i = 1; i < stacks->count; i++) {
        const struct stack_node *node = &stacks->nodes[i];
        uint32_t image = node->parent == STACK_TREE_ROOT
                             ? profile_context_of(profile, i)->image
                             : profile_location_of(names, node->parent)->image;
        names->location_of[i] = location_at(names, image, node->key);
        diag_progress("naming", i, stacks->count);
    }
    diag_progress_end();
    make_names_unique(names);
}

void profile_names_free(struct profile_names *names)
{
    for (size_t i = 0; i < names->functions_count; i++)
        free(names->functions[i].name);
    free(names->functions);
    free(names->levels);
    free(names->locations);
    free(names->location_of);
    hash_index_free(&names->functions_index);
    hash_index_free(&names->locations_index);
}
