/* SPDX-License-Identifier: MIT */
/*
 * decoder_mutants IMAGE...: proves good tables with a core whose decoder is wrong in one way.
 * Mutants of the full decoder (core/insn/code.h) read small tables; mutants of the shape decoder
 * (core/unwind/shape.h) read fast ones. The proof must fail somewhere for each mutant. Linked with
 * --wrap=code_decode, --wrap=scan_take and --wrap=shape_find. Prints TAP.
 */
#include <stdio.h>

#include "core/insn/code.h"
#include "core/small/small.h"
#include "core/unwind/shape.h"
#include "discover/open_image.h"
#include "table/table.h"
#include "util/diag.h"

#define SP BOBBIN_SP
#define LR (1u << BOBBIN_LR)
#define PC (1u << BOBBIN_PC)

void __real_code_decode(uint32_t word, struct code_op *op, uint32_t state);
void __wrap_code_decode(uint32_t word, struct code_op *op, uint32_t state);
void __real_scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state);
void __wrap_scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state);
void __real_shape_find(struct shape *shape, uint32_t first, uint32_t second, uint32_t thumb);
void __wrap_shape_find(struct shape *shape, uint32_t first, uint32_t second, uint32_t thumb);

/* ---- the full decoder ------------------------------------------------------------------------ */

static bool moves(const struct code_op *op, enum code_kind kind)
{
    return op->kind == kind && op->base == SP;
}

static void load_loses_lowest(struct code_op *op)
{
    if (moves(op, CODE_LOAD))
        op->registers &= op->registers - 1;
}

static void load_loses_pc(struct code_op *op)
{
    if (moves(op, CODE_LOAD))
        op->registers &= ~PC;
}

static void load_loses_doubles(struct code_op *op)
{
    if (moves(op, CODE_LOAD))
        op->registers &= 0xffff;
}

static void load_moves_sp_more(struct code_op *op)
{
    if (moves(op, CODE_LOAD) && op->writeback)
        op->writeback += 4;
}

static void load_leaves_sp(struct code_op *op)
{
    if (moves(op, CODE_LOAD))
        op->writeback = 0;
}

static void load_is_other(struct code_op *op)
{
    if (moves(op, CODE_LOAD))
        op->kind = CODE_OTHER;
}

static void store_loses_lowest(struct code_op *op)
{
    if (moves(op, CODE_STORE))
        op->registers &= op->registers - 1;
}

static void store_loses_lr(struct code_op *op)
{
    if (moves(op, CODE_STORE))
        op->registers &= ~LR;
}

static void store_loses_doubles(struct code_op *op)
{
    if (moves(op, CODE_STORE))
        op->registers &= 0xffff;
}

static void store_moves_sp_less(struct code_op *op)
{
    if (moves(op, CODE_STORE) && op->writeback)
        op->writeback += 4;
}

static void store_is_other(struct code_op *op)
{
    if (moves(op, CODE_STORE))
        op->kind = CODE_OTHER;
}

static void add_adds_more(struct code_op *op)
{
    if (moves(op, CODE_ADD))
        op->offset += 4;
}

static void add_subtracts(struct code_op *op)
{
    if (moves(op, CODE_ADD))
        op->offset = -op->offset;
}

static void add_is_other(struct code_op *op)
{
    if (moves(op, CODE_ADD))
        op->kind = CODE_OTHER;
}

static void branch_is_other(struct code_op *op)
{
    if (op->kind == CODE_BRANCH)
        op->kind = CODE_OTHER;
}

static void branch_goes_too_far(struct code_op *op)
{
    if (op->kind == CODE_BRANCH)
        op->offset += 4;
}

static void branch_is_unconditional(struct code_op *op)
{
    if (op->kind == CODE_BRANCH)
        op->condition = CODE_ALWAYS;
}

static void call_is_other(struct code_op *op)
{
    if (op->kind == CODE_CALL)
        op->kind = CODE_OTHER;
}

static void jump_is_other(struct code_op *op)
{
    if (op->kind == CODE_JUMP)
        op->kind = CODE_OTHER;
}

static void other_is_stop(struct code_op *op)
{
    if (op->kind == CODE_OTHER)
        op->kind = CODE_STOP;
}

static void wide_is_narrow(struct code_op *op)
{
    op->size_bytes = 2;
}

static void base_is_r7(struct code_op *op)
{
    if (op->base == SP)
        op->base = 7;
}

static void nothing_is_conditional(struct code_op *op)
{
    op->condition = CODE_ALWAYS;
}

static void offset_is_wrong(struct code_op *op)
{
    if (moves(op, CODE_LOAD))
        op->offset += 4;
}

/* ---- the shapes ------------------------------------------------------------------------------ */

