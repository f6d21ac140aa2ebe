/* SPDX-License-Identifier: MIT */
#include "report/stack_words.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* ---- words ----------------------------------------------------------------------------------- */

static const struct stack_word *find_word(const struct stack_words *words, uint32_t address)
{
    size_t i = array_lower_bound(words->word, words->count, address, address);

    return i < words->count && words->word[i].address == address ? &words->word[i] : NULL;
}

/* Reads the word at ADDRESS of the report, or a word that was added. */
static bool read_word(const struct stack_words *words, uint32_t address, uint32_t *value)
{
    const struct stack_word *word = find_word(words, address);

    for (size_t i = 0; i < words->memory_count; i++) {
        const struct report_memory *memory = &words->memory[i];
        uint32_t offset = address - memory->address;
        if (offset % 4 == 0 && offset / 4 < memory->words_count) {
            *value = memory->words[offset / 4];
            return true;
        }
    }
    if (word)
        *value = word->value;
    return word != NULL;
}

/* Returns false if another value is there. */
static bool put_word(struct stack_words *words, uint32_t address, uint32_t value)
{
    struct stack_word word = {address, value};
    uint32_t there;
    size_t i;

    if (address % 4)
        return false;
    if (read_word(words, address, &there))
        return there == value;
    array_push(words->word, words->count, words->capacity, word);
    for (i = words->count - 1; i > 0 && words->word[i - 1].address > address; i--)
        words->word[i] = words->word[i - 1];
    words->word[i] = word;
    return true;
}

static void replace_word(struct stack_words *words, uint32_t address, uint32_t value)
{
    struct stack_word word = {address, value};

    array_push(words->replaced, words->replaced_count, words->replaced_capacity, word);
}

uint32_t stack_words_shown(const struct stack_words *words, uint32_t address, uint32_t value)
{
    for (size_t i = 0; i < words->replaced_count; i++)
        if (words->replaced[i].address == address)
            return words->replaced[i].value;
    return value;
}

/* ---- registers of a frame -------------------------------------------------------------------- */

struct maker {
    struct stack_words *words;
    struct stack_frames *frames;
    const struct stack_rules *rules;
    struct bobbin_rule *rule; /* for each frame that is done */
};

/* Where a register of a frame is: a word of memory, or register NUMBER of the first frame. */
struct location {
    bool in_memory;
    uint32_t address, number;
};

/* The cfa of frame I is the sp of frame I + 1. */
static uint32_t cfa_of(const struct maker *maker, size_t i)
{
    return maker->frames->frame[i + 1].sp;
}

/* Finds where r4-r11 of frame I is. False if nothing has it. */
static bool locate(const struct maker *maker, size_t i, uint32_t number, struct location *location)
{
    while (i-- > 0) {
        const struct bobbin_rule *rule = &maker->rule[i];
        uint32_t place = number - 4;
        if (rule->place_kind[place] == BOBBIN_SAME)
            continue;
        location->in_memory = true;
        location->address = cfa_of(maker, i) + (uint32_t)rule->place_value[place];
        return rule->place_kind[place] == BOBBIN_SLOT;
    }
    location->in_memory = false;
    location->number = number;
    return true;
}

static bool read_location(const struct maker *maker, const struct location *location,
                          uint32_t *value)
{
    if (location->in_memory)
        return read_word(maker->words, location->address, value);
    *value = maker->frames->r[location->number];
    return maker->frames->valid & BOBBIN_VALID_R(location->number);
}

/* Returns false if another value is there. */
static bool put_location(struct maker *maker, const struct location *location, uint32_t value)
{
    uint32_t there;

    if (location->in_memory)
        return put_word(maker->words, location->address, value);
    if (read_location(maker, location, &there))
        return there == value;
    maker->frames->r[location->number] = value;
    maker->frames->valid |= BOBBIN_VALID_R(location->number);
    return true;
}

/* ---- one frame ------------------------------------------------------------------------------- */

/* The kind of frame I for a debugger. The first one is always at its pc. */
static enum bobbin_kind kind_of(size_t i)
{
    return i ? BOBBIN_KIND_CALL : BOBBIN_KIND_INTERRUPTED;
}

static uint32_t pc_of(const struct stack_frames *frames, size_t i)
{
    return i ? frames->frame[i].pc : frames->r[BOBBIN_PC];
}

/* Makes the debugger compute CFA for frame I. */
static bool put_cfa(struct maker *maker, size_t i, uint32_t cfa)
{
    const struct bobbin_rule *rule = &maker->rule[i];
    uint32_t value = cfa - (uint32_t)rule->cfa_offset;
    struct location location;

    if (rule->cfa_register == BOBBIN_SP)
        return maker->frames->frame[i].sp == value;
    return rule->cfa_register >= 4 && rule->cfa_register <= 11 &&
           locate(maker, i, rule->cfa_register, &location) && put_location(maker, &location, value);
}

/* Finds where the return address of frame I, with this CFA, is. */
static bool locate_return(const struct maker *maker, size_t i, uint32_t cfa,
                          struct location *location)
{
    const struct bobbin_rule *rule = &maker->rule[i];
    int32_t value = rule->place_value[BOBBIN_PLACE_RA];

