/* SPDX-License-Identifier: MIT */
#include "traced.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void traced_run(struct world *world, uint32_t pc, struct traced *traced)
{
    bool more = true;

    world_begin(world, pc);
    for (traced->count = 0; more; traced->count++) {
        assert_in_range(traced->count, 0, TRACED_MAX - 1);
        traced->frames[traced->count] = world->cursor;
        more = bobbin_step(&world->cursor, &world->env);
    }
    traced->frames[traced->count - 1] = world->cursor;
}

static bool is_same_register(const struct bobbin_cursor *a, const struct bobbin_cursor *b,
                             uint32_t number)
{
    return a->r[number] == b->r[number] || !(a->valid >> number & 1);
}

/* Unknown registers, and registers after a stop, are not compared. */
static bool is_same(const struct bobbin_cursor *a, const struct bobbin_cursor *b)
{
    bool same = a->kind == b->kind && a->trust == b->trust && a->stop == b->stop &&
                is_same_register(a, b, BOBBIN_PC) && is_same_register(a, b, BOBBIN_SP);

    if (!same || a->stop != BOBBIN_STOP_NONE)
        return same && a->stop_value == b->stop_value;
    for (uint32_t i = 0; i < 16; i++)
        same = same && is_same_register(a, b, i);
    for (uint32_t i = 8; i < 16; i++)
        same = same && (a->d[i - 8] == b->d[i - 8] || !(a->valid & BOBBIN_VALID_D(i)));
    return same && a->valid == b->valid && a->cpsr == b->cpsr;
}

static void print(const char *which, const struct bobbin_cursor *cursor)
{
    print_message("# %s: pc %08x sp %08x valid %08x stop %s %08x", which, cursor->r[BOBBIN_PC],
                  cursor->r[BOBBIN_SP], cursor->valid, bobbin_stop_name(cursor->stop),
                  cursor->stop_value);
    for (uint32_t i = 4; i < 12; i++)
        print_message(" %x", cursor->r[i]);
    print_message("\n");
}

void traced_expect_same(const struct traced *got, const struct traced *expected)
{
    for (uint32_t i = 0; i < got->count && i < expected->count; i++) {
        if (is_same(&got->frames[i], &expected->frames[i]))
            continue;
        print("got", &got->frames[i]);
        print("expected", &expected->frames[i]);
        fail_msg("frame %u differs", i);
    }
    assert_int_equal(got->count, expected->count);
}
