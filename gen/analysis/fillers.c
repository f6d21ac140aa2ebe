/* SPDX-License-Identifier: MIT */
/* Tells fillers from code; see fillers.h. For analysis.c. */
#include "analysis/fillers.h"

#include "analysis/cfg_edges.h"
#include "analysis/regions.h"
#include "elf/image_labels.h"
#include "elf/padding.h"

/* ---- what looks like a filler ---------------------------------------------------------------- */

/*
 * What an instruction to which no path leads looks like. IDLE: it does nothing. REPEATED: one of a
 * row of equal words. UNDEFINED: no instruction, or the fill of lld.
 */
enum look { LOOK_CODE, LOOK_IDLE, LOOK_TRAP, LOOK_REPEATED, LOOK_UNDEFINED };

static bool is_equal(const struct image *image, const struct image_instruction *at, uint32_t other)
{
    uint32_t a, b;

    return image_read_number(image, at->address, at->size_bytes, &a) &&
           image_read_number(image, other, at->size_bytes, &b) && a == b;
}

static bool is_repeated(const struct image *image, const struct image_instruction *at)
{
    return is_equal(image, at, at->address + at->size_bytes) ||
           is_equal(image, at, at->address - at->size_bytes);
}

static bool has_half(const struct image *image, uint32_t address, uint32_t half)
{
    uint32_t found;

    return image_read_number(image, address, 2, &found) && found == half;
}

/* Whether AT fills the halfword after BX pc, with which a stub goes to ARM state. */
static bool follows_bx_pc(const struct image *image, const struct image_instruction *at)
{
    return at->thumb && at->size_bytes == 2 && has_half(image, at->address - 2, 0x4778);
}

/* In a function only no-operations are fillers. lld fills with the byte d4. */
static enum look look_of(const struct image *image, const struct node *node)
{
    if (node->effect.nop || follows_bx_pc(image, &node->at))
        return LOOK_IDLE;
    if (image_function_at(image, node->at.address))
        return LOOK_CODE;
    if (node->effect.flow == FLOW_TRAP)
        return LOOK_TRAP;
    if (node->effect.kind == EFFECT_UNKNOWN || has_half(image, node->at.address, PADDING_OF_LLD))
        return LOOK_UNDEFINED;
    return is_repeated(image, &node->at) ? LOOK_REPEATED : LOOK_CODE;
}

bool fillers_fills(const struct image *image, const struct node *node)
{
    return node->effect.flow == FLOW_JUMP &&
           (has_half(image, node->at.address, PADDING_OF_LLD) || is_repeated(image, &node->at)) &&
           !image_function_at(image, node->at.address);
}

/* ---- what comes after a gap ------------------------------------------------------------------ */

/*
 * Where control goes from a filler, if it gets there. NOTHING: no code follows. KNOWN: to code that
 * a path reaches. CODE: to code that no path reaches. STOPS: to no code after it.
 */
enum leads { LEADS_TO_NOTHING, LEADS_TO_FUNCTION, LEADS_TO_KNOWN, LEADS_TO_CODE, LEADS_STOPS };

static uint32_t address_after(const struct node *node)
{
    return node->at.address + node->at.size_bytes;
}

/* Whether a function is at ADDRESS: it has a symbol, or it is called. */
static bool begins_function(const struct analysis *analysis, uint32_t address)
{
    const struct region_entry *entry = region_entries_find(&analysis->regions->entries, address);

    return (entry && entry->called) || image_function_starts(analysis->image, address);
}

/* Where the last node of a gap leads. */
static enum leads leads_after(const struct analysis *analysis, const struct node *last)
{
    uint32_t address = address_after(last);
    const struct node *next = analysis_own(analysis, address);

    if (!(code_map_bits(&analysis->regions->map, address) & CODE_STARTS))
        return LEADS_TO_NOTHING;
    if (begins_function(analysis, address))
        return LEADS_TO_FUNCTION;
    return next && !node_has_state(next) ? LEADS_TO_CODE : LEADS_TO_KNOWN;
}

/* ---- what speaks for a filler ---------------------------------------------------------------- */

/* Whether an instruction or an exception goes to ADDRESS. */
static bool is_entered(const struct analysis *analysis, uint32_t address)
{
    const struct region_entry *entry = region_entries_find(&analysis->regions->entries, address);

    return (code_map_bits(&analysis->regions->map, address) &
            (CODE_JUMPED | CODE_ROOT | CODE_HANDLER)) ||
           (entry && (entry->called || entry->jumped || entry->arrived));
}

/* Whether something may use the address ADDRESS: this image, or others by a global name. */
static bool is_named(const struct analysis *analysis, uint32_t address)
{
    const struct image_label *label = image_label_at(analysis->image, address);

    return (code_map_bits(&analysis->regions->map, address) & CODE_LABEL) ||
           computed_addresses_at(&analysis->regions->computed_addresses, address) ||
           (label && label->global) || image_function_starts(analysis->image, address);
}

bool fillers_may_speak(const struct analysis *analysis, const struct node *node)
{
    uint32_t address = node->at.address;

    return is_entered(analysis, address) || is_named(analysis, address) ||
           image_label_at(analysis->image, address);
}

/* ---- gaps ------------------------------------------------------------------------------------ */

/* A gap: a row of nodes without a state that look like fillers, from FIRST to END - 1. */
struct gap {
    size_t first, end;
    /* The first node from which on all nodes look like this, or fall through. */
    size_t idle, repeated, idle_or_undefined, falling;
    enum leads leads; /* from the last node */
};

