/* SPDX-License-Identifier: MIT */
/*
 * check IMAGE...: tests the analysis of exception entry code on images that list the expected
 * programs in the section .expect (expect.inc). check --list IMAGE prints all programs of an image.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/format/bytes.h"
#include "discover/open_image.h"
#include "elf/image_names.h"
#include "exceptions/exceptions.h"
#include "util/diag.h"

#define TEXT_MAX 2000

struct session {
    struct image image;
    struct reference reference;
    struct exceptions exceptions;
    unsigned tests, failed;
};

/* ---- programs as text ------------------------------------------------------------------------ */

struct text {
    char text[TEXT_MAX];
    size_t used;
};

static __attribute__((format(printf, 2, 3))) void add(struct text *text, const char *format, ...)
{
    va_list arguments;
    int bytes;

    va_start(arguments, format);
    bytes = vsnprintf(text->text + text->used, TEXT_MAX - text->used, format, arguments);
    va_end(arguments);
    text->used += bytes > 0 && (size_t)bytes < TEXT_MAX - text->used ? (size_t)bytes : 0;
}

static const char *const banks[] = {"usr", "fiq", "irq", "svc", "mon", "abt", "hyp", "und"};

static void add_place(struct text *text, unsigned place)
{
    static const char *const kinds[] = {"sp", "lr", "spsr"};

    if (place >= CROSSING_BANK_SP && place < CROSSING_PLACES)
        add(text, "%s_%s", kinds[(place - CROSSING_BANK_SP) / BOBBIN_BANKS],
            banks[CROSSING_BANK_OF(place)]);
    else if (place >= CROSSING_OTHER && place < CROSSING_OTHER + 5)
        add(text, "other_r%u", place - CROSSING_OTHER + 8);
    else if (place == CROSSING_PC || place == CROSSING_PSR)
        add(text, "%s", place == CROSSING_PC ? "pc" : "psr");
    else if (place == CROSSING_BASE)
        add(text, "base");
    else if (place == BOBBIN_SP || place == BOBBIN_LR)
        add(text, "%s", place == BOBBIN_SP ? "sp" : "lr");
    else
        add(text, "r%u", place);
}

static void add_list(struct text *text, uint32_t step)
{
    static const char *const kinds[] = {"load", "lose", "?", "?"};
    uint32_t mask = step >> CROSSING_LIST_MASK_SHIFT & 0xffff;
    const char *before = " ";

    add(text, "%s", kinds[step >> CROSSING_KIND_SHIFT & 3]);
    for (unsigned first = 0; first < 16; first++) {
        unsigned last = first;
        if (!(mask >> first & 1))
            continue;
        while (last < 12 && (mask >> (last + 1) & 1))
            last++;
        add(text, "%s", before);
        add_place(text, first);
        if (last > first) {
            add(text, "-");
            add_place(text, last);
        }
        first = last;
        before = ",";
    }
}

static void add_operand(struct text *text, uint32_t step, const uint32_t *next)
{
    int32_t value = (int32_t)step >> CROSSING_VALUE_SHIFT;

    switch (step >> CROSSING_KIND_SHIFT & 3) {
    case CROSSING_SLOT:
        add(text, "[%d]", value);
        break;
    case CROSSING_WORD:
        add(text, "0x%x", *next);
        break;
    case CROSSING_REGISTER:
        add_place(text, (unsigned)value);
        break;
    default:
        add(text, "base%+d", value);
        break;
    }
}

static void add_end(struct text *text, uint32_t step)
{
    uint32_t value = step >> CROSSING_VALUE_SHIFT;

    add(text, "end %s", banks[value >> CROSSING_END_ENTERED_SHIFT & 7]);
    add(text, " -%u/-%u", value >> CROSSING_END_ARM_SHIFT & 15,
        value >> CROSSING_END_THUMB_SHIFT & 15);
    if (value >> CROSSING_END_RETURN_SHIFT & 1)
        add(text, " call");
}

/* Adds the step at WORD. Returns how many words it has. */
static uint32_t add_step(struct text *text, const uint32_t *word)
{
    unsigned place = *word & ((1u << CROSSING_PLACE_BITS) - 1);
    unsigned kind = *word >> CROSSING_KIND_SHIFT & 3;

    if (place == CROSSING_END) {
        add_end(text, *word);
        return 1;
    }
    if (place == CROSSING_LIST) {
        add_list(text, *word);
    } else if (place == CROSSING_CHECK) {
        add(text, "%s", kind == CROSSING_CHECK_INNERMOST ? "innermost" : "no rule");
    } else if (place == CROSSING_SKIP_ZERO || place == CROSSING_SKIP_ONE) {
        add(text, "skip %u if ", *word >> CROSSING_SKIP_SHIFT & 31);
        add_operand(text, *word, word + 1);
        add(text, " is %u", place - CROSSING_SKIP_ZERO);
    } else if (place == CROSSING_BASE_PLUS) {
        add(text, "base += ");
        add_operand(text, *word, word + 1);
    } else {
        add_place(text, place);
        add(text, " = ");
        add_operand(text, *word, word + 1);
    }
    add(text, "; ");
    return kind == CROSSING_WORD && place != CROSSING_LIST && place != CROSSING_CHECK ? 2 : 1;
}

