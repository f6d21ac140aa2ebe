/* SPDX-License-Identifier: MIT */
/* Words, barriers and hints between processors (ARM ARM A3.5.3, A3.8.3, A4.9). */
#ifndef BOBBIN_PROCESSOR_HINTS_H
#define BOBBIN_PROCESSOR_HINTS_H

#include <stdint.h>

/* Loads and stores of aligned words are atomic. */
static inline uint32_t shared_load(const volatile uint32_t *word)
{
    return *word;
}

static inline void shared_store(volatile uint32_t *word, uint32_t value)
{
    *word = value;
}

/* What this processor wrote and read before is seen by all before what it writes and reads
   after. */
static inline void memory_barrier(void)
{
    __asm__ volatile("dmb" : : : "memory");
}

/* In a loop that waits for another processor for a short time. */
static inline void give_way(void)
{
    __asm__ volatile("yield" : : : "memory");
}

/* Sleeps until another processor calls send_event; may return earlier. An event that was sent
   before is not lost. */
static inline void wait_for_event(void)
{
    __asm__ volatile("wfe" : : : "memory");
}

static inline void send_event(void)
{
    __asm__ volatile("dsb\n\tsev" : : : "memory");
}

#endif
