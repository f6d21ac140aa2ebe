/* SPDX-License-Identifier: MIT */
/*
 * Carried addresses: addresses of code that code loads into a register, and to which a later
 * computed jump goes. Start-up code does so: it loads the address of main, jumps to code that it
 * shares with other processors, and that code jumps to the register. Where the jump is in a frame
 * without a caller, so is the code at the address. For prescan.c and the fixpoint iteration.
 */
#ifndef GEN_ANALYSIS_CARRIED_ADDRESSES_H
#define GEN_ANALYSIS_CARRIED_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The instruction at FROM loads the address TO, which may be in a register of the jump at JUMP. */
struct carried_address {
    uint32_t from, to, jump;
    bool fresh; /* TO is a function that starts on another stack, with an older lr */
};

/* A computed jump to carried addresses. */
struct carrying_jump {
    uint32_t address;
    bool blind; /* it is executed in a state without a known caller, so its target is not known */
};

/* Zero-initialize it. */
struct carried_addresses {
    struct carried_address *address; /* ascending by FROM */
    size_t count, capacity;
    struct carrying_jump *jump; /* ascending */
    size_t jumps_count, jumps_capacity;
};

struct analysis;
struct frame_path;
struct frame_state;
struct node;

/* Adds the addresses that the current region loads. Call it for all regions in ascending order. */
void carried_addresses_find(struct analysis *analysis);

/* Sets CARRIES in each node of the current region that loads such an address, or jumps to one. */
void carried_addresses_mark(struct analysis *analysis);

/*
 * NODE, in which CARRIES is set, is executed in the state BEFORE. The addresses that NODE loads get
 * the state BEFORE, if it is that of a root or a handler. If BEFORE or the state of the jump has no
 * known caller, a function that starts on another stack is a root, and all else is disputed.
 */
void carried_addresses_follow(struct analysis *analysis, struct node *node,
                              const struct frame_path *before);

/*
 * Whether carried_addresses_follow carries a state from NODE, which is executed in EXECUTED, to any
 * address.
 */
bool carried_addresses_lead(const struct analysis *analysis, const struct node *node,
                            const struct frame_state *executed);

void carried_addresses_free(struct carried_addresses *carried);

#endif
