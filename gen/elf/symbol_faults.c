/* SPDX-License-Identifier: MIT */
/* Finds faults of the symbol table and corrects the mappings; see symbol_faults.h. */
#include "elf/symbol_faults.h"

#include <stdio.h>
#include <stdlib.h>

#include "elf/call_targets.h"
#include "elf/image_message.h"
#include "elf/padding.h"
#include "util/memory.h"

/* ---- contradictions -------------------------------------------------------------------------- */

/* The index of the mapping that holds at ADDRESS. There must be one. */
static size_t mapping_at(const struct image *image, uint32_t address)
{
    return array_upper_bound(image->mappings, image->mappings_count, address, address) - 1;
}

/* Whether some function symbol at the address of FUNCTION, which is the first one there, has the
   state of the mapping. */
static bool is_agreed(const struct image *image, const struct image_function *function)
{
    const struct image_function *end = image->functions + image->functions_count;
    uint32_t address = function->address;
    enum image_state state = image_state_at(image, address);

    for (; function < end && function->address == address; function++)
        if (state == (function->thumb ? IMAGE_THUMB : IMAGE_ARM))
            return true;
    return false;
}

static bool is_first_of_address(const struct image *image, size_t i)
{
    return i == 0 || image->functions[i - 1].address != image->functions[i].address;
}

/* Whether FUNCTION, which contradicts its mapping, is right. */
static bool function_wins(const struct image *image, const struct image_function *function,
                          const struct call_targets *calls)
{
    const struct image_mapping *mapping = &image->mappings[mapping_at(image, function->address)];

    if (!function->thumb && function->address % 4 != 0)
        return false;
    if (call_targets_count(calls, function->address, function->thumb))
        return true;
    if (call_targets_count(calls, function->address, !function->thumb))
        return false;
    return function->thumb || mapping->address == function->address ||
           (mapping->state == IMAGE_DATA && function->size_bytes);
}

/* ---- correct the mappings -------------------------------------------------------------------- */

/* Inserts a mapping at ADDRESS, or changes the one there. The mappings before and after stay. */
static void set_mapping(struct image *image, uint32_t address, enum image_state state)
{
    size_t i = array_lower_bound(image->mappings, image->mappings_count, address, address);
    size_t count = image->mappings_count;

    if (i == count || image->mappings[i].address != address) {
        image->mappings = must_realloc(image->mappings, count + 1, sizeof(*image->mappings));
        memmove(&image->mappings[i + 1], &image->mappings[i],
                (count - i) * sizeof(*image->mappings));
        image->mappings[i] = (struct image_mapping){.address = address};
        image->mappings_count++;
    }
    for (; i < image->mappings_count && image->mappings[i].address <= address; i++)
        image->mappings[i] = (struct image_mapping){.address = address, .state = state};
}

/* The end of the code of FUNCTION: its own, or that before the next symbol. */
static uint32_t end_of(const struct image *image, const struct image_function *function)
{
    size_t i = array_upper_bound(image->labels, image->labels_count, address, function->address);
    uint32_t end = image_function_end(image, function);

    if (!function->size_bytes && i < image->labels_count && image->labels[i].address < end)
        end = image->labels[i].address;
    return end;
}

/*
 * Gives the code of FUNCTION its state. Mapping symbols in the function that have the state of the
 * wrong one are wrong too; $d is kept, and so is the state after the function.
 */
static void correct(struct image *image, const struct image_function *function)
{
    enum image_state right = function->thumb ? IMAGE_THUMB : IMAGE_ARM;
    enum image_state wrong = image_state_at(image, function->address);
    uint32_t end = end_of(image, function);

    if (wrong != IMAGE_DATA)
        wrong = function->thumb ? IMAGE_ARM : IMAGE_THUMB;
    set_mapping(image, end, image_state_at(image, end));
    set_mapping(image, function->address, right);
    for (size_t i = mapping_at(image, function->address) + 1;
         wrong != IMAGE_DATA && image->mappings[i].address < end; i++)
        if (image->mappings[i].state == wrong)
            image->mappings[i].state = right;
}

static void judge(struct image *image, const struct image_function *function,
                  struct call_targets *calls)
{
    struct symbol_faults *faults = &image->faults;

    if (!faults->contradictions)
        call_targets_find(calls, image);
    if (!faults->contradictions++) {
        faults->first = function->address;
        faults->first_function = function->thumb ? IMAGE_THUMB : IMAGE_ARM;
        faults->first_mapping = image_state_at(image, function->address);
    }
    if (function_wins(image, function, calls))
        correct(image, function);
    else
        faults->mapping_wins++;
}

