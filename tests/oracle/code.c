/* SPDX-License-Identifier: MIT */
#include "code.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

static void add_section(struct code *code, uint32_t start, uint32_t size_bytes, uint32_t moved)
{
    struct code_section made = {start, size_bytes, moved, NULL};

    made.instruction = must_realloc(NULL, size_bytes / 2 + 1, sizeof(*made.instruction));
    memset(made.instruction, 0, (size_bytes / 2 + 1) * sizeof(*made.instruction));
    array_push(code->sections, code->sections_count, code->sections_capacity, made);
}

void code_open(struct code *code, const struct image *image)
{
    memset(code, 0, sizeof(*code));
    code->image = image;
    for (size_t i = 0; i < image->sections_count; i++)
        if (image->sections[i].executable)
            add_section(code, image->sections[i].address, image->sections[i].size_bytes, 0);
}

void code_add_move(struct code *code, uint32_t from, uint32_t to, uint32_t size_bytes)
{
    uint64_t end = (uint64_t)from + size_bytes;

    for (size_t i = 0; i < code->image->sections_count; i++) {
        const struct image_section *section = &code->image->sections[i];
        uint64_t first = section->address > from ? section->address : from;
        uint64_t last = (uint64_t)section->address + section->size_bytes;
        if (last > end)
            last = end;
        if (section->executable && first < last)
            add_section(code, (uint32_t)first + (to - from), (uint32_t)(last - first), to - from);
    }
}

bool code_find_move(const struct code *code, uint32_t address, const uint8_t *bytes,
                    uint32_t size_bytes, uint32_t *moved)
{
    size_t found = 0;

    for (size_t i = 0; i < code->image->sections_count; i++) {
        const struct image_section *section = &code->image->sections[i];
        if (!section->executable)
            continue;
        for (uint32_t at = (address - section->address) % 4; at + size_bytes <= section->size_bytes;
             at += 4)
            if (memcmp(section->bytes + at, bytes, size_bytes) == 0) {
                *moved = address - section->address - at;
                found++;
            }
    }
    return found == 1;
}

static const struct code_section *section_of(const struct code *code, uint32_t address)
{
    for (size_t i = 0; i < code->sections_count; i++)
        if (address - code->sections[i].start < code->sections[i].size_bytes)
            return &code->sections[i];
    return NULL;
}

uint32_t code_linked(const struct code *code, uint32_t address)
{
    const struct code_section *section = section_of(code, address);

    return section ? address - section->moved : address;
}

bool code_is_known(const struct code *code, uint32_t address)
{
    return section_of(code, address) != NULL;
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
    const struct code_section *section = section_of(code, address);

    return section ? &section->instruction[(address - section->start) / 2] : stray(code, address);
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

/* The executed instruction that ends where the one at ADDRESS begins, or NULL. */
static const struct code_instruction *executed_before(const struct code_section *section,
                                                      uint32_t address)
{
    for (uint32_t size = 2; size <= 4; size += 2) {
        uint32_t offset = address - size - section->start;
        const struct code_instruction *found = &section->instruction[offset / 2];
        if (offset < section->size_bytes && found->executed && found->size_bytes == size)
            return found;
    }
    return NULL;
}

/* The instructions of an IT block are executed one after another (A8.8.54). */
uint32_t code_block_condition(const struct code *code, const struct code_instruction *instruction)
{
    const struct code_section *section = section_of(code, instruction->address);
    const struct code_instruction *before = instruction;

    for (uint32_t count = 1; section && instruction->thumb && count <= 4; count++) {
        before = executed_before(section, before->address);
        if (!before)
            break;
        if (before->class.block) {
            uint32_t mask = before->class.block & 15, first = before->class.block >> 4;
            if (count > 4 - (uint32_t)__builtin_ctz(mask))
                break;
            return count == 1 ? first : (first & ~1u) | (mask >> (5 - count) & 1);
        }
    }
    return CODE_ALWAYS;
}

/* LICENCE_... of FUNCTION, which has the code at LINKED; FUNCTION may be NULL. */
static uint8_t granted(const struct code *code, const struct image_function *function,
                       uint32_t linked)
{
    if (function && code->image->entry - function->address < function->size_bytes)
        return LICENCE_ROOT;
    return licences_of(&code->licences, function, linked);
}

uint8_t code_licences(const struct code *code, uint32_t address)
{
    uint32_t linked = code_linked(code, address);

    return granted(code, image_function_at(code->image, linked), linked);
}

/* Fills what does not depend on the bytes. SIZE_BYTES: 0 if it is unknown. */
static void name(struct code *code, struct code_instruction *instruction, uint32_t address,
                 uint32_t size_bytes)
{
    instruction->address = address;
    instruction->linked = code_linked(code, address);
    instruction->thumb = instruction->outside
                             ? size_bytes == 2
                             : image_state_at(code->image, instruction->linked) == IMAGE_THUMB;
    instruction->function =
        instruction->outside ? NULL : image_function_at(code->image, instruction->linked);
    instruction->licences = granted(code, instruction->function, instruction->linked);
}

const struct code_instruction *code_at(struct code *code, uint32_t address)
{
    struct code_instruction *instruction = place_of(code, address);

    if (!instruction->size_bytes)
        name(code, instruction, address, 0);
    return instruction;
}

struct code_instruction *code_translated(struct code *code, uint32_t address, const uint8_t *bytes,
                                         uint32_t size_bytes)
{
    struct code_instruction *instruction = place_of(code, address);

    name(code, instruction, address, size_bytes);
    instruction->size_bytes = (uint8_t)size_bytes;
    instruction->class = classify(bytes, size_bytes, address, instruction->thumb);
    instruction->written = (uint16_t)classify_written(bytes, size_bytes, instruction->thumb);
    return instruction;
}
