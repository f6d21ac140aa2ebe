/* SPDX-License-Identifier: MIT */
/* Follows constants through registers and the stack of straight code. */
#include "insn/returned_constant.h"

#include "insn/exception_return.h"

enum { WORDS_MAX = 16, REGISTERS = 15 };

/* The registers of which the modes have copies: r8-r14. */
#define BANKED 0x7f00ull

enum kind { UNKNOWN, CONSTANT, CPSR, CPSR_OTHER_MODE };

struct known {
    enum kind kind;
    uint32_t value;
    uint32_t from; /* the first instruction on which the value depends */
};

/* A word at OFFSET from the sp of the first instruction. */
struct word {
    int32_t offset;
    struct known known;
};

/* Of what registers and words hold, only what is known is listed. */
struct straight {
    const struct image *image;
    struct known reg[REGISTERS];
    struct known spsr;
    int32_t sp; /* from the sp of the first instruction */
    struct word word[WORDS_MAX];
    unsigned count;
};

/* ---- words ----------------------------------------------------------------------------------- */

static void forget_words(struct straight *code, int32_t from, int32_t end)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < code->count; i++)
        if (code->word[i].offset + 4 <= from || code->word[i].offset >= end)
            code->word[kept++] = code->word[i];
    code->count = kept;
}

static void put_word(struct straight *code, int32_t offset, struct known known)
{
    forget_words(code, offset, offset + 4);
    if (known.kind != UNKNOWN && code->count < WORDS_MAX)
        code->word[code->count++] = (struct word){offset, known};
}

static struct known word_at(const struct straight *code, int32_t offset)
{
    for (unsigned i = 0; i < code->count; i++)
        if (code->word[i].offset == offset)
            return code->word[i].known;
    return (struct known){UNKNOWN, 0, 0};
}

/* ---- effects --------------------------------------------------------------------------------- */

static void forget_registers(struct straight *code, uint64_t registers)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        if (registers & EFFECT_BIT(i))
            code->reg[i].kind = UNKNOWN;
}

static void forget_all(struct straight *code)
{
    forget_registers(code, UINT64_MAX);
    code->spsr.kind = UNKNOWN;
    code->count = 0;
}

static struct known register_of(const struct straight *code, unsigned number)
{
    return number < REGISTERS ? code->reg[number] : (struct known){UNKNOWN, 0, 0};
}

/* WAS, with the bits of MASK set or cleared; MASKED is the number that a constant becomes. */
static struct known masked(struct known was, uint32_t mask, uint32_t number)
{
    if (was.kind == CONSTANT)
        was.value = number;
    else if (was.kind == CPSR && (mask & BOBBIN_CPSR_MODE))
        was.kind = CPSR_OTHER_MODE;
    return was;
}

static struct known added(struct known was, uint32_t number)
{
    if (was.kind == CONSTANT)
        was.value += number;
    else if (number)
        was.kind = UNKNOWN;
    return was;
}

/* What EFFECT writes to its only destination, as far as that is known. */
static struct known result_of(const struct straight *code, const struct image_instruction *at,
                              const struct effect *effect)
{
    struct known rn = register_of(code, effect->rn), rd = register_of(code, effect->rd);
    struct known known = {UNKNOWN, 0, at->address};
    uint32_t imm = (uint32_t)effect->imm;

    switch (effect->kind) {
    case EFFECT_CONST:
        return (struct known){CONSTANT, imm, at->address};
    case EFFECT_READ_PSR:
        return (struct known){CPSR, 0, at->address};
    case EFFECT_MOVT:
        rd.value = (rd.value & 0xffff) | imm << 16;
        return rd.kind == CONSTANT ? rd : known;
    case EFFECT_MOVE:
        return added(rn, imm);
    case EFFECT_BIC:
        return masked(rn, imm, rn.value & ~imm);
    case EFFECT_ORR:
        return masked(rn, imm, rn.value | imm);
    default:
        return known;
    }
}

/* The number of the only destination of EFFECT. */
static unsigned destination(const struct effect *effect)
{
    return effect->kind == EFFECT_LOAD ? (unsigned)__builtin_ctzll(effect->list) : effect->rd;
}

static void store(struct straight *code, const struct effect *effect)
{
    int32_t words = __builtin_popcountll(effect->list);
    int32_t offset = code->sp + effect->imm + (effect->swapped ? 4 * (words - 1) : 0);

    for (uint64_t left = effect->list; left; left &= left - 1) {
        struct known known = register_of(code, (unsigned)__builtin_ctzll(left));
        if (effect_is_conditional(effect))
            known.kind = UNKNOWN;
        put_word(code, offset, known);
        offset += effect->swapped ? -4 : 4;
    }
}

/* sp is changed by EFFECT. */
static void move_sp(struct straight *code, const struct effect *effect)
{
    bool adds = effect->kind == EFFECT_MOVE && effect->rd == BOBBIN_SP && effect->rn == BOBBIN_SP;
    bool steps = effect->rn == BOBBIN_SP && effect->writeback &&
                 !((effect->list | effect->writes) & EFFECT_BIT(BOBBIN_SP));

    if (effect_is_conditional(effect) || (!adds && !steps))
        code->count = 0;
    else
        code->sp += adds ? effect->imm : effect->writeback;
}

