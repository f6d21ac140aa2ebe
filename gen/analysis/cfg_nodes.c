/* SPDX-License-Identifier: MIT */
/* Makes the nodes of a region: reads the effect of each instruction, and tells calls from jumps. */
#include "analysis/cfg_nodes.h"

#include "analysis/constant_returns.h"
#include "analysis/linked_calls.h"
#include "analysis/regions.h"
#include "util/memory.h"

/*
 * A call of the next instruction in the same function is no call: it only sets lr. lld makes this
 * from the call of an undefined weak function.
 */
static void find_no_call(const struct image *image, struct node *node)
{
    uint32_t next = node->at.address + node->at.size_bytes;

    if (node->effect.flow != FLOW_CALL || node->effect.target != next ||
        image_function_at(image, next) != image_function_at(image, node->at.address))
        return;
    node->effect.flow = FLOW_NEXT;
    node->effect.kind = EFFECT_CONST;
    node->effect.rd = BOBBIN_LR;
    node->effect.rn = BOBBIN_PC;
    node->effect.imm = (int32_t)(next | node->at.thumb);
}

/* BX pc: a stub goes from Thumb state to the ARM code after it. */
static void find_jump_to_pc(struct node *node)
{
    if (node->effect.flow != FLOW_INDIRECT || node->effect.rn != BOBBIN_PC ||
        node->at.address % 4 != 0)
        return;
    node->effect.flow = FLOW_JUMP;
    node->effect.target = image_literal_base(&node->at);
    node->effect.exchanges = node->at.thumb;
}

/* LDR rN, literal; ADD pc, rN, pc: a position-independent stub jumps to a constant address. */
static void find_far_jump(const struct image *image, struct node *node, const struct node *before)
{
    unsigned number = node->effect.rn == BOBBIN_PC ? node->effect.rm : node->effect.rn;
    uint32_t distance;

    if (node->effect.flow != FLOW_TABLE || node->at.thumb || number > BOBBIN_PC ||
        (node->effect.rn != BOBBIN_PC && node->effect.rm != BOBBIN_PC) ||
        before->effect.list != EFFECT_BIT(number) ||
        !effect_read_literal(&before->effect, image, &before->at, &distance))
        return;
    node->effect.flow = FLOW_JUMP;
    node->effect.target = (image_literal_base(&node->at) + distance) & ~1u;
}

/*
 * If NODE is the last instruction of its function and calls the middle of another function, the
 * call does not come back. It jumps into code that has its return address on the stack
 * (__aeabi_memcpy8).
 */
static void find_last_jump(const struct image *image, struct node *node)
{
    const struct image_function *own, *other;
    uint32_t next = node->at.address + node->at.size_bytes;

    if (node->effect.flow != FLOW_CALL)
        return;
    own = image_function_at(image, node->at.address);
    other = image_function_at(image, node->effect.target);
    if (!own || !other || own == other || image_function_starts(image, node->effect.target) ||
        image_function_at(image, next) == own)
        return;
    node->effect.flow = FLOW_JUMP;
    node->effect.kind = EFFECT_CONST;
    node->effect.rd = BOBBIN_LR;
    node->effect.imm = (int32_t)(next | node->at.thumb);
}

/*
 * Whether NODE calls the middle of its own function, and is the only call of that code. Then the
 * code works in the frame of the function, and may return from it (__aeabi_dmul).
 */
static bool is_local_call(const struct analysis *analysis, const struct node *node)
{
    const struct image_function *function;
    const struct node *callee = NULL;

    if (node->effect.flow == FLOW_CALL)
        callee = analysis_own(analysis, node->effect.target);
    if (!callee)
        return false;
    function = image_function_at(analysis->image, callee->at.address);
    return function && function->address != callee->at.address &&
           function == image_function_at(analysis->image, node->at.address) &&
           inner_calls_count(&analysis->regions->inner, callee->at.address) == 1;
}

