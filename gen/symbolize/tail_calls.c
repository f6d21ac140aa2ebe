/* SPDX-License-Identifier: MIT */
#include "symbolize/tail_calls.h"

#include <dwarf.h>
#include <stdlib.h>

#include "insn/branch_target.h"
#include "util/memory.h"

/* GNU extensions of DWARF 4 (GCC's dwarf2.def). */
enum {
    TAG_GNU_CALL_SITE = 0x4109,
    AT_GNU_TAIL_CALL = 0x2115,
    AT_GNU_ALL_TAIL_CALL_SITES = 0x2116,
    AT_GNU_ALL_CALL_SITES = 0x2117,
    AT_GNU_ALL_SOURCE_CALL_SITES = 0x2118,
};

/* Functions and tail calls that a search reads at most. */
#define FUNCTIONS_MAX 256
#define SITES_MAX     4096
#define BLOCKS_MAX    64

/* A tail call: to function number TARGET of the search. */
struct site {
    uint32_t after; /* the address after the instruction */
    size_t target;
};

/* A function that the call may have reached, with its tail calls. */
struct node {
    const struct debug_function *function;
    size_t first_site, sites_count;
    bool leads; /* to the function of the frame */
};

struct search {
    const struct debug_index *debug;
    const void *wanted; /* the DIE of the frame's function */
    struct node *nodes;
    size_t nodes_count, nodes_capacity;
    struct site *sites;
    size_t sites_count, sites_capacity;
    bool failed; /* not all ways are known */
};

/* ---- functions ------------------------------------------------------------------------------- */

static bool has_flag(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    bool flag = false;

    return dwarf_formflag(dwarf_attr(die, name, &attribute), &flag) == 0 && flag;
}

/* Whether the debug information has all tail calls of the function DIE. */
static bool has_all_tail_calls(const struct debug_function *function)
{
    static const unsigned names[] = {DW_AT_call_all_calls,        DW_AT_call_all_tail_calls,
                                     DW_AT_call_all_source_calls, AT_GNU_ALL_TAIL_CALL_SITES,
                                     AT_GNU_ALL_CALL_SITES,       AT_GNU_ALL_SOURCE_CALL_SITES};
    Dwarf_Die die = function->die;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (has_flag(&die, names[i]))
            return true;
    return false;
}

/* The function that starts at ADDRESS, or NULL. */
static const struct debug_function *function_starting(const struct debug_index *debug,
                                                      uint32_t address)
{
    const struct debug_function *function = debug_index_function(debug, address);

    return function && function->low == address ? function : NULL;
}

/* Adds the function at ADDRESS to the search, once. False if it is unknown. */
static bool add_node(struct search *search, uint32_t address, size_t *number)
{
    struct node node = {.function = function_starting(search->debug, address)};

    if (!node.function)
        return false;
    for (*number = 0; *number < search->nodes_count; ++*number)
        if (search->nodes[*number].function->die.addr == node.function->die.addr)
            return true;
    node.leads = node.function->die.addr == search->wanted;
    array_push(search->nodes, search->nodes_count, search->nodes_capacity, node);
    return search->nodes_count <= FUNCTIONS_MAX;
}

/* ---- tail calls ------------------------------------------------------------------------------ */

/* The address after the instruction of call site DIE, which DIE or its start says. */
static bool address_after(const struct image *image, Dwarf_Die *die, uint32_t *after)
{
    static const unsigned names[] = {DW_AT_call_return_pc, DW_AT_low_pc, DW_AT_call_pc};
    Dwarf_Attribute attribute;
    Dwarf_Addr address;

    for (unsigned i = 0; i < 3; i++) {
        const struct image_section *section;
        struct image_instruction at;
        if (dwarf_formaddr(dwarf_attr(die, names[i], &attribute), &address) != 0)
            continue;
        *after = (uint32_t)address;
        section = image_section_at(image, *after);
        if (names[i] != DW_AT_call_pc)
            return true;
        if (!section || !image_next_instruction(image, section, *after, &at))
            return false;
        *after += at.size_bytes;
        return true;
    }
    return false;
}

/* The target of the branch of FUNCTION that ends at AFTER. False if it is no direct branch. */
static bool target_before(const struct debug_index *debug, const struct debug_function *function,
                          uint32_t after, uint32_t *target)
{
    const struct debug_function *part = debug_index_function(debug, after - 1);
    const struct image_section *section = image_section_at(debug->image, after - 1);
    struct image_instruction at;
    uint32_t address;

    if (!part || !section || part->die.addr != function->die.addr)
        return false;
    for (address = part->low; address < after; address = at.address + at.size_bytes) {
        if (!image_next_instruction(debug->image, section, address, &at))
            return false;
        if (at.address + at.size_bytes == after)
            return branch_target(debug->image, &at, target) == BRANCH_JUMP;
    }
    return false;
}

