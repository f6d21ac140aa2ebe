/* SPDX-License-Identifier: MIT */
/* Enters code that no path reaches; see unused_code.h. For analysis.c. */
#include "analysis/unused_code.h"

#include "analysis/analysis.h"
#include "analysis/fillers.h"
#include "analysis/label_walk.h"
#include "analysis/regions.h"
#include "analysis/solve_regions.h"
#include "elf/image_labels.h"
#include "insn/function_start.h"

/* ---- functions and handlers ------------------------------------------------------------------ */

/* Whether exception entry code begins at ADDRESS of REGION, which becomes the current region. */
static bool is_entry_code(struct analysis *analysis, uint32_t region, uint32_t address)
{
    const struct node *node;

    solve_region(analysis, region);
    node = analysis_own(analysis, address);
    return node && !node->reached && label_walk_handles(analysis, node);
}

/* Enters the exception handler at ADDRESS of REGION. */
static void enter_handler(struct analysis *analysis, uint32_t region, uint32_t address)
{
    struct region_entry *entry = regions_entry(analysis->regions, address);
    struct frame_state handler;

    frame_state_without_caller(&handler, FRAME_HANDLER);
    if (!entry || !region_entry_arrive(entry, &handler))
        return;
    assumptions_note(&analysis->regions->assumptions, ASSUMPTION_HANDLER_RETURN, address);
    regions_enqueue(analysis->regions, region);
    solve_queue(analysis);
}

bool unused_code_enter_handler(struct analysis *analysis, uint32_t address)
{
    uint32_t region = regions_at(analysis->regions, address);

    if (!label_walk_reads_spsr(analysis->image, address) ||
        !is_entry_code(analysis, region, address))
        return false;
    enter_handler(analysis, region, address);
    return true;
}

/* Enters the function at ADDRESS, unless a path reaches it. */
static void enter_function(struct analysis *analysis, uint32_t address)
{
    struct regions *regions = analysis->regions;
    uint8_t bits = code_map_bits(&regions->map, address);

    if (!(bits & CODE_STARTS) || (bits & CODE_REACHED) ||
        unused_code_enter_handler(analysis, address))
        return;
    region_entry_call(regions_entry(regions, address));
    regions_enqueue(regions, regions_at(regions, address));
    solve_queue(analysis);
}

/* Enters the handler at LABEL, which is outside of all functions, unless a path reaches it. */
static void enter_handler_label(struct analysis *analysis, uint32_t label)
{
    struct regions *regions = analysis->regions;
    const struct image_function *function = image_function_at(analysis->image, label);
    uint32_t region;

    if (!(code_map_bits(&regions->map, label) & CODE_STARTS) ||
        (function && label - function->address < function->size_bytes))
        return;
    region = regions_at(regions, label);
    if (regions->region[region].unreached && is_entry_code(analysis, region, label))
        enter_handler(analysis, region, label);
}

void unused_code_enter_functions(struct analysis *analysis)
{
    const struct row_options *options = &analysis->regions->options;
    const struct image *image = analysis->image;

    for (size_t i = 0; i < image->functions_count; i++)
        enter_function(analysis, image->functions[i].address);
    for (size_t i = 0; i < options->nameless_count; i++)
        enter_function(analysis, options->nameless[i]);
    for (size_t i = 0; i < image->labels_count; i++)
        enter_handler_label(analysis, image->labels[i].address);
}

/* ---- code in a state that is not known ------------------------------------------------------- */

/*
 * From here on, a jump that looks like a return counts as a return, even where paths from different
 * contexts meet. A jump that looks like a tail call counts as a tail call, even where registers are
 * lost. So paths lead to the code after calls of such functions. The assumption behind this is that
 * each function restores what it must.
 */
static void trust_returns(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;

    regions->trusting = true;
    for (uint32_t i = 0; i < regions->count; i++)
        if (regions->region[i].unsure)
            regions_enqueue(regions, i);
    solve_queue(analysis);
}

/* Whether no code falls into NODE: other code ends before it, perhaps with nops that fill a gap. */
static bool starts_alone(const struct analysis *analysis, const struct node *node)
{
    const struct node *before;

    for (; node > analysis->node; node = before) {
        before = node - 1;
        if (before->at.address + before->at.size_bytes != node->at.address)
            return true;
        if (!before->effect.nop)
            return !effect_may_go_on(&before->effect);
    }
    return true;
}

/* Whether NODE has a global symbol without a type, as assembly for other files has it. */
static bool is_global(const struct analysis *analysis, const struct node *node)
{
    const struct image_label *label = image_label_at(analysis->image, node->at.address);

    return label && label->global;
}

/* Whether NODE jumps to an address that is in a register or in a table, and that is not lr. */
static bool jumps_anywhere(const struct node *node)
{
    const struct effect *effect = &node->effect;

    return effect->flow == FLOW_TABLE ||
           (effect->flow == FLOW_INDIRECT && effect->rn != BOBBIN_LR) ||
           (effect->flow == FLOW_LOADED && effect->rn != BOBBIN_SP);
}

/* The function whose size covers NODE. NULL if there is none. */
static const struct image_function *function_around(const struct analysis *analysis,
                                                    const struct node *node)
{
    const struct image_function *function = image_function_at(analysis->image, node->at.address);

    return function && node->at.address - function->address < function->size_bytes ? function
                                                                                   : NULL;
}

