/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "find.h"
#include "quick.h"
#include "report.h"
#include "rows.h"

/* ---- calls ------------------------------------------------------------------------------------ */

/* ARM ARM A8.8.25 BL, BLX (immediate) T1, T2; A8.8.26 BLX (register) T1 */
static bool is_thumb_call(const uint8_t *bytes, uint32_t size_bytes)
{
    uint32_t first = bytes_u16(bytes);
    uint32_t second = size_bytes == 4 ? bytes_u16(bytes + 2) : 0;

    if (size_bytes == 2)
        return (first & 0xff87) == 0x4780;
    return (first & 0xf800) == 0xf000 &&
           ((second & 0xd000) == 0xd000 || (second & 0xd001) == 0xc000);
}

/* The same, A1 and A2 */
static bool is_arm_call(const uint8_t *bytes)
{
    uint32_t word = bytes_u32(bytes);

    if (word >> 28 == 15)
        return (word & 0x0e000000) == 0x0a000000;
    return (word & 0x0f000000) == 0x0b000000 || (word & 0x0ffffff0) == 0x012fff30;
}

/* MOV lr, pc (A8.8.104 A1): what stands between it and the return address is the call. */
static bool is_arm_call_ahead(const uint8_t *bytes)
{
    return (bytes_u32(bytes) & 0x0fffffff) == 0x01a0e00f;
}

/* Where the instruction AT, if it calls, comes back to; 0 when it does not. */
static uint32_t return_address(const struct image *image, const struct image_instruction *at)
{
    uint8_t bytes[4];

    if (!image_read(image, at->address, bytes, at->size_bytes))
        return 0;
    if (!at->thumb && is_arm_call_ahead(bytes))
        return at->address + 8;
    return (at->thumb ? is_thumb_call(bytes, at->size_bytes) : is_arm_call(bytes))
               ? at->address + at->size_bytes
               : 0;
}

void visit_places(const struct image *image,
                  void (*visit)(void *context, const struct place *place), void *context)
{
    static const uint32_t flags[] = PLACE_FLAGS;
    struct image_walk walk = {.image = image};

    while (image_walk_next(&walk)) {
        uint32_t state = walk.instruction.thumb ? BOBBIN_CPSR_T : 0;
        struct place place = {.address = return_address(image, &walk.instruction),
                              .kind = BOBBIN_KIND_CALL,
                              .cpsr = state};
        if (place.address != 0)
            visit(context, &place);
        for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
            place = (struct place){walk.instruction.address, BOBBIN_KIND_EXACT, flags[i] | state};
            visit(context, &place);
        }
    }
}

/* ---- answers ---------------------------------------------------------------------------------- */

/*
 * Whether the short way to what is known of PLACE leads elsewhere than to that. Both begin with the very halfword that
 * the place is asked by.
 */
static bool is_misled(const struct bobbin_env *env, const struct place *place)
{
    uint32_t address = place->address - (place->kind == BOBBIN_KIND_CALL ? 2 : 0);
    struct bobbin_cursor cursor = {.kind = BOBBIN_KIND_EXACT};
    struct table_answer answer = {.known = KNOWN_OUTSIDE};
    uint32_t known = quick_find(env, (address + 2) | 1);

    cursor.r[BOBBIN_PC] = address;
    if (table_find(env, &cursor, &answer) == BOBBIN_STOP_PC_OUTSIDE)
        return known != KNOWN_OUTSIDE;
    return known != KNOWN_LATER && known != answer.known;
}

struct answer answer_at(const struct bobbin_env *env, const struct place *place)
{
    struct answer answer = {.misled = is_misled(env, place)};

    answer.stop =
        bobbin_rule_at(env, place->address, place->kind, place->cpsr, &answer.rule, &answer.trust);
    return answer;
}

bool answer_equal(const struct answer *a, const struct answer *b)
{
    if (a->stop != b->stop || a->misled != b->misled)
        return false;
    return a->stop != BOBBIN_STOP_NONE || (a->trust == b->trust && rule_equal(&a->rule, &b->rule));
}

const char *answer_text(const struct answer *answer, char *text, size_t text_size)
{
    char rule[RULE_TEXT_MAX];

    if (answer->misled)
        snprintf(text, text_size, "what is known by a short way is wrong");
    else if (answer->stop != BOBBIN_STOP_NONE)
        snprintf(text, text_size, "%s", bobbin_stop_name(answer->stop));
    else
        snprintf(text, text_size, "%s by %s", rule_text(&answer->rule, rule, sizeof(rule)),
                 bobbin_trust_name(answer->trust));
    return text;
}