static void add_site(struct search *search, const struct debug_function *function, Dwarf_Die *die)
{
    struct site site;
    uint32_t target;

    if (!has_flag(die, DW_AT_call_tail_call) && !has_flag(die, AT_GNU_TAIL_CALL))
        return;
    if (!address_after(search->debug->image, die, &site.after) ||
        !target_before(search->debug, function, site.after, &target) ||
        !add_node(search, target, &site.target) || search->sites_count == SITES_MAX) {
        search->failed = true;
        return;
    }
    array_push(search->sites, search->sites_count, search->sites_capacity, site);
}

/* Enters the first child of the last block of PATH. */
static bool enter(Dwarf_Die path[BLOCKS_MAX], unsigned *depth)
{
    Dwarf_Die child;

    if (*depth + 1 == BLOCKS_MAX || dwarf_child(&path[*depth], &child) != 0)
        return false;
    path[++*depth] = child;
    return true;
}

static bool has_blocks(int tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
           tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* Adds the tail calls of node NUMBER: call sites in its blocks, also in inlined functions. */
static void add_sites(struct search *search, size_t number)
{
    const struct debug_function *function = search->nodes[number].function;
    Dwarf_Die path[BLOCKS_MAX] = {function->die};
    unsigned depth = 0;

    search->nodes[number].first_site = search->sites_count;
    if (!enter(path, &depth))
        return;
    while (depth > 0) {
        int tag = dwarf_tag(&path[depth]);
        if (tag == DW_TAG_call_site || tag == TAG_GNU_CALL_SITE)
            add_site(search, function, &path[depth]);
        if (has_blocks(tag) && enter(path, &depth))
            continue;
        while (depth > 0 && dwarf_siblingof(&path[depth], &path[depth]) != 0)
            depth--;
    }
    search->nodes[number].sites_count = search->sites_count - search->nodes[number].first_site;
}

/* ---- ways ------------------------------------------------------------------------------------ */

static const struct site *sites_of(const struct search *search, const struct node *node)
{
    return &search->sites[node->first_site];
}

/* Reads all functions that tail calls may reach. */
static void read_all(struct search *search)
{
    for (size_t i = 0; i < search->nodes_count && !search->failed; i++) {
        if (!has_all_tail_calls(search->nodes[i].function))
            search->failed = true;
        else
            add_sites(search, i);
    }
}

/* Marks all functions from which a way leads to the frame's function. */
static void mark_leading(struct search *search)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (size_t i = 0; i < search->nodes_count; i++) {
            struct node *node = &search->nodes[i];
            for (size_t j = 0; j < node->sites_count && !node->leads; j++)
                changed |= node->leads = search->nodes[sites_of(search, node)[j].target].leads;
        }
    }
}

/* The only tail call of NODE that leads to the frame's function, or NULL. */
static const struct site *only_site(const struct search *search, const struct node *node)
{
    const struct site *only = NULL;

    for (size_t i = 0; i < node->sites_count; i++) {
        const struct site *site = &sites_of(search, node)[i];
        if (!search->nodes[site->target].leads)
            continue;
        if (only)
            return NULL;
        only = site;
    }
    return only;
}

/* Whether the frame's function is reached, and may have been reached from itself. */
static bool has_loop(const struct search *search)
{
    for (size_t i = 0; i < search->nodes_count; i++) {
        const struct node *node = &search->nodes[i];
        for (size_t j = 0; node->function->die.addr == search->wanted && j < node->sites_count; j++)
            if (search->nodes[sites_of(search, node)[j].target].leads)
                return true;
    }
    return false;
}

/*
 * Follows the only way from node 0; each function on it has one tail call that leads on. So the way
 * has no loop.
 */
static size_t follow(const struct search *search, uint32_t after[TAIL_CALLS_MAX])
{
    const struct node *node = &search->nodes[0];
    size_t count = 0;

    while (node->function->die.addr != search->wanted) {
        const struct site *site = only_site(search, node);
        if (!site || count == TAIL_CALLS_MAX)
            return 0;
        after[count++] = site->after;
        node = &search->nodes[site->target];
    }
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t other = after[i];
        after[i] = after[count - 1 - i];
        after[count - 1 - i] = other;
    }
    return count;
}

/* The target of the direct call before RETURN_ADDRESS. */
static bool called_function(const struct image *image, uint32_t return_address, uint32_t *target)
{
    bool thumb = image_state_at(image, return_address - 2) == IMAGE_THUMB;
    struct image_instruction call = {return_address - 4, 4, thumb};

    return branch_target(image, &call, target) == BRANCH_CALL;
}

size_t tail_calls_find(const struct debug_index *debug, uint32_t code, uint32_t return_address,
                       uint32_t after[TAIL_CALLS_MAX])
{
    const struct debug_function *function = debug_index_function(debug, code);
    struct search search = {.debug = debug};
    uint32_t target;
    size_t first, count = 0;

    if (!function || !called_function(debug->image, return_address, &target))
        return 0;
    search.wanted = function->die.addr;
    if (add_node(&search, target, &first) && search.nodes[0].function->die.addr != search.wanted) {
        read_all(&search);
        mark_leading(&search);
        if (!search.failed && search.nodes[0].leads && !has_loop(&search))
            count = follow(&search, after);
    }
    free(search.nodes);
    free(search.sites);
    return count;
}
