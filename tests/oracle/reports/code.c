/* SPDX-License-Identifier: MIT */
/*
 * Generated code, read as the core reads code: each instruction below, followed by a few others.
 * The code has the same address on every board and for every compiler, so all firmware must print
 * the same answers (total.sh checks this).
 */
#include <stdio.h>
#include <string.h>

#include "core/small/small.h"
#include "core/unwind/reading.h"
#include "reports.h"
#include "rules.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

#define CODE_START 0x10000u
#define CODE_WORDS (SMALL_WALK_MAX + 17) /* the most that one walk can read */
#define MADE_WORDS 4                     /* as many words contain more than returns */
#define FIRST_AT   4u /* the function starts so many bytes before the instruction */

/* clang-format off */
static const uint32_t arm[] = {
    /* mov r0, r1; mov r7, r0; mov pc, lr; mov pc, r3 */
    0xe1a00001, 0xe1a07000, 0xe1a0f00e, 0xe1a0f003,
    /* movs pc, lr; add pc, pc, r3; mov sp, r11; mov r11, sp */
    0xe1b0f00e, 0xe08ff003, 0xe1a0d00b, 0xe1a0b00d,
    /* lsl; bic sp, sp, #7; add r11, sp, #4; sub sp, r11, #8 */
    0xe1a00101, 0xe3cdd007, 0xe28db004, 0xe24bd008,
    /* add sp, r11, #8; add r11, r11, #8; sub, add sp, sp, #8 */
    0xe28bd008, 0xe28bb008, 0xe24dd008, 0xe28dd008,
    /* sub sp, sp, #1024; by r3; sub r0, sp; add r1, sp */
    0xe24ddb01, 0xe04dd003, 0xe24d0008, 0xe28d1008,
    /* sub r3; addeq sp, sp, #8; movw sp; mrs */
    0xe2433001, 0x028dd008, 0xe300d001, 0xe10f0000,
    /* msr; clz; bx lr; bx r3 */
    0xe129f000, 0xe16f0f11, 0xe12fff1e, 0xe12fff13,
    /* blx r3; bxj r3; bxeq lr; bxne lr */
    0xe12fff33, 0xe12fff23, 0x012fff1e, 0x112fff1e,
    /* eret; mov r2, sp; pop lr; pop pc */
    0xe160006e, 0xe1a0200d, 0xe49de004, 0xe49df004,
    /* push lr; push r4; ldr lr, [sp, #4]; str lr */
    0xe52de004, 0xe52d4004, 0xe59de004, 0xe58de004,
    /* str r4; ldr pc, [sp, #4]; by a register; by pc */
    0xe58d4004, 0xe59df004, 0xe79ff103, 0xe59ff000,
    /* ldrb; bfc sp; bfi; uxth */
    0xe5dd0004, 0xe7dfd01f, 0xe7c70010, 0xe6ff3073,
    /* ldr sp, [sp]; ldrb sp; ldrd r4, [sp], #8; strd pre-indexed */
    0xe59dd000, 0xe5d3d000, 0xe0cd40d8, 0xe16d40f8,
    /* strd r4, [sp, #8]; ldrd; ldrh; mul */
    0xe1cd40f8, 0xe1cd40d8, 0xe1dd00b4, 0xe0000190,
    /* strh pre-indexed; strd post-indexed; push of r4, lr; of r4-r11, lr */
    0xe16d40b8, 0xe0cd40f8, 0xe92d4010, 0xe92d4ff0,
    /* push of r4-r7; of r3, lr; pop of r4, pc; of r4-r11, pc */
    0xe92d00f0, 0xe92d4008, 0xe8bd8010, 0xe8bd8ff0,
    /* pop of r4, lr; of r4-r7; of r0-r3; push of those */
    0xe8bd4010, 0xe8bd00f0, 0xe8bd000f, 0xe92d000f,
    /* pop of r8-r11; push; ldm sp; ldmda sp */
    0xe8bd0f00, 0xe92d0f00, 0xe89da800, 0xe81da800,
    /* ldmib sp!; stmib sp; pop with ^; stm with ^ */
    0xe9bd8010, 0xe98d4010, 0xe8fd8010, 0xe8cd4010,
    /* popeq; popne; pop of sp; ldmdb r11 */
    0x08bd8010, 0x18bd8010, 0xe8bda000, 0xe91ba800,
    /* ldm r3 with pc; stmdb sp; b; back */
    0xe8939000, 0xe90d4010, 0xea000000, 0xeafffffd,
    /* bne; beq; back; bl */
    0x1a000001, 0x0a000001, 0x0afffffd, 0xeb000010,
    /* bleq; blx; rfe; srs */
    0x0b000010, 0xfa000010, 0xf8bd0a00, 0xf96d0513,
    /* dsb; NEON; vpush of doubles; of singles */
    0xf57ff04f, 0xf2000110, 0xed2d8b04, 0xed2d8a02,
    /* vpop of the same; vstr; vldr */
    0xecbd8b04, 0xecbd8a02, 0xed8d8b02, 0xed9d8b02,
    /* vmov r0, r1, d0; fstmdbx; vpush of d16; vmrs */
    0xec510b10, 0xed2d8b05, 0xed6d0b04, 0xeef1fa10,
    /* svc; nop */
    0xef000000, 0xe320f000,
};

