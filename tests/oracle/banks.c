/* SPDX-License-Identifier: MIT */
#include "banks.h"

#include <string.h>

enum { MODE_FIQ = 0x11, MODE_HYP = 0x1a };
enum { CONTROL = 0x1ff & ~(3 << 9) }; /* mode, T, F, I, A */
enum { HIGH_BITS = 0x1f00 };

enum bobbin_bank bank_of(uint32_t cpsr)
{
    switch (cpsr & BOBBIN_CPSR_MODE) {
    case MODE_FIQ:
        return BOBBIN_BANK_FIQ;
    case 0x12:
        return BOBBIN_BANK_IRQ;
    case 0x13:
        return BOBBIN_BANK_SVC;
    case 0x16:
        return BOBBIN_BANK_MON;
    case 0x17:
        return BOBBIN_BANK_ABT;
    case MODE_HYP:
        return BOBBIN_BANK_HYP;
    case 0x1b:
        return BOBBIN_BANK_UND;
    default:
        return BOBBIN_BANK_USR;
    }
}

static bool is_fiq(uint32_t cpsr)
{
    return bank_of(cpsr) == BOBBIN_BANK_FIQ;
}

/* The bank of the lr that code in this mode uses. */
static enum bobbin_bank bank_of_lr(uint32_t cpsr)
{
    enum bobbin_bank bank = bank_of(cpsr);

    return bank == BOBBIN_BANK_HYP ? BOBBIN_BANK_USR : bank;
}

static void keep(struct banks *banks, uint32_t *to, uint32_t bit, bool is_known, uint32_t value)
{
    *to = value;
    banks->known &= ~bit;
    if (is_known)
        banks->known |= bit;
}

void banks_leave(struct banks *banks, const struct registers *last, uint32_t known)
{
    enum bobbin_bank sp = bank_of(last->cpsr), lr = bank_of_lr(last->cpsr);
    bool fiq = is_fiq(last->cpsr);

    keep(banks, &banks->sp[sp], BOBBIN_BANKS_SP(sp), known >> BOBBIN_SP & 1, last->r[BOBBIN_SP]);
    keep(banks, &banks->lr[lr], BOBBIN_BANKS_LR(lr), known >> BOBBIN_LR & 1, last->r[BOBBIN_LR]);
    memcpy(banks->high[fiq], &last->r[8], sizeof(banks->high[fiq]));
    banks->high_known[fiq] = known & HIGH_BITS;
}

uint32_t banks_load(const struct banks *banks, struct registers *registers, uint32_t old_cpsr,
                    uint32_t known)
{
    enum bobbin_bank sp = bank_of(registers->cpsr), lr = bank_of_lr(registers->cpsr);
    bool fiq = is_fiq(registers->cpsr);

    registers->r[BOBBIN_SP] = banks->sp[sp];
    registers->r[BOBBIN_LR] = banks->lr[lr];
    known &= ~(1u << BOBBIN_SP | 1u << BOBBIN_LR);
    if (banks->known & BOBBIN_BANKS_SP(sp))
        known |= 1u << BOBBIN_SP;
    if (banks->known & BOBBIN_BANKS_LR(lr))
        known |= 1u << BOBBIN_LR;
    if (fiq == is_fiq(old_cpsr))
        return known;
    memcpy(&registers->r[8], banks->high[fiq], sizeof(banks->high[fiq]));
    return (known & ~(uint32_t)HIGH_BITS) | banks->high_known[fiq];
}

void banks_enter(struct banks *banks, const struct registers *now, uint32_t cpsr, bool is_known)
{
    enum bobbin_bank bank = bank_of(now->cpsr);

    keep(banks, &banks->lr[bank], BOBBIN_BANKS_LR(bank), bank != BOBBIN_BANK_HYP,
         now->r[BOBBIN_LR]);
    keep(banks, &banks->spsr[bank], BOBBIN_BANKS_SPSR(bank), is_known, cpsr);
}

