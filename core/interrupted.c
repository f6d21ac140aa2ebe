/* SPDX-License-Identifier: MIT */
/*
 * What most instructions of Thumb code say around them, told at sight: a body, or straight on to a return that pops all.
 * Encodings: ARM ARM A6.2, A6.3. The answers are those of reading.c, or there are none.
 */
#include "bytes.h"
#include "find.h"
#include "format.h"
#include "path.h"
#include "quick.h"
#include "rule.h"

#define ALL_KNOWN   (0xffffu | BOBBIN_VALID_CPSR)
#define AHEAD_BYTES (4 * READING_FORWARD_MAX)
#define RETURNS     (BOBBIN_VALID_R(BOBBIN_LR) | BOBBIN_VALID_R(BOBBIN_PC))

/* What is looked at: the code around a pc, and the body rule there. */
struct sight {
    const struct bobbin_table *table;
    const struct bobbin_window *code;
    const uint8_t *number; /* of the entry */
    uint32_t word;         /* the rule: a halfword, or a compact word */
    uint32_t saved;        /* what of r4-r11 it has in slots, as the bits of a list */
    uint32_t words;        /* from sp to its cfa; ~0: that is not all of it */
};

/* What an instruction means to a frame. */
enum meaning {
    IDLE,   /* nothing */
    BODY,   /* no return can be read straight on from here */
    PUSH,   /* of the registers in LIST */
    POP,    /* the same */
    STORE,  /* of the registers in LIST, above sp */
    MOVE,   /* sp moves by LIST words: up, or with bit 7 down by the others */
    RETURN, /* to lr */
    BRANCH, /* to LIST bytes behind it */
    UNSURE, /* perhaps something */
    AWAY,   /* perhaps it goes on elsewhere */
};

/* Whether NUMBER is sp or pc. */
static bool is_special(uint32_t number)
{
    return ((number | 2) & 15) == BOBBIN_PC;
}

static enum meaning meaning_of_wide(uint32_t first, uint32_t second, uint32_t *list)
{
    *list = second;
    if (first == 0xe8bd)
        return POP;
    if (first == 0xe92d)
        return PUSH;
    if ((first & 0xf800) == 0xf000 && (second & 0x8000)) {
        if (second & 0x4000) /* a call */
            return BODY;
        if (second & 0x1000)
            return AWAY;
        return (first & 0x380) != 0x380 ? BODY : UNSURE; /* conditional, or no branch */
    }
    if ((first & 0xfe40) == 0xe800) /* LDM, STM */
        return (first & 15) == BOBBIN_SP || (second & 0xa000) ? UNSURE : IDLE;
    if (is_special(second >> 12) || is_special(second >> 8))
        return UNSURE;
    /* ADD, SUB to another register */
    return (first & 15) == BOBBIN_SP && (first & 0xf800) != 0xf000 ? UNSURE : IDLE;
}

static enum meaning meaning_of_narrow(uint32_t half, uint32_t *list)
{
    uint32_t high = half >> 8;

    *list = half & 0xff;
    if (high == 0x46) /* MOV, to sp or pc */
        return (half & 0x85) == 0x85 ? UNSURE : IDLE;
    if (high >= 0xd0 && high <= 0xdd)
        return BODY;
    if ((high & 0xf8) == 0x90) {
        *list = 1u << (high & 7);
        return STORE;
    }
    if ((high & 0xfe) == 0xb4) {
        *list |= (half & 0x100) << 6;
        return PUSH;
    }
    if ((high & 0xfe) == 0xbc) {
        *list |= (half & 0x100) << 7;
        return POP;
    }
    if ((high & 0xf5) == 0xb1) /* CBZ, CBNZ */
        return BODY;
    if (high == 0xb0)
        return MOVE;
    if ((high & 0xf8) == 0xe0) {
        *list = (uint32_t)((int32_t)(half << 21) >> 20) + 2;
        return BRANCH;
    }
    if (half == 0x4770)
        return RETURN;
    if (high == 0x47)
        return half & 0x80 ? BODY : AWAY;
    return UNSURE;
}

