/* SPDX-License-Identifier: MIT */
#include "control.h"

#include <string.h>

#include "compare.h"

#define WORDS       (sizeof(struct bobbin_context) / sizeof(uint32_t))
#define STATUS_WORD (offsetof(struct bobbin_context, status) / sizeof(uint32_t))

/* A site whose fault address is known, so that the address is compared too. */
static const struct site *data_abort_site(void)
{
    const struct site *site = sites;

    while (site->cause != BOBBIN_CAUSE_DATA_ABORT)
        site++;
    return site;
}

static bool notices_word(const struct expectation *expected, size_t word)
{
    uint32_t words[WORDS];
    struct bobbin_context changed;

    memcpy(words, &expected->context, sizeof(words));
    words[word] ^= 1u << word % 32;
    memcpy(&changed, words, sizeof(changed));
    return compare(expected, &changed) != 0;
}

bool comparison_notices(const struct fpu_setting *fpu)
{
    struct test_case test = {.mode = MODE_IRQ, .fpu = fpu, .site = data_abort_site()};
    struct processor_state state;
    struct expectation expected;
    bool all = true;

    make_state(&state, &test);
    make_expectation(&expected, &test, &state);
    if (compare(&expected, &expected.context) != 0)
        return false;
    for (size_t word = 0; word < WORDS; word++)
        if (word != STATUS_WORD && !notices_word(&expected, word))
            all = false;
    return all;
}
