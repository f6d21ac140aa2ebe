/* SPDX-License-Identifier: MIT */
#include "code.h"

#include <stdlib.h>
#include <string.h>

#include "util/diag.h"
#include "util/memory.h"

static int find_vectors(struct code *code)
{
    const struct image *image = code->image;

    for (size_t i = 0; i < image->functions_count; i++)
        if (strcmp(image->functions[i].name, "board_vectors") == 0) {
            code->vectors = image->functions[i].address;
            return STATUS_GOOD;
        }
    return diag_error(image->path, "no symbol board_vectors: exceptions cannot be told from jumps");
}

int code_open(struct code *code, const struct image *image)
{
    size_t capacity = 0;

    memset(code, 0, sizeof(*code));
    code->image = image;
    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        struct code_section made = {section->address, section->size_bytes, NULL};
        if (!section->executable)
            continue;
        made.instruction = must_realloc(NULL, made.size_bytes / 2 + 1, sizeof(*made.instruction));
        memset(made.instruction, 0, (made.size_bytes / 2 + 1) * sizeof(*made.instruction));
        array_push(code->sections, code->sections_count, capacity, made);
    }
    return find_vectors(code);
}

static struct code_instruction *stray(struct code *code, uint32_t address)
{
    struct code_instruction *made;

    for (size_t i = 0; i < code->strays_count; i++)
        if (code->strays[i]->address == address)
            return code->strays[i];
    made = must_realloc(NULL, 1, sizeof(*made));
    *made = (struct code_instruction){.address = address, .outside = true};
    array_push(code->strays, code->strays_count, code->strays_capacity, made);
    return made;
}

static struct code_instruction *place_of(struct code *code, uint32_t address)
{
    for (size_t i = 0; i < code->sections_count; i++) {
        const struct code_section *section = &code->sections[i];
        if (address - section->start < section->size_bytes)
            return &section->instruction[(address - section->start) / 2];
    }
    return stray(code, address);
}

void code_mark(struct code *code, struct code_instruction *instruction, bool interrupted)
{
    if (instruction->outside)
        return;
    code->executed += !instruction->executed;
    instruction->executed = true;
    instruction->times++;
    code->interrupted += interrupted && !instruction->interrupted;
    instruction->interrupted |= interrupted;
}

bool code_is_linked(const struct code *code, const struct code_instruction *instruction)
{
    for (size_t i = 0; i < code->sections_count; i++) {
        const struct code_section *section = &code->sections[i];
        uint32_t offset = instruction->address - section->start - 4;
        if (offset < section->size_bytes) {
            const struct code_instruction *before = &section->instruction[offset / 2];
            return before->executed && before->class.links &&
                   code_next(before) == instruction->address;
        }
    }
    return false;
}

uint8_t code_licences(const struct code *code, uint32_t address)
{
    const struct image_function *function = image_function_at(code->image, address);

    if (!function)
        return 0;
    if (code->image->entry - function->address < function->size_bytes)
        return LICENCE_ROOT;
    return licences_of(function->name);
}

struct code_instruction *code_translated(struct code *code, uint32_t address, const uint8_t *bytes,
                                         uint32_t size_bytes)
{
    struct code_instruction *instruction = place_of(code, address);

    instruction->address = address;
    instruction->size_bytes = (uint8_t)size_bytes;
    instruction->thumb = instruction->outside ? size_bytes == 2
                                              : image_state_at(code->image, address) == IMAGE_THUMB;
    instruction->function = image_function_at(code->image, address);
    instruction->licences = code_licences(code, address);
    instruction->class = classify(bytes, size_bytes, address, instruction->thumb);
    instruction->written = (uint16_t)classify_written(bytes, size_bytes, instruction->thumb);
    return instruction;
}
