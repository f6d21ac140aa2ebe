/* SPDX-License-Identifier: MIT */
/*
 * The names of a profile: function, line and inlined calls for each of its nodes. All outputs use
 * these names, so names and sums are the same in all outputs.
 */
#ifndef GEN_PROFILE_PROFILE_NAMES_H
#define GEN_PROFILE_PROFILE_NAMES_H

#include "profile/profile_label.h"
#include "profile/profile_sums.h"
#include "symbolize/image_list.h"

/*
 * A function for which samples are added up. Its name and the file that declares it identify it.
 * Every function has a different displayed name.
 */
struct profile_function {
    char *name; /* demangled; contains the file if another function has the same name */
    /* the linker's name; NULL: none, or no function, for example "[truncated: depth]" */
    const char *linkage;
    /* the file that declares the function, may be a header; NULL: unknown */
    const char *declaration_file;
    const char *file; /* the file with its code; NULL: unknown */
    uint32_t line;    /* first line of its code in FILE; 0: unknown */
};

/* A source level: a function at a line. The next level is its caller. */
struct profile_level {
    uint32_t function;
    uint32_t line;    /* 0: unknown */
    const char *file; /* NULL: unknown */
};

/* The names of one key: an address of an image, or a context. */
struct profile_location {
    uint64_t key;    /* as in the nodes of a profile */
    uint32_t image;  /* index of the image of the captures */
    uint32_t source; /* index of the image that contains the address; PROFILE_UNKNOWN: none */
    uint32_t levels_first, levels_count; /* innermost first */
};

struct profile_names {
    const struct profile *profile;
    struct image_list *images;
    enum profile_by by;
    bool inlines;

    struct profile_function *functions;
    size_t functions_count, functions_capacity;
    struct profile_level *levels;
    size_t levels_count, levels_capacity;
    struct profile_location *locations;
    size_t locations_count, locations_capacity;
    uint32_t *location_of; /* for each node of the profile */
    struct hash_index functions_index, locations_index;
};

/*
 * Looks up names for all nodes of PROFILE, which must be sorted. PROFILE and IMAGES must outlive
 * NAMES. Without INLINES, an inlined function counts as part of the function that contains it.
 */
void profile_names_make(struct profile_names *names, const struct profile *profile,
                        struct image_list *images, enum profile_by by, bool inlines);
void profile_names_free(struct profile_names *names);

static inline const struct profile_location *profile_location_of(const struct profile_names *names,
                                                                 uint32_t node)
{
    return &names->locations[names->location_of[node]];
}

/* The address at which names are looked up. Not for contexts and charged nodes. */
uint32_t profile_location_address(const struct profile_location *location);

#endif
