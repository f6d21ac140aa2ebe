/* SPDX-License-Identifier: MIT */
/* Makes the nodes of a region: reads the effect of each instruction, and tells calls from jumps. */
#include "analysis/cfg_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/cfg_edges.h"
#include "analysis/regions.h"
#include "util/memory.h"

/* MOV lr, pc before a jump makes it a call. Compilers write this for processors without BLX. */
static void find_call(struct node *node, const struct node *before)
{
    bool links = before->effect.kind == EFFECT_CONST && before->effect.rd == BOBBIN_LR &&
                 before->effect.condition == node->effect.condition &&
                 (uint32_t)before->effect.imm == node->at.address + node->at.size_bytes;

    if (links && node->effect.flow == FLOW_JUMP)
        node->effect.flow = FLOW_CALL;
    else if (links && (node->effect.flow == FLOW_INDIRECT || node->effect.flow == FLOW_LOADED))
        node->effect.flow = FLOW_CALL_INDIRECT;
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
    node->effect.imm = (int32_t)(next | node->at.thumb);
}

/* The target of NODE if NODE calls the middle of its own function; otherwise NULL. */
static struct node *local_callee(const struct analysis *analysis, const struct node *node)
{
    const struct image_function *function;
    struct node *callee = NULL;

    if (node->effect.flow == FLOW_CALL)
        callee = analysis_own(analysis, node->effect.target);
    if (!callee)
        return NULL;
    function = image_function_at(analysis->image, callee->at.address);
    if (!function || function->address == callee->at.address ||
        function != image_function_at(analysis->image, node->at.address))
        return NULL;
    return callee;
}

/*
 * Code that is called from only one instruction of its own function works in the frame of that
 * function, and may return from it (__aeabi_dmul). Such a local call becomes a jump that sets lr.
 */
static void find_local_calls(struct analysis *analysis)
{
    uint8_t *calls = must_realloc(NULL, analysis->count, 1);
    const struct local_calls *locals = &analysis->regions->locals;
    uint32_t group = local_calls_group(locals, analysis->region);
    uint32_t number = locals->first[analysis->region];

    memset(calls, 0, analysis->count);
    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *callee = local_callee(analysis, &analysis->node[i]);
        if (callee && calls[callee - analysis->node] < 2)
            calls[callee - analysis->node]++;
    }
    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        const struct node *callee = local_callee(analysis, node);
        if (!callee || calls[callee - analysis->node] != 1)
            continue;
        if (number >= LOCALS_MAX || group >= VALUE_OWNERS_MAX)
            break;
        node->effect.flow = FLOW_JUMP;
        node->effect.kind = EFFECT_LOCAL_CALL;
        node->effect.group = group;
        node->effect.imm = (int32_t)number++;
    }
    free(calls);
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

void cfg_nodes_read(struct analysis *analysis, uint32_t region)
{
    const struct region *of = &analysis->regions->region[region];
    const struct image_section *section = image_section_at(analysis->image, of->start);
    struct node node = {.at = {0}};
    struct next next = {.at = {.address = of->start}};

    analysis->count = 0;
    analysis->region = region;
    analysis->reader.it_state = 0;
    for (bool more = fetch(analysis, section, &next); more;) {
        uint32_t code = next.code;
        node.at = next.at;
        more = fetch(analysis, section, &next);
        effect_read_code(&analysis->reader, &node.at, code, &node.effect);
        find_no_call(analysis->image, &node);
        if (analysis->count)
            find_call(&node, &analysis->node[analysis->count - 1]);
        array_push(analysis->node, analysis->count, analysis->capacity, node);
    }
    find_local_calls(analysis);
}