static const uint16_t narrow[] = {
    0x4601, 0x466f, 0x46bd, 0x46f7, /* mov r1, r0; r7, sp; sp, r7; pc, lr */
    0x4770, 0x4718, 0x4798, 0x4468, /* bx lr; bx r3; blx r3; add r0, sp */
    0x4485, 0x449d, 0x4487, 0x4569, /* add sp, r0; sp, r3; pc, r0; cmp */
    0x3708, 0x3f08, 0x3001, 0x3901, /* adds r7; subs r7; adds r0; subs r1 */
    0x9001, 0x9901, 0xaf02, 0xa902, /* str, ldr at sp; add r7, sp; r1, sp */
    0xa001, 0xb082, 0xb002, 0xb108, /* adr; sub sp; add sp; cbz */
    0xb908, 0xb2c0, 0xba00, 0xb662, /* cbnz; uxtb; rev; cpsie */
    0xb510, 0xb5f0, 0xb4f0, 0xb508, /* push of r4, lr; r4-r7, lr; r4-r7; r3, lr */
    0xbd10, 0xbdf0, 0xbcf0, 0xbc0f, /* pop of r4, pc; r4-r7, pc; r4-r7; r0-r3 */
    0xbf00, 0xbf08, 0xbf18, 0xbf0c, /* nop; it eq; it ne; ite eq */
    0xbe00, 0xd001, 0xd101, 0xd0fc, /* bkpt; beq; bne; beq back */
    0xde00, 0xdf00, 0xe000, 0xe7fc, /* udf; svc; b; b back */
    0xb40f, 0x2301, 0x6818, 0xc803, /* push of r0-r3; movs; ldr; ldm */
};

static const uint32_t wide[] = {
    /* push of r4-r11, lr; r8-r11; r11, lr; r4-r8, lr */
    0xe92d4ff0, 0xe92d0f00, 0xe92d4800, 0xe92d41f0,
    /* pop of r4-r11, pc; r8-r11; r4, lr; r4-r8, pc */
    0xe8bd8ff0, 0xe8bd0f00, 0xe8bd4010, 0xe8bd81f0,
    /* strd r4, r5, [sp]; r4, lr; pre-indexed; ldrd post-indexed */
    0xe9cd4500, 0xe9cd4e02, 0xe96d4e02, 0xe8fd4e02,
    /* ldrd r4, r5, [sp]; r5, r4; post-indexed; tbb */
    0xe9dd4500, 0xe9dd5402, 0xe8fd5402, 0xe8dff003,
    /* tbh; ldrexb; strex; pop of sp */
    0xe8dff013, 0xe8d10f4f, 0xe8410000, 0xe8bd2000,
    /* rfe; srs; ldmdb sp; stm sp */
    0xe99dc000, 0xe82dc013, 0xe91d0010, 0xe88d0010,
    /* sub sp, sp, r3; add r0, sp, r3; mov sp; sub */
    0xebad0d03, 0xeb0d0003, 0xea4f0d03, 0xeba00001,
    /* vpush of doubles; of singles; vpop */
    0xed2d8b04, 0xed2d8a02, 0xecbd8b04, 0xecbd8a02,
    /* vstr; vldr; vmov r0, r1, d0; vpush of d16 */
    0xed8d8b02, 0xed9d8b02, 0xec510b10, 0xed6d0b04,
    /* add r7, sp; sub sp, r7; add r7; sub sp, #1024 */
    0xf10d0708, 0xf1a70d08, 0xf1070708, 0xf5ad6d80,
    /* addw r11, sp; subw sp; addw sp; by a byte repeated */
    0xf20d0b04, 0xf2ad0d08, 0xf60d0d08, 0xf1ad1d01,
    /* cmp sp; cmp r0; mov sp; add sp, r0 */
    0xf1bd0f00, 0xf1b00f00, 0xf04f0d01, 0xf1000d08,
    /* and; add of a byte repeated; sub; movw sp */
    0xf0000008, 0xf1001101, 0xf1a10101, 0xf2400d01,
    /* b; back; far; bl */
    0xf000b801, 0xf7ffbffc, 0xf0009000, 0xf000f801,
    /* beq; back; blx */
    0xf0008001, 0xf43fafff, 0xf43faffc, 0xf000e802,
    /* bxj; subs pc, lr; nop; dsb */
    0xf3c08f00, 0xf3de8f04, 0xf3af8000, 0xf3bf8f4f,
    /* ldr lr pre-indexed; pop pc; pop lr; push lr */
    0xf85def04, 0xf85dfb04, 0xf85deb04, 0xf84ded04,
    /* push r4; pop r4; ldr, str lr at sp */
    0xf84d4d04, 0xf85d4b04, 0xf8dde004, 0xf8cde004,
    /* str r4 at sp; ldr pc by pc; by registers; ldrb */
    0xf8cd4004, 0xf85ff004, 0xf851f020, 0xf89d0004,
    /* ldr pc, sp at sp; sp by registers; by pc */
    0xf8ddf004, 0xf8ddd004, 0xf853d020, 0xf8dfd004,
    /* ldrsh; mul; lsl; NEON */
    0xf9bd0004, 0xfb00f001, 0xfa00f001, 0xef000110,
};
/* clang-format on */

