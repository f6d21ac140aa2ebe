/* SPDX-License-Identifier: MIT */
#include "tasks/stated_rules.h"

#include <stdlib.h>
#include <string.h>

#include "tasks/restore_rule.h"
#include "util/memory.h"

/* ---- layouts as text ------------------------------------------------------------------------- */

/* A multiple of 4, at *TEXT; moves *TEXT after it. */
static bool read_offset(const char **text, int32_t *offset)
{
    const char *digits = *text + (**text == '-');
    char *end;
    long value;

    if (*digits < '0' || *digits > '9')
        return false;
    value = strtol(*text, &end, 0);
    if (value % 4 || value < -0x10000 || value > 0x10000)
        return false;
    *text = end;
    *offset = (int32_t)value;
    return true;
}

/* A number of one or two digits. */
static bool read_number(const char **text, unsigned *number)
{
    if (**text < '0' || **text > '9')
        return false;
    *number = (unsigned)(*(*text)++ - '0');
    if (**text >= '0' && **text <= '9')
        *number = 10 * *number + (unsigned)(*(*text)++ - '0');
    return true;
}

/* Places in ascending words: FIRST to LAST. */
struct span {
    unsigned first, last;
};

/* r0-r12 or d8-d15, or a range "r4-r11". */
static bool read_numbered(const char **text, struct span *span)
{
    char letter = *(*text)++;
    unsigned first, last;

    if ((letter != 'r' && letter != 'd') || !read_number(text, &first))
        return false;
    last = first;
    if ((*text)[0] == '-' && (*text)[1] == letter) {
        *text += 2;
        if (!read_number(text, &last))
            return false;
    }
    if (letter == 'r') {
        *span = (struct span){first, last};
        return first <= last && last <= 12;
    }
    *span = (struct span){TASK_S16 + 2 * (first - 8), TASK_S16 + 2 * (last - 8) + 1};
    return first >= 8 && first <= last && last <= 15;
}

static bool read_registers(const char **text, struct span *span)
{
    static const struct {
        const char *name;
        unsigned place;
    } named[] = {{"sp", TASK_SP}, {"lr", TASK_LR}, {"pc", TASK_PC}, {"psr", TASK_PSR}};

    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
        size_t length = strlen(named[i].name);
        if (strncmp(*text, named[i].name, length) != 0)
            continue;
        *text += length;
        *span = (struct span){named[i].place, named[i].place};
        return true;
    }
    return read_numbered(text, span);
}

static bool set(struct task_layout *layout, unsigned place, uint8_t kind, int32_t offset)
{
    if (layout->value[place].kind != TASK_LOST)
        return false; /* named twice */
    layout->value[place] = (struct task_value){.kind = kind, .offset = offset};
    return true;
}

/* Reads one item of a layout. */
static bool read_item(struct task_rule *rule, const char **text)
{
    struct task_layout *layout = &rule->layout[0];
    struct span span;
    int32_t offset;
    bool good = true;

    if (strncmp(*text, "pointer@", 8) == 0) {
        *text += 8;
        rule->handle = TASK_HANDLE_BLOCK;
        return read_offset(text, &rule->block_offset);
    }
    if (!read_registers(text, &span))
        return false;
    if (**text == '=') {
        ++*text;
        return span.first == TASK_SP && read_offset(text, &offset) &&
               set(layout, TASK_SP, TASK_ADDRESS, offset);
    }
    if (*(*text)++ != '@' || !read_offset(text, &offset))
        return false;
    for (unsigned place = span.first; place <= span.last; place++, offset += 4)
        good &= set(layout, place, TASK_WORD, offset);
    return good;
}

bool stated_rule_read(struct task_rule *rule, const char *text)
{
    struct task_layout *layout = &rule->layout[0];

    memset(rule, 0, sizeof(*rule));
    rule->stated = true;
    rule->layouts_count = 1;
    rule->culprit_place = TASK_PLACES;
    layout->bank = BANK_ENTERED;
    do {
        if (!read_item(rule, &text))
            return false;
    } while (*text++ == ',');
    layout->is_call = layout->value[TASK_PSR].kind == TASK_LOST;
    return !text[-1] && layout->value[TASK_PC].kind != TASK_LOST &&
           layout->value[TASK_SP].kind != TASK_LOST;
}

/* ---- the rules of an image ------------------------------------------------------------------- */

static void add_context(struct tasks *tasks, const struct stated_context *context)
{
    struct task_rule rule;
    size_t kept = 0;

    if (!stated_rule_read(&rule, context->layout))
        rule.reason = "the layout of --context is invalid";
    rule.point = rule.function = context->function;
    for (size_t i = 0; i < tasks->count; i++)
        if (tasks->rule[i].function != context->function &&
            tasks->rule[i].point != context->function)
            tasks->rule[kept++] = tasks->rule[i];
    tasks->count = kept;
    array_push(tasks->rule, tasks->count, tasks->capacity, rule);
}

/* Trusts the layouts of RULE, which is not proved. */
static void trust(struct task_rule *rule)
{
    rule->reason = restore_rule_judge(rule);
    rule->stated = !rule->reason;
    rule->culprit = 0;
    rule->culprit_place = TASK_PLACES;
}

static void trust_function(struct tasks *tasks, uint32_t function)
{
    struct task_rule none = {.point = function,
                             .function = function,
                             .culprit_place = TASK_PLACES,
                             .reason = "the code of --resume restores nothing that is understood; "
                                       "use --context"};
    bool found = false;

    for (size_t i = 0; i < tasks->count; i++) {
        struct task_rule *rule = &tasks->rule[i];
        if (rule->function != function || !rule->layouts_count)
            continue;
        found = true;
        if (rule->reason)
            trust(rule);
    }
    if (!found)
        array_push(tasks->rule, tasks->count, tasks->capacity, none);
}

static int by_point(const void *a, const void *b)
{
    const struct task_rule *x = a;
    const struct task_rule *y = b;

    return (x->point > y->point) - (x->point < y->point);
}

void stated_rules_add(struct tasks *tasks, const struct reference *reference)
{
    const struct row_facts *facts = &reference->facts;

    for (size_t i = 0; i < facts->resume.count; i++)
        trust_function(tasks, facts->resume.address[i]);
    for (size_t i = 0; i < facts->contexts.count; i++)
        add_context(tasks, &facts->contexts.context[i]);
    if (facts->resume.count + facts->contexts.count && tasks->count)
        qsort(tasks->rule, tasks->count, sizeof(*tasks->rule), by_point);
}