/* The register that AT, whose encoding is CODE, writes to SPSR (MSR, ARM ARM B9.3.11); or 15. */
static unsigned written_to_spsr(const struct image_instruction *at, uint32_t code)
{
    if (at->thumb)
        return (code & 0xf0fffff0) == 0x8000f390 ? code & 15 : BOBBIN_PC;
    return (code & 0x0ff0fff0) == 0x0160f000 ? code & 15 : BOBBIN_PC;
}

/* Changes CODE from before the instruction AT, which does not jump, to after it. */
static void pass_straight(struct straight *code, const struct image_instruction *at,
                          const struct effect *effect)
{
    uint64_t written = effect_written(effect);
    struct known known = result_of(code, at, effect);
    bool gives =
        effect->kind != EFFECT_STORE && effect->kind != EFFECT_SPOIL && effect->kind != EFFECT_LOAD;

    if (effect->kind == EFFECT_STORE && effect->rn == BOBBIN_SP)
        store(code, effect);
    if (effect->kind == EFFECT_SPOIL && effect->rn == BOBBIN_SP)
        forget_words(code, code->sp + effect->imm,
                     code->sp + effect->imm + (int32_t)effect->spoiled_bytes);
    if (effect_read_literal(effect, code->image, at, &known.value)) {
        gives = __builtin_popcountll(effect->list) == 1;
        known.kind = CONSTANT;
    }
    forget_registers(code, written);
    if (written & EFFECT_BIT(BOBBIN_SP))
        move_sp(code, effect);
    if (gives && known.kind != UNKNOWN && !effect_is_conditional(effect) &&
        destination(effect) < BOBBIN_SP)
        code->reg[destination(effect)] = known;
}

static void pass(struct straight *code, const struct image_instruction *at,
                 const struct effect *effect)
{
    if (effect->kind == EFFECT_UNKNOWN)
        forget_all(code);
    if (effect_writes_mode(effect)) {
        forget_registers(code, BANKED);
        code->spsr.kind = UNKNOWN;
        code->count = 0;
    }
    if (effect_is_call(effect)) {
        forget_registers(code, EFFECT_CHANGED_BY_CALLS);
        forget_words(code, INT32_MIN, code->sp);
    } else if (effect->flow == FLOW_NEXT) {
        pass_straight(code, at, effect);
    } else if (!effect_is_conditional(effect)) {
        forget_all(code);
    }
}

/* ---- the return ------------------------------------------------------------------------------ */

/* What the exception return AT takes in the state CODE. */
static bool take(const struct straight *code, const struct image_instruction *at, uint32_t encoding,
                 const struct effect *effect, uint32_t *from, struct returned_constant *found)
{
    struct exception_block block;
    struct known pc, psr = {UNKNOWN, 0, 0};

    if (exception_return_of(at, encoding) == EXCEPTION_RETURN_LDM && effect->rn == BOBBIN_SP) {
        int32_t words = __builtin_popcountll(effect->list);
        pc = word_at(code, code->sp + effect->imm + 4 * (words - 1));
        psr = words == 1 ? code->spsr : psr;
        found->writeback = effect->writeback;
    } else if (exception_return_block(at, encoding, &block) && block.rn == BOBBIN_SP) {
        pc = word_at(code, code->sp + block.offset);
        psr = word_at(code, code->sp + block.offset + 4);
        found->writeback = block.writeback;
    } else {
        return false;
    }
    found->target = pc.value & ~1u;
    found->own_psr = psr.kind != UNKNOWN;
    found->keeps_mode = psr.kind == CPSR;
    *from = found->own_psr && psr.from < pc.from ? psr.from : pc.from;
    return pc.kind == CONSTANT;
}

bool returned_constant_find(struct effect_reader *reader, const struct image *image, uint32_t start,
                            uint32_t end, const struct image_instruction *at, uint32_t code,
                            struct returned_constant *found)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next = {.address = start};
    struct straight straight = {.image = image};
    struct effect effect;
    uint32_t from;

    reader->it_state = 0;
    for (;
         image_next_instruction(image, section, next.address, &next) && next.address < at->address;
         next.address += next.size_bytes) {
        uint32_t encoding = effect_fetch(reader, image, &next);
        unsigned number = written_to_spsr(&next, encoding);
        effect_read_code(reader, &next, encoding, &effect);
        pass(&straight, &next, &effect);
        if (number < BOBBIN_PC)
            straight.spsr = effect_is_conditional(&effect) ? (struct known){UNKNOWN, 0, 0}
                                                           : register_of(&straight, number);
    }
    effect_read_code(reader, at, code, &effect);
    return take(&straight, at, code, &effect, &from, found) &&
           !exception_return_is_entered(reader, image, start, end, from, at->address);
}