/* Makes each local call a jump that sets lr. */
static void find_local_calls(struct analysis *analysis)
{
    const struct local_calls *locals = &analysis->regions->locals;
    uint32_t group = local_calls_group(locals, analysis->region);
    uint32_t number = locals->first[analysis->region];

    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        if (!is_local_call(analysis, node))
            continue;
        if (number >= LOCALS_MAX || group >= VALUE_OWNERS_MAX)
            break;
        node->effect.flow = FLOW_JUMP;
        node->effect.kind = EFFECT_LOCAL_CALL;
        node->effect.group = group;
        node->effect.imm = (int32_t)number++;
    }
}

/*
 * The next instruction, read ahead: effect_fetch starts the access to memory that effect_read_code
 * needs.
 */
struct next {
    struct image_run run;
    struct image_instruction at;
    uint32_t code;
};

/* Moves NEXT to the next instruction of the current region. Returns false if there is none. */
static bool fetch(const struct analysis *analysis, const struct image_section *section,
                  struct next *next)
{
    uint32_t end = analysis->regions->region[analysis->region].end;
    uint32_t address = next->at.address + next->at.size_bytes;

    if (address >= end ||
        !image_next_of_run(analysis->image, section, address, &next->run, &next->at) ||
        next->at.address >= end)
        return false;
    next->code = effect_fetch(&analysis->reader, analysis->image, &next->at);
    return true;
}

/* A return address is looked up at the instruction before it. */
static void mark_back(struct analysis *analysis, const struct node *call)
{
    struct node *back = analysis_own(analysis, call->effect.back);

    if (back && back > analysis->node &&
        back[-1].at.address + back[-1].at.size_bytes == back->at.address)
        back[-1].before_back = true;
}

static void find_backs(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct effect *effect = &analysis->node[i].effect;
        if (effect_is_call(effect) && effect->back)
            mark_back(analysis, &analysis->node[i]);
    }
}

/* Reads the nodes of the current region from the image. */
static void read_nodes(struct analysis *analysis)
{
    const struct region *of = &analysis->regions->region[analysis->region];
    const struct image_section *section = image_section_at(analysis->image, of->start);
    struct node node = {.at = {0}};
    struct next next = {.at = {.address = of->start}};
    struct link link = {0};

    for (bool more = fetch(analysis, section, &next); more;) {
        uint32_t code = next.code;
        node.at = next.at;
        more = fetch(analysis, section, &next);
        effect_read_code(&analysis->reader, &node.at, code, &node.effect);
        find_no_call(analysis->image, &node);
        find_jump_to_pc(&node);
        find_last_jump(analysis->image, &node);
        if (analysis->count)
            find_far_jump(analysis->image, &node, &analysis->node[analysis->count - 1]);
        linked_calls_find(analysis, &node, &link);
        constant_returns_find(analysis, &node, &link, code);
        link_pass(&link, analysis->image, &node.at, &node.effect);
        array_push(analysis->node, analysis->count, analysis->capacity, node);
    }
}

/* Takes the nodes of the current region from the store. Returns false if it does not have them. */
static bool recall_nodes(struct analysis *analysis)
{
    size_t count;
    const struct node *stored = node_store_of(&analysis->regions->store, analysis->region, &count);

    for (size_t i = 0; stored && i < count; i++)
        array_push(analysis->node, analysis->count, analysis->capacity, stored[i]);
    return stored;
}

void cfg_nodes_read(struct analysis *analysis, uint32_t region)
{
    analysis->count = 0;
    analysis->region = region;
    analysis->reader.it_state = 0;
    if (!recall_nodes(analysis)) {
        read_nodes(analysis);
        if (!analysis->regions->settled) /* then several threads read the store */
            node_store_add(&analysis->regions->store, region, analysis->node, analysis->count);
    }
    find_local_calls(analysis);
    find_backs(analysis);
}