/* Defines a mutant NAME that runs the statement OTHER on shapes of kind OF. */
#define SHAPE_MUTANT(name, of, other)                                                              \
    static void name(struct shape *shape)                                                          \
    {                                                                                              \
        if (shape->kind == SHAPE_##of)                                                             \
            other;                                                                                 \
    }

SHAPE_MUTANT(pop_loses_lowest, POP, shape->registers &= shape->registers - 1)
SHAPE_MUTANT(pop_loses_pc, POP, shape->registers &= ~(LR | PC))
SHAPE_MUTANT(pop_has_more, POP, shape->bytes += 4)
SHAPE_MUTANT(pop_is_push, POP, shape->kind = SHAPE_PUSH)
SHAPE_MUTANT(pop_is_none, POP, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(push_loses_lr, PUSH, shape->registers &= ~LR)
SHAPE_MUTANT(push_loses_highest, PUSH,
             shape->registers &= ~(1u << (31 - __builtin_clz(shape->registers | 1))))
SHAPE_MUTANT(push_is_pop, PUSH, shape->kind = SHAPE_POP)
SHAPE_MUTANT(push_is_none, PUSH, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(no_doubles_are_pushed, PUSH_DOUBLES, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(no_doubles_are_popped, POP_DOUBLES, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(down_is_up, DOWN, shape->kind = SHAPE_UP)
SHAPE_MUTANT(down_is_none, DOWN, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(up_is_down, UP, shape->kind = SHAPE_DOWN)
SHAPE_MUTANT(up_is_more, UP, shape->bytes += 4)
SHAPE_MUTANT(up_is_none, UP, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(frame_is_another, FRAME, shape->registers = 0)
SHAPE_MUTANT(frame_is_higher, FRAME, shape->bytes += 4)
SHAPE_MUTANT(frame_is_none, FRAME, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(unframe_is_higher, UNFRAME, shape->bytes += 4)
SHAPE_MUTANT(unframe_is_none, UNFRAME, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(branch_goes_elsewhere, BRANCH, shape->bytes ^= 0x5555554)
SHAPE_MUTANT(branch_stays, BRANCH, shape->bytes = 0)
SHAPE_MUTANT(branch_is_none, BRANCH, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(leave_is_none, LEAVE, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(leave_holds, LEAVE, shape->kind = SHAPE_HOLDS)
SHAPE_MUTANT(holds_is_none, HOLDS, shape->kind = SHAPE_NONE)
SHAPE_MUTANT(holds_leaves, HOLDS, shape->kind = SHAPE_LEAVE)
SHAPE_MUTANT(none_holds, NONE, shape->kind = SHAPE_HOLDS)

/* ---- all ------------------------------------------------------------------------------------- */

static const struct mutant {
    const char *name;
    void (*change)(struct code_op *op);
    void (*shape)(struct shape *shape);
} mutants[] = {
    {"decoder: a load loses its lowest register", load_loses_lowest, NULL},
    {"decoder: a load loses pc", load_loses_pc, NULL},
    {"decoder: a load loses its doubles", load_loses_doubles, NULL},
    {"decoder: a load moves sp more", load_moves_sp_more, NULL},
    {"decoder: a load leaves sp", load_leaves_sp, NULL},
    {"decoder: a load is something else", load_is_other, NULL},
    {"decoder: a load is from elsewhere", offset_is_wrong, NULL},
    {"decoder: a store loses its lowest register", store_loses_lowest, NULL},
    {"decoder: a store loses lr", store_loses_lr, NULL},
    {"decoder: a store loses its doubles", store_loses_doubles, NULL},
    {"decoder: a store moves sp less", store_moves_sp_less, NULL},
    {"decoder: a store is something else", store_is_other, NULL},
    {"decoder: an addition to sp adds more", add_adds_more, NULL},
    {"decoder: an addition to sp subtracts", add_subtracts, NULL},
    {"decoder: an addition to sp is something else", add_is_other, NULL},
    {"decoder: a branch is something else", branch_is_other, NULL},
    {"decoder: a branch goes too far", branch_goes_too_far, NULL},
    {"decoder: a branch is always taken", branch_is_unconditional, NULL},
    {"decoder: a call is something else", call_is_other, NULL},
    {"decoder: a jump is something else", jump_is_other, NULL},
    {"decoder: all else stops", other_is_stop, NULL},
    {"decoder: all instructions have two bytes", wide_is_narrow, NULL},
    {"decoder: sp is r7", base_is_r7, NULL},
    {"decoder: conditions are not seen", nothing_is_conditional, NULL},
    {"shape: a pop loses its lowest register", NULL, pop_loses_lowest},
    {"shape: a pop loses pc", NULL, pop_loses_pc},
    {"shape: a pop has a word more", NULL, pop_has_more},
    {"shape: a pop is a push", NULL, pop_is_push},
    {"shape: a pop is none", NULL, pop_is_none},
    {"shape: a push loses lr", NULL, push_loses_lr},
    {"shape: a push loses its highest register", NULL, push_loses_highest},
    {"shape: a push is a pop", NULL, push_is_pop},
    {"shape: a push is none", NULL, push_is_none},
    {"shape: no doubles are pushed", NULL, no_doubles_are_pushed},
    {"shape: no doubles are popped", NULL, no_doubles_are_popped},
    {"shape: down is up", NULL, down_is_up},
    {"shape: down is none", NULL, down_is_none},
    {"shape: up is down", NULL, up_is_down},
    {"shape: up is by a word more", NULL, up_is_more},
    {"shape: up is none", NULL, up_is_none},
    {"shape: the frame pointer is another", NULL, frame_is_another},
    {"shape: the frame pointer is higher", NULL, frame_is_higher},
    {"shape: no frame pointer is set", NULL, frame_is_none},
    {"shape: sp comes from higher", NULL, unframe_is_higher},
    {"shape: sp comes from no frame pointer", NULL, unframe_is_none},
    {"shape: a branch goes elsewhere", NULL, branch_goes_elsewhere},
    {"shape: a branch goes nowhere", NULL, branch_stays},
    {"shape: a branch is none", NULL, branch_is_none},
    {"shape: a return is none", NULL, leave_is_none},
    {"shape: a return is a call", NULL, leave_holds},
    {"shape: a call is none", NULL, holds_is_none},
    {"shape: a call is a return", NULL, holds_leaves},
    {"shape: all else is a call", NULL, none_holds},
};
enum { MUTANTS = sizeof(mutants) / sizeof(mutants[0]) };

static const struct mutant *active;

void __wrap_code_decode(uint32_t word, struct code_op *op, uint32_t state)
{
    __real_code_decode(word, op, state);
    if (active && active->change)
        active->change(op);
}

void __wrap_shape_find(struct shape *shape, uint32_t first, uint32_t second, uint32_t thumb)
{
    __real_shape_find(shape, first, second, thumb);
    if (active && active->shape)
        active->shape(shape);
}

/* A wrapper of its own is needed because IT sets the conditions after code_decode. */
void __wrap_scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state)
{
    __real_scan_take(scan, word, op, state);
    if (active && active->change == nothing_is_conditional)
        active->change(op);
}

/* For each mutant, the instructions found wrong, over all images and settings. */
static uint64_t wrong_of[MUTANTS];

static uint64_t wrong_in(const struct proof *proof)
{
    return proof->verdicts[VERDICT_WRONG] + proof->verdicts[VERDICT_UNKNOWN];
}

/* Proves a small table with the mutants of the full decoder, a fast one with those of shapes. */
static void judge(const struct table *table)
{
    struct bobbin_table opened;

    bobbin_table_open(&opened, table->bytes, table->size_bytes, 0);
    for (size_t i = 0; i < MUTANTS; i++) {
        struct proof proof;
        if ((table->setting == PLAN_SMALL) != !mutants[i].shape)
            continue;
        active = &mutants[i];
        proof_run(&proof, &table->reference, NULL, &opened, NULL);
        active = NULL;
        if (wrong_in(&proof) > wrong_in(&table->proof))
            wrong_of[i] += wrong_in(&proof) - wrong_in(&table->proof);
        proof_free(&proof);
    }
}

static int judge_image(const char *path)
{
    static const enum plan_setting settings[] = {PLAN_FAST, PLAN_SMALL};
    struct image image;
    int status = image_open(&image, path);

    if (status != STATUS_GOOD)
        return status;
    for (size_t i = 0; i < 2 && status == STATUS_GOOD; i++) {
        struct table table;
        status = table_build(&table, &image, NULL, settings[i]);
        if (status == STATUS_GOOD) {
            judge(&table);
            table_free(&table);
        }
    }
    image_close(&image);
    return status;
}

int main(int argc, char **argv)
{
    int status = STATUS_GOOD;
    bool good;

    for (int i = 1; i < argc && status == STATUS_GOOD; i++)
        status = judge_image(argv[i]);
    good = status == STATUS_GOOD;
    printf("1..%d\n", (int)MUTANTS);
    for (size_t i = 0; i < MUTANTS; i++) {
        bool found = good && wrong_of[i];
        printf("%sok %zu - %s\n# %llu instructions\n", found ? "" : "not ", i + 1, mutants[i].name,
               (unsigned long long)wrong_of[i]);
        if (!found && good)
            status = STATUS_PROBLEMS;
    }
    return status;
}
