/* SPDX-License-Identifier: MIT */
#include "exceptions/bank_literal.h"

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_memory.h"

/* Literals below this are numbers, and so are words with only the bits of a psr (B1.3.3). */
enum { LITERAL_SMALL = 0x10000 };
#define PSR_BITS 0xf80003ffu

static const struct bank_value other = {.kind = BANK_OTHER};

/* Whether ADDRESS is in a section of IMAGE, with or without bytes, or at the end of one. */
static bool is_memory(const struct image *image, uint32_t address)
{
    Elf_Scn *scn = NULL;
    GElf_Shdr header;

    while ((scn = elf_nextscn(image->elf, scn)))
        if (gelf_getshdr(scn, &header) && (header.sh_flags & SHF_ALLOC) &&
            address - header.sh_addr <= header.sh_size)
            return true;
    return false;
}

/*
 * Whether WORD, a literal, may be another word when the code runs: it is no address of the image
 * and no psr. Boot loaders set such words when they know where memory ends.
 */
static bool is_set_later(const struct bank_transfer *transfer, uint32_t word)
{
    return word >= LITERAL_SMALL && (word & ~(uint32_t)PSR_BITS) &&
           !is_memory(transfer->image, word);
}

/* What another literal holds that is the same address WORD of the image; OTHER if there is none. */
static struct bank_value same_literal(const struct bank_transfer *transfer,
                                      const struct bank_state *state, uint32_t word)
{
    for (uint32_t i = 0; i < state->slots_count; i++) {
        const struct bank_slot *slot = &state->slot[i];
        const struct image_section *section =
            slot->base == BANK_ABSOLUTE ? image_section_at(transfer->image, (uint32_t)slot->offset)
                                        : NULL;
        uint32_t known;
        if (section && section->executable && bank_is_word(transfer->bases, slot->value) &&
            image_read_number(transfer->image, (uint32_t)slot->offset, 4, &known) && known == word)
            return slot->value;
    }
    return other;
}

struct bank_value bank_literal(const struct bank_transfer *transfer, struct bank_state *state,
                               const struct bank_instruction *in)
{
    uint32_t address = effect_literal(&in->effect, &in->at);
    struct bank_value known = bank_state_word(state, BANK_ABSOLUTE, (int32_t)address);
    uint32_t word;
    bool in_image = image_read_number(transfer->image, address, 4, &word);

    if (known.kind != BANK_OTHER)
        return known;
    if (in_image && !is_set_later(transfer, word))
        known = same_literal(transfer, state, word);
    if (known.kind != BANK_OTHER)
        return known;
    if (in->effect.list == EFFECT_BIT(BOBBIN_SP) || (in_image && is_set_later(transfer, word)))
        return bank_memory_load(transfer, state, bank_constant(address), in->at.address);
    return in_image ? bank_constant(word) : other;
}