/*
 * Whether NODE may be a part of other code, to which a computed jump goes: the function around NODE
 * has such a jump. Without a function, the code of the region outside of functions counts.
 */
static bool may_be_block(const struct analysis *analysis, const struct node *node)
{
    const struct image_function *function = function_around(analysis, node);

    for (size_t i = 0; i < analysis->count; i++)
        if (jumps_anywhere(&analysis->node[i]) &&
            function_around(analysis, &analysis->node[i]) == function)
            return true;
    return false;
}

/*
 * Whether NODE, to which code or memory refers, begins a leaf: its code alone shows that the code
 * at lr runs next, with the registers that it needs.
 */
static bool is_leaf(struct analysis *analysis, const struct node *node)
{
    return starts_alone(analysis, node) &&
           function_start_judge(&analysis->reader, analysis->image, node->at.address,
                                node->at.thumb) != FUNCTION_START_NOT &&
           label_walk_is_leaf(analysis, node) && !may_be_block(analysis, node);
}

static bool is_taken(const struct analysis *analysis, const struct node *node)
{
    return code_map_bits(&analysis->regions->map, node->at.address) & CODE_TAKEN;
}

/*
 * Whether NODE, which no path reaches, is the start of a function without a type: no function
 * contains it, and its code returns as functions do. Either a word of memory points to it and it
 * saves lr, or it has a global symbol and no code falls into it.
 */
static bool is_function(struct analysis *analysis, const struct node *node)
{
    enum function_start start;

    if (function_around(analysis, node))
        return false;
    start =
        function_start_judge(&analysis->reader, analysis->image, node->at.address, node->at.thumb);
    if (!(is_taken(analysis, node) && start == FUNCTION_START_PROLOGUE) &&
        !(start != FUNCTION_START_NOT && is_global(analysis, node) && starts_alone(analysis, node)))
        return false;
    return label_walk_returns(analysis, node);
}

/* ---- code to which something refers ---------------------------------------------------------- */

/* Enters the function at ENTRY, which has no type. REFERRED: code or memory refers to it. */
static void enter_untyped(struct analysis *analysis, struct region_entry *entry, bool referred)
{
    assumptions_note(&analysis->regions->assumptions,
                     referred ? ASSUMPTION_TAKEN_ADDRESS : ASSUMPTION_UNUSED_FUNCTION,
                     entry->node.at.address);
    region_entry_call(entry);
}

/* Enters ENTRY, from which no-operations run into FUNCTION, as FUNCTION is entered. */
static bool enter_as(struct analysis *analysis, struct region_entry *entry,
                     const struct region_entry *function)
{
    struct frame_state state;

    assumptions_note(&analysis->regions->assumptions, ASSUMPTION_TAKEN_ADDRESS,
                     entry->node.at.address);
    region_entry_state(function, analysis->regions->given_up, &state);
    return region_entry_arrive(entry, &state);
}

/*
 * Enters NODE of the current region, which nothing known leads to, if only no-operations are
 * between it and a function, if it is a function without a type, or if something refers to it.
 * COMPUTED: code computes its address. Returns true if that changes the state of ENTRY, which is at
 * NODE.
 */
static bool enter(struct analysis *analysis, const struct node *node, struct region_entry *entry,
                  bool computed)
{
    const struct region_entry *function = fillers_function_after(analysis, node);
    bool referred = computed || is_taken(analysis, node);
    struct frame_state unknown;

    if (function)
        return enter_as(analysis, entry, function);
    if (is_function(analysis, node) || (referred && is_leaf(analysis, node))) {
        enter_untyped(analysis, entry, referred);
        return true;
    }
    frame_state_without_caller(&unknown, FRAME_UNKNOWN);
    return (computed || node->label) && region_entry_arrive(entry, &unknown);
}

static void enter_label(struct analysis *analysis, const struct node *node, bool computed)
{
    struct region_entry *entry = regions_entry(analysis->regions, node->at.address);

    if (entry && enter(analysis, node, entry, computed))
        regions_enqueue(analysis->regions, analysis->region);
}

/* Whether NODE follows the instruction before it in the list, in the same function. */
static bool follows(const struct analysis *analysis, const struct node *node)
{
    const struct node *before = node - 1;

    return node > analysis->node &&
           before->at.address + before->at.size_bytes == node->at.address &&
           image_function_at(analysis->image, before->at.address) ==
               image_function_at(analysis->image, node->at.address);
}

/*
 * Enters the labels of the current region. Where code adds an unknown number to an address, it may
 * mean each piece of code in the row that begins there: the row ends where a path leads.
 */
static void enter_labels(struct analysis *analysis)
{
    const struct computed_addresses *addresses = &analysis->regions->computed_addresses;
    bool in_row = false;

    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        const struct computed_address *address;
        bool computed;

        if (node->reached) {
            in_row = false;
            continue;
        }
        address = computed_addresses_at(addresses, node->at.address);
        in_row = (address && address->is_base) || (in_row && follows(analysis, node));
        computed = address || (in_row && starts_alone(analysis, node));
        if ((computed || node->label || is_global(analysis, node)) && !analysis_is_filler(node))
            enter_label(analysis, node, computed);
    }
}

void unused_code_enter_labels(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;

    trust_returns(analysis);
    for (uint32_t i = 0; i < regions->count; i++) {
        if (!regions->region[i].unreached)
            continue;
        solve_region(analysis, i);
        fillers_find(analysis);
        enter_labels(analysis);
        solve_queue(analysis);
    }
}
