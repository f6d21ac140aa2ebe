/* SPDX-License-Identifier: MIT */
/*
 * Chromium's tables of 2021 in each layout: random functions, written and read back, and damaged
 * tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chrome2_subject.h"
#include "formats/chrome2/chrome2_bytecode.h"
#include "formats/chrome2/chrome2_document_reader.h"
#include "formats/chrome2/chrome2_naive.h"
#include "fuzz.h"
#include "rows/rows.h"

enum { FUNCTIONS_MAX = 40, STATES_MAX = 4, TIMES = 200 };

/* Random functions in up to five pages, with and without gaps. OUT is their file. */
struct made {
    struct byte_pool sequences;
    struct chrome2_state states[FUNCTIONS_MAX][STATES_MAX];
    struct chrome2_function functions[FUNCTIONS_MAX];
    size_t count;
    uint32_t end;
    struct buffer out;
};

static struct bobbin_rule random_rule(struct fuzz_source *source)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);
    int32_t slot = -4 * (int32_t)fuzz_below(source, 3);

    rule.cfa_register = fuzz_one_in(source, 4) ? 7 : BOBBIN_SP;
    if (fuzz_one_in(source, 2))
        rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, slot -= 4);
    for (unsigned place = 8; place-- > 0;)
        if (fuzz_one_in(source, 4))
            rule_put(&rule, place, BOBBIN_SLOT, slot -= 4 + 4 * fuzz_one_in(source, 8));
    rule.cfa_offset = -slot + 4 * (int32_t)fuzz_below(source, fuzz_one_in(source, 8) ? 300 : 20);
    return rule;
}

static size_t random_sequence(struct byte_pool *sequences, struct fuzz_source *source)
{
    struct bobbin_rule rule = random_rule(source);
    struct buffer bytes = {0};
    size_t number;

    assert_true(chrome2_put_rule(&bytes, &rule));
    number = byte_pool_number(sequences, bytes.bytes, bytes.size);
    free(bytes.bytes);
    return number;
}

static void make_functions(struct made *made, struct fuzz_source *source)
{
    uint32_t at = fuzz_one_in(source, 2) ? 0 : 2 * fuzz_below(source, 100);

    memset(made, 0, sizeof(*made));
    made->count = 1 + fuzz_below(source, FUNCTIONS_MAX);
    for (size_t i = 0; i < made->count; i++) {
        uint32_t states = 1 + fuzz_below(source, STATES_MAX);
        uint32_t offset = 0;
        for (uint32_t k = 0; k < states; k++) {
            made->states[i][k] =
                (struct chrome2_state){offset, random_sequence(&made->sequences, source)};
            offset += 2 + 2 * fuzz_below(source, fuzz_one_in(source, 4) ? 300 : 10);
        }
        if (fuzz_one_in(source, 16))
            offset += fuzz_below(source, 5) << 16;
        made->functions[i] = (struct chrome2_function){at, offset, made->states[i], states};
        at += offset + (fuzz_one_in(source, 4) ? 2 * fuzz_below(source, 200) : 0);
        made->end = made->functions[i].address + offset;
    }
}

/* A layout, its reader, and whether it stores the gaps between functions. */
struct layout {
    enum chrome2_variant variant;
    const struct bobbin_foreign *reader;
    bool has_gaps;
};
static const struct layout layouts[] = {
    {CHROME2_SHIPPED, &bobbin_chrome2, true},
    {CHROME2_DOCUMENT, &chrome2_document_reader, false},
    {CHROME2_NAIVE, &chrome2_naive_reader, false},
};

static void write_file(struct made *made, const struct layout *layout)
{
    struct chrome2_sizes sizes;

    made->out.size = 0;
    if (layout->variant == CHROME2_NAIVE)
        chrome2_naive_write(&made->out, made->functions, made->count, &made->sequences);
    else
        chrome2_write(&made->out, layout->variant, made->functions, made->count, &made->sequences,
                      &sizes);
}

static enum bobbin_stop ask(const struct layout *layout, const uint8_t *bytes, size_t size,
                            uint32_t address, struct bobbin_rule *rule)
{
    struct foreign_table table = {.part = {{bytes, (uint32_t)size}}};
    struct foreign_question question = {address, true};

    *rule = rule_of_form(BOBBIN_FORM_FRAME);
    rule->cfa_register = BOBBIN_SP;
    return layout->reader->read(&table, &question, rule);
}

static void expect_state(const struct made *made, const struct layout *layout, uint32_t address,
                         const struct chrome2_state *state)
{
    const struct byte_pool_item *item = &made->sequences.item[state->sequence];
    struct chrome2_code code = {made->sequences.bytes.bytes + item->offset, (uint32_t)item->size,
                                0};
    struct bobbin_rule found, wanted = rule_of_form(BOBBIN_FORM_FRAME);

    wanted.cfa_register = BOBBIN_SP;
    assert_int_equal(chrome2_execute(&code, &wanted), BOBBIN_STOP_NONE);
    assert_int_equal(ask(layout, made->out.bytes, made->out.size, address, &found),
                     BOBBIN_STOP_NONE);
    assert_true(rule_equal(&found, &wanted));
}

