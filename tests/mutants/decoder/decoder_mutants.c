/* SPDX-License-Identifier: MIT */
/*
 * decoder_mutants IMAGE...: a core whose decoder is wrong in one way reads good tables, fast and small ones. The proof must
 * find it wrong somewhere; a mutant that it lets live gives true answers all the same. Linked with --wrap=code_decode and --wrap=scan_take.
 * TAP on stdout.
 */
#include <stdio.h>

#include "code.h"
#include "diag.h"
#include "small.h"
#include "table.h"

#define SP BOBBIN_SP
#define LR (1u << BOBBIN_LR)
#define PC (1u << BOBBIN_PC)

void __real_code_decode(uint32_t word, struct code_op *op, uint32_t state);
void __wrap_code_decode(uint32_t word, struct code_op *op, uint32_t state);
void __real_scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state);
void __wrap_scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state);

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

static const struct mutant {
    const char *name;
    void (*change)(struct code_op *op);
} mutants[] = {
    {"a load loses its lowest register", load_loses_lowest},
    {"a load loses pc", load_loses_pc},
    {"a load loses its doubles", load_loses_doubles},
    {"a load moves sp more", load_moves_sp_more},
    {"a load leaves sp", load_leaves_sp},
    {"a load is something else", load_is_other},
    {"a load is from elsewhere", offset_is_wrong},
    {"a store loses its lowest register", store_loses_lowest},
    {"a store loses lr", store_loses_lr},
    {"a store loses its doubles", store_loses_doubles},
    {"a store moves sp less", store_moves_sp_less},
    {"a store is something else", store_is_other},
    {"an addition to sp adds more", add_adds_more},
    {"an addition to sp subtracts", add_subtracts},
    {"an addition to sp is something else", add_is_other},
    {"a branch is something else", branch_is_other},
    {"a branch goes too far", branch_goes_too_far},
    {"a branch is always taken", branch_is_unconditional},
    {"a call is something else", call_is_other},
    {"a jump is something else", jump_is_other},
    {"all else stops", other_is_stop},
    {"all instructions have two bytes", wide_is_narrow},
    {"sp is r7", base_is_r7},
    {"conditions are not seen", nothing_is_conditional},
};
enum { MUTANTS = sizeof(mutants) / sizeof(mutants[0]) };

static const struct mutant *active;

void __wrap_code_decode(uint32_t word, struct code_op *op, uint32_t state)
{
    __real_code_decode(word, op, state);
    if (active)
        active->change(op);
}

/* An IT tells its conditions behind that. */
void __wrap_scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state)
{
    __real_scan_take(scan, word, op, state);
    if (active && active->change == nothing_is_conditional)
        active->change(op);
}

/* Where the mutants have been found, over all images and settings. */
static uint64_t wrong_of[MUTANTS];

static void judge(const struct table *table)
{
    struct bobbin_table opened;

    bobbin_table_open(&opened, table->bytes, table->size_bytes, 0, NULL, 0);
    for (size_t i = 0; i < MUTANTS; i++) {
        struct proof proof;
        active = &mutants[i];
        proof_run(&proof, &table->reference, &opened, NULL);
        active = NULL;
        wrong_of[i] += proof.verdicts[VERDICT_WRONG] + proof.verdicts[VERDICT_UNKNOWN];
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

    for (int i = 1; i < argc && status == STATUS_GOOD; i++)
        status = judge_image(argv[i]);
    printf("1..%d\n", (int)MUTANTS);
    for (size_t i = 0; i < MUTANTS; i++) {
        bool found = status == STATUS_GOOD && wrong_of[i];
        printf("%sok %zu - decoder: %s\n# %llu instructions\n", found ? "" : "not ", i + 1,
               mutants[i].name, (unsigned long long)wrong_of[i]);
        if (!found && status == STATUS_GOOD)
            status = STATUS_PROBLEMS;
    }
    return status;
}
