/* SPDX-License-Identifier: MIT */
/* The graph of exception entry code. */
#include "exceptions/entry_code.h"

#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/regions.h"
#include "util/diag.h"
#include "util/memory.h"

enum {
    NODES_MAX = 20000,   /* entry code is short: more is a mistake, and is not analysed */
    RUN_MAX = 1024,      /* maximum number of instructions that are read at once */
    ARRIVALS_APART = 64, /* then states are no longer kept apart, so that loops end */
};

int entry_code_begin(struct entry_code *code, const struct reference *reference,
                     struct bank_bases *bases)
{
    *code = (struct entry_code){.reference = reference};
    code->transfer = (struct bank_transfer){.image = reference->image,
                                            .bases = bases,
                                            .given_up = reference->analysis.regions->given_up};
    return effect_reader_open(&code->reader, NULL);
}

void entry_code_free(struct entry_code *code)
{
    for (size_t i = 0; i < code->count; i++) {
        bank_alternatives_free(&code->node[i]->before);
        bank_alternatives_free(&code->node[i]->after);
        free(code->node[i]);
    }
    free(code->node);
    free(code->queue);
    free(code->function);
    free(code->exit);
    pair_index_free(&code->index);
    effect_reader_close(&code->reader);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static uint32_t index_of(const struct entry_code *code, uint32_t address)
{
    return pair_index_find(&code->index, code->context, address);
}

struct entry_node *entry_code_find(const struct entry_code *code, uint32_t address)
{
    uint32_t index = index_of(code, address);

    return index == HASH_INDEX_NONE ? NULL : code->node[index];
}

/* Code that discovery has not reached, in an image without mapping symbols. */
static bool read_unreached(const struct entry_code *code, uint32_t address,
                           struct image_instruction *at)
{
    uint32_t half;

    *at = (struct image_instruction){.address = address, .size_bytes = 4, .thumb = code->thumb};
    if (!image_read_number(code->reference->image, address, 2, &half))
        return false;
    if (code->thumb && half < 0xe800)
        at->size_bytes = 2;
    return code->thumb || address % 4 == 0;
}

static bool read_instruction(const struct entry_code *code, uint32_t address,
                             struct image_instruction *at)
{
    const struct image *image = code->reference->image;
    const struct image_section *section = image_section_at(image, address);

    if (!section || !section->executable)
        return false;
    if (image_state_at(image, address) == IMAGE_UNREACHED)
        return read_unreached(code, address, at);
    return image_next_instruction(image, section, address, at) && at->address == address;
}

static struct entry_node *add_node(struct entry_code *code, const struct image_instruction *at)
{
    struct entry_node *node = must_realloc(NULL, 1, sizeof(*node));
    struct bank_instruction *in = &node->in;

    memset(node, 0, sizeof(*node));
    node->context = code->context;
    in->at = *at;
    in->code = effect_fetch(&code->reader, code->reference->image, at);
    effect_read_code(&code->reader, at, in->code, &in->effect);
    in->bank = bank_effect_read(at, in->code);
    array_push(code->node, code->count, code->capacity, node);
    pair_index_add(&code->index, code->context, at->address);
    return node;
}

/* Reads straight on from ADDRESS, so that IT blocks are known. */
static void read_run(struct entry_code *code, uint32_t address)
{
    struct image_instruction at;

    code->reader.it_state = 0;
    for (size_t i = 0; i < RUN_MAX && code->count < NODES_MAX; i++) {
        if (entry_code_find(code, address) || !read_instruction(code, address, &at) ||
            !effect_may_go_on(&add_node(code, &at)->in.effect))
            return;
        address += at.size_bytes;
    }
}

struct entry_node *entry_code_at(struct entry_code *code, uint32_t address)
{
    struct entry_node *node = entry_code_find(code, address);

    if (node)
        return node;
    read_run(code, address);
    return entry_code_find(code, address);
}

/* ---- arrivals -------------------------------------------------------------------------------- */

void entry_code_arrive(struct entry_code *code, uint32_t address, const struct bank_state *state,
                       uint32_t handler)
{
    struct entry_node *node = entry_code_at(code, address);

    if (!node)
        return;
    node->arrivals++;
    if (!bank_alternatives_arrive(&node->before, state, node->arrivals < ARRIVALS_APART))
        return;
    if (!node->handler)
        node->handler = handler;
    if (node->queued)
        return;
    node->queued = true;
    array_push(code->queue, code->queue_count, code->queue_capacity, index_of(code, address));
}

struct entry_node *entry_code_next(struct entry_code *code)
{
    struct entry_node *node;

    if (!code->queue_count)
        return NULL;
    node = code->node[code->queue[--code->queue_count]];
    node->queued = false;
    return node;
}

static int by_address(const void *a, const void *b)
{
    const struct entry_node *const *first = a;
    const struct entry_node *const *second = b;
    uint32_t low = (*first)->in.at.address;
    uint32_t high = (*second)->in.at.address;

    return (low > high) - (low < high);
}

void entry_code_settle(struct entry_code *code)
{
    if (code->count) /* there may be no array */
        qsort(code->node, code->count, sizeof(*code->node), by_address);
    pair_index_free(&code->index);
}
