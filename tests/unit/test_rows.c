/* SPDX-License-Identifier: MIT */
/* How the rows of one source are merged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "rows/rows.c"

static struct bobbin_rule sp_plus(int32_t offset)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    rule.cfa_register = BOBBIN_SP;
    rule.cfa_offset = offset;
    return rule;
}

static void add(struct rows *rows, uint32_t start, uint32_t end, int32_t offset)
{
    struct bobbin_rule rule = sp_plus(offset);

    rows_add(rows, start, end, &rule, ROW_CFI);
}

/* The cfa offset at ADDRESS; -1 if no rule is known. */
static int32_t offset_at(const struct rows *rows, uint32_t address)
{
    int32_t found = -1;

    for (size_t i = 0; i < rows->count; i++)
        if (address >= rows->row[i].start && address < rows->row[i].end) {
            assert_int_equal(found, -1);
            if (rows->row[i].source != ROW_UNKNOWN)
                found = rows->row[i].rule.cfa_offset;
        }
    return found;
}

/*
 * An address keeps its rule only if all rows that cover the address agree, not only the last two.
 */
static void rows_that_disagree_are_unknown_wherever_they_overlap(void **state)
{
    (void)state;
    struct rows rows = {0};

    add(&rows, 0, 8, 0);
    add(&rows, 0, 12, 0);
    add(&rows, 0, 30, 0);
    add(&rows, 2, 48, 8);
    add(&rows, 8, 48, 16);
    rows_settle(&rows);
    assert_int_equal(offset_at(&rows, 0), 0);
    for (uint32_t address = 2; address < 48; address += 2)
        assert_int_equal(offset_at(&rows, address), -1);
    free(rows.row);
}

static void rows_that_agree_are_one_answer(void **state)
{
    (void)state;
    struct rows rows = {0};

    add(&rows, 100, 120, 8);
    add(&rows, 110, 130, 8);
    add(&rows, 200, 210, 16);
    rows_settle(&rows);
    assert_int_equal(offset_at(&rows, 98), -1);
    assert_int_equal(offset_at(&rows, 100), 8);
    assert_int_equal(offset_at(&rows, 118), 8);
    assert_int_equal(offset_at(&rows, 128), 8);
    assert_int_equal(offset_at(&rows, 130), -1);
    assert_int_equal(offset_at(&rows, 208), 16);
    free(rows.row);
}

/* An offset is sane if the steps of a long rule can express it. */
static void offsets_that_no_table_has_are_not_sane(void **state)
{
    (void)state;
    const int32_t least = -(1 << 18), most = (1 << 18) - 4;
    struct bobbin_rule rule = sp_plus((1 << 28) - 4);

    rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, least + 4);
    rule_put(&rule, 0, BOBBIN_SLOT, most);
    rule.cfa_add = most;
    assert_true(rule_is_sane(&rule));
    rule.cfa_offset += 4;
    assert_false(rule_is_sane(&rule));
    rule.cfa_offset = 6;
    assert_false(rule_is_sane(&rule));
    rule.cfa_offset = 8;
    rule_put(&rule, 0, BOBBIN_SLOT, most + 4);
    assert_false(rule_is_sane(&rule));
    rule_put(&rule, 0, BOBBIN_REGISTER, 1);
    assert_true(rule_is_sane(&rule));
    rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, least);
    assert_false(rule_is_sane(&rule));
    rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, -4);
    rule.cfa_add = most + 4;
    assert_false(rule_is_sane(&rule));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_disagree_are_unknown_wherever_they_overlap),
        cmocka_unit_test(rows_that_agree_are_one_answer),
        cmocka_unit_test(offsets_that_no_table_has_are_not_sane),
    };

    return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
