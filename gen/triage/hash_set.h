/* SPDX-License-Identifier: MIT */
/* Counts distinct 64-bit hashes, such as those of device names, in bounded memory. */
#ifndef GEN_TRIAGE_HASH_SET_H
#define GEN_TRIAGE_HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A set of hashes. Up to its limit it has all of them. Then it keeps every second one, every fourth
 * one and so on: those that end with LEVEL zero bits (adaptive sampling: Flajolet, "On adaptive
 * sampling", Computing 34, 1990). Each hash takes 11 to 21 bytes. Zero-initialize it.
 */
struct hash_set {
    uint64_t *slots; /* 0: free */
    size_t slots_count, used;
    unsigned level; /* 0: the count is exact */
};

/*
 * Adds HASH, whose bits must be evenly distributed. Returns false if the set has it. LIMIT is the
 * largest number of hashes to keep; SIZE_MAX: all.
 */
bool hash_set_add(struct hash_set *set, uint64_t hash, size_t limit);

/* False also for a hash that was added but is not kept. */
bool hash_set_has(const struct hash_set *set, uint64_t hash);

/*
 * The number of distinct hashes that were added. If SET has reached a limit, this is an estimate
 * with a standard error of 1.2 / sqrt(limit).
 */
uint64_t hash_set_count(const struct hash_set *set);

void hash_set_free(struct hash_set *set);

#endif