static void describe(const struct crossings *crossings, const struct crossing *crossing,
                     struct text *text)
{
    const uint32_t *word;

    text->used = 0;
    if (!crossing) {
        add(text, "no entry code");
        return;
    }
    if (crossing->reason) {
        add(text, "none: %s", crossing->reason);
        return;
    }
    word = &crossings->word[crossing->first];
    add(text, "%s: ",
        crossing->mode == CROSSING_MODE_ANY ? "ANY" : bobbin_mode_name(0x10u | crossing->mode));
    for (uint32_t i = 0; i < crossing->count;) {
        if (i && (word[i - 1] & ((1u << CROSSING_PLACE_BITS) - 1)) == CROSSING_END)
            add(text, " | ");
        i += add_step(text, word + i);
    }
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void print_crossing(const struct session *session, const struct crossing *crossing)
{
    char name[200];
    struct text text;

    describe(&session->exceptions.crossings, crossing, &text);
    printf("%08x %-40s %s\n", crossing->start,
           image_name(&session->image, crossing->start, name, sizeof(name)), text.text);
}

static void list(const struct session *session)
{
    const struct crossings *crossings = &session->exceptions.crossings;
    size_t rules = 0;

    for (size_t i = 0; i < crossings->count; i++) {
        print_crossing(session, &crossings->crossing[i]);
        rules += !crossings->crossing[i].reason;
    }
    printf("%zu of %zu have a rule\n", rules, crossings->count);
}

/* ---- expected programs ----------------------------------------------------------------------- */

/* ADDRESS is that of an instruction, or for the return address of a call of its last halfword. */
static const struct crossing *find(const struct session *session, uint32_t address)
{
    const struct crossings *crossings = &session->exceptions.crossings;

    for (size_t i = 0; i < crossings->count; i++)
        if (crossings->crossing[i].start <= address && address < crossings->crossing[i].end)
            return &crossings->crossing[i];
    return NULL;
}

static void check_one(struct session *session, uint32_t address, const char *expected)
{
    struct text text;
    char name[200];
    bool good;

    describe(&session->exceptions.crossings, find(session, address), &text);
    good = strcmp(text.text, expected) == 0;
    session->failed += !good;
    printf("%sok %u - %s, %s\n", good ? "" : "not ", ++session->tests, session->image.path,
           image_name(&session->image, address, name, sizeof(name)));
    if (!good)
        printf("# expected %s\n# got      %s\n", expected, text.text);
}

static void check_all(struct session *session)
{
    GElf_Shdr header;
    Elf_Scn *section = image_next_named(&session->image, NULL, ".expect", &header);
    const Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
    size_t at = 0;

    while (data && at + 4 < data->d_size) {
        const uint8_t *entry = (const uint8_t *)data->d_buf + at;
        const char *text = (const char *)entry + 4;
        check_one(session, bytes_u32(entry) & ~1u, text);
        at += 4 + strlen(text) + 1;
    }
}

static int check_image(struct session *session, const char *path, bool only_list)
{
    static const struct row_options options = {0};
    int status = image_open(&session->image, path);

    if (status == STATUS_GOOD)
        status = reference_build(&session->reference, &session->image, &options);
    if (status == STATUS_GOOD)
        status = exceptions_find(&session->exceptions, &session->reference);
    if (status != STATUS_GOOD)
        return status;
    if (only_list)
        list(session);
    else
        check_all(session);
    exceptions_free(&session->exceptions);
    reference_free(&session->reference);
    image_close(&session->image);
    return STATUS_GOOD;
}

int main(int argc, char **argv)
{
    struct session session = {.tests = 0};
    bool only_list = argc > 1 && strcmp(argv[1], "--list") == 0;

    for (int i = 1 + only_list; i < argc; i++)
        if (check_image(&session, argv[i], only_list) != STATUS_GOOD)
            return STATUS_BAD_INPUT;
    if (only_list)
        return STATUS_GOOD;
    printf("1..%u\n", session.tests);
    return session.failed || !session.tests ? STATUS_PROBLEMS : STATUS_GOOD;
}
