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
    /* load the registers of another task: its own frames are that task's, and are not compared */
    LICENCE_RESUME = 16,
};

/* One line of the file: the function's NAME or, if NAME is NULL, START <= address < END. */
struct licence {
    char *name;
    uint32_t start, end;
    uint8_t granted; /* LICENCE_... */
};

struct licences {
    struct licence *list;
    size_t count, capacity;
    uint8_t granted; /* to any function */
};

/*
 * Reads PATH: lines of a licence (discard, launch, root, switch, resume) and a function, given by
 * its name or by addresses in the image, as 0xSTART-0xEND. '#' starts a comment. Returns
 * STATUS_...; reports the first invalid line.
 */
int licences_read(struct licences *licences, const char *path);

/* LICENCE_... of the code at ADDRESS, which is in FUNCTION; FUNCTION may be NULL. */
uint8_t licences_of(const struct licences *licences, const struct image_function *function,
                    uint32_t address);

#endif
