/* SPDX-License-Identifier: MIT */
/* Makes the nodes of a region: reads the effect of each instruction, and tells calls from jumps. */
#include "analysis/cfg_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/regions.h"
#include "insn/exception_return.h"
#include "insn/link.h"
#include "insn/returned_constant.h"
#include "util/memory.h"

/* Whether EFFECT jumps to a register, a sum of registers, or an entry of a table that they name. */
static bool is_computed(const struct effect *effect)
{
    return effect->flow == FLOW_INDIRECT || (effect->flow == FLOW_TABLE && effect->rn < BOBBIN_PC);
}

/*
 * Whether a callee of NODE may return to BACK, the constant in lr. Compilers also put addresses of
 * constants into lr, and the constants may follow the last instruction of the function: a pop.
 */
static bool may_return_to(const struct image *image, const struct node *node, uint32_t back)
{
    const struct effect *effect = &node->effect;
    bool is_pop = effect->flow == FLOW_LOADED && effect->rn == BOBBIN_SP;

    if (is_pop && (effect->list & ~EFFECT_BIT(BOBBIN_PC)))
        return false;
    return image_state_at(image, back) != IMAGE_DATA ||
           (back == node->at.address + node->at.size_bytes && !is_pop &&
            effect->flow != FLOW_TABLE);
}

/*
 * Whether NODE, with LINK in lr, is a call: it jumps to another function or to a computed address,
 * and LINK is an address in the function of NODE.
 */
static bool is_linked_call(const struct image *image, const struct node *node,
                           const struct link *link)
{
    const struct effect *effect = &node->effect;
    const struct image_function *function;

    if (!link->back || effect->flow == FLOW_NEXT ||
        (link->condition != CONDITION_ALWAYS && link->condition != effect->condition))
        return false;
    if (is_computed(effect) && (effect->rn == BOBBIN_LR || effect->rm == BOBBIN_LR))
        return false; /* lr is the base of a table after the jump */
    if (effect->flow == FLOW_INDIRECT && effect->rn < BOBBIN_SP && link->sums >> effect->rn & 1)
        return false; /* lr is the label to which a computed goto adds a distance */
    if (!may_return_to(image, node, link->back))
        return false;
    if (link->back == node->at.address + node->at.size_bytes)
        return effect->flow == FLOW_JUMP || effect->flow == FLOW_LOADED || is_computed(effect);
    function = image_function_at(image, node->at.address);
    if (image_function_at(image, link->back) != function || effect_is_conditional(effect))
        return false;
    if (effect->flow == FLOW_JUMP)
        return image_function_at(image, effect->target) != function;
    return is_computed(effect);
}

/*
 * Whether NODE, with LINK in lr, is a call that returns to the next instruction, in a copy of the
 * image at an unknown distance.
 */
static bool is_moved_call(const struct image *image, const struct node *node,
                          const struct link *link)
{
    const struct effect *effect = &node->effect;

    return link->moved && link->balance == 0 &&
           link->moved == node->at.address + node->at.size_bytes &&
           !effect_is_conditional(effect) && may_return_to(image, node, link->moved) &&
           (effect->flow == FLOW_JUMP || (effect->flow == FLOW_INDIRECT && effect->rn < BOBBIN_SP));
}

/* The code of the function of the current node, or of its region. */
struct code_extent {
    uint32_t start, end;
};

static struct code_extent code_of(const struct analysis *analysis, const struct node *node)
{
    const struct image_function *function = image_function_at(analysis->image, node->at.address);
    const struct region *region = &analysis->regions->region[analysis->region];

    if (!function)
        return (struct code_extent){region->start, region->end};
    return (struct code_extent){function->address, image_function_end(analysis->image, function)};
}

/*
 * NODE is an exception return. If it returns to a constant address, makes it a jump that changes
 * the mode.
 */
static void find_mode_change(struct analysis *analysis, struct node *node)
{
    struct code_extent code = code_of(analysis, node);
    uint32_t target;

    if (exception_return_changes_mode(&analysis->reader, analysis->image, code.start, code.end,
                                      &node->at, &target)) {
        node->effect.flow = FLOW_JUMP;
        node->effect.kind = EFFECT_SET_MODE;
        node->effect.target = target;
    }
}

