/* SPDX-License-Identifier: MIT */
/*
 * The instructions of an image as the oracle sees them. One struct per address, created on first
 * use.
 */
#ifndef ORACLE_CODE_H
#define ORACLE_CODE_H

#include "classify.h"
#include "elf/image.h"

struct code_instruction {
    uint32_t address;
    uint8_t size_bytes; /* 0: QEMU has not translated it yet */
    bool thumb;
    bool outside; /* the image has no code at this address */
    bool executed;
    bool interrupted; /* an exception came before it, and it was executed later */
    uint64_t times;   /* how often it was executed */
    uint8_t licences; /* LICENCE_... of its function */
    uint16_t written; /* result of classify_written() */
    struct classification class;
    const struct image_function *function; /* NULL if there is no symbol */
};

/* Behaviour that is allowed only to the functions listed in licences.c. */
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

/* LICENCE_... of the function with this NAME. */
uint8_t licences_of(const char *name);

struct code_section {
    uint32_t start, size_bytes;
    struct code_instruction *instruction; /* one per halfword */
};

struct code {
    const struct image *image;
    struct code_section *sections;
    size_t sections_count;
    struct code_instruction **strays; /* instructions outside all sections */
    size_t strays_count, strays_capacity;
    uint32_t vectors;     /* address of the exception vectors */
    uint64_t executed;    /* image instructions executed at least once */
    uint64_t interrupted; /* image instructions interrupted at least once */
};

/* Returns STATUS_...: bad input if IMAGE has no symbol `board_vectors`. */
int code_open(struct code *code, const struct image *image);

/* The instruction of SIZE_BYTES at ADDRESS. The result lives as long as CODE. */
struct code_instruction *code_translated(struct code *code, uint32_t address, const uint8_t *bytes,
                                         uint32_t size_bytes);

/* Marks INSTRUCTION as executed. INTERRUPTED: an exception came before it. */
void code_mark(struct code *code, struct code_instruction *instruction, bool interrupted);

/*
 * Whether INSTRUCTION follows MOV lr, pc, so its jump is a call. In ARM code, clang calls functions
 * that do not return this way; old assembly calls all functions by address this way.
 */
bool code_is_linked(const struct code *code, const struct code_instruction *instruction);

/* LICENCE_... of the function that contains ADDRESS. */
uint8_t code_licences(const struct code *code, uint32_t address);

static inline bool code_starts_function(const struct code_instruction *instruction)
{
    return instruction->function && instruction->function->address == instruction->address;
}

static inline uint32_t code_next(const struct code_instruction *instruction)
{
    return instruction->address + instruction->size_bytes;
}

#endif
