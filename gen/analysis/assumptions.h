/* SPDX-License-Identifier: MIT */
/*
 * The assumptions that the analysis made for an image: what it took for granted because the machine
 * code does not show it. `bobbin check --json` prints them. gen/README.md says for each why it
 * holds and what breaks it. The stages analysis and reference count them.
 */
#ifndef GEN_ANALYSIS_ASSUMPTIONS_H
#define GEN_ANALYSIS_ASSUMPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The comment of each assumption says which addresses are noted. */
enum assumption {
    ASSUMPTION_UNKNOWN_CALLEE,  /* a call of an unknown function, which is taken to return */
    ASSUMPTION_LAST_CALL,       /* a call at the end of its function, taken not to return */
    ASSUMPTION_OUTSIDE_JUMP,    /* a jump to an address without code in the image: a tail call */
    ASSUMPTION_COMPUTED_JUMP,   /* a computed jump that no table explains */
    ASSUMPTION_TAIL_CALL,       /* a jump to a computed address, taken to be a tail call */
    ASSUMPTION_POPPED_PC,       /* a load of pc from the stack, of a word that the state misses */
    ASSUMPTION_LINKED_CALL,     /* a jump with a constant return address in lr, as a call */
    ASSUMPTION_MOVED_IMAGE,     /* such a call that returns to a copy of the image */
    ASSUMPTION_LOCAL_CALL,      /* a call of code in the frame of the caller (__aeabi_dmul) */
    ASSUMPTION_FRAME_JUMP,      /* a jump with the sp of another stack: it leaves the frame */
    ASSUMPTION_OTHER_STACK,     /* a move of sp to another stack, from which the code comes back */
    ASSUMPTION_ROOT_JUMP,       /* a jump by code without a caller, as a call */
    ASSUMPTION_POINTER_STORE,   /* a store whose address is unknown */
    ASSUMPTION_CONSTANT,        /* a load of a constant among code */
    ASSUMPTION_TAKEN_ADDRESS,   /* a function that only a word of memory or code names */
    ASSUMPTION_UNUSED_FUNCTION, /* a function symbol that nothing refers to */
    ASSUMPTION_GIVEN_UP,        /* no addresses: GIVEN_UP has the registers */
    ASSUMPTION_MODE_KEPT,       /* an instruction that writes an unknown word to cpsr */
    ASSUMPTION_SWITCH_BACK,     /* a function that switches to another stack and comes back */
    ASSUMPTION_UNBANKED_RETURN, /* a return with lr in another mode */
    ASSUMPTION_VECTOR_SHAPE,    /* the first vector of a table that is known only by its shape */
    ASSUMPTION_HANDLER_RETURN,  /* a function that returns with SPSR: an exception handler */
    ASSUMPTION_CFI_ROOT,        /* a function whose CFI says that it has no caller */
    ASSUMPTION_LANDING_PAD,     /* a landing pad that .ARM.extab names */
    ASSUMPTION_EXECUTED_DATA,   /* the first byte of data ($d) that is taken to be code */
    ASSUMPTION_FOUND_CODE,      /* a function of an image without mapping symbols */
    ASSUMPTIONS,
};

struct assumed_at {
    uint32_t address;
    uint8_t assumption; /* enum assumption */
};

/* Set it to zero to start. */
struct assumptions {
    struct assumed_at *at; /* after assumptions_settle: by assumption, then ascending */
    size_t count, capacity;
    uint32_t given_up; /* bit N: place N (BOBBIN_PLACE_...) is given up */
};

/* Notes that the analysis relied on ASSUMPTION at ADDRESS. The same note twice counts once. */
void assumptions_note(struct assumptions *assumptions, enum assumption assumption,
                      uint32_t address);

/* Moves the notes of SHARE, which one thread made, to ALL. Frees SHARE. */
void assumptions_gather(struct assumptions *all, struct assumptions *share);

/* Sorts the notes and removes doubles. Call it once, after the last note. */
void assumptions_settle(struct assumptions *assumptions);
void assumptions_free(struct assumptions *assumptions);

/*
 * The addresses of ASSUMPTION, ascending, and in *COUNT their number. For ASSUMPTION_GIVEN_UP the
 * result is NULL, and *COUNT is the number of registers. ASSUMPTIONS is settled.
 */
const struct assumed_at *assumptions_of(const struct assumptions *assumptions,
                                        enum assumption assumption, size_t *count);

/* The id in JSON and in gen/README.md, such as "vector-shape". */
const char *assumption_name(enum assumption assumption);

/*
 * Whether `bobbin check --json` prints each address of ASSUMPTION. Otherwise it prints only their
 * number, because nearly every image has very many.
 */
bool assumption_is_rare(enum assumption assumption);

#endif
