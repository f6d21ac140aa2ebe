/* SPDX-License-Identifier: MIT */
#include "tasks/match_layouts.h"

/* Whether a word that is NUMBER contradicts TEST. */
static bool number_contradicts(const struct task_test *test, int32_t number)
{
    bool is_equal = test->mask ? !((uint32_t)number & test->mask) : number == test->number;

    return is_equal != test->is_equal;
}

/* Whether the result of another test, KNOWN, contradicts TEST of the same word. */
static bool contradicts(const struct task_test *test, const struct task_test *known)
{
    if (known->is_equal && !known->mask)
        return number_contradicts(test, known->number);
    return known->mask == test->mask && known->number == test->number &&
           known->is_equal != test->is_equal;
}

/* Whether TEST fails for all tasks that RECORD describes. */
static bool excludes(const struct save_record *record, const struct task_test *test)
{
    const struct save_word *word = save_record_word(record, test->of_block, test->offset);

    if (word && word->kind == SAVE_NUMBER)
        return number_contradicts(test, word->number);
    if (word && word->kind == SAVE_TESTED) {
        struct task_test known = {
            .is_equal = word->is_equal, .number = word->number, .mask = word->mask};
        return contradicts(test, &known);
    }
    for (unsigned i = 0; test->of_block && i < record->tests_count; i++)
        if (record->test[i].offset == test->offset && contradicts(test, &record->test[i]))
            return true;
    return false;
}

/* Whether PLACE and BANK of a record are what the layout calls PLACE, in BANK. */
static bool is_register(const struct task_layout *layout, unsigned place,
                        const struct save_record *record, const struct save_word *word)
{
    bool is_user = place == TASK_USER_SP || place == TASK_USER_LR;
    unsigned saved = is_user ? place - TASK_USER_SP + TASK_SP : place;
    uint8_t bank = is_user ? BOBBIN_BANK_USR : layout->bank;

    if (word->kind != SAVE_REGISTER)
        return false;
    if (record->is_call && place == TASK_LR) /* the switch returns by lr */
        return word->place == TASK_PC || word->place == TASK_LR;
    if (word->place != saved)
        return false;
    return (saved != TASK_SP && saved != TASK_LR) || bank == BANK_ENTERED || record->is_call ||
           word->bank == bank;
}

static bool is_sp(const struct task_layout *layout, unsigned place,
                  const struct save_record *record, int32_t offset)
{
    uint8_t bank = place == TASK_USER_SP ? BOBBIN_BANK_USR : layout->bank;

    return record->has_sp && record->sp_offset == offset &&
           (place == TASK_SP || place == TASK_USER_SP) &&
           (bank == BANK_ENTERED || record->is_call || record->sp_bank == bank);
}

/* Whether RECORD has saved PLACE where LAYOUT expects it. */
static bool agrees_on(const struct task_layout *layout, unsigned place,
                      const struct save_record *record)
{
    const struct task_value *value = &layout->value[place];
    const struct save_word *word;

    if (value->kind == TASK_LOST)
        return true;
    if (value->kind == TASK_ADDRESS)
        return !value->of_block && is_sp(layout, place, record, value->offset);
    word = save_record_word(record, value->of_block, value->offset);
    return word && is_register(layout, place, record, word);
}

/* How many registers RECORD does not save where LAYOUT expects them, and the FIRST of them. */
static unsigned count_differences(const struct task_layout *layout,
                                  const struct save_record *record, uint8_t *first)
{
    unsigned count = 0;

    for (unsigned place = TASK_PLACES; place-- > 0;)
        if (!agrees_on(layout, place, record)) {
            *first = (uint8_t)place;
            count++;
        }
    return count;
}

/* Whether some task that RECORD describes meets all tests of LAYOUT. */
static bool meets_tests(const struct task_layout *layout, const struct save_record *record)
{
    for (unsigned i = 0; i < layout->tests_count; i++)
        if (excludes(record, &layout->test[i]))
            return false;
    return true;
}

