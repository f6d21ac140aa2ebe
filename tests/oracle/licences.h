/* SPDX-License-Identifier: MIT */
/* The functions of an image that may do what is a mistake elsewhere, read from a file. */
#ifndef ORACLE_LICENCES_H
#define ORACLE_LICENCES_H

#include "elf/image.h"

enum {
    LICENCE_DISCARD = 1, /* end frames of other functions: longjmp, a C++ throw */
    LICENCE_LAUNCH = 2,  /* start a context that neither a call nor an exception created */
    LICENCE_ROOT = 4,    /* end a trace as a root, although the function was called */
    /*
     * return, on another stack, to the point where another call of this function left; or start a
     * new stack
     */
    LICENCE_SWITCH = 8,
};

/* One line of the file: the function's NAME or, if NAME is NULL, its address in the image. */
struct licence {
    char *name;
    uint32_t address;
    uint8_t granted; /* LICENCE_... */
};

struct licences {
    struct licence *list;
    size_t count, capacity;
};

/*
 * Reads PATH: lines of a licence (discard, launch, root, switch) and a function, given by its name
 * or as 0xADDRESS. '#' starts a comment. Returns STATUS_...; reports the first invalid line.
 */
int licences_read(struct licences *licences, const char *path);

/* LICENCE_... of FUNCTION, or of the code at ADDRESS if FUNCTION is NULL. */
uint8_t licences_of(const struct licences *licences, const struct image_function *function,
                    uint32_t address);

#endif
