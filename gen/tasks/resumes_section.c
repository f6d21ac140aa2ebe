/* SPDX-License-Identifier: MIT */
#include "tasks/resumes_section.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/resume_format.h"
#include "tasks/task_program.h"

enum { WORDS_MAX = 0xffff, POINTS_MAX = 0xffff, BLOCK_OFFSET_MAX = 0xfffc };

struct sections {
    struct buffer words, points;
    uint32_t points_count;
};

/* The number of the word from which on WORDS has PROGRAM, which is added if it is not there. */
static uint32_t number_of(struct buffer *words, const struct task_program *program)
{
    size_t size_bytes = 4 * (size_t)program->count, at = 0;

    while (at + size_bytes <= words->size &&
           memcmp(words->bytes + at, program->word, size_bytes) != 0)
        at += 4;
    if (at + size_bytes > words->size) {
        at = words->size;
        for (uint32_t i = 0; i < program->count; i++)
            buffer_u32(words, program->word[i]);
    }
    return (uint32_t)(at / 4);
}

static const char *check_size(const struct sections *sections, const struct task_rule *rule,
                              const struct task_program *program)
{
    if (sections->words.size / 4 + program->count > WORDS_MAX ||
        sections->points_count == POINTS_MAX)
        return "the table has no room for more resume rules";
    if (rule->block_offset < 0 || rule->block_offset > BLOCK_OFFSET_MAX || rule->block_offset % 4)
        return "the offset of the pointer in the control block is out of range";
    return NULL;
}

static uint32_t handle_of(const struct task_rule *rule)
{
    uint32_t handle = RESUME_IS_CALL;

    for (unsigned i = 0; i < rule->layouts_count; i++)
        if (!rule->layout[i].is_call)
            handle = 0;
    if (rule->handle == TASK_HANDLE_BLOCK)
        handle |= (uint32_t)rule->block_offset | RESUME_TAKES_BLOCK;
    return handle;
}

static void add_rule(struct sections *sections, struct task_rule *rule)
{
    struct task_program program;

    rule->reason = task_program_make(rule, &program);
    if (!rule->reason)
        rule->reason = check_size(sections, rule, &program);
    if (rule->reason)
        return;
    buffer_u32(&sections->points, rule->point);
    buffer_u32(&sections->points, rule->function);
    buffer_u16(&sections->points, number_of(&sections->words, &program));
    buffer_u16(&sections->points, handle_of(rule));
    sections->points_count++;
}

void resumes_section_write(struct buffer *out, struct tasks *tasks)
{
    struct sections sections = {0};

    for (size_t i = 0; i < tasks->count; i++)
        if (!tasks->rule[i].reason)
            add_rule(&sections, &tasks->rule[i]);
    if (sections.points_count) {
        buffer_put(out, sections.words.bytes, sections.words.size);
        buffer_put(out, sections.points.bytes, sections.points.size);
        buffer_u16(out, sections.points_count);
        buffer_u16(out, (uint32_t)sections.words.size / 4);
    }
    free(sections.words.bytes);
    free(sections.points.bytes);
}
