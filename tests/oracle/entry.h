/* SPDX-License-Identifier: MIT */
/*
 * Exception entry (ARM ARM B1.8): whether the processor has taken an exception, which one, and the
 * registers of the code that it interrupted.
 */
#ifndef ORACLE_ENTRY_H
#define ORACLE_ENTRY_H

#include "banks.h"
#include "code.h"

/* The instruction executed last, and the next one with its registers. */
struct arrival {
    const struct code_instruction *from; /* NULL: nothing was executed before */
    const struct registers *before;      /* the registers before FROM */
    const struct code_instruction *at;
    const struct registers *now;
    /* FROM was not executed: an exception came before it. KNOWN is that of BEFORE */
    bool unexecuted;
    uint32_t known;
    bool partial; /* sp and r8-r12 of NOW are not known */
};

struct entry {
    uint8_t vector; /* enum bobbin_vector */
    /*
     * FROM is complete and did not cause the exception. Otherwise it is the cause: a system call,
     * or an instruction without effect.
     */
    bool between;
    bool unexecuted;              /* FROM is the interrupted instruction */
    bool hyp;                     /* the exception entered Hyp mode */
    struct registers interrupted; /* pc: the preferred return address */
    uint32_t known;               /* bits of outcome.h, and bit 15 for pc */
};

/* Whether ARRIVAL is at the reset vector by a jump. */
bool entry_is_reset(const struct arrival *arrival, const struct guest *guest);

/* The vector, if ARRIVAL is the entry of an exception; else BOBBIN_VECTOR_NONE. */
enum bobbin_vector entry_vector(const struct arrival *arrival, const struct guest *guest);

/*
 * If the processor has taken another exception just before VECTOR, whose vector was not executed,
 * returns that one's vector. Else BOBBIN_VECTOR_NONE.
 */
enum bobbin_vector entry_unexecuted(const struct arrival *arrival, enum bobbin_vector vector,
                                    const struct guest *guest);

/*
 * Computes the registers at the vector of that one, FIRST, but for sp and r8-r12. Returns the bits
 * of those that are known, or 0 if lr is not.
 */
uint32_t entry_first(struct registers *registers, const struct arrival *arrival,
                     enum bobbin_vector first, const struct code *code, struct guest *guest);

/*
 * Finds the registers of the interrupted code and updates BANKS. Returns NULL, or what the oracle
 * had computed wrong: its own mistake.
 */
const char *entry_find(struct entry *entry, const struct arrival *arrival,
                       enum bobbin_vector vector, struct code *code, struct guest *guest,
                       struct banks *banks);

#endif
