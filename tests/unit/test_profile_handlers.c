/* SPDX-License-Identifier: MIT */
/* Stacks that cross exceptions, cut at the entry of the innermost handler. */
#include "profile/profile_handlers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "profile/profile_label.h"

enum { MAIN = 0x100, WORK = 0x200, IRQ = 0x300, FIQ = 0x400, LEAF = 0x500 };

static uint32_t add(struct profile *profile, uint32_t parent, enum profile_kind kind, uint32_t pc,
                    uint64_t count)
{
    uint32_t node = stack_tree_child(&profile->stacks, parent, profile_key(kind, pc));

    profile->stacks.nodes[node].count += count;
    return node;
}

/* The samples of the stack of COUNT pcs below context CONTEXT; the last pc was interrupted. */
static uint64_t samples_at(struct profile *profile, const struct sample_context *context,
                           const uint32_t *pcs, size_t count)
{
    uint32_t node = profile_context(profile, context);

    for (size_t i = 0; i < count; i++)
        node = stack_tree_child(
            &profile->stacks, node,
            profile_key(i + 1 < count ? PROFILE_CALL : PROFILE_INTERRUPTED, pcs[i]));
    return profile->stacks.nodes[node].count;
}

static void only_the_innermost_handler_remains(void **state)
{
    struct sample_context context = {.task = 7, .interrupt = 9, .stop = BOBBIN_STOP_LOST};
    struct profile profile;
    uint32_t root, main_node, work, irq, fiq, other;

    (void)state;
    profile_init(&profile);
    root = profile_context(&profile, &context);
    main_node = add(&profile, root, PROFILE_CALL, MAIN, 0);
    work = add(&profile, main_node, PROFILE_INTERRUPTED, WORK, 100);
    irq = add(&profile, work, PROFILE_CALL, IRQ, 0);
    add(&profile, irq, PROFILE_INTERRUPTED, LEAF, 10);
    fiq = add(&profile, add(&profile, irq, PROFILE_INTERRUPTED, LEAF + 2, 0), PROFILE_CALL, FIQ, 0);
    add(&profile, fiq, PROFILE_INTERRUPTED, LEAF, 1);
    /* the same handler, which interrupted other code */
    other = add(&profile, main_node, PROFILE_INTERRUPTED, WORK + 2, 200);
    add(&profile, add(&profile, other, PROFILE_CALL, IRQ, 0), PROFILE_INTERRUPTED, LEAF, 20);
    profile_cut_handlers(&profile);

    assert_int_equal(samples_at(&profile, &context, (uint32_t[]){MAIN, WORK}, 2), 100);
    assert_int_equal(samples_at(&profile, &context, (uint32_t[]){MAIN, WORK + 2}, 2), 200);
    context.handler = true;
    context.stop = BOBBIN_STOP_OUTERMOST;
    assert_int_equal(samples_at(&profile, &context, (uint32_t[]){IRQ, LEAF}, 2), 30);
    assert_int_equal(samples_at(&profile, &context, (uint32_t[]){FIQ, LEAF}, 2), 1);
    profile_sort(&profile);
    assert_int_equal(stack_tree_distinct(&profile.stacks), 4);
    profile_free(&profile);
}

static void raw_samples_follow_their_stack(void **state)
{
    const struct sample_context context = {.interrupt = PROFILE_UNKNOWN};
    struct profile profile;
    uint32_t work, leaf, cut;

    (void)state;
    profile_init(&profile);
    work = add(&profile, profile_context(&profile, &context), PROFILE_INTERRUPTED, WORK, 1);
    leaf = add(&profile, add(&profile, work, PROFILE_CALL, IRQ, 0), PROFILE_INTERRUPTED, LEAF, 1);
    profile.raw.samples = (struct raw_sample[]){{.node = work}, {.node = leaf}};
    profile.raw.count = 2;
    profile_cut_handlers(&profile);
    cut = profile.raw.samples[1].node;
    assert_int_equal(profile.raw.samples[0].node, work);
    assert_int_equal(profile.stacks.nodes[cut].count, 1);
    assert_int_equal(profile.stacks.nodes[leaf].count, 0);
    assert_true(profile_context_of(&profile, cut)->handler);
    profile.raw.samples = NULL;
    profile.raw.count = 0;
    profile_free(&profile);
}

static void a_handler_without_a_number_has_a_label(void **state)
{
    struct sample_context context = {.interrupt = PROFILE_UNKNOWN};
    char text[PROFILE_LABEL_BYTES];

    (void)state;
    assert_string_equal(profile_label(&context, PROFILE_BY_INTERRUPT, NULL, text),
                        "[no interrupt]");
    context.handler = true;
    assert_string_equal(profile_label(&context, PROFILE_BY_INTERRUPT, NULL, text), "[interrupt]");
    context.interrupt = 29;
    assert_string_equal(profile_label(&context, PROFILE_BY_INTERRUPT, NULL, text),
                        "[interrupt 29]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_innermost_handler_remains),
        cmocka_unit_test(raw_samples_follow_their_stack),
        cmocka_unit_test(a_handler_without_a_number_has_a_label),
    };

    return cmocka_run_group_tests_name("stacks of handlers", tests, NULL, NULL);
}
