/* SPDX-License-Identifier: MIT */
#include "tasks/save_records.h"

#include <stdlib.h>
#include <string.h>

#include "exceptions/bank_arithmetic.h"
#include "exceptions/entry_code.h"
#include "tasks/task_walk.h"
#include "util/diag.h"
#include "util/memory.h"

/* One state of saving code, and what is added from it. */
struct source {
    struct save_records *records;
    const struct bank_bases *bases;
    const struct entry_node *node;
    struct bank_state state;
    bool is_call; /* a called function, no exception */
};

void save_records_free(struct save_records *records)
{
    free(records->record);
}

const struct save_word *save_record_word(const struct save_record *record, bool of_block,
                                         int32_t offset)
{
    for (unsigned i = 0; i < record->count; i++)
        if (record->word[i].offset == offset && record->word[i].of_block == of_block)
            return &record->word[i];
    return NULL;
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool is_stack(const struct source *source, struct bank_value value)
{
    const struct bank_base *base = &source->bases->base[value.base];

    return value.kind == BANK_ADDRESS &&
           (base->kind == BANK_BASE_STACK || base->kind == BANK_BASE_ALIGNED);
}

static bool set_register(struct save_word *word, unsigned place, uint8_t bank)
{
    word->kind = SAVE_REGISTER;
    word->place = (uint8_t)place;
    word->bank = bank;
    return true;
}

/* What an entry value of the interrupted or calling code is. */
static bool describe_entry(struct save_word *word, int32_t place)
{
    if (place < 13)
        return set_register(word, (unsigned)place, 0);
    if (place >= CROSSING_BANK_LR && place < CROSSING_BANK_LR + BANK_COUNT)
        return set_register(word, TASK_LR, (uint8_t)(place - CROSSING_BANK_LR));
    if (place >= BANK_DOUBLES && place < BANK_DOUBLES + BANK_DOUBLES_COUNT)
        return set_register(word, TASK_S16 + (unsigned)(place - BANK_DOUBLES), 0);
    return false;
}

/* A word that the code has loaded and compared. */
static bool describe_tested(const struct source *source, struct bank_value value,
                            struct save_word *word)
{
    for (uint32_t i = 0; i < source->state.tests_count; i++) {
        const struct bank_test *test = &source->state.test[i];
        bool has_mask = test->value.kind == BANK_BITS && value.number == 0;
        if ((test->value.kind != value.kind && !has_mask) || test->value.base != value.base)
            continue;
        word->kind = SAVE_TESTED;
        word->number = has_mask ? 0 : value.number - test->value.number;
        word->mask = has_mask ? (uint32_t)test->value.number : 0;
        word->is_equal = test->is_zero;
        return true;
    }
    return false;
}

/* What VALUE, which is saved, is in terms of the task. False: nothing that a rule can use. */
static bool describe(const struct source *source, struct bank_value value, struct save_word *word)
{
    int number = task_walk_register(source->bases, value);

    if (value.kind == BANK_ENTRY)
        return describe_entry(word, value.number);
    if (value.kind == BANK_PC && value.number == 0 && value.thumb == 0)
        return set_register(word, TASK_PC, 0);
    if (value.kind == BANK_PSR || value.kind == BANK_MODE)
        return set_register(word, TASK_PSR, 0);
    if (bank_is_constant(value)) {
        word->kind = SAVE_NUMBER;
        word->number = value.number;
        return true;
    }
    if (source->is_call && number >= 0)
        return set_register(word, (unsigned)number, 0);
    if (is_stack(source, value) && value.base < BANK_COUNT && value.number == 0)
        return set_register(word, TASK_SP, value.base);
    return value.kind == BANK_ADDRESS && describe_tested(source, value, word);
}

/* Adds the words at BASE + FROM and above. Returns whether one of them is pc. */
static bool add_words(const struct source *source, struct save_record *record, uint8_t base,
                      int32_t from, bool of_block)
{
    bool has_pc = false;

    for (uint32_t i = 0; i < source->state.slots_count && record->count < SAVE_WORDS_MAX; i++) {
        const struct bank_slot *slot = &source->state.slot[i];
        uint32_t offset = (uint32_t)slot->offset - (uint32_t)from; /* may exceed int32_t */
        struct save_word word = {.of_block = of_block, .offset = (int32_t)offset};
        if (slot->base != base || slot->offset < from || word.offset < 0 ||
            !describe(source, slot->value, &word))
            continue;
        has_pc |= word.kind == SAVE_REGISTER && word.place == TASK_PC;
        record->word[record->count++] = word;
    }
    return has_pc;
}

/* What the code has found out about the words of the block with base number BLOCK. */
static void add_block_tests(const struct source *source, struct save_record *record, uint8_t block)
{
    for (uint32_t i = 0; i < source->state.tests_count; i++) {
        const struct bank_test *test = &source->state.test[i];
        const struct bank_base *base = &source->bases->base[test->value.base];
        bool has_mask = test->value.kind == BANK_BITS;
        if ((test->value.kind == BANK_ADDRESS || has_mask) && base->kind == BANK_BASE_WORD &&
            base->parent == block)
            record->test[record->tests_count++] = (struct task_test){
                true, test->is_zero, base->number, has_mask ? 0 : -test->value.number,
                has_mask ? (uint32_t)test->value.number : 0};
    }
}

/* ---- records --------------------------------------------------------------------------------- */

static void begin(const struct source *source, struct save_record *record)
{
    memset(record, 0, sizeof(*record));
    record->at = source->node->in.at.address;
    record->owner = source->node->handler;
    record->is_call = source->is_call;
}

/* The record's block has base number BLOCK, and leads to POINTER at OFFSET. */
static void set_block(const struct source *source, struct save_record *record, uint8_t block,
                      int32_t offset)
{
    const struct bank_base *base = &source->bases->base[block];

    record->handle = TASK_HANDLE_BLOCK;
    record->block_offset = offset;
    if (base->kind == BANK_BASE_WORD && base->parent == BANK_ABSOLUTE)
        record->cell = (uint32_t)base->number;
    add_words(source, record, block, 0, true);
    add_block_tests(source, record, block);
}

static void set_sp(const struct source *source, struct save_record *record,
                   struct bank_value pointer)
{
    record->has_sp = source->bases->base[pointer.base].kind == BANK_BASE_STACK;
    record->sp_bank = pointer.base;
    record->sp_offset = -pointer.number;
}

static void keep(const struct source *source, const struct save_record *record)
{
    array_push(source->records->record, source->records->count, source->records->capacity, *record);
}

/* POINTER, an address of the stack, is stored at ADDRESS. */
static void add_stored(const struct source *source, struct bank_value pointer,
                       struct bank_value address, bool is_early)
{
    struct save_record record;

    begin(source, &record);
    record.is_early = is_early;
    set_sp(source, &record, pointer);
    if (!is_stack(source, pointer) || is_stack(source, address) ||
        !add_words(source, &record, pointer.base, pointer.number, false))
        return;
    if (address.kind == BANK_ADDRESS && address.base != BANK_ABSOLUTE)
        set_block(source, &record, address.base, address.number);
    else if (address.kind == BANK_ADDRESS)
        record.cell = (uint32_t)address.number;
    keep(source, &record);
}

static void add_stores(struct source *source)
{
    const struct effect *effect = &source->node->in.effect;
    struct bank_value base = bank_transfer_register(&source->state, effect->rn);
    int32_t offset = effect->imm;

    if (effect->kind != EFFECT_STORE || effect->elsewhere)
        return;
    for (uint64_t left = effect->list; left; left &= left - 1, offset += 4)
        add_stored(source, bank_transfer_register(&source->state, (unsigned)__builtin_ctzll(left)),
                   bank_plus(base, offset), true);
}

/* The pointers that the code has stored, at the end of its saving. */
static void add_kept(const struct source *source)
{
    for (uint32_t i = 0; i < source->state.slots_count; i++) {
        const struct bank_slot *slot = &source->state.slot[i];
        struct bank_value address = {
            .kind = BANK_ADDRESS, .base = slot->base, .number = slot->offset};
        if (slot->value.kind == BANK_ADDRESS)
            add_stored(source, slot->value, address, false);
    }
}

/* A call gets an address of the stack as an argument. */
static void add_passed(struct source *source)
{
    struct save_record record;

    for (unsigned i = 0; i < 4; i++) {
        struct bank_value pointer = bank_transfer_register(&source->state, i);
        begin(source, &record);
        set_sp(source, &record, pointer);
        if (is_stack(source, pointer) &&
            add_words(source, &record, pointer.base, pointer.number, false))
            keep(source, &record);
    }
}

/* Registers have been saved to the memory of base number BASE, which is no stack. */
static void add_block(struct source *source, uint8_t number)
{
    const struct bank_base *base = &source->bases->base[number];
    struct save_record record;

    begin(source, &record);
    if (!add_words(source, &record, number, 0, false))
        return;
    if (base->kind == BANK_BASE_WORD && base->parent != BANK_ABSOLUTE)
        set_block(source, &record, base->parent, base->number);
    else if (base->kind == BANK_BASE_WORD)
        record.cell = (uint32_t)base->number;
    keep(source, &record);
}

static void add_blocks(struct source *source)
{
    for (unsigned i = BANK_BASES_FIRST; i < source->bases->count; i++)
        if (source->bases->base[i].kind != BANK_BASE_ALIGNED)
            add_block(source, (uint8_t)i);
}

void save_records_before(struct save_records *records, const struct bank_bases *bases,
                         const struct entry_node *node, const struct bank_state *state)
{
    struct source source = {
        .records = records, .bases = bases, .node = node, .state = *state, .is_call = true};

    add_kept(&source);
    add_blocks(&source);
}

/* ---- code ------------------------------------------------------------------------------------ */

static void add_from_node(struct source *source)
{
    const struct effect *effect = &source->node->in.effect;

    for (uint32_t i = 0; i < source->node->before.count; i++) {
        source->state = *source->node->before.state[i];
        if (source->state.mode >= BANK_MODE_DIFFERS)
            continue;
        add_stores(source);
        if (effect_is_call(effect))
            add_passed(source);
        if (!effect_continues_straight(effect)) {
            add_blocks(source);
            add_kept(source);
        }
    }
}

static void add_from_code(struct save_records *records, const struct entry_code *code,
                          const struct bank_bases *bases, bool is_call)
{
    for (size_t i = 0; i < code->count; i++) {
        struct source source = {
            .records = records, .bases = bases, .node = code->node[i], .is_call = is_call};
        add_from_node(&source);
    }
}

/* Whether one of RECORDS has what the code of EARLY has saved in the end. */
static bool is_completed(const struct save_records *records, const struct save_record *early)
{
    for (size_t i = 0; i < records->count; i++) {
        const struct save_record *record = &records->record[i];
        if (!record->is_early && record->owner == early->owner && record->handle == early->handle &&
            record->block_offset == early->block_offset && record->cell == early->cell &&
            record->has_sp == early->has_sp && record->sp_offset == early->sp_offset &&
            record->count >= early->count)
            return true;
    }
    return false;
}

static void remove_completed(struct save_records *records)
{
    size_t count = 0;

    for (size_t i = 0; i < records->count; i++)
        if (!records->record[i].is_early || !is_completed(records, &records->record[i]))
            records->record[count++] = records->record[i];
    records->count = count;
}

/* Whether handlers in CODE call one of SWITCHES. */
static bool calls_one(const struct entry_code *code, const struct entry_switches *switches)
{
    for (size_t i = 0; i < code->count; i++)
        for (unsigned j = 0; j < switches->count; j++)
            if (code->node[i]->before.count && code->node[i]->in.effect.flow == FLOW_CALL &&
                (code->node[i]->in.effect.target & ~1u) == switches->function[j])
                return true;
    return false;
}

/* Adds what handlers save in functions that they call to switch tasks. */
static int add_from_called(struct save_records *records, const struct reference *reference,
                           const struct entry_switches *switches)
{
    struct bank_bases bases;
    struct entry_code code;
    int status = exceptions_follow(&code, &bases, reference, switches);

    if (status == STATUS_GOOD)
        add_from_code(records, &code, &bases, false);
    entry_code_free(&code);
    return status;
}

int save_records_find(struct save_records *records, const struct reference *reference,
                      const struct exceptions *exceptions, const struct restore_points *points)
{
    int status = STATUS_GOOD;

    *records = (struct save_records){0};
    add_from_code(records, exceptions->code, &exceptions->bases, false);
    if (calls_one(exceptions->code, &points->switches))
        status = add_from_called(records, reference, &points->switches);
    for (size_t i = 0; i < points->functions_count && status == STATUS_GOOD; i++) {
        struct task_walk walk;
        status = task_walk_function(&walk, reference, points->function[i]);
        if (status == STATUS_GOOD)
            add_from_code(records, &walk.code, &walk.bases, true);
        task_walk_free(&walk);
    }
    remove_completed(records);
    return status;
}
