/* SPDX-License-Identifier: MIT */
/* Resolves the facts from the user, reads the stored ones, and writes them as text. */
#include "rows/row_facts.h"

#include <stdio.h>
#include <stdlib.h>

#include "util/diag.h"
#include "util/memory.h"

/* ---- registers ------------------------------------------------------------------------------- */

/* Registers of one letter that a function restores (AAPCS32 6.1.1, 6.1.2), and their places. */
struct bank {
    char letter;
    unsigned first, last;
    unsigned place; /* of FIRST */
};

static const struct bank banks[] = {{'r', 4, 11, BOBBIN_PLACE_R4}, {'d', 8, 15, BOBBIN_PLACE_D8}};
#define BANKS (sizeof(banks) / sizeof(banks[0]))

/* Reads a register of BANK from *TEXT on. Sets *TEXT to its end. Returns false if there is none. */
static bool read_register(const struct bank *bank, const char **text, unsigned *number)
{
    const char *at = *text;

    if (*at++ != bank->letter || *at < '1' || *at > '9')
        return false;
    *number = (unsigned)(*at++ - '0');
    if (*at >= '0' && *at <= '9')
        *number = 10 * *number + (unsigned)(*at++ - '0');
    *text = at;
    return *number >= bank->first && *number <= bank->last;
}

bool row_facts_read_registers(uint32_t *given_up, const char *text)
{
    for (size_t i = 0; i < BANKS; i++) {
        const struct bank *bank = &banks[i];
        const char *at = text;
        unsigned first, last;
        if (!read_register(bank, &at, &first))
            continue;
        last = first;
        if (*at == '-') {
            at++;
            if (!read_register(bank, &at, &last))
                return false;
        }
        for (unsigned number = first; number <= last; number++)
            *given_up |= 1u << (bank->place + number - bank->first);
        return !*at && first <= last;
    }
    return false;
}

/* ---- contexts -------------------------------------------------------------------------------- */

enum { CODE_MAX_BYTES = 256 };

/* Reads "CODE:LAYOUT" from TEXT. Returns false if CODE names none, or more than one, function. */
static bool read_context(struct stated_contexts *contexts, const struct image *image,
                         const char *text)
{
    struct stated_context context = {0};
    struct code_addresses found = {0};
    size_t length = strcspn(text, ":");
    char code[CODE_MAX_BYTES];
    bool good;

    if (!text[length] || length >= sizeof(code))
        return false;
    memcpy(code, text, length);
    code[length] = 0;
    good = named_code_search(&found, image, code) && found.count == 1;
    if (good) {
        context.function = found.address[0];
        context.layout = must_realloc(NULL, strlen(text + length), 1);
        memcpy(context.layout, text + length + 1, strlen(text + length));
        array_push(contexts->context, contexts->count, contexts->capacity, context);
    }
    free(found.address);
    return good;
}

static int find_contexts(struct stated_contexts *contexts, const struct image *image,
                         const struct row_options *options)
{
    for (size_t i = 0; i < options->contexts_count; i++)
        if (!read_context(contexts, image, options->contexts[i]))
            return diag_error(image->path,
                              "'%s' names no function, or more than one; write FUNCTION:LAYOUT "
                              "(--context)",
                              options->contexts[i]);
    return STATUS_GOOD;
}

static void free_contexts(struct stated_contexts *contexts)
{
    for (size_t i = 0; i < contexts->count; i++)
        free(contexts->context[i].layout);
    free(contexts->context);
    *contexts = (struct stated_contexts){0};
}

/* ---- the stored facts ------------------------------------------------------------------------ */

