/* SPDX-License-Identifier: MIT */
/*
 * The names of a profile: what stands at each of its nodes, with inlined calls. All outputs take
 * them from here, so that they call the same thing by the same name and their sums agree.
 */
#ifndef GEN_PROFILE_NAMES_H
#define GEN_PROFILE_NAMES_H

#include "profile/profile_sums.h"
#include "symbolize/image_list.h"

/*
 * What samples are summed up by; known by its name and the file that declares it. No two are shown
 * by the same name.
 */
struct profile_function {
    char *name;          /* demangled; with its file where others have that name, too */
    const char *linkage; /* NULL: none, or not a function but "[truncated: depth]" and the like */
    const char *home;    /* the file that declares it, maybe a header; NULL: not known */
    const char *file;    /* that its code is from; NULL: not known */
    uint32_t line;       /* where it begins there; 0: not known */
};

/* A function at a line, called by the level that follows. */
struct profile_level {
    uint32_t function;
    uint32_t line;    /* 0: not known */
    const char *file; /* NULL: not known */
};

/* An address of an image, or a context. */
struct profile_place {
    uint64_t key;    /* as in the nodes of a profile */
    uint32_t image;  /* index in the list: that of the captures... */
    uint32_t source; /* ...and that which has the address; PROFILE_UNKNOWN: none */
    uint32_t levels_first, levels_count; /* innermost first */
};

/* What outermost frames are made of, beside the function that is there. */
enum profile_by {
    PROFILE_BY_NOTHING,
    PROFILE_BY_TASK,
    PROFILE_BY_PROCESSOR,
    PROFILE_BY_MODE,
    PROFILE_BY_INTERRUPT,
    PROFILE_BY_IMAGE,
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
    struct profile_place *places;
    size_t places_count, places_capacity;
    uint32_t *place_of; /* for each node of the profile */
    struct hash_index functions_index, places_index;
};

/*
 * Looks up all of PROFILE, which is sorted. It and IMAGES must outlive NAMES. Without INLINES what
 * was inlined is part of the function that it is in.
 */
void profile_names_make(struct profile_names *names, const struct profile *profile,
                        struct image_list *images, enum profile_by by, bool inlines);
void profile_names_free(struct profile_names *names);

static inline const struct profile_place *profile_place_of(const struct profile_names *names,
                                                           uint32_t node)
{
    return &names->places[names->place_of[node]];
}

/* The address that names are looked up by. Not for contexts and what was charged. */
uint32_t profile_place_address(const struct profile_place *place);

/* What CONTEXT is called in the outputs; TEXT is where to put it. */
#define PROFILE_LABEL_BYTES 64
const char *profile_label(const struct sample_context *context, enum profile_by by,
                          const struct image_list *images, char text[PROFILE_LABEL_BYTES]);

/* The name of a processor mode: "irq" (ARM ARM B1.3.1). */
const char *profile_mode_name(uint32_t mode);

#endif