static void find_contradictions(struct image *image)
{
    struct call_targets calls = {0};

    for (size_t i = 0; i < image->functions_count; i++) {
        const struct image_function *function = &image->functions[i];
        const struct image_section *section = image_section_at(image, function->address);
        if (section && section->executable && is_first_of_address(image, i) &&
            function->address >= image->mappings[0].address && !is_agreed(image, function))
            judge(image, function, &calls);
    }
    call_targets_free(&calls);
}

/* ---- gaps ------------------------------------------------------------------------------------ */

/* Whether assemblers and linkers fill gaps with this instruction: zero, NOP, or lld's trap. */
static bool is_padding(const struct image *image, const struct image_instruction *at)
{
    uint32_t code = 0;

    image_read_number(image, at->address, at->size_bytes, &code);
    return code == 0 || padding_is_nop(code, at->thumb) ||
           code == (at->thumb ? PADDING_OF_LLD : PADDING_OF_LLD << 16 | PADDING_OF_LLD);
}

/* Smaller gaps are thunks of the linker and the ends of functions whose size is too small. */
#define GAP_BYTES_MIN 16

/* Counts the code from START to END - 1, which no symbol covers, unless all of it is padding. */
static void count_gap(struct image *image, const struct image_section *section, uint32_t start,
                      uint32_t end)
{
    struct symbol_faults *faults = &image->faults;
    struct image_instruction next = {.address = start};
    uint32_t first = 0;
    uint32_t bytes = 0;

    while (image_next_instruction(image, section, next.address, &next) && next.address < end) {
        if (!is_padding(image, &next) && !bytes)
            first = next.address;
        bytes += bytes || !is_padding(image, &next) ? next.size_bytes : 0;
        next.address += next.size_bytes;
    }
    if (bytes < GAP_BYTES_MIN)
        return;
    if (!faults->gaps++)
        faults->gaps_first = first;
    faults->gaps_bytes += bytes;
}

/* The first label from START to END - 1, or END: a label covers the code up to the next symbol. */
static uint32_t first_label(const struct image *image, uint32_t start, uint32_t end)
{
    size_t i = array_lower_bound(image->labels, image->labels_count, address, start);

    return i < image->labels_count && image->labels[i].address < end ? image->labels[i].address
                                                                     : end;
}

static void find_gaps(struct image *image, const struct image_section *section)
{
    uint32_t section_end = section->address + section->size_bytes;
    size_t i =
        array_lower_bound(image->functions, image->functions_count, address, section->address);
    uint32_t covered = section->address;

    for (; i < image->functions_count && image->functions[i].address < section_end; i++) {
        uint32_t start = image->functions[i].address;
        uint32_t end = image_function_end(image, &image->functions[i]);
        if (start > covered)
            count_gap(image, section, covered, first_label(image, covered, start));
        covered = end > covered ? end : covered;
    }
    if (covered < section_end)
        count_gap(image, section, covered, first_label(image, covered, section_end));
}

void symbol_faults_find(struct image *image)
{
    if (image->mappings_count == 0)
        return;
    find_contradictions(image);
    for (size_t i = 0; i < image->sections_count; i++)
        if (image->sections[i].executable && !image_section_is_table(&image->sections[i]))
            find_gaps(image, &image->sections[i]);
}

/* ---- messages -------------------------------------------------------------------------------- */

static const char *name_of(enum image_state state)
{
    return state == IMAGE_ARM ? "ARM" : state == IMAGE_THUMB ? "Thumb" : "data";
}

static void warn_of_contradictions(const struct image *image)
{
    const struct symbol_faults *faults = &image->faults;
    char more[sizeof(", here and in 18446744073709551615 more functions")] = "";

    if (faults->contradictions > 1)
        snprintf(more, sizeof(more), ", here and in %zu more function%s",
                 faults->contradictions - 1, faults->contradictions > 2 ? "s" : "");
    image_warning_at(image, faults->first,
                     "the function symbol says %s and the mapping symbol ($a, $t, $d) says %s%s; "
                     "the callers decide, else the function symbol: it is right in %zu of %zu",
                     name_of(faults->first_function), name_of(faults->first_mapping), more,
                     faults->contradictions - faults->mapping_wins, faults->contradictions);
}

void symbol_faults_warn(const struct image *image)
{
    const struct symbol_faults *faults = &image->faults;

    if (faults->contradictions)
        warn_of_contradictions(image);
    if (faults->gaps)
        image_warning_at(image, faults->gaps_first,
                         "no function symbol covers this code: %llu bytes in %zu ranges; use the "
                         "image before strip, or give assembly .type and .size; if the bytes are "
                         "constants, link .rodata to an output section of its own",
                         (unsigned long long)faults->gaps_bytes, faults->gaps);
}