/*
 * NODE, whose encoding is CODE, is an exception return. If it takes a constant from the stack, that
 * is its target. With a psr of its own it is a jump.
 */
static void find_returned_constant(struct analysis *analysis, struct node *node, uint32_t code)
{
    struct code_extent range = code_of(analysis, node);
    struct returned_constant constant;

    if (!returned_constant_find(&analysis->reader, analysis->image, range.start, range.end,
                                &node->at, code, &constant))
        return;
    node->effect.target = constant.target;
    if (!constant.own_psr)
        return;
    node->effect = (struct effect){.kind = constant.keeps_mode ? EFFECT_MOVE : EFFECT_SET_MODE,
                                   .flow = FLOW_JUMP,
                                   .condition = node->effect.condition,
                                   .returned = true,
                                   .rd = BOBBIN_SP,
                                   .rn = BOBBIN_SP,
                                   .imm = constant.keeps_mode ? constant.writeback : 0,
                                   .writeback = constant.keeps_mode ? 0 : constant.writeback,
                                   .target = constant.target};
}

static void find_constant_return(struct analysis *analysis, struct node *node,
                                 const struct link *link, uint32_t code)
{
    uint8_t it_state = analysis->reader.it_state;

    if (node->effect.flow == FLOW_EXCEPTION && (link->back || link->other.address))
        find_mode_change(analysis, node);
    if (node->effect.flow == FLOW_EXCEPTION)
        find_returned_constant(analysis, node, code);
    analysis->reader.it_state = it_state;
}

enum { LABEL_INSTRUCTIONS_MAX = 16 };

/*
 * Whether the code at ADDRESS, in the state of NODE, adds lr to a number before it sets lr. Then lr
 * is the label to which a computed goto adds distances, because code does not read lr after a call.
 */
static bool adds_link(struct analysis *analysis, const struct node *node, uint32_t address)
{
    const struct image_section *section = image_section_at(analysis->image, address);
    struct image_instruction at = {.thumb = node->at.thumb};
    struct effect effect = {.flow = FLOW_NEXT};
    uint8_t it_state = analysis->reader.it_state;
    bool adds = false;

    analysis->reader.it_state = 0;
    for (unsigned i = 0; i < LABEL_INSTRUCTIONS_MAX && !adds && effect.flow == FLOW_NEXT &&
                         !(effect_written(&effect) & EFFECT_BIT(BOBBIN_LR)) && section &&
                         image_next_instruction(analysis->image, section, address, &at);
         i++) {
        effect_read(&analysis->reader, analysis->image, &at, &effect);
        adds = effect.kind == EFFECT_ADD && (effect.rn == BOBBIN_LR || effect.rm == BOBBIN_LR);
        address = at.address + at.size_bytes;
    }
    analysis->reader.it_state = it_state;
    return adds;
}

/* Whether NODE jumps in its own function, to code that goes on with a label in lr. */
static bool carries_label(struct analysis *analysis, const struct node *node, uint32_t label)
{
    const struct image *image = analysis->image;

    return node->effect.flow == FLOW_JUMP &&
           image_function_at(image, node->effect.target) ==
               image_function_at(image, node->at.address) &&
           adds_link(analysis, node, label);
}

/*
 * A jump with a constant return address in lr is a call. Compilers write this for processors
 * without BLX, and people in assembly.
 */
static void find_call(struct analysis *analysis, struct node *node, struct link *link,
                      uint32_t code)
{
    uint32_t next = node->at.address + node->at.size_bytes;

    node->moved = is_moved_call(analysis->image, node, link);
    node->linked = node->moved || is_linked_call(analysis->image, node, link);
    if (node->linked && carries_label(analysis, node, link->back))
        node->linked = node->moved = false;
    if (node->linked) {
        node->effect.flow = node->effect.flow == FLOW_JUMP ? FLOW_CALL : FLOW_CALL_INDIRECT;
        node->effect.back = link->back == next ? 0 : link->back;
    }
    find_constant_return(analysis, node, link, code);
    link_pass(link, analysis->image, &node->at, &node->effect);
}

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
        find_call(analysis, &node, &link, code);
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