static void expect_nothing_but(const struct made *made, const struct layout *layout,
                               uint32_t address, bool is_leaf)
{
    struct bobbin_rule rule;
    enum bobbin_stop stop = ask(layout, made->out.bytes, made->out.size, address, &rule);

    assert_int_equal(stop, is_leaf ? BOBBIN_STOP_NONE : BOBBIN_STOP_NO_RULE);
    if (is_leaf)
        assert_true(rule_is_leaf(&rule));
}

static void expect_functions(const struct made *made, const struct layout *layout)
{
    uint32_t end = 0;

    for (size_t i = 0; i < made->count; i++) {
        const struct chrome2_function *function = &made->functions[i];
        if (layout->has_gaps && function->address > end) {
            expect_nothing_but(made, layout, end, i > 0);
            expect_nothing_but(made, layout, function->address - 1, i > 0);
        }
        end = function->address + function->size_bytes;
        for (size_t k = 0; k < function->states_count; k++) {
            const struct chrome2_state *state = &function->states[k];
            uint32_t next = k + 1 < function->states_count ? state[1].offset : function->size_bytes;
            expect_state(made, layout, function->address + state->offset, state);
            expect_state(made, layout, function->address + next - 1, state);
        }
    }
    if (layout->has_gaps)
        expect_nothing_but(made, layout, end, false);
}

static void functions_are_read_as_they_were(void **state)
{
    (void)state;
    uint8_t seed[2000];
    struct made made;

    for (uint32_t time = 0; time < TIMES; time++) {
        struct fuzz_source source;
        for (size_t i = 0; i < sizeof(seed); i++)
            seed[i] = (uint8_t)((time * 2654435761u + (uint32_t)i * 40503u) * 2246822519u >> 24);
        fuzz_source_begin(&source, seed, sizeof(seed));
        make_functions(&made, &source);
        for (size_t i = 0; i < COUNT(layouts); i++) {
            write_file(&made, &layouts[i]);
            expect_functions(&made, &layouts[i]);
        }
        byte_pool_free(&made.sequences);
        free(made.out.bytes);
    }
}

static void read_everywhere(const struct layout *layout, const uint8_t *bytes, size_t size,
                            uint32_t end)
{
    struct bobbin_rule rule;

    for (uint32_t address = 0; address < end + 0x20000; address += 0x3ff)
        (void)ask(layout, bytes, size, address, &rule);
}

static void damage_leads_nowhere(void **state)
{
    (void)state;
    static const uint8_t seed[600] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
    struct fuzz_source source;
    struct made made;

    fuzz_source_begin(&source, seed, sizeof(seed));
    make_functions(&made, &source);
    for (size_t i = 0; i < COUNT(layouts); i++) {
        write_file(&made, &layouts[i]);
        for (size_t at = 0; at < made.out.size; at++) {
            uint8_t *copy = memcpy(malloc(made.out.size), made.out.bytes, made.out.size);
            for (uint32_t bit = 0; bit < 8; bit++) {
                copy[at] = (uint8_t)(made.out.bytes[at] ^ 1u << bit);
                read_everywhere(&layouts[i], copy, made.out.size, made.end);
            }
            free(copy);
            copy = memcpy(malloc(at + !at), made.out.bytes, at);
            read_everywhere(&layouts[i], copy, at, made.end);
            free(copy);
        }
    }
    byte_pool_free(&made.sequences);
    free(made.out.bytes);
}

/*
 * More pairs than 16-bit offsets in the function table can reach. The writer leaves out the rest
 * and the others stay right.
 */
static void pairs_end_where_the_function_table_does(void **state)
{
    (void)state;
    enum { MANY = 20000, STATES = 2 };
    struct chrome2_function *functions = calloc(MANY, sizeof(*functions));
    struct chrome2_state *states = calloc(STATES * MANY, sizeof(*states));
    struct made made = {.count = 0};
    struct chrome2_sizes sizes;
    struct bobbin_rule rule;
    size_t refused = 0;

    assert_true(functions && states);
    byte_pool_add(&made.sequences, "\x00\xb0", 2);
    byte_pool_add(&made.sequences, "\xb0", 1);
    for (uint32_t i = 0; i < MANY; i++) {
        states[STATES * i].sequence = 1;
        states[STATES * i + 1].offset = 2 * (i + 1);
        functions[i] = (struct chrome2_function){0x10000 * i, 0x10000, states + STATES * i, STATES};
    }
    chrome2_write(&made.out, CHROME2_SHIPPED, functions, MANY, &made.sequences, &sizes);
    for (uint32_t i = 0; i < MANY; i++) {
        enum bobbin_stop stop =
            ask(&layouts[0], made.out.bytes, made.out.size, 0x10000 * i + 2 * (i + 1), &rule);
        refused += stop == BOBBIN_STOP_NO_RULE;
        assert_true(stop == BOBBIN_STOP_NO_RULE ||
                    (stop == BOBBIN_STOP_NONE && rule.cfa_offset == 4));
    }
    assert_int_equal(refused, sizes.without_room);
    assert_in_range(refused, MANY - 0x10000 / 4, MANY - 0x10000 / 5);
    free(functions);
    free(states);
    byte_pool_free(&made.sequences);
    free(made.out.bytes);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_read_as_they_were),
        cmocka_unit_test(damage_leads_nowhere),
        cmocka_unit_test(pairs_end_where_the_function_table_does),
    };
    return cmocka_run_group_tests_name("chrome2_all", tests, NULL, NULL);
}