/* The same of the instruction that starts with FIRST, which is not plain; *AT moves on from there to behind it. */
static enum meaning meaning_of(uint32_t first, const uint8_t **at, uint32_t *list)
{
    if (!code_is_wide(first))
        return meaning_of_narrow(first, list);
    *at += 2;
    return meaning_of_wide(first, bytes_half(*at - 2), list);
}

static uint32_t list_bytes(uint32_t list)
{
    uint32_t size = 0;

    for (; list; list &= list - 1)
        size += 4;
    return size;
}

/* ---- ways --------------------------------------------------------------------------------------- */

/*
 * The rule where the registers of LIST have been saved, or are still, with lr or pc if that is, and the cfa is SIZE_BYTES
 * from sp.
 */
static uint32_t rule_with(const struct sight *sight, uint32_t list, uint32_t size_bytes)
{
    if (!(list & (sight->saved | RETURNS)))
        return size_bytes ? 0 : FORMAT_HALF_LR;
    if ((sight->saved & ~list) || !(list & RETURNS))
        return 0;
    if (size_bytes == 4 * sight->words)
        return sight->word;
    if (sight->word >= FORMAT_HALF_LR || size_bytes >= 4u << FORMAT_HALF_CFA_BITS)
        return 0;
    return (sight->word & 15) | size_bytes / 4 << FORMAT_HALF_COUNT_BITS;
}

/* Where the branch before AT leads, DISTANCE from there, if that is in the same entry; else NULL. */
static const uint8_t *follow(const struct sight *sight, const uint8_t *at, uint32_t distance)
{
    const struct bobbin_window *code = sight->code;
    const struct bobbin_range *range = &sight->table->first;
    uint32_t offset = (uint32_t)(at - (const uint8_t *)code->bytes) + distance;
    uint32_t place = code->start + offset + 2 - sight->table->quick_start;

    if (offset > code->size_bytes || code->size_bytes - offset < AHEAD_BYTES ||
        place >= sight->table->quick_size_bytes ||
        table_find_number(range, place >> range->unit_shift) != sight->number)
        return 0;
    return (const uint8_t *)code->bytes + offset;
}

/* The rule at AT, but for prologues. AHEAD_BYTES can be read there. 0: a longer way has to tell. */
static uint32_t look_ahead(const struct sight *sight, const uint8_t *at)
{
    uint32_t loaded = 0, size = 0;
    bool unsure = false;
    uint32_t first, list;

    for (uint32_t left = READING_FORWARD_MAX; left; left--) {
        first = bytes_half(at);
        at += 2;
        if (path_is_plain(first))
            continue;
        switch (meaning_of(first, &at, &list)) {
        case IDLE:
        case STORE:
            break;
        case BODY:
        case PUSH:
            return sight->word;
        case POP:
            loaded |= list;
            size += list_bytes(list);
            if (!(list & BOBBIN_VALID_R(BOBBIN_PC)))
                break;
            /* fallthrough */
        case RETURN:
            return unsure ? 0 : rule_with(sight, loaded, size);
        case MOVE:
            unsure |= list >> 7;
            size += 4 * list;
            break;
        case BRANCH:
            at = unsure ? 0 : follow(sight, at, list);
            if (!at)
                return 0;
            break;
        case UNSURE: /* or conditional */
            unsure = true;
            break;
        default:
            return 0;
        }
    }
    return sight->word;
}

/* The rule at END, which the code from AT, the start of its entry, comes to. 0: a longer way has to tell. */
static uint32_t look_back(const struct sight *sight, const uint8_t *at, const uint8_t *end)
{
    uint32_t stored = 0, size = 0;
    uint32_t first, list;

    while (at < end) {
        first = bytes_half(at);
        at += 2;
        if (path_is_plain(first))
            continue;
        switch (meaning_of(first, &at, &list)) {
        case IDLE:
            continue;
        case STORE:
            stored |= list;
            break;
        case PUSH:
            stored |= list;
            size += list_bytes(list);
            break;
        case MOVE:
            size += 4 * (list & 0x7f);
            if (list & 0x80)
                break;
            /* fallthrough */
        default:
            return 0;
        }
        if (!((sight->saved | BOBBIN_VALID_R(BOBBIN_LR)) & ~stored) && size == 4 * sight->words)
            return sight->word;
    }
    return at == end ? rule_with(sight, stored, size) : 0;
}

