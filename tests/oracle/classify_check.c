/* SPDX-License-Identifier: MIT */
/*
 * classify_check ELF...: compares classify() with the text of a disassembler (capstone) for each
 * instruction. Prints TAP, one test per image; the differences follow the test's line.
 */
#include <stdio.h>
#include <string.h>

#include "classify.h"
#include "discover/open_image.h"
#include "insn/disassembler.h"
#include "util/diag.h"

enum { DIFFERENCES_SHOWN_MAX = 10, TEXT_MAX = 128 };

struct instruction_text {
    char mnemonic[TEXT_MAX]; /* without .w or .n */
    const char *operands;
};

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool is_condition(const char *text)
{
    static const char conditions[] = "eq ne hs lo mi pl vs vc hi ls ge lt gt le ";
    const char *found = strlen(text) == 2 ? strstr(conditions, text) : NULL;

    return found && (found - conditions) % 3 == 0;
}

/* Whether the mnemonic is NAME, with or without a condition. */
static bool is(const struct instruction_text *text, const char *name)
{
    const char *rest = text->mnemonic + strlen(name);

    return starts_with(text->mnemonic, name) && (*rest == '\0' || is_condition(rest));
}

static bool has_pc_in_list(const struct instruction_text *text)
{
    const char *list = strchr(text->operands, '{');

    return list && strstr(list, "pc");
}

static bool loads_list(const struct instruction_text *text)
{
    return starts_with(text->mnemonic, "pop") || starts_with(text->mnemonic, "ldm");
}

static bool writes_first_operand(const struct instruction_text *text)
{
    static const char *const others[] = {"cmp", "cmn", "tst", "teq", "str", "stm", "push", "msr",
                                         "mcr", "stc", "ldc", "pld", "pli", "bx",  "tb",   "vldm"};

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (starts_with(text->mnemonic, others[i]))
            return false;
    return true;
}

static bool sets_flags(const struct instruction_text *text)
{
    return starts_with(text->mnemonic, "subs") || starts_with(text->mnemonic, "movs") ||
           starts_with(text->mnemonic, "adds");
}

static enum flow cfg_of(const struct instruction_text *text)
{
    if (starts_with(text->mnemonic, "rfe") || starts_with(text->mnemonic, "eret"))
        return STEP_EXCEPTION_RETURN;
    if (is(text, "blx") && text->operands[0] != '#')
        return STEP_CALL_REGISTER;
    if (is(text, "bl") || is(text, "blx"))
        return STEP_CALL;
    if (is(text, "bx") || is(text, "bxj"))
        return STEP_JUMP;
    if (is(text, "b") || starts_with(text->mnemonic, "cb") || is(text, "tbb") || is(text, "tbh"))
        return STEP_BRANCH;
    if (loads_list(text) && has_pc_in_list(text))
        return strchr(text->operands, '^') ? STEP_EXCEPTION_RETURN : STEP_JUMP;
    if (starts_with(text->operands, "pc, ") && writes_first_operand(text))
        return sets_flags(text) ? STEP_EXCEPTION_RETURN : STEP_JUMP;
    return STEP_NEXT;
}

static void split(struct instruction_text *text, const char *line)
{
    size_t length = strcspn(line, " ");
    size_t name = strcspn(line, " .");

    /* In "vmov.f32" the part after the point does not affect control flow. */
    memcpy(text->mnemonic, line, name);
    text->mnemonic[name] = '\0';
    text->operands = line[length] ? line + length + 1 : line + length;
}

/* True if both agree, or if the disassembler does not know the instruction. */
static bool check(struct disassembler *disassembler, const struct image *image,
                  const struct image_instruction *at, char *line)
{
    uint8_t bytes[4] = {0};
    struct instruction_text text;
    struct classification class;

    image_read(image, at->address, bytes, at->size_bytes);
    disassemble(disassembler, image, at, line, TEXT_MAX);
    split(&text, line);
    if (line[0] == '.')
        return true;
    class = classify(bytes, at->size_bytes, at->address, at->thumb);
    if (class.flow != cfg_of(&text))
        return false;
    if (class.flow == STEP_CALL) {
        unsigned target;
        return sscanf(text.operands, "#%x", &target) == 1 && target == class.target;
    }
    return class.vfp || text.mnemonic[0] != 'v';
}

static unsigned check_image(struct disassembler *disassembler, const struct image *image)
{
    unsigned differences = 0;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        struct image_instruction at = {.address = section->address};
        char line[TEXT_MAX];
        for (; section->executable && image_next_instruction(image, section, at.address, &at);
             at.address += at.size_bytes)
            if (!check(disassembler, image, &at, line) && differences++ < DIFFERENCES_SHOWN_MAX)
                printf("# 0x%08x: %s\n", at.address, line);
    }
    return differences;
}

int main(int argc, char **argv)
{
    struct disassembler disassembler;
    unsigned failed = 0;

    if (disassembler_open(&disassembler) != STATUS_GOOD)
        return STATUS_BAD_INPUT;
    for (int i = 1; i < argc; i++) {
        struct image image;
        unsigned differences;
        if (image_open(&image, argv[i]) != STATUS_GOOD)
            return STATUS_BAD_INPUT;
        differences = check_image(&disassembler, &image);
        printf("%sok %d - %s: each instruction's effect on control\n", differences ? "not " : "", i,
               argv[i]);
        failed += differences != 0;
        image_close(&image);
    }
    printf("1..%d\n", argc - 1);
    disassembler_close(&disassembler);
    return failed != 0;
}
