/* SPDX-License-Identifier: MIT */
#include "analysis/thread_code.h"

#include "analysis/regions.h"

static bool only_pointers_lead_to(const struct regions *regions, uint32_t address)
{
    const struct region_entry *entry = region_entries_find(&regions->entries, address);

    return entry && entry->called && !regions_is_entered(regions, address);
}

static bool is_thread_code(const struct analysis *analysis, const struct node *node)
{
    const struct image_function *function = image_function_at(analysis->image, node->at.address);

    return function && only_pointers_lead_to(analysis->regions, function->address);
}

struct frame_debt thread_code_debt(const struct analysis *analysis, const struct node *node)
{
    const uint32_t ra = 1u << BOBBIN_PLACE_RA;
    bool is_lost = !(node->owed & ra) && is_thread_code(analysis, node);

    return (struct frame_debt){.owed = node->owed, .spent = is_lost ? ra - 1 : 0};
}