bool banks_agree(const struct banks *banks, const struct registers *now)
{
    struct registers kept = *now;
    bool fiq = is_fiq(now->cpsr);
    uint32_t known = banks_load(banks, &kept, now->cpsr, 0);

    for (uint32_t i = 0; i < BANKS_HIGH; i++)
        if (banks->high_known[fiq] >> (8 + i) & 1 && banks->high[fiq][i] != now->r[8 + i])
            return false;
    for (uint32_t i = BOBBIN_SP; i <= BOBBIN_LR; i++)
        if (known >> i & 1 && kept.r[i] != now->r[i])
            return false;
    return true;
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* SPSR of the current mode turns out to be VALUE. Its flags were not known before. */
static bool learn_spsr(struct banks *banks, uint32_t cpsr, uint32_t value)
{
    enum bobbin_bank bank = bank_of(cpsr);
    bool agrees =
        !(banks->known & BOBBIN_BANKS_SPSR(bank)) || !((banks->spsr[bank] ^ value) & CONTROL);

    keep(banks, &banks->spsr[bank], BOBBIN_BANKS_SPSR(bank), true, value);
    return agrees;
}

/* LDM of user registers; in the current mode r8-r12 are the same unless it is FIQ. */
static void load_user(struct banks *banks, struct guest *guest, const struct banked *banked)
{
    uint32_t address = banked->address;

    for (uint32_t mask = banked->mask; mask; mask &= mask - 1, address += 4) {
        uint32_t i = (uint32_t)__builtin_ctz(mask), word = 0;
        bool is_known = guest_copy(guest, address, &word, sizeof(word));
        if (i == BOBBIN_SP)
            keep(banks, banks->sp, BOBBIN_BANKS_SP(0), is_known, word);
        else if (i == BOBBIN_LR)
            keep(banks, banks->lr, BOBBIN_BANKS_LR(0), is_known, word);
        else if (i >= 8) {
            banks->high[0][i - 8] = word;
            banks->high_known[0] |= (uint32_t)is_known << i;
        }
    }
}

static void write_register(struct banks *banks, const struct banked *banked)
{
    enum bobbin_bank bank = bank_of(banked->mode);
    bool fiq = is_fiq(banked->mode);

    if (banked->number == BOBBIN_SP)
        keep(banks, &banks->sp[bank], BOBBIN_BANKS_SP(bank), true, banked->value);
    else if (banked->number == BOBBIN_LR)
        keep(banks, &banks->lr[bank], BOBBIN_BANKS_LR(bank), true, banked->value);
    else if (banked->number == 16)
        keep(banks, &banks->spsr[bank], BOBBIN_BANKS_SPSR(bank), true, banked->value);
    else {
        banks->high[fiq][banked->number - 8] = banked->value;
        banks->high_known[fiq] |= 1u << banked->number;
    }
}

/* SRS: in the current mode, the emulator shows the new sp. */
static bool store_return_state(struct banks *banks, struct guest *guest, uint32_t cpsr,
                               const struct banked *banked, const struct registers *before)
{
    enum bobbin_bank bank = bank_of(banked->mode);
    bool is_current = bank == bank_of(cpsr);
    uint32_t sp = is_current ? before->r[BOBBIN_SP] : banks->sp[bank], word;

    if (!is_current && !(banks->known & BOBBIN_BANKS_SP(bank)))
        return true;
    banks->sp[bank] = sp + banked->change;
    return !guest_copy(guest, sp + banked->offset, &word, sizeof(word)) ||
           learn_spsr(banks, cpsr, word);
}

static bool apply(struct banks *banks, struct guest *guest, const struct banked *banked,
                  const struct registers *before, const struct registers *now)
{
    enum bobbin_bank bank = bank_of(before->cpsr);

    switch (banked->action) {
    case BANKED_SRS:
        return store_return_state(banks, guest, before->cpsr, banked, before);
    case BANKED_LOAD_USER:
        load_user(banks, guest, banked);
        return true;
    case BANKED_WRITE:
        write_register(banks, banked);
        return true;
    case BANKED_READ_SPSR: /* after an exception the register may be another one */
        return (banked->number >= 8 && registers_mode(before) != registers_mode(now)) ||
               learn_spsr(banks, before->cpsr, now->r[banked->number]);
    case BANKED_WRITE_SPSR:
        banks->spsr[bank] = (banks->spsr[bank] & ~banked->bits) | (banked->value & banked->bits);
        if ((banked->bits & CONTROL) == CONTROL)
            banks->known |= BOBBIN_BANKS_SPSR(bank);
        return true;
    default:
        return true;
    }
}

bool banks_follow(struct banks *banks, const struct code *code, struct guest *guest,
                  const struct code_instruction *from, const struct registers *before,
                  const struct registers *now)
{
    struct banked banked = outcome_for_banks(code, guest, from, before);

    return apply(banks, guest, &banked, before, now);
}

bool banks_executed(struct banks *banks, const struct code *code, struct guest *guest,
                    const struct code_instruction *from, const struct registers *before,
                    const struct registers *now)
{
    struct outcome outcome;
    bool good = banks_follow(banks, code, guest, from, before, now);

    if (registers_mode(before) == registers_mode(now))
        return good;
    outcome = outcome_of(code, guest, from, before);
    outcome.after.cpsr = before->cpsr;
    banks_leave(banks, &outcome.after, outcome.known);
    return banks_agree(banks, now) && good;
}

/* ---- the core's questions -------------------------------------------------------------------- */

bool banks_read(const struct banks *banks, const struct registers *now, uint32_t mode,
                uint32_t number, uint32_t *out)
{
    enum bobbin_bank bank = bank_of(mode);
    bool fiq = is_fiq(mode);

    if (number == 16) {
        *out = banks->spsr[bank];
        return banks->known & BOBBIN_BANKS_SPSR(bank);
    }
    if (number < BOBBIN_SP) {
        *out = fiq == is_fiq(now->cpsr) ? now->r[number] : banks->high[fiq][number - 8];
        return fiq == is_fiq(now->cpsr) || (banks->high_known[fiq] >> number & 1);
    }
    if (number == BOBBIN_LR && bank == bank_of_lr(now->cpsr)) {
        *out = now->r[BOBBIN_LR];
        return true;
    }
    if (number == BOBBIN_SP && bank == bank_of(now->cpsr)) {
        *out = now->r[BOBBIN_SP];
        return true;
    }
    *out = number == BOBBIN_SP ? banks->sp[bank] : banks->lr[bank];
    return banks->known & (number == BOBBIN_SP ? BOBBIN_BANKS_SP(bank) : BOBBIN_BANKS_LR(bank));
}
