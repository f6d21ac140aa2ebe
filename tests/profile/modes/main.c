/* SPDX-License-Identifier: MIT */
/*
 * Enters each sample entry from each privileged mode and compares the registers that it passes to
 * the handler with those of the interrupted code. Prints:
 *
 *   difference: TEXT       a register that differs
 *   ok TEXT, not ok TEXT   after each interrupt
 *   modes N                last: the number of interrupts
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "made.h"
#include <bobbin/sampler.h>

enum { VALID_ALL = 0x1ffff };

#define CPSR_MASKED 0x1c0u /* A, I, F */

static const struct mode {
    const char *name;
    uint32_t number;
} modes[] = {{"sys", MODE_SYS}, {"fiq", MODE_FIQ}, {"irq", MODE_IRQ},
             {"svc", MODE_SVC}, {"abt", MODE_ABT}, {"und", MODE_UND}};

static const struct entry {
    struct mode mode;
    void (*enter)(void);
} entries[] = {{{"irq", MODE_IRQ}, bobbin_sample_irq_entry},
               {{"fiq", MODE_FIQ}, bobbin_sample_fiq_entry}};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct bobbin_sampled got;
static uint32_t samples;

static void take(const struct bobbin_sampled *sampled)
{
    got = *sampled;
    samples++;
    __asm__ volatile("mov r12, #0" ::: "r12", "memory"); /* as every handler may */
}

void bobbin_sampled_irq(const struct bobbin_sampled *sampled)
{
    take(sampled);
}

void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)
{
    take(sampled);
}

static bool differs(const char *what, uint32_t number, uint32_t expected, uint32_t value)
{
    if (expected != value)
        printf("difference: %s%" PRIu32 ": expected %08" PRIx32 ", got %08" PRIx32 "\n", what,
               number, expected, value);
    return expected != value;
}

static bool compare(const struct entry *entry, uint32_t mode, uint32_t cpsr)
{
    uint32_t r8 = mode == MODE_FIQ ? MADE_FIQ_R8 : MADE_USER_R8;
    uint32_t own = entry->mode.number;
    uint32_t valid = VALID_ALL;
    bool wrong = false;

    if (mode == own) /* the exception has overwritten lr, and the entry has moved sp */
        valid &= ~(BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_LR));
    wrong |= differs("valid", 0, valid, got.valid);
    wrong |= differs("cpsr", 0, cpsr, got.cpsr);
    wrong |= differs("r", 15, (uint32_t)made_interrupted, got.r[15]);
    wrong |= differs("r", 0, own, got.r[0]); /* the arguments of made_interrupt */
    wrong |= differs("r", 1, cpsr, got.r[1]);
    for (uint32_t i = 0; i < 5; i++)
        wrong |= differs("r", 8 + i, r8 + i, got.r[8 + i]);
    if (mode != own) {
        wrong |= differs("r", 13, made_sp, got.r[13]);
        wrong |= differs("r", 14, MADE_LR, got.r[14]);
    }
    for (uint32_t i = 0; i < 5; i++) {
        wrong |= differs("after the return, r", 8 + i, MADE_USER_R8 + i, made_after_user[i]);
        if (own != MODE_FIQ || mode == MODE_FIQ)
            wrong |=
                differs("after the return, FIQ's r", 8 + i, MADE_FIQ_R8 + i, made_after_fiq[i]);
    }
    return !wrong;
}

int main(void)
{
    for (size_t i = 0; i < COUNT_OF(entries) * COUNT_OF(modes); i++) {
        const struct entry *entry = &entries[i / COUNT_OF(modes)];
        const struct mode *mode = &modes[i % COUNT_OF(modes)];
        uint32_t cpsr = CPSR_MASKED | mode->number;
        bool good;
        made_interrupt(entry->mode.number, cpsr, entry->enter);
        good = compare(entry, mode->number, cpsr);
        printf("%sok %s interrupts %s mode\n", good ? "" : "not ", entry->mode.name, mode->name);
    }
    printf("modes %" PRIu32 "\n", samples);
    return EXIT_SUCCESS;
}
