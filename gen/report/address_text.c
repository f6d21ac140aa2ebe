/* SPDX-License-Identifier: MIT */
#include "report/address_text.h"

#include <stdio.h>

#include "report/thread_view.h"
#include <bobbin/report.h>

/* ---- stacks ---------------------------------------------------------------------------------- */

static bool is_in_stack_of(const struct report_thread *thread, uint32_t address)
{
    uint32_t both = REPORT_KNOWS_LOW | REPORT_KNOWS_HIGH;

    return (thread->known & both) == both && address >= thread->stack_low &&
           address < thread->stack_high;
}

/* The task whose stack contains ADDRESS, or NULL. */
static const struct report_thread *stack_owner(const struct report *report, uint32_t address)
{
    if (is_in_stack_of(&report->crashed, address))
        return &report->crashed;
    for (size_t i = 0; i < report->threads_count; i++)
        if (is_in_stack_of(&report->threads[i], address))
            return &report->threads[i];
    return NULL;
}

/* Whether ADDRESS is above the sp of the crash, and the report has the memory between. */
static bool is_above_sp(const struct report *report, uint32_t address)
{
    uint32_t sp = report->crashed.r[BOBBIN_SP];

    if (!(report->crashed.valid & BOBBIN_VALID_R(BOBBIN_SP)) || address <= sp)
        return false;
    for (size_t i = 0; i < report->memory_count; i++) {
        const struct report_memory *piece = &report->memory[i];
        if (sp >= piece->address && address - piece->address < 4 * piece->words_count)
            return true;
    }
    return false;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_code(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);
    enum image_state state;

    if (!section || !section->executable)
        return false;
    state = image_state_at(image, address & ~1u);
    return state == IMAGE_THUMB || (state == IMAGE_ARM && (address & 3) == 0);
}

/* Writes "<name+0x10>" of ADDRESS to TEXT. False if nothing names ADDRESS. */
static bool name_text(struct named_image *image, uint32_t address, char text[ADDRESS_TEXT_BYTES])
{
    const struct memory_object *object = memory_map_object(image_list_map(image), address);
    char name[256];

    if (is_code(&image->image, address)) {
        if (!symbolizer_name(image_list_debug(image), address & ~1u, name, sizeof(name)))
            return false;
        snprintf(text, ADDRESS_TEXT_BYTES, "<%s>", name);
    } else if (object && address != object->address) {
        snprintf(text, ADDRESS_TEXT_BYTES, "<%.250s+0x%x>", object->name,
                 address - object->address);
    } else if (object) {
        snprintf(text, ADDRESS_TEXT_BYTES, "<%.250s>", object->name);
    } else {
        return false;
    }
    return true;
}

/* Writes "<journal+0x10> .bss" or ".heap" to TEXT. False if ADDRESS is in no section. */
static bool place_text(const struct address_names *names, uint32_t address,
                       char text[ADDRESS_TEXT_BYTES])
{
    char name[ADDRESS_TEXT_BYTES];
    const struct memory_section *section;

    if (!names->image)
        return false;
    section = memory_map_section(image_list_map(names->image), address);
    if (!section)
        return false;
    if (name_text(names->image, address, name))
        snprintf(text, ADDRESS_TEXT_BYTES, "%.260s %.50s", name, section->name);
    else
        snprintf(text, ADDRESS_TEXT_BYTES, "%.300s", section->name);
    return true;
}

bool address_is_in_image(const struct address_names *names, uint32_t address)
{
    return !names->image || memory_map_section(image_list_map(names->image), address);
}

const char *address_text(const struct address_names *names, uint32_t address,
                         char text[ADDRESS_TEXT_BYTES])
{
    const struct report_thread *owner = stack_owner(names->report, address);
    char place[ADDRESS_TEXT_BYTES], name[64];
    bool in_section = place_text(names, address, place);

    if (owner)
        snprintf(text, ADDRESS_TEXT_BYTES, "stack of \"%s\"%s%.200s",
                 thread_view_name(owner, name, sizeof(name)), in_section ? ", " : "",
                 in_section ? place : "");
    else if (is_above_sp(names->report, address))
        snprintf(text, ADDRESS_TEXT_BYTES, "sp+0x%x%s%.280s",
                 address - names->report->crashed.r[BOBBIN_SP], in_section ? " " : "",
                 in_section ? place : "");
    else
        snprintf(text, ADDRESS_TEXT_BYTES, "%s",
                 in_section     ? place
                 : names->image ? "in no memory of the image"
                                : "");
    return text;
}

const char *address_call_line(const struct address_names *names, uint32_t return_address,
                              char text[ADDRESS_TEXT_BYTES])
{
    struct symbol symbols[SYMBOLS_MAX];

    text[0] = '\0';
    if (!names->image || !is_code(&names->image->image, return_address - 2))
        return text;
    symbolizer_look_up(image_list_debug(names->image), return_address & ~1u, BOBBIN_KIND_CALL,
                       symbols);
    if (symbols[0].file)
        snprintf(text, ADDRESS_TEXT_BYTES, " at %.280s:%u", symbols[0].file, symbols[0].line);
    return text;
}
