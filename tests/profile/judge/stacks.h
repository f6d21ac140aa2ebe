/* SPDX-License-Identifier: MIT */
/* Stacks with weights, from a capture and from the truth plugin's file; neither reader shares code with core or gen. */
#ifndef JUDGE_STACKS_H
#define JUDGE_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STACK_FRAMES_MAX = 256 };

/* Innermost first: what was interrupted (or any instruction of its function), then return addresses; bit 0 is clear. */
struct stack {
    uint32_t *pc;
    uint32_t frames;
    uint64_t weight;
};

struct stacks {
    struct stack *stack;
    size_t count, capacity;
    uint64_t weight; /* of all */
};

void stacks_add(struct stacks *stacks, const uint32_t *pc, uint32_t frames, uint64_t weight);
void stacks_free(struct stacks *stacks);

/* Of samples with so many frames. */
struct cost {
    uint32_t samples, worst;
    uint64_t ticks;
};
enum { COSTS_MAX = 1000 };

/* What a capture says besides its stacks. */
struct capture {
    struct stacks samples; /* those that were charged to a node stand for its stack */
    uint64_t taken, whole, charged, dropped, nested;
    uint64_t other_stops; /* samples whose trace did not end at a root */
    uint32_t nodes, contexts, ring_overwritten;
    struct cost costs[COSTS_MAX];
    size_t costs_count;
};

/* False, with a line on stderr, when PATH is not what PROFILE.md says in every byte. */
bool capture_read(struct capture *capture, const char *path);

struct truth {
    struct stacks executed; /* by function: PC[0] is its address, weights are instructions */
    struct stacks samples;
    uint64_t faults;
};

bool truth_read(struct truth *truth, const char *path);

#endif