/* A 16-bit instruction in the form that code_decode takes. In the generated code it has 2 bytes. */
#define NARROW(half) ((uint32_t)(half) << 16)

/*
 * What follows the instruction: a return, or an instruction that makes a frame, removes one or
 * leaves.
 */
#define FOLLOWING_COUNT 7
static const uint32_t following_arm[FOLLOWING_COUNT] = {
    0xe12fff1e, 0xe92d4ff0, 0xe8bd8010, 0xe24bd008, 0xe28db004, 0xeb000010, 0x18bd8010};
static const uint32_t following_thumb[FOLLOWING_COUNT] = {
    NARROW(0x4770), NARROW(0xb5f0), NARROW(0xbd10), NARROW(0x46bd),
    NARROW(0xaf02), 0xf000f801,     NARROW(0xd1fd)};

static const uint32_t body_rules[] = {
    COMPACT(13, 2, 0x01, SAVED_RA),
    COMPACT(13, 9, 0xff, SAVED_RA),
    COMPACT(13, 11, 0xff, SAVED_RA | SPLIT),
    COMPACT(7, 6, 0x0f, SAVED_RA),
    COMPACT(11, 3, 0x81, SAVED_RA),
    COMPACT(13, 9, 0x0f, SAVED_RA | HOME(4)),
    COMPACT(13, 9, 0x01, SAVED_RA | DOUBLES(1) | FORMAT_RULE_GAP),
    COMPACT(13, 2, 0x03, 0),
};

/* The generated code and the answers for it. STATE: 0 for ARM, BOBBIN_CPSR_T for Thumb. */
struct made {
    uint32_t words[CODE_WORDS];
    uint32_t state;
    uint32_t answers;
    uint32_t count;
    uint32_t others;
};

static struct made made;

static bool read_made(void *context, enum bobbin_space space, uint32_t address, void *out,
                      uint32_t size_bytes)
{
    uint32_t offset = address - CODE_START;

    (void)context;
    if (space != BOBBIN_SPACE_CODE || offset > sizeof(made.words) - size_bytes)
        return false;
    memcpy(out, (const uint8_t *)made.words + offset, size_bytes);
    return true;
}

static uint8_t *put_half(uint8_t *at, uint32_t half)
{
    *at++ = (uint8_t)half;
    *at++ = (uint8_t)(half >> 8);
    return at;
}

static uint8_t *put(uint8_t *at, uint32_t instruction)
{
    if (!made.state) {
        memcpy(at, &instruction, sizeof(instruction));
        return at + sizeof(instruction);
    }
    at = put_half(at, instruction >> 16);
    return code_is_wide(instruction >> 16) ? put_half(at, instruction) : at;
}

/* Fills the first COUNT words with returns. */
static void fill(size_t count)
{
    for (size_t i = 0; i < count; i++)
        made.words[i] = made.state ? 0x47704770 : 0xe12fff1e;
}

/* Makes a small frame, then INSTRUCTION, then FOLLOWING twice, then returns. */
static void make(uint32_t instruction, uint32_t following)
{
    uint8_t *at = (uint8_t *)made.words;

    fill(MADE_WORDS);
    at = put(at, made.state ? NARROW(0xb510) : 0xe92d4010);
    if (made.state)
        at = put(at, NARROW(0xbf00));
    at = put(at, instruction);
    at = put(at, following);
    put(at, following);
}

