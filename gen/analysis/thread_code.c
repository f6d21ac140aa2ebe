/* SPDX-License-Identifier: MIT */
#include "analysis/thread_code.h"

#include "analysis/regions.h"

static bool only_pointers_lead_to(const struct regions *regions, uint32_t address)
{
    const struct region_entry *entry = region_entries_find(&regions->entries, address);

    return entry && entry->called && !entry->by_call &&
           !(code_map_bits(&regions->map, address) & CODE_JUMPED);
}

uint32_t thread_code_spent(const struct analysis *analysis, const struct node *node)
{
    const uint32_t ra = 1u << BOBBIN_PLACE_RA;
    const struct image_function *function;

    if (node->owed & ra)
        return 0;
    function = image_function_at(analysis->image, node->at.address);
    return function && only_pointers_lead_to(analysis->regions, function->address) ? ra - 1 : 0;
}
