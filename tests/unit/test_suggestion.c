/* SPDX-License-Identifier: MIT */
#include "util/suggestion.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *best_of(const char *wanted, const char *const *candidates)
{
    struct suggestion suggestion;

    suggestion_begin(&suggestion, wanted);
    for (; *candidates; candidates++)
        suggestion_consider(&suggestion, *candidates);
    return suggestion.best;
}

static const char *const verbs[] = {"embed", "table", "check", "show", "size", NULL};

static void expect(const char *wanted, const char *best)
{
    const char *found = best_of(wanted, verbs);

    if (best)
        assert_string_equal(found, best);
    else
        assert_null(found);
}

static void each_kind_of_edit_is_one(void **state)
{
    (void)state;
    expect("chck", "check");   /* a character is missing */
    expect("chheck", "check"); /* one too many */
    expect("chepk", "check");  /* another one */
    expect("cehck", "check");  /* two are swapped */
    expect("sohw", "show");
    expect("check", "check");
}

static void the_most_similar_wins_and_of_equals_the_first(void **state)
{
    static const char *const names[] = {"uart_isr1", "uart_isr", "uart_isr2", NULL};

    (void)state;
    assert_string_equal(best_of("uart_irs", names), "uart_isr");
    assert_string_equal(best_of("uart_isr3", names), "uart_isr1");
}

static void other_words_are_not_similar(void **state)
{
    (void)state;
    expect("nonsense", NULL);
    expect("", NULL);
    expect("x", NULL);
    expect("zz", NULL);
    expect("xyz", NULL);
}

static void long_words_are_ignored(void **state)
{
    char name[400];
    const char *names[] = {name, NULL};

    (void)state;
    memset(name, 'a', sizeof(name) - 1);
    name[sizeof(name) - 1] = 0;
    assert_null(best_of(name, names));
    name[100] = 0;
    assert_string_equal(best_of(name, names), name);
    assert_null(best_of("short", names));
}

static void the_text_ends_a_message(void **state)
{
    struct suggestion suggestion;
    char text[SUGGESTION_TEXT_BYTES];

    (void)state;
    suggestion_begin(&suggestion, "tabel");
    assert_string_equal(suggestion_text(&suggestion, "; try help", text), "; try help");
    suggestion_consider(&suggestion, "table");
    assert_string_equal(suggestion_text(&suggestion, "; try help", text),
                        "; did you mean 'table'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_edit_is_one),
        cmocka_unit_test(the_most_similar_wins_and_of_equals_the_first),
        cmocka_unit_test(other_words_are_not_similar),
        cmocka_unit_test(long_words_are_ignored),
        cmocka_unit_test(the_text_ends_a_message),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