/* How many bytes before OFFSET in the range the entry starts; ~0: more than a page. */
static uint32_t find_distance(const struct sight *sight, uint32_t offset)
{
    const struct bobbin_range *range = &sight->table->first;
    uint32_t unit = offset >> range->unit_shift;
    uint32_t start = unit - ((unit - sight->number[-1]) & 0xff);

    if (start > unit ||
        sight->number < range->entries + 2 * table_first(range, start >> FORMAT_PAGE_SHIFT))
        return ~0u;
    return offset - (start << range->unit_shift);
}

/* The rule at pc, which is at OFFSET in the range. */
static uint32_t look(const struct sight *sight, uint32_t pc, uint32_t offset)
{
    const struct bobbin_window *code = sight->code;
    uint32_t place = pc - code->start;
    const uint8_t *at = (const uint8_t *)code->bytes + place;
    uint32_t word, distance;

    if (place > code->size_bytes || code->size_bytes - place < AHEAD_BYTES)
        return 0;
    word = look_ahead(sight, at);
    if (word != sight->word)
        return word;
    distance = find_distance(sight, offset);
    if (distance > READING_PROLOGUE_BYTES_MAX)
        return word;
    return place < distance ? 0 : look_back(sight, at - distance, at);
}

/* Takes SIGHT->word apart. */
static void open_word(struct sight *sight)
{
    uint32_t word = sight->word;
    uint32_t mask = word;
    uint32_t words = word >> FORMAT_HALF_MASK_BITS & ((1u << FORMAT_HALF_CFA_BITS) - 1);

    if (word < FORMAT_HALF_LR) {
        mask = (1u << (word & 15)) - 1;
        words = word >> FORMAT_HALF_COUNT_BITS;
    } else if (word >> FORMAT_HALF_BITS) {
        words = word >> FORMAT_RULE_CFA_SHIFT & ((1u << FORMAT_RULE_CFA_BITS) - 1);
        if (word >> FORMAT_RULE_REGISTER_SHIFT &
            ((1u << (FORMAT_RULE_REGISTER_BITS + FORMAT_RULE_VFP_BITS)) - 1))
            words = ~0u;
    }
    sight->saved = (mask & FORMAT_RULE_MASK) << 4;
    sight->words = words;
}

uint32_t quick_interrupted(const struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           uint8_t *trust)
{
    const struct bobbin_table *table = env->tables;
    struct sight sight;
    uint32_t pc = cursor->r[BOBBIN_PC];
    uint32_t offset, how;

    if ((~cursor->valid & ALL_KNOWN) || cursor->wild || !env->tables_count)
        return 0;
    offset = pc + 2 - table->quick_start;
    if (offset >= table->quick_size_bytes)
        return 0;
    sight.number = table_find_number(&table->first, offset >> table->first.unit_shift);
    if (!sight.number)
        return 0;
    sight.word = quick_word(table, sight.number);
    how = table->first.how & FORMAT_HOW_READ;
    *trust = BOBBIN_TRUST_TABLE;
    if (!how || sight.word == FORMAT_HALF_LR)
        return sight.word;
    *trust = BOBBIN_TRUST_CODE;
    if (how != (FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE) || !(cursor->cpsr & BOBBIN_CPSR_T) ||
        sight.word <= QUICK_OTHER || (sight.word & FORMAT_RULE_LONG) ||
        (sight.word & ~(FORMAT_HALF_LR - 1u)) == FORMAT_HALF_LR)
        return 0;
    sight.table = table;
    sight.code = &env->window[BOBBIN_SPACE_CODE];
    open_word(&sight);
    return look(&sight, pc, offset);
}
