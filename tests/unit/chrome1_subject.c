/* SPDX-License-Identifier: MIT */
#include "chrome1_subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"
#include <bobbin/formats.h>
#include <bobbin/rule.h>

static const struct bobbin_foreign *const readers[] = {&bobbin_chrome1, &bobbin_chrome1_profiler};

const uint8_t one_function[ONE_FUNCTION_BYTES] = {
    0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0xff, 0xff, 0x01, 0, 0, 0, 0x11, 0,
};

static bool read_nothing(void *context, enum bobbin_space space, uint32_t address, void *out,
                         uint32_t size_bytes)
{
    (void)context;
    (void)space;
    (void)address;
    (void)out;
    (void)size_bytes;
    return false;
}

static const struct handmade_entry all_code[] = {ENTRY(CODE_BYTES / 2, 0)};

void subject_set_up(struct subject *subject, const uint8_t *part, uint32_t size_bytes,
                    uint32_t code_start, uint32_t base)
{
    const struct handmade_foreign foreign = {CHROME1, base, {part}, {size_bytes}};
    const struct handmade_range range = RANGE(code_start, all_code, 1);
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};
    static uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t written = handmade_write(&table, bytes);

    subject->bytes = malloc(written);
    assert_non_null(subject->bytes);
    memcpy(subject->bytes, bytes, written);
    assert_int_equal(bobbin_table_open(&subject->table, subject->bytes, written, 0),
                     BOBBIN_TABLE_OK);
    subject->env =
        (struct bobbin_env){.read = read_nothing, .tables = &subject->table, .tables_count = 1};
}

struct answer subject_ask(struct subject *subject, enum chrome1_reader reader, uint32_t pc)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct answer answer = {BOBBIN_STOP_NONE, 0, BY_LR};

    subject->env.foreign = readers[reader];
    answer.stop = bobbin_rule_at(&subject->env, pc, BOBBIN_KIND_INTERRUPTED, 0, &rule, &trust);
    if (answer.stop != BOBBIN_STOP_NONE)
        return (struct answer){answer.stop, 0, 0};
    assert_int_equal(trust, BOBBIN_TRUST_TABLE);
    assert_int_equal(rule.form, BOBBIN_FORM_FRAME);
    assert_int_equal(rule.cfa_register, BOBBIN_SP);
    for (int place = 0; place < BOBBIN_PLACE_RA; place++)
        assert_int_equal(rule.place_kind[place], BOBBIN_LOST);
    answer.cfa = (uint32_t)rule.cfa_offset;
    if (rule.place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT)
        answer.ra = (uint32_t)-rule.place_value[BOBBIN_PLACE_RA];
    else
        assert_int_equal(rule.place_kind[BOBBIN_PLACE_RA], BOBBIN_SAME);
    return answer;
}

void subject_expect(struct subject *subject, enum chrome1_reader reader, uint32_t pc,
                    const struct answer *wanted)
{
    struct answer found = subject_ask(subject, reader, pc);

    if (found.stop != wanted->stop || found.cfa != wanted->cfa || found.ra != wanted->ra)
        print_message("# reader %d at 0x%x: %s %x %x\n", reader, pc, bobbin_stop_name(found.stop),
                      found.cfa, found.ra);
    assert_int_equal(found.stop, wanted->stop);
    assert_int_equal(found.cfa, wanted->cfa);
    assert_int_equal(found.ra, wanted->ra);
}

void subject_expect_all(struct subject *subject, uint32_t base, const struct vector *vectors,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        subject_expect(subject, HEAP, base + vectors[i].address, &vectors[i].heap);
        subject_expect(subject, PROFILER, base + vectors[i].address, &vectors[i].profiler);
    }
}

void subject_free(struct subject *subject)
{
    free(subject->bytes);
}
