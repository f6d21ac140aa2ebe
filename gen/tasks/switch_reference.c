/* SPDX-License-Identifier: MIT */
#include "tasks/switch_reference.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/regions.h"
#include "tasks/tasks.h"
#include "util/diag.h"

/* With each round, more code is known to be reached. The last round takes back what it refutes. */
enum { ROUNDS_MAX = 4 };

/* What the code of tasks shows, and what a reference was built with. */
struct switches {
    struct comes_back *item; /* functions that come back */
    size_t count;
    struct code_span *between; /* code between contexts */
    size_t between_count;
};

static void free_switches(struct switches *switches)
{
    free(switches->item);
    free(switches->between);
}

static bool same(const struct switches *a, const struct switches *b)
{
    return a->count == b->count && a->between_count == b->between_count &&
           (!a->count || memcmp(a->item, b->item, a->count * sizeof(*a->item)) == 0) &&
           (!a->between_count ||
            memcmp(a->between, b->between, a->between_count * sizeof(*a->between)) == 0);
}

/* Keeps the switches of FOUND that KNOWN has too. */
static void intersect(struct switches *found, const struct switches *known)
{
    size_t kept = 0;

    for (size_t i = 0; i < found->count; i++)
        for (size_t j = 0; j < known->count; j++)
            if (memcmp(&found->item[i], &known->item[j], sizeof(found->item[i])) == 0)
                found->item[kept++] = found->item[i];
    found->count = kept;
}

/* ---- whether there is anything to find ------------------------------------------------------- */

/* Sets *CONTEXT if NODE stores an address of the frame outside of the frame. */
static void note_store(void *context, const struct node *node, const struct frame_path *before)
{
    const struct effect *effect = &node->effect;
    struct frame_state state;

    if (effect->kind != EFFECT_STORE || effect->rn == BOBBIN_SP || !before)
        return;
    state = frame_path_joined(before);
    if (!frame_state_has_caller(&state) ||
        frame_is_address(frame_state_register(&state, effect->rn)))
        return;
    for (uint64_t left = effect->list & 0x7fff; left; left &= left - 1)
        *(bool *)context |=
            frame_is_address(frame_state_register(&state, (unsigned)__builtin_ctzll(left)));
}

/*
 * Whether a called function may be a context switch: it does not return, or leaves with another
 * stack, and stores an address of its own stack.
 */
static bool may_switch(struct reference *reference)
{
    struct analysis *analysis = &reference->analysis;
    const struct regions *regions = analysis->regions;
    bool stores = false;

    for (size_t i = 0; regions && i < regions->entries.count && !stores; i++) {
        const struct region_entry *entry = region_entries_at(&regions->entries, i);
        if (region_entry_is_function(entry) &&
            (!entry->node.returns.any || regions->region[entry->region].switches))
            analysis_solve_region(analysis, entry->region, note_store, &stores);
    }
    return stores;
}

static bool has_tasks(struct reference *reference)
{
    return image_function_named(reference->image, "bobbin_begin_saved") || may_switch(reference);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Takes the switches that the code of REFERENCE shows. */
static int find(struct switches *found, const struct reference *reference)
{
    struct tasks tasks;
    int status = tasks_find_alone(&tasks, reference);

    *found =
        (struct switches){tasks.switches, tasks.switches_count, tasks.between, tasks.between_count};
    tasks.switches = NULL;
    tasks.between = NULL;
    tasks_free(&tasks);
    return status;
}

/* Whether REFERENCE knows of all calls of FOUND that they return, and what they break. */
static bool adds_nothing(const struct reference *reference, const struct switches *found)
{
    const struct region_entries *entries = &reference->analysis.regions->entries;

    for (size_t i = 0; i < found->count; i++) {
        const struct region_entry *entry = region_entries_find(entries, found->item[i].function);
        if (!entry || !entry->node.returns.firm ||
            (found->item[i].broken & ~entry->node.returns.broken))
            return false;
    }
    return true;
}

static void note(struct reference *reference, const struct switches *found)
{
    for (size_t i = 0; i < found->count; i++)
        assumptions_note(&reference->assumptions, ASSUMPTION_SWITCH_BACK, found->item[i].function);
    assumptions_settle(&reference->assumptions);
}

static int build_again(struct reference *reference, const struct row_options *options,
                       const struct switches *switches)
{
    const struct image *image = reference->image;
    struct row_options all = *options;
    bool quiet;
    int status;

    all.switches = switches->item;
    all.switches_count = switches->count;
    all.between = switches->between;
    all.between_count = switches->between_count;
    reference_free(reference);
    quiet = diag_set_quiet(true); /* the first time, all has been said */
    status = reference_build(reference, image, &all);
    diag_set_quiet(quiet);
    return status;
}

int switch_reference_build(struct reference *reference, const struct image *image,
                           const struct row_options *options)
{
    static const struct row_options nothing;
    struct switches known = {0}, found = {0};
    int status;

    options = options ? options : &nothing;
    status = reference_build(reference, image, options);
    for (unsigned round = 0; status == STATUS_GOOD && has_tasks(reference) && round < ROUNDS_MAX;
         round++) {
        status = find(&found, reference);
        if (round + 1 == ROUNDS_MAX)
            intersect(&found, &known);
        if (status != STATUS_GOOD || same(&found, &known))
            break;
        if (!known.count && !found.between_count && adds_nothing(reference, &found)) {
            note(reference, &found);
            break;
        }
        status = build_again(reference, options, &found);
        free_switches(&known);
        known = found;
        found = (struct switches){0};
    }
    free_switches(&known);
    free_switches(&found);
    return status;
}
