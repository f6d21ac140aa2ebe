/* SPDX-License-Identifier: MIT */
/*
 * The instructions of an image as the oracle sees them. One struct per address, created on first
 * use.
 */
#ifndef ORACLE_CODE_H
#define ORACLE_CODE_H

#include "classify.h"
#include "elf/image.h"
#include "licences.h"

struct code_instruction {
    uint32_t address;   /* where it runs */
    uint32_t linked;    /* its address in the image; differs from ADDRESS in moved code */
    uint8_t size_bytes; /* 0: QEMU has not translated it yet */
    bool thumb;
    bool outside; /* the image has no code at this address */
    bool executed;
    bool interrupted; /* an exception came before it, and it was executed later */
    uint64_t times;   /* how often it was executed */
    uint8_t licences; /* LICENCE_... of its function (licences.h) */
    uint8_t points;   /* how often it was a point (points.h) */
    uint16_t written; /* result of classify_written() */
    struct classification class;
    const struct image_function *function; /* NULL if there is no symbol */
};

/*
 * A section of the image, or a copy of one that the firmware made elsewhere: U-Boot moves itself to
 * the end of RAM, other firmware starts before its MMU is on.
 */
struct code_section {
    uint32_t start, size_bytes;
    uint32_t moved; /* its distance from where the image has it, modulo 2^32 */
    struct code_instruction *instruction; /* one per halfword */
};

struct code {
    const struct image *image;
    struct licences licences;
    struct code_section *sections;
    size_t sections_count, sections_capacity;
    struct code_instruction **strays; /* instructions outside all sections */
    size_t strays_count, strays_capacity;
    uint64_t executed;    /* image instructions executed at least once */
    uint64_t interrupted; /* image instructions interrupted at least once */
};

void code_open(struct code *code, const struct image *image);

/* From now on, the code that the image has in SIZE_BYTES at FROM also runs at TO. */
void code_add_move(struct code *code, uint32_t from, uint32_t to, uint32_t size_bytes);

/*
 * Finds code of the image that is equal to the SIZE_BYTES at BYTES, which run at ADDRESS. True, and
 * how far the code was moved (modulo 2^32), if exactly one distance fits.
 */
bool code_find_move(const struct code *code, uint32_t address, const uint8_t *bytes,
                    uint32_t size_bytes, uint32_t *moved);

/* The address in the image of the code that runs at ADDRESS; ADDRESS itself if it is elsewhere. */
uint32_t code_linked(const struct code *code, uint32_t address);

/* True if the image has code that runs at ADDRESS. */
bool code_is_known(const struct code *code, uint32_t address);

/* The instruction of SIZE_BYTES at ADDRESS. The result lives as long as CODE. */
struct code_instruction *code_translated(struct code *code, uint32_t address, const uint8_t *bytes,
                                         uint32_t size_bytes);

/* The instruction at ADDRESS. QEMU may not have translated it yet: then its bytes are unknown. */
const struct code_instruction *code_at(struct code *code, uint32_t address);

/* Marks INSTRUCTION as executed. INTERRUPTED: an exception came before it. */
void code_mark(struct code *code, struct code_instruction *instruction, bool interrupted);

/*
 * The condition (ARM ARM A8.3) that an IT instruction gives INSTRUCTION, which was executed;
 * CODE_ALWAYS if it is in no IT block. In ARM state always CODE_ALWAYS.
 */
enum { CODE_ALWAYS = 14 };
uint32_t code_block_condition(const struct code *code, const struct code_instruction *instruction);

/* LICENCE_... of the function that runs at ADDRESS. */
uint8_t code_licences(const struct code *code, uint32_t address);

static inline bool code_starts_function(const struct code_instruction *instruction)
{
    return instruction->function && instruction->function->address == instruction->linked;
}

static inline uint32_t code_next(const struct code_instruction *instruction)
{
    return instruction->address + instruction->size_bytes;
}

/*
 * The registers that may have changed from FROM, or from the beginning if it is NULL, to AT, the
 * next instruction executed; bits as those of classify_written(). A call, and an exception that
 * came in between, may have changed sp and lr.
 */
static inline uint32_t code_written_between(const struct code_instruction *from,
                                            const struct code_instruction *at)
{
    if (!from)
        return WRITTEN_ALL;
    if (from->class.flow != STEP_NEXT || at->address != code_next(from))
        return from->written | 3u << BOBBIN_SP;
    return from->written;
}

#endif
