/* SPDX-License-Identifier: MIT */
/* The instructions of an image as the oracle knows them: one struct for each address, made when needed. */
#ifndef ORACLE_CODE_H
#define ORACLE_CODE_H

#include "classify.h"
#include "elf/image.h"

struct code_instruction {
    uint32_t address;
    uint8_t size_bytes; /* 0: not translated yet */
    bool thumb;
    bool outside; /* in no code of the image */
    bool executed;
    bool interrupted; /* an exception came before it, and it was executed afterwards */
    uint64_t times;   /* executed */
    uint8_t licences; /* of its function: LICENCE_... */
    uint16_t written; /* classify_written */
    struct classification class;
    const struct image_function *function; /* NULL without a symbol */
};

/* What only listed functions may do (see licences.c). */
enum {
    LICENCE_DISCARD = 1, /* end other functions' frames: longjmp, a C++ throw */
    LICENCE_LAUNCH = 2,  /* go on in a context that no call and no exception made */
    LICENCE_ROOT = 4,    /* be where a trace ends well, though it was called */
    /* return to where another call of it left, on another stack, or begin a new one */
    LICENCE_SWITCH = 8,
};

/* LICENCE_... of the function called NAME. */
uint8_t licences_of(const char *name);

struct code_section {
    uint32_t start, size_bytes;
    struct code_instruction *instruction; /* one for each halfword */
};

struct code {
    const struct image *image;
    struct code_section *sections;
    size_t sections_count;
    struct code_instruction **strays; /* instructions in no section */
    size_t strays_count, strays_capacity;
    uint32_t vectors;     /* first address of the exception vectors */
    uint64_t executed;    /* instructions of the image executed at least once */
    uint64_t interrupted; /* and interrupted at least once */
};

/* STATUS_...: bad input when IMAGE has no symbol `board_vectors`. */
int code_open(struct code *code, const struct image *image);

/* The instruction of SIZE_BYTES at ADDRESS. Lives as long as CODE. */
struct code_instruction *code_translated(struct code *code, uint32_t address, const uint8_t *bytes,
                                         uint32_t size_bytes);

/* INSTRUCTION is being executed, with INTERRUPTED after an exception that came before it. */
void code_mark(struct code *code, struct code_instruction *instruction, bool interrupted);

/* Whether INSTRUCTION stands behind MOV lr, pc, so that its jump is a call: so clang's ARM code calls
   functions that do not return, and old assembly all by address. */
bool code_is_linked(const struct code *code, const struct code_instruction *instruction);

/* LICENCE_... of the function that has ADDRESS. */
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
