/* SPDX-License-Identifier: MIT */
#include "points.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "effects.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- reading --------------------------------------------------------------------------------- */

struct decoder {
    csh arm, thumb;
    uint32_t it_left; /* instructions left in an IT block */
    bool call_ahead;  /* the instruction before was MOV lr, pc: lr is the address after this one */
};

static int open_decoder(struct decoder *decoder)
{
    memset(decoder, 0, sizeof(*decoder));
    if (cs_open(CS_ARCH_ARM, CS_MODE_ARM, &decoder->arm) != CS_ERR_OK ||
        cs_open(CS_ARCH_ARM, CS_MODE_THUMB, &decoder->thumb) != CS_ERR_OK ||
        cs_option(decoder->arm, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK ||
        cs_option(decoder->thumb, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK)
        return diag_error(NULL, "the disassembler library does not start");
    return STATUS_GOOD;
}

static void close_decoder(struct decoder *decoder)
{
    if (decoder->arm)
        cs_close(&decoder->arm);
    if (decoder->thumb)
        cs_close(&decoder->thumb);
}

/*
 * ARM ARM A8.8.54, IT: the block has one instruction more than the mask has bits above its lowest
 * set bit.
 */
static void note_it(struct decoder *decoder, const uint8_t *bytes,
                    const struct image_instruction *at)
{
    uint32_t halfword = bytes_u16(bytes);

    if (decoder->it_left > 0)
        decoder->it_left--;
    if (!at->thumb || at->size_bytes != 2 || halfword >> 8 != 0xbf || (halfword & 15) == 0)
        return;
    decoder->it_left = 4;
    for (uint32_t mask = halfword & 15; !(mask & 1); mask >>= 1)
        decoder->it_left--;
}

/* MOV lr, pc (ARM ARM A8.8.104 A1) with any condition */
static bool is_arm_call_ahead(const uint8_t *bytes)
{
    return (bytes_u32(bytes) & 0x0fffffff) == 0x01a0e00f;
}

static void read_point(struct decoder *decoder, const struct image *image,
                       const struct image_instruction *at, struct point *point)
{
    uint8_t bytes[4] = {0};
    cs_insn *decoded = NULL;

    /*
     * An instruction that the library does not know may do anything but jump: the library knows all
     * jumps.
     */
    *point = (struct point){.address = at->address,
                            .size_bytes = at->size_bytes,
                            .thumb = at->thumb,
                            .writes = UINT32_MAX,
                            .stores = true,
                            .goes_on = true};
    image_read(image, at->address, bytes, at->size_bytes);
    if (cs_disasm(at->thumb ? decoder->thumb : decoder->arm, bytes, at->size_bytes, at->address, 1,
                  &decoded) == 1)
        effects_of(decoded, decoder->it_left > 0, point);
    if (decoded)
        cs_free(decoded, 1);
    if (decoder->call_ahead)
        effects_make_call(point);
    note_it(decoder, bytes, at);
    decoder->call_ahead = !at->thumb && is_arm_call_ahead(bytes);
}

static int by_target(const void *a, const void *b)
{
    const struct branch *x = a;
    const struct branch *y = b;

    return (x->target > y->target) - (x->target < y->target);
}

static void read_section(struct points *points, struct decoder *decoder,
                         const struct image_section *section)
{
    struct image_instruction next = {.address = section->address};

    while (image_next_instruction(points->image, section, next.address, &next)) {
        struct point point;
        read_point(decoder, points->image, &next, &point);
        if (point.target) {
            struct branch branch = {point.target, points->count};
            array_push(points->branch, points->branches_count, points->branches_capacity, branch);
        }
        array_push(points->point, points->count, points->capacity, point);
        next.address += next.size_bytes;
    }
}

int points_open(struct points *points, const struct image *image)
{
    struct decoder decoder;
    int status = open_decoder(&decoder);

    memset(points, 0, sizeof(*points));
    points->image = image;
    for (size_t i = 0; status == STATUS_GOOD && i < image->sections_count; i++)
        if (image->sections[i].executable)
            read_section(points, &decoder, &image->sections[i]);
    if (points->branches_count)
        qsort(points->branch, points->branches_count, sizeof(*points->branch), by_target);
    close_decoder(&decoder);
    return status;
}

void points_close(struct points *points)
{
    free(points->point);
    free(points->branch);
}

/* ---- queries --------------------------------------------------------------------------------- */

size_t points_find(const struct points *points, uint32_t address)
{
    return array_lower_bound(points->point, points->count, address, address);
}

static size_t find_branch(const struct points *points, uint32_t target)
{
    return array_lower_bound(points->branch, points->branches_count, target, target);
}

bool points_is_start(const struct points *points, size_t index)
{
    uint32_t address = points->point[index].address;
    const struct image_function *function = image_function_at(points->image, address);

    return !function || function->address == address;
}

static bool jumps_to(const struct point *point, uint32_t address)
{
    return point->jump == JUMP_FUNCTION ||
           (point->jump == JUMP_FORWARD && point->address < address);
}

static bool visit_jumps(const struct points *points, uint32_t address,
                        bool (*visit)(void *context, size_t index), void *context)
{
    const struct image_function *function = image_function_at(points->image, address);

    if (!function || function->size_bytes == 0)
        return !function;
    for (size_t i = points_find(points, function->address);
         i < points->count && points->point[i].address - function->address < function->size_bytes;
         i++)
        if (jumps_to(&points->point[i], address) && !visit(context, i))
            return false;
    return true;
}

bool points_before(const struct points *points, size_t index,
                   bool (*visit)(void *context, size_t index), void *context)
{
    const struct point *point = &points->point[index];

    if (index > 0 && point[-1].goes_on &&
        point[-1].address + point[-1].size_bytes == point->address && !visit(context, index - 1))
        return false;
    for (size_t i = find_branch(points, point->address);
         i < points->branches_count && points->branch[i].target == point->address; i++)
        if (!visit(context, points->branch[i].from))
            return false;
    return visit_jumps(points, point->address, visit, context);
}