static void note(uint32_t answer)
{
    made.answers = (made.answers ^ answer) * 16777619u;
}

/* Adds the result of CURSOR's reading to the answers; returns the result as one word. */
static uint32_t note_reading(const struct bobbin_cursor *cursor, uint32_t stop)
{
    const struct bobbin_reading *reading = &cursor->reading;
    uint32_t answer = stop << 8 | reading->trust;

    made.count++;
    note(answer);
    if (reading->trust != BOBBIN_TRUST_CODE)
        return answer;
    note(reading->word);
    note(reading->cfa_offset);
    return answer ^ reading->word ^ reading->cfa_offset;
}

/* The first reads code through the callback, the second through a window. */
static const struct bobbin_env envs[2] = {
    {.read = read_made},
    {.read = read_made, .window[BOBBIN_SPACE_CODE] = {made.words, CODE_START, sizeof(made.words)}}};

static void begin(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t offset)
{
    static const struct bobbin_table table; /* it reads no further than others */

    memset(cursor, 0, sizeof(*cursor));
    cursor->r[BOBBIN_PC] = CODE_START + offset;
    cursor->cpsr = made.state;
    cursor->kind = BOBBIN_KIND_INTERRUPTED;
    cursor->reading.env = env;
    cursor->reading.table = &table;
    cursor->reading.trust = BOBBIN_TRUST_TABLE;
}

static void read_forward(uint32_t word)
{
    uint32_t answers[2];

    for (uint32_t i = 0; i < 2; i++) {
        struct bobbin_cursor cursor;
        begin(&cursor, &envs[i], FIRST_AT);
        cursor.reading.word = word;
        cursor.reading.cfa_offset = rule_cfa_bytes(word);
        answers[i] = note_reading(&cursor, reading_forward(&cursor));
    }
    made.others += answers[0] != answers[1];
}

/* Reads the code from OFFSET on, by HOW. */
static void read_small(uint32_t how, enum bobbin_kind kind, uint32_t offset)
{
    const struct small_answer answer = {.known = SMALL_CODE, .start = CODE_START, .how = how};
    uint32_t answers[2];

    for (uint32_t i = 0; i < 2; i++) {
        struct bobbin_cursor cursor;
        begin(&cursor, &envs[i], offset);
        cursor.kind = kind;
        answers[i] = note_reading(&cursor, reading_take(&cursor, small_read(&cursor, &answer)));
    }
    made.others += answers[0] != answers[1];
}

/* Asks whether a call comes before the return addresses in the generated code. */
static void follow_calls(void)
{
    for (uint32_t offset = 0; offset <= FIRST_AT + 12; offset += made.state ? 2 : 4) {
        bool answers[2];
        for (uint32_t i = 0; i < 2; i++) {
            struct bobbin_cursor cursor;
            begin(&cursor, &envs[i], offset);
            cursor.kind = BOBBIN_KIND_CALL;
            answers[i] = bobbin_follows_call(&cursor, &envs[i]);
            note(answers[i]);
        }
        made.count++;
        made.others += answers[0] != answers[1];
    }
}

/*
 * Reads INSTRUCTION twice: before a return, with half of the rules, and before another instruction
 * of FOLLOWING, with one rule.
 */
static void read_instruction(uint32_t instruction, size_t number)
{
    const uint32_t *following = made.state ? following_thumb : following_arm;

    make(instruction, following[0]);
    for (size_t i = number % 2; i < COUNT(body_rules); i += 2)
        read_forward(body_rules[i]);
    read_small(FORMAT_HOW_FORWARD, BOBBIN_KIND_INTERRUPTED, FIRST_AT);
    read_small(FORMAT_HOW_PROLOGUE, BOBBIN_KIND_INTERRUPTED, FIRST_AT + 12);
    make(instruction, following[1 + number % (FOLLOWING_COUNT - 1)]);
    read_forward(body_rules[number % COUNT(body_rules)]);
    read_small(FORMAT_HOW_FORWARD, BOBBIN_KIND_CALL, FIRST_AT);
    follow_calls();
}

uint32_t reports_of_code(void)
{
    fill(CODE_WORDS);
    for (size_t i = 0; i < COUNT(arm); i++)
        read_instruction(arm[i], i);
    made.state = BOBBIN_CPSR_T;
    fill(CODE_WORDS);
    for (size_t i = 0; i < COUNT(narrow); i++)
        read_instruction(NARROW(narrow[i]), i);
    for (size_t i = 0; i < COUNT(wide); i++)
        read_instruction(wide[i], i);
    printf("code %lu readings, %lu others, all %08lx\n", (unsigned long)made.count,
           (unsigned long)made.others, (unsigned long)made.answers);
    return made.others;
}
