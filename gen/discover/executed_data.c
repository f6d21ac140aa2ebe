/* SPDX-License-Identifier: MIT */
/* Finds data that is executed, and maps it as code. For open_image.c. */
#include "discover/executed_data.h"

#include "elf/padding.h"
#include "insn/branch_target.h"
#include "insn/effect.h"
#include "util/diag.h"
#include "util/memory.h"

/* A literal load reaches so many bytes (ARM ARM A8.8.64). Most literals are much nearer. */
enum { LITERAL_REACH_BYTES = 4096, LITERAL_NEAR_BYTES = 256 };

struct finder {
    struct image *image;
    struct effect_reader reader;
};

/* A mapping of data: the bytes from START to END - 1, which may be code of STATE. */
struct suspect {
    struct image_mapping *mapping;
    uint32_t start, end;
    enum image_state state;
};

/* ---- literals -------------------------------------------------------------------------------- */

/* Whether CODE in ARM state is LDR, LDRD, VLDR or ADR with an address relative to pc. */
static bool arm_literal(uint32_t address, uint32_t code, uint32_t *literal)
{
    uint32_t offset = code & 0xfff;

    if ((code & 0x0e5f0000) == 0x041f0000 || (code & 0x0f5f0000) == 0x051f0000)
        offset = code & 0xfff;
    else if ((code & 0x0e5f00f0) == 0x004f00d0)
        offset = (code >> 4 & 0xf0) | (code & 15);
    else if ((code & 0x0f3f0e00) == 0x0d1f0a00)
        offset = (code & 0xff) * 4;
    else if ((code & 0x0fff0000) == 0x028f0000 || (code & 0x0fff0000) == 0x024f0000)
        offset = (code & 0xff) >> (code >> 7 & 30) | (code & 0xff)
                                                         << ((32 - (code >> 7 & 30)) & 31);
    else
        return false;
    *literal = address + 8 + (code & 0x00800000 ? offset : 0 - offset);
    return true;
}