/* Whether RULE and RECORD have pointers at the same offset of a control block. */
static bool same_offset(const struct task_rule *rule, const struct save_record *record)
{
    return rule->handle == TASK_HANDLE_BLOCK && record->handle == TASK_HANDLE_BLOCK &&
           rule->block_offset == record->block_offset;
}

/*
 * Whether RULE must be right for RECORD: no variables tell their control blocks apart. A variable
 * that no saving code uses leads to the next task, which another variable led to when it was saved.
 */
static bool same_block(const struct task_rule *rule, const struct save_record *record)
{
    return same_offset(rule, record) &&
           (!rule->is_current || !record->cell || rule->cell == record->cell);
}

/* Whether the function of RULE saves tasks too. */
static bool saves_itself(const struct task_rule *rule, const struct save_records *records)
{
    for (size_t i = 0; i < records->count; i++)
        if (records->record[i].owner == rule->function)
            return true;
    return false;
}

/* Whether RECORD can prove RULE. IS_OWN: only if it is of the same function. */
static bool may_match(const struct task_rule *rule, const struct save_record *record, bool is_own)
{
    if (rule->handle == TASK_HANDLE_BLOCK)
        return same_offset(rule, record);
    return !is_own || record->owner == rule->function;
}

/* Saving code that differs in more registers has nothing to do with the rule. */
enum { NEAR_DIFFERENCES = 4 };

/* The record that differs in the fewest registers, of those that can be meant for a layout. */
struct nearest {
    const struct save_record *record;
    unsigned differences;
    uint8_t place;
};

static void note_difference(struct nearest *nearest, const struct save_record *record,
                            unsigned differences, uint8_t place)
{
    if (!nearest->record || differences < nearest->differences)
        *nearest = (struct nearest){record, differences, place};
}

static void match(struct task_rule *rule, struct task_layout *layout,
                  const struct save_records *records)
{
    struct nearest nearest = {0};
    bool is_own = saves_itself(rule, records);
    bool disputed = false;

    for (size_t i = 0; i < records->count; i++) {
        const struct save_record *record = &records->record[i];
        uint8_t place = 0;
        unsigned differences;
        if (!may_match(rule, record, is_own) || !meets_tests(layout, record))
            continue;
        differences = count_differences(layout, record, &place);
        if (!differences && !layout->saved_by)
            layout->saved_by = record->owner;
        if (differences)
            note_difference(&nearest, record, differences, place);
        disputed |= differences && same_block(rule, record);
    }
    if (layout->saved_by && !disputed)
        return;
    rule->reason = disputed ? "the code that saves the task stores a register elsewhere"
                            : "no code saves registers in this layout";
    if (!nearest.record || (!disputed && nearest.differences > NEAR_DIFFERENCES))
        return;
    rule->culprit = nearest.record->at;
    rule->culprit_place = nearest.place;
}

/* The places of r4-r11 that LAYOUT does not take from the task. */
static uint32_t places_lost(const struct task_layout *layout)
{
    uint32_t lost = 0;

    for (unsigned number = 4; number < 12; number++)
        if (layout->value[number].kind == TASK_LOST)
            lost |= 1u << (BOBBIN_PLACE_R4 + number - 4);
    return lost;
}

enum match match_record(const struct task_rule *rule, const struct save_record *record,
                        uint32_t *broken)
{
    enum match match = MATCH_NONE;
    uint8_t place;

    if (rule->handle == TASK_HANDLE_BLOCK && !same_block(rule, record))
        return MATCH_NONE;
    for (unsigned i = 0; i < rule->layouts_count; i++) {
        if (!meets_tests(&rule->layout[i], record))
            continue;
        if (count_differences(&rule->layout[i], record, &place))
            return MATCH_DISAGREES;
        match = MATCH_AGREES;
        *broken |= places_lost(&rule->layout[i]);
    }
    return match;
}

void match_layouts(struct task_rule *rule, const struct save_records *records)
{
    for (size_t i = 0; i < records->count; i++)
        rule->is_current |= rule->cell && same_offset(rule, &records->record[i]) &&
                            records->record[i].cell == rule->cell;
    for (unsigned i = 0; i < rule->layouts_count && !rule->reason; i++)
        match(rule, &rule->layout[i], records);
}
