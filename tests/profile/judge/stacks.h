/* SPDX-License-Identifier: MIT */
/*
 * Reads stacks with weights from a capture and from the truth plugin's file. These readers share no
 * code with core and gen.
 */
#ifndef JUDGE_STACKS_H
#define JUDGE_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STACK_FRAMES_MAX = 256 };

/*
 * PC[0] is the interrupted instruction, or any instruction of its function; then return addresses
 * from the innermost on. Bit 0 is clear.
 */
struct stack {
    uint32_t *pc;
    uint32_t frames;
    uint64_t weight;
};

struct stacks {
    struct stack *stack;
    size_t count, capacity;
    uint64_t weight; /* of all stacks */
};

void stacks_add(struct stacks *stacks, const uint32_t *pc, uint32_t frames, uint64_t weight);
void stacks_free(struct stacks *stacks);

/* Instructions of the samples with one number of frames. */
struct cost {
    uint32_t samples, worst;
    uint64_t ticks;
};
enum { COSTS_MAX = 1000 };

/* A capture: stacks and counters. */
struct capture {
    struct stacks samples; /* a sample charged to a node has the stack of that node */
    uint64_t taken, whole, charged, dropped, nested;
    uint64_t other_stops; /* samples whose trace did not end at a root */
    uint32_t nodes, contexts, ring_overwritten;
    struct cost costs[COSTS_MAX];
    size_t costs_count;
};

/* Returns false, with a message, if a byte of PATH is not as core/format/CAPTURE.md requires. */
bool capture_read(struct capture *capture, const char *path);

struct truth {
    struct stacks executed; /* by function: PC[0] is its address, weights are instructions */
    struct stacks samples;
    uint64_t faults;
};

bool truth_read(struct truth *truth, const char *path);

#endif