static bool read_line(struct row_facts *facts, const struct image *image, const char *line)
{
    const char *value = strchr(line, '=');
    size_t length = value ? (size_t)(value - line) : 0;

    if (length == 4 && strncmp(line, "root", length) == 0)
        return named_code_search(&facts->roots, image, value + 1);
    if (length == 7 && strncmp(line, "vectors", length) == 0)
        return stated_vectors_search(&facts->vectors, image, value + 1);
    if (length == 10 && strncmp(line, "comes-back", length) == 0)
        return named_code_search(&facts->comes_back, image, value + 1);
    if (length == 6 && strncmp(line, "resume", length) == 0)
        return named_code_search(&facts->resume, image, value + 1);
    if (length == 7 && strncmp(line, "context", length) == 0)
        return read_context(&facts->contexts, image, value + 1);
    if (length == 14 && strncmp(line, "fixed-register", length) == 0)
        return row_facts_read_registers(&facts->given_up, value + 1);
    return false;
}

/* A longer section is not from bobbin. Each line may cost a look at all symbols. */
enum { STORED_BYTES_MAX = 65536 };

/* Reads the section of IMAGE, if there is one. Assemblers may end lines with 0. */
static void read_stored(struct row_facts *stored, const struct image *image)
{
    GElf_Shdr header;
    Elf_Scn *section = image_next_named(image, NULL, ROW_FACTS_SECTION, &header);
    const Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
    size_t size = data && data->d_buf ? data->d_size : 0;
    char *text;

    if (size > STORED_BYTES_MAX) {
        diag_warning(image->path, "the section " ROW_FACTS_SECTION " is ignored: it has %zu bytes",
                     size);
        return;
    }
    text = must_realloc(NULL, size + 1, 1);
    if (size)
        memcpy(text, data->d_buf, size);
    text[size] = 0;
    for (size_t at = 0; at < size; at += strlen(text + at) + 1) {
        text[at + strcspn(text + at, "\n")] = 0;
        if (text[at] && !read_line(stored, image, text + at))
            diag_warning(image->path,
                         "in section " ROW_FACTS_SECTION ", '%s' is ignored: it "
                         "names no code, or is no option",
                         text + at);
    }
    free(text);
}

/* ---- the facts that hold --------------------------------------------------------------------- */

static int find_all(struct code_addresses *found, const struct image *image, const char *option,
                    const char *const *names, size_t count)
{
    int status = STATUS_GOOD;

    for (size_t i = 0; i < count && status == STATUS_GOOD; i++)
        status = named_code_find(found, image, option, names[i]);
    return status;
}

static bool same(const struct code_addresses *a, const struct code_addresses *b)
{
    return a->count == b->count &&
           (!a->count || memcmp(a->address, b->address, a->count * sizeof(*a->address)) == 0);
}

/*
 * Whether the facts of OPTION are those that the image stores, because none is given. Notes that
 * given facts replace stored ones. GIVEN, STORED: the number of both.
 */
static bool takes_stored(const struct image *image, const char *option, size_t given, size_t stored,
                         bool are_same)
{
    if (given && stored && !are_same)
        diag_note(image->path, "%s replaces what `bobbin embed` stored in the image", option);
    return !given;
}

static void choose(struct code_addresses *given, struct code_addresses *stored,
                   const struct image *image, const char *option)
{
    if (!takes_stored(image, option, given->count, stored->count, same(given, stored)))
        return;
    *given = *stored;
    *stored = (struct code_addresses){0};
}

static void choose_vectors(struct stated_vectors *given, struct stated_vectors *stored,
                           const struct image *image)
{
    if (!takes_stored(image, "--vectors", given->count, stored->count,
                      stated_vectors_equal(given, stored)))
        return;
    *given = *stored;
    *stored = (struct stated_vectors){0};
}

static bool same_contexts(const struct stated_contexts *a, const struct stated_contexts *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (a->context[i].function != b->context[i].function ||
            strcmp(a->context[i].layout, b->context[i].layout) != 0)
            return false;
    return a->count == b->count;
}

static void choose_contexts(struct stated_contexts *given, struct stated_contexts *stored,
                            const struct image *image)
{
    if (!takes_stored(image, "--context", given->count, stored->count,
                      same_contexts(given, stored)))
        return;
    *given = *stored;
    *stored = (struct stated_contexts){0};
}

