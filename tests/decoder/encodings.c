/* SPDX-License-Identifier: MIT */
#include "encodings.h"

enum { WIDE_FIRST = 0xe800 };

static uint32_t random_u32(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static void visit_thumb(encodings_visit *visit, void *context, uint32_t first, uint32_t second)
{
    visit(context, &(struct word){first | second << 16, first < WIDE_FIRST ? 2 : 4, true});
}

static void visit_arm(encodings_visit *visit, void *context, uint32_t bits)
{
    visit(context, &(struct word){bits, 4, false});
}

/* Divides *INDEX by COUNT and returns the remainder. */
static uint32_t take(uint32_t *index, uint32_t count)
{
    uint32_t value = *index % count;

    *index /= count;
    return value;
}

/* A register number: sp, pc, or a random number. */
static uint32_t take_register(uint32_t *index, uint64_t *random)
{
    static const uint8_t special[] = {13, 15};
    uint32_t choice = take(index, 3);

    return choice < 2 ? special[choice] : random_u32(random) % 15;
}

void encodings_narrow(encodings_visit *visit, void *context)
{
    for (uint32_t half = 0; half < WIDE_FIRST; half++)
        visit_thumb(visit, context, half, 0);
}

void encodings_fixed(encodings_visit *visit, void *context)
{
    static const struct word words[] = {
        {0x012fff10, 4, false}, {0x012fff20, 4, false},
        {0x012fff30, 4, false}, /* BX, BXJ, BLX */
        {0x0160006e, 4, false}, {0x01a0f000, 4, false},
        {0x01b0f000, 4, false}, /* ERET, MOV, MOVS pc */
        {0x079ff100, 4, false}, {0x08bd8000, 4, false},
        {0x08fd8000, 4, false}, /* LDR, LDM pc */
        {0xe8d0f000, 4, true},  {0xe8d0f010, 4, true},
        {0xf3c08f00, 4, true}, /* TBB, TBH, BXJ */
        {0xf3de8f00, 4, true},  {0xf85ff004, 4, true},
        {0xf852f020, 4, true}, /* SUBS, LDR pc */
    };

    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        for (uint32_t number = 0; number < 16; number++) {
            uint32_t bits = words[i].bits;
            if (!words[i].thumb)
                visit_arm(visit, context, number % 15 << 28 | (bits + (bits & 15 ? 0 : number)));
            else if ((bits & 0xffc00000) == 0xf3c00000)
                visit_thumb(visit, context, bits >> 16, bits & 0xffff);
            else
                visit_thumb(visit, context, (bits >> 16 & ~15u) | number, bits & 0xffff);
        }
}

void encodings_wide(uint32_t step, encodings_visit *visit, void *context)
{
    enum { OPERATIONS = (0x10000 - WIDE_FIRST) / 16, SECONDS = 0x1000 };
    uint64_t random = 1;

    for (uint32_t i = 0; i < OPERATIONS * SECONDS * 9u; i += step) {
        uint32_t index = i;
        uint32_t base = take_register(&index, &random);
        uint32_t low = take_register(&index, &random);
        uint32_t second = take(&index, SECONDS) << 4 | low;
        visit_thumb(visit, context, WIDE_FIRST + index * 16 + base, second);
    }
}

void encodings_arm(uint32_t step, encodings_visit *visit, void *context)
{
    enum { CONDITIONS = 3, OPERATIONS = 256, MIDDLES = 256 };
    uint64_t random = 2;

    for (uint32_t i = 0; i < CONDITIONS * OPERATIONS * MIDDLES * 27u; i += step) {
        uint32_t index = i;
        uint32_t low = take_register(&index, &random);
        uint32_t base = take_register(&index, &random);
        uint32_t target = take_register(&index, &random);
        uint32_t middle = take(&index, MIDDLES);
        uint32_t operation = take(&index, OPERATIONS);
        uint32_t condition = index < 2 ? 14 + index : random_u32(&random) % 14;
        visit_arm(visit, context,
                  condition << 28 | operation << 20 | base << 16 | target << 12 | middle << 4 |
                      low);
    }
}

void encodings_random(uint32_t count, encodings_visit *visit, void *context)
{
    uint64_t random = 3;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = random_u32(&random);
        visit_arm(visit, context, bits);
        visit_thumb(visit, context, WIDE_FIRST + (bits >> 16) % (0x10000 - WIDE_FIRST),
                    bits & 0xffff);
    }
}