    location->in_memory = rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT;
    location->address = cfa + (uint32_t)value;
    location->number = BOBBIN_LR;
    if (location->in_memory)
        return true;
    if (rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_SAME)
        return i == 0;
    location->number = (uint32_t)value % BOBBIN_INNER;
    return rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_REGISTER && i == 0;
}

/* The return address that leads to PC: with the Thumb bit for Thumb code. */
static uint32_t return_address(const struct maker *maker, uint32_t pc)
{
    return pc | (image_state_at(maker->rules->image, pc - 2) == IMAGE_THUMB);
}

/* Makes the debugger step from frame I to frame I + 1. Its rule is known. */
static bool put_step(struct maker *maker, size_t i)
{
    const struct backtrace_frame *next = &maker->frames->frame[i + 1];
    struct location location;

    return next->sp && !next->missing_before && !next->skipped_before &&
           put_cfa(maker, i, next->sp) && locate_return(maker, i, next->sp, &location) &&
           put_location(maker, &location, return_address(maker, next->pc));
}

/* ---- the last frame -------------------------------------------------------------------------- */

/*
 * Whether gdb stops at the frame before one with this return address. The cfa there is the sp, and
 * no function is inlined, because gdb shows inlined functions before it notices.
 */
static bool stops_debugger(const struct stack_rules *rules, uint32_t address)
{
    struct symbol symbols[SYMBOLS_MAX];
    struct bobbin_rule rule;

    return rules->find(rules->context, address, BOBBIN_KIND_CALL, &rule) &&
           rule.form == BOBBIN_FORM_FRAME && rule.cfa_register == BOBBIN_SP &&
           rule.cfa_offset == 0 &&
           symbolizer_look_up(rules->debug, address, BOBBIN_KIND_CALL, symbols) == 1;
}

/*
 * A return address after which the debugger stops at frame I: that of an instruction of the same
 * function where the cfa is sp. The frame that it leads to has the cfa and the function of frame I,
 * and gdb shows no frame twice. 0 if the function has no such instruction.
 */
static uint32_t stopping_address(const struct maker *maker, size_t i)
{
    const struct stack_rules *rules = maker->rules;
    uint32_t pc = bobbin_lookup_address(pc_of(maker->frames, i), kind_of(i));
    const struct image_function *function = image_function_at(rules->image, pc);
    uint32_t step = function && function->thumb ? 2 : 4;

    if (!function)
        return 0;
    for (uint32_t address = function->address + step;
         address <= image_function_end(rules->image, function); address += step)
        if (stops_debugger(rules, address))
            return address | function->thumb;
    return 0;
}

/* Puts SHOWN at ADDRESS for the debugger, and remembers the true return address. */
static void put_whole_end(struct maker *maker, uint32_t address, uint32_t shown)
{
    uint32_t value = maker->frames->return_address;
    const struct image_function *function = image_function_at(maker->rules->image, value);
    struct stack_words *words = maker->words;
    struct stack_word truth = {address, value | (function && function->thumb)};

    if (shown == 0)
        return;
    if (read_word(words, address, &truth.value))
        replace_word(words, address, shown);
    else
        put_word(words, address, shown);
    array_push(words->truth, words->truth_count, words->truth_capacity, truth);
}

/*
 * Ends the debugger's trace at frame I. Its cfa is unknown if it depends on a frame pointer that
 * the report does not have; then the frame pointer becomes sp. The report has a return address if
 * the device read it. Replaces it: a debugger would show a frame for it.
 */
static void put_end(struct maker *maker, size_t i)
{
    const struct backtrace_frame *frame = &maker->frames->frame[i];
    const struct bobbin_rule *rule = &maker->rule[i];
    uint32_t base = frame->sp, address = stopping_address(maker, i);
    struct location location;

    if (rule->cfa_register >= 4 && rule->cfa_register <= 11) {
        if (!locate(maker, i, rule->cfa_register, &location))
            return;
        if (!read_location(maker, &location, &base))
            put_location(maker, &location, base);
    }
    if (!locate_return(maker, i, base + (uint32_t)rule->cfa_offset, &location))
        return;
    if (!location.in_memory)
        maker->frames->valid &= ~BOBBIN_VALID_R(location.number);
    if (location.in_memory && maker->frames->is_whole)
        put_whole_end(maker, location.address, address);
    else
        put_location(maker, &location, address);
}

/* Finds the rule of frame I. A function without a caller has one, too. */
static bool find_rule(struct maker *maker, size_t i)
{
    const struct stack_rules *rules = maker->rules;

    return rules->find(rules->context, pc_of(maker->frames, i), kind_of(i), &maker->rule[i]);
}

size_t stack_words_add(struct stack_words *words, struct stack_frames *frames,
                       const struct stack_rules *rules)
{
    struct maker maker = {.words = words, .frames = frames, .rules = rules};
    size_t i = 0;

    maker.rule = must_realloc(NULL, frames->count, sizeof(*maker.rule));
    memset(maker.rule, 0, frames->count * sizeof(*maker.rule));
    if (find_rule(&maker, 0))
        while (maker.rule[i].form == BOBBIN_FORM_FRAME && i + 1 < frames->count &&
               find_rule(&maker, i + 1) && put_step(&maker, i))
            i++;
    frames->is_whole = frames->is_whole && i + 1 == frames->count;
    if (maker.rule[i].form == BOBBIN_FORM_FRAME)
        put_end(&maker, i);
    free(maker.rule);
    return i + 1;
}