static bool thumb_literal(uint32_t address, uint32_t code, uint32_t size_bytes, uint32_t *literal)
{
    uint32_t base = (address + 4) & ~3u;
    uint32_t first = code & 0xffff, second = code >> 16;
    uint32_t offset = second & 0xfff;

    if (size_bytes == 2) {
        *literal = base + 4 * (code & 0xff);
        return (code & 0xf800) == 0x4800 || (code & 0xf800) == 0xa000;
    }
    if ((first & 0xff3f) == 0xed1f || (first & 0xfe5f) == 0xe85f)
        offset = 4 * (second & 0xff);
    else if (first == 0xf2af || first == 0xf20f || first == 0xf6af || first == 0xf60f)
        offset = (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | (second & 0xff);
    else if ((first & 0xff1f) != 0xf81f)
        return false;
    *literal = base + ((first & 0xf200) == 0xf200 && (first & 0x0800) == 0 && (first & 0xf0) == 0xa0
                           ? 0 - offset
                           : (first & 0x80 || (first & 0xfbff) == 0xf20f ? offset : 0 - offset));
    return true;
}

static bool find_literal(const struct image *image, const struct image_instruction *at,
                         uint32_t *literal)
{
    uint32_t code;

    image_read_number(image, at->address, at->size_bytes, &code);
    return at->thumb ? thumb_literal(at->address, code, at->size_bytes, literal)
                     : arm_literal(at->address, code, literal);
}

/*
 * Whether an instruction at most REACH_BYTES away loads a literal from SUSPECT, or computes an
 * address in it.
 */
static bool has_literals_within(const struct image *image, const struct suspect *suspect,
                                uint32_t reach_bytes)
{
    const struct image_section *section = image_section_at(image, suspect->start);
    uint32_t at = suspect->start - section->address > reach_bytes ? suspect->start - reach_bytes
                                                                  : section->address;
    struct image_instruction instruction;
    struct image_run run = {.end = 0};
    uint32_t literal;

    while (image_next_of_run(image, section, at, &run, &instruction) &&
           instruction.address < suspect->end + reach_bytes) {
        if (find_literal(image, &instruction, &literal) &&
            literal - suspect->start + 3 < suspect->end - suspect->start + 3)
            return true;
        at = instruction.address + instruction.size_bytes;
    }
    return false;
}

static bool has_literals(const struct image *image, const struct suspect *suspect)
{
    return has_literals_within(image, suspect, LITERAL_NEAR_BYTES) ||
           has_literals_within(image, suspect, LITERAL_REACH_BYTES);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void read_effect(struct finder *finder, const struct image_instruction *at,
                        struct effect *effect)
{
    finder->reader.it_state = 0;
    effect_read(&finder->reader, finder->image, at, effect);
}

/* Whether the bytes of SUSPECT are zero, as padding is. */
static bool is_empty(const struct image *image, const struct suspect *suspect)
{
    uint8_t byte;

    for (uint32_t at = suspect->start; at < suspect->end; at++)
        if (image_read(image, at, &byte, 1) && byte)
            return false;
    return true;
}

/* Whether all bytes of SUSPECT are instructions that compilers and people write. */
static bool decodes(struct finder *finder, const struct suspect *suspect)
{
    struct image_instruction at = {.address = suspect->start,
                                   .thumb = suspect->state == IMAGE_THUMB};
    struct effect effect;
    uint32_t code;

    for (; at.address < suspect->end; at.address += at.size_bytes) {
        if (!image_read_number(finder->image, at.address, 2, &code))
            return false;
        at.size_bytes = at.thumb && code >> 11 < 0x1d ? 2 : 4;
        if (suspect->end - at.address < at.size_bytes)
            return false;
        read_effect(finder, &at, &effect);
        if (effect.kind == EFFECT_UNKNOWN ||
            (!at.thumb && effect_is_conditional(&effect) && effect.flow != FLOW_JUMP))
            return false;
    }
    return true;
}

/*
 * Whether the code falls from the instruction BEFORE into SUSPECT. After a call only what decodes
 * counts: the callee may not return, or may skip data of its own. The same is true of
 * no-operations that nothing falls into: they may be padding. LAST is the instruction before them,
 * or BEFORE itself. Zeros are padding of linkers.
 */
static bool falls_into(struct finder *finder, const struct image_instruction *before,
                       const struct image_instruction *last, const struct suspect *suspect)
{
    struct effect effect;
    uint32_t code;

    if (image_read_number(finder->image, before->address, before->size_bytes, &code) && !code)
        return false;
    read_effect(finder, last, &effect);
    if (effect_is_call(&effect) ||
        (before->address != last->address && !effect_continues_straight(&effect)))
        return decodes(finder, suspect);
    return effect_continues_straight(&effect);
}

/* ---- mappings -------------------------------------------------------------------------------- */

/* Makes SUSPECT of the data at ADDRESS. Returns false if there is none. */
static bool find_suspect(const struct image *image, uint32_t address, bool thumb,
                         struct suspect *suspect)
{
    const struct image_section *section = image_section_at(image, address);
    size_t i = array_upper_bound(image->mappings, image->mappings_count, address, address);

    if (!section || !section->executable || i == 0 || image->mappings[i - 1].state != IMAGE_DATA)
        return false;
    suspect->mapping = &image->mappings[i - 1];
    suspect->start = suspect->mapping->address;
    suspect->end = i < image->mappings_count ? image->mappings[i].address : UINT32_MAX;
    if (suspect->end > section->address + section->size_bytes)
        suspect->end = section->address + section->size_bytes;
    suspect->state = thumb ? IMAGE_THUMB : IMAGE_ARM;
    return suspect->start >= section->address && !is_empty(image, suspect);
}

static void make_code(struct finder *finder, const struct suspect *suspect)
{
    if (has_literals(finder->image, suspect))
        return;
    suspect->mapping->state = suspect->state;
    suspect->mapping->executed_data = true;
}

static void look_at_gap(struct finder *finder, const struct image_instruction *before,
                        const struct image_instruction *last)
{
    struct suspect suspect;

    if (find_suspect(finder->image, before->address + before->size_bytes, before->thumb,
                     &suspect) &&
        suspect.start == before->address + before->size_bytes &&
        falls_into(finder, before, last, &suspect))
        make_code(finder, &suspect);
}

static void look_at_branch(struct finder *finder, const struct image_instruction *at)
{
    struct suspect suspect;
    uint32_t target;

    if (branch_target(finder->image, at, &target) == BRANCH_JUMP &&
        find_suspect(finder->image, target, at->thumb, &suspect) && decodes(finder, &suspect))
        make_code(finder, &suspect);
}

static void look_at_functions(struct finder *finder)
{
    const struct image *image = finder->image;
    struct suspect suspect;

    for (size_t i = 0; i < image->functions_count; i++)
        if (find_suspect(image, image->functions[i].address, image->functions[i].thumb, &suspect) &&
            suspect.start == image->functions[i].address && decodes(finder, &suspect))
            make_code(finder, &suspect);
}

/* Whether AT has one of the encodings with which assemblers pad code. */
static bool is_padding(const struct image *image, const struct image_instruction *at)
{
    uint32_t code;

    image_read_number(image, at->address, at->size_bytes, &code);
    return padding_is_nop(code, at->thumb);
}

int executed_data_map(struct image *image)
{
    struct finder finder = {.image = image};
    struct image_walk walk = {.image = image};
    struct image_instruction before = {0}, last = {0};
    int status = effect_reader_open(&finder.reader, NULL);

    if (status != STATUS_GOOD)
        return status;
    look_at_functions(&finder);
    while (image_walk_next(&walk)) {
        bool adjoins = walk.instruction.address == before.address + before.size_bytes;
        if (before.size_bytes && !adjoins)
            look_at_gap(&finder, &before, &last);
        look_at_branch(&finder, &walk.instruction);
        if (!adjoins || !is_padding(image, &walk.instruction))
            last = walk.instruction;
        before = walk.instruction;
    }
    effect_reader_close(&finder.reader);
    return STATUS_GOOD;
}