/* The least size in bytes of a gap that is padding although something has its address. */
enum { GAP_BYTES_MIN = 16 };

/*
 * Whether the alignment of the code after GAP explains all of GAP, and GAP is so long that nobody
 * writes its no-operations by hand.
 */
static bool is_alignment(const struct analysis *analysis, const struct gap *gap)
{
    const struct image_instruction *last = &analysis->node[gap->end - 1].at;
    uint32_t end = last->address + last->size_bytes;
    uint32_t size_bytes = end - analysis->node[gap->first].at.address;

    return gap->idle == gap->first && size_bytes >= GAP_BYTES_MIN && size_bytes < (end & -end);
}

/* Where node I of GAP leads, through the nodes after it. */
static enum leads leads_from(const struct gap *gap, size_t i)
{
    return i >= gap->falling ? gap->leads : LEADS_STOPS;
}

/* Whether node I of GAP leads to no code, or to no instruction. */
static bool is_dead_end(const struct gap *gap, size_t i)
{
    return leads_from(gap, i) == LEADS_TO_NOTHING || (i >= gap->idle_or_undefined && i < gap->idle);
}

/*
 * Whether node I of GAP, which has a name or whose address is used, is padding all the same: it is
 * the end of the code before it, or alignment explains it. NAMED: more than the name of a local
 * label is there.
 */
static bool is_padding(const struct analysis *analysis, const struct gap *gap, size_t i, bool named)
{
    enum leads leads = leads_from(gap, i);

    if (is_alignment(analysis, gap))
        return true;
    if (leads == LEADS_TO_CODE)
        return false;
    return is_dead_end(gap, i) || (leads == LEADS_TO_FUNCTION && i >= gap->idle && !named);
}

/* Adds NODE, which looks like LOOK, to the end of GAP. */
static void lengthen(struct gap *gap, const struct node *node, enum look look)
{
    size_t next = ++gap->end;

    if (look != LOOK_IDLE)
        gap->idle = next;
    if (look != LOOK_REPEATED)
        gap->repeated = next;
    if (look != LOOK_IDLE && look != LOOK_UNDEFINED)
        gap->idle_or_undefined = next;
    if (!effect_falls_through(&node->effect))
        gap->falling = next;
}

/* Whether code of the same function that no path reaches falls into node I, which begins a gap. */
static bool is_fallen_into(const struct analysis *analysis, size_t i)
{
    const struct image *image = analysis->image;
    const struct node *node = &analysis->node[i];

    return i && !node_has_state(node - 1) && cfg_next(analysis, node - 1) == node &&
           image_function_at(image, node[-1].at.address) ==
               image_function_at(image, node->at.address);
}

/* Whether something speaks for node I of GAP. */
static bool is_code(const struct analysis *analysis, const struct gap *gap, size_t i, bool named)
{
    uint32_t address = analysis->node[i].at.address;

    return is_entered(analysis, address) || ((named || image_label_at(analysis->image, address)) &&
                                             !is_padding(analysis, gap, i, named));
}

/* Equal words that lead to other code that no path reaches may be part of that code. */
static void judge(struct analysis *analysis, struct gap *gap)
{
    bool doubtful = is_fallen_into(analysis, gap->first);
    bool code = false;

    gap->leads = leads_after(analysis, &analysis->node[gap->end - 1]);
    for (size_t i = gap->first; i < gap->end; i++) {
        bool named = is_named(analysis, analysis->node[i].at.address);
        bool fallen = i == gap->first || effect_falls_through(&analysis->node[i - 1].effect);
        code = (code && fallen) || is_code(analysis, gap, i, named);
        doubtful = (doubtful && fallen) || named;
        analysis->node[i].filler = !code;
        analysis->node[i].doubtful =
            (doubtful || (gap->leads == LEADS_TO_CODE && i >= gap->repeated)) &&
            !is_dead_end(gap, i);
    }
}

/* Whether an instruction of the current region ends where node I begins. */
static bool is_adjacent(const struct analysis *analysis, size_t i)
{
    const struct node *before = &analysis->node[i] - 1;

    return i && before->at.address + before->at.size_bytes == analysis->node[i].at.address;
}

void fillers_find(struct analysis *analysis)
{
    struct gap gap = {0};

    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        enum look look = node_has_state(node) ? LOOK_CODE : look_of(analysis->image, node);
        node->filler = false;
        if (gap.end > gap.first && (look == LOOK_CODE || !is_adjacent(analysis, i))) {
            judge(analysis, &gap);
            gap.end = gap.first;
        }
        if (look == LOOK_CODE)
            continue;
        if (gap.end == gap.first)
            gap = (struct gap){i, i, i, i, i, i, LEADS_TO_NOTHING};
        lengthen(&gap, node, look);
    }
    if (gap.end > gap.first)
        judge(analysis, &gap);
}

/* ---- no-operations before a function --------------------------------------------------------- */

const struct region_entry *fillers_function_after(const struct analysis *analysis,
                                                  const struct node *node)
{
    const struct region_entry *entry;
    uint32_t address = node->at.address;

    for (; node && node->effect.nop && !node_has_state(node);
         node = analysis_own(analysis, address))
        address = address_after(node);
    if (!begins_function(analysis, address))
        return NULL;
    entry = region_entries_find(&analysis->regions->entries, address);
    return entry && region_entry_is_live(entry) ? entry : NULL;
}
