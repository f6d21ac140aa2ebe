/* SPDX-License-Identifier: MIT */
#include "zones.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define ZONE_NAME_BYTES 24
#define PATH_BYTES      96

struct zone {
    char name[ZONE_NAME_BYTES];
    struct zone *around;
};

static struct zone building = {"store", NULL};
static struct zone floor_1 = {"floor 1", &building};
static struct zone fish = {"fish", &floor_1};
static struct zone ice = {"ice", &floor_1};

static struct zone *const zones[] = {&building, &floor_1, &fish, &ice};

static inline void append(char *path, const char *text)
{
    size_t length = strlen(path);

    snprintf(path + length, PATH_BYTES - length, "%s/", text);
}

/* Appends ZONE and the zones that contain it to PATH. Returns the number of zones. */
static uint32_t append_zone(const struct zone *zone, char *path)
{
    char name[ZONE_NAME_BYTES];
    uint32_t depth = 1;

    memcpy(name, zone->name, sizeof(name));
    if (zone->around != NULL)
        depth += append_zone(zone->around, path);
    append(path, name);
    return depth;
}

void zones_print(void)
{
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        char path[PATH_BYTES] = "";
        uint32_t depth = append_zone(zones[i], path);

        printf("  %lu  %s\n", (unsigned long)depth, path);
    }
}

void zones_make_cycle(void)
{
    building.around = &ice;
}