int row_facts_find(struct row_facts *facts, const struct image *image,
                   const struct row_options *options)
{
    struct row_facts stored = {0};
    int status;

    *facts = (struct row_facts){.given_up = options->given_up};
    status = find_all(&facts->roots, image, "--root", options->roots, options->roots_count);
    if (status == STATUS_GOOD)
        status = stated_vectors_find(&facts->vectors, image, options->vector_names,
                                     options->vector_names_count);
    if (status == STATUS_GOOD)
        status = find_all(&facts->comes_back, image, "--comes-back", options->comes_back_names,
                          options->comes_back_count);
    if (status == STATUS_GOOD)
        status = find_all(&facts->resume, image, "--resume", options->resume_names,
                          options->resume_count);
    if (status == STATUS_GOOD)
        status = find_contexts(&facts->contexts, image, options);
    if (status != STATUS_GOOD)
        return status;
    read_stored(&stored, image);
    choose(&facts->roots, &stored.roots, image, "--root");
    choose_vectors(&facts->vectors, &stored.vectors, image);
    choose(&facts->comes_back, &stored.comes_back, image, "--comes-back");
    choose(&facts->resume, &stored.resume, image, "--resume");
    choose_contexts(&facts->contexts, &stored.contexts, image);
    if (takes_stored(image, "--fixed-register", facts->given_up, stored.given_up,
                     facts->given_up == stored.given_up))
        facts->given_up = stored.given_up;
    row_facts_free(&stored);
    return STATUS_GOOD;
}

void row_facts_free(struct row_facts *facts)
{
    free(facts->roots.address);
    free(facts->vectors.table);
    free(facts->comes_back.address);
    free(facts->resume.address);
    free_contexts(&facts->contexts);
    *facts = (struct row_facts){0};
}

/* ---- text ------------------------------------------------------------------------------------ */

static void write_line(struct buffer *out, const char *option, const char *value)
{
    char line[64];
    int length = snprintf(line, sizeof(line), "%s=%s\n", option, value);

    buffer_put(out, line, (size_t)length);
}

static void write_addresses(struct buffer *out, const char *option,
                            const struct code_addresses *addresses)
{
    char text[16];

    for (size_t i = 0; i < addresses->count; i++) {
        snprintf(text, sizeof(text), "0x%08x", addresses->address[i]);
        write_line(out, option, text);
    }
}

static void write_context(struct buffer *out, const struct stated_context *context)
{
    char start[32];
    int length = snprintf(start, sizeof(start), "context=0x%08x:", context->function);

    buffer_put(out, start, (size_t)length);
    buffer_put(out, context->layout, strlen(context->layout));
    buffer_u8(out, '\n');
}

size_t row_facts_registers(uint32_t given_up, char names[BOBBIN_PLACES][4])
{
    size_t count = 0;

    for (size_t i = 0; i < BANKS; i++)
        for (unsigned number = banks[i].first; number <= banks[i].last; number++)
            if (given_up >> (banks[i].place + number - banks[i].first) & 1)
                snprintf(names[count++], sizeof(names[0]), "%c%u", banks[i].letter, number % 100);
    return count;
}

void row_facts_write(const struct row_facts *facts, struct buffer *out)
{
    char names[BOBBIN_PLACES][4];
    size_t count = row_facts_registers(facts->given_up, names);

    write_addresses(out, "root", &facts->roots);
    stated_vectors_write(&facts->vectors, out);
    write_addresses(out, "comes-back", &facts->comes_back);
    for (size_t i = 0; i < count; i++)
        write_line(out, "fixed-register", names[i]);
    write_addresses(out, "resume", &facts->resume);
    for (size_t i = 0; i < facts->contexts.count; i++)
        write_context(out, &facts->contexts.context[i]);
}
