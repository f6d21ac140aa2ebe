/* SPDX-License-Identifier: MIT */
/* Computes the rule at an address of a group. */
#include "groups.h"

/* Assigns slots from the cfa down. NEXT is the end of the next slot, in bytes from the cfa. */
struct slots {
    struct bobbin_rule *rule;
    int32_t next;
};

static void put_slot(struct slots *slots, uint32_t place)
{
    slots->next -= place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA ? 8 : 4;
    slots->rule->place_kind[place] = BOBBIN_SLOT;
    slots->rule->place_value[place] = slots->next;
}

/* Assigns slots to the registers of MASK, the highest first. Bit 0 is r4. */
static void put_registers(struct slots *slots, uint32_t mask)
{
    for (uint32_t number = 8; number-- > 0;)
        if (mask >> number & 1)
            put_slot(slots, BOBBIN_PLACE_R4 + number);
}

uint32_t groups_put_saved(struct bobbin_rule *rule, uint32_t frame)
{
    struct slots slots = {rule, -4 * (int32_t)bytes_field(frame, GROUPS_HOME_SHIFT, 3)};
    uint32_t doubles = bytes_field(frame, GROUPS_DOUBLES_SHIFT, 4);
    uint32_t first = frame & GROUPS_SPLIT ? GROUPS_ABOVE_SPLIT : 0xff;

    if (frame & GROUPS_LR)
        put_slot(&slots, BOBBIN_PLACE_RA);
    put_registers(&slots, frame & first);
    put_registers(&slots, frame & 0xff & ~first);
    if (doubles > GROUPS_DOUBLES) {
        doubles -= GROUPS_DOUBLES;
        slots.next -= 4;
    }
    while (doubles-- > 0)
        put_slot(&slots, BOBBIN_PLACE_D8 + doubles);
    return (uint32_t)-slots.next;
}

/* ---- escapes -------------------------------------------------------------------------------- */

struct bytes_left {
    const uint8_t *at, *end;
    bool failed;
};

static uint32_t next_byte(struct bytes_left *left)
{
    if (left->at < left->end)
        return *left->at++;
    left->failed = true;
    return 0;
}

/* Reads an sleb128 of at most 5 bytes (DWARF 5, 7.6). */
static int32_t next_sleb128(struct bytes_left *left)
{
    uint32_t value = 0, shift = 0;
    uint32_t byte;

    do {
        byte = next_byte(left);
        value |= (byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) && shift < 35);
    left->failed |= byte >> 7;
    if (shift < 32 && (byte & 0x40))
        value |= ~0u << shift;
    return (int32_t)value;
}

static void next_place(struct bytes_left *left, struct bobbin_rule *rule)
{
    uint32_t byte = next_byte(left);
    uint32_t place = byte & GROUPS_PLACE_MASK;
    int32_t value = next_sleb128(left);

    if (place >= BOBBIN_PLACES) {
        left->failed = true;
        return;
    }
    rule->place_kind[place] = (uint8_t)(byte >> GROUPS_KIND_SHIFT);
    rule->place_value[place] = value;
}

static enum bobbin_stop read_escape(const struct foreign_part *part, uint32_t offset,
                                    struct bobbin_rule *rule)
{
    struct bytes_left left = {part->bytes + offset, part->bytes + part->size_bytes, false};
    uint32_t count;

    if (offset >= part->size_bytes)
        return BOBBIN_STOP_CORRUPT;
    rule->form = (uint8_t)next_byte(&left);
    rule->cfa_register = (uint8_t)next_byte(&left);
    rule->cfa_offset = next_sleb128(&left);
    if (rule->form == BOBBIN_FORM_DEREF)
        rule->cfa_add = next_sleb128(&left);
    count = next_byte(&left);
    if (count > BOBBIN_PLACES ||
        (rule->form != BOBBIN_FORM_FRAME && rule->form != BOBBIN_FORM_DEREF))
        return BOBBIN_STOP_CORRUPT;
    while (count-- > 0)
        next_place(&left, rule);
    return left.failed ? BOBBIN_STOP_CORRUPT : BOBBIN_STOP_NONE;
}

/* ---- groups --------------------------------------------------------------------------------- */

static uint32_t cfa_register(uint32_t mode)
{
    switch (mode) {
    case GROUPS_R7:
        return 7;
    case GROUPS_R11:
        return 11;
    default:
        return BOBBIN_SP;
    }
}

/* Writes the rule of the frame. HAS_ROOM is true in the body, false in prologue 2 and in late. */
static void write_frame(const struct groups_group *group, bool has_room, struct bobbin_rule *rule)
{
    uint32_t frame = group->record.frame;

    if (has_room) {
        groups_put_saved(rule, frame);
        rule->cfa_register = (uint8_t)cfa_register(groups_mode(&group->record));
        rule->cfa_offset = (int32_t)(4 * group->size_words);
    } else {
        rule->cfa_offset = (int32_t)groups_put_saved(rule, groups_first_push(frame));
    }
}

/*
 * Writes the rule between prologue 1 and tail. OFFSET is the distance in bytes from the end of
 * prologue 1; LEFT is the distance to the tail.
 */
static enum bobbin_stop write_inner(const struct foreign_table *table,
                                    const struct groups_group *group, uint32_t offset,
                                    uint32_t left, struct bobbin_rule *rule)
{
    uint32_t prologue_2 = 2 * bytes_field(group->record.place, GROUPS_PROLOGUE_2_SHIFT, 8);
    uint32_t late = 2 * bytes_field(group->record.frame, GROUPS_LATE_SHIFT, 5);

    switch (groups_mode(&group->record)) {
    case GROUPS_ESCAPE:
        return read_escape(&table->part[3], group->record.frame, rule);
    case GROUPS_R7:
    case GROUPS_SP:
    case GROUPS_R11:
        write_frame(group, offset >= prologue_2 && left > late, rule);
        return group->size_words < 0x10000000 ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT;
    case GROUPS_NULL:
        return group->record.frame ? BOBBIN_STOP_CORRUPT : BOBBIN_STOP_NONE;
    case GROUPS_NOUNWIND:
        if (group->record.frame != 1)
            return group->record.frame ? BOBBIN_STOP_CORRUPT : BOBBIN_STOP_NO_RULE;
        rule->form = BOBBIN_FORM_ROOT;
        return BOBBIN_STOP_NONE;
    default:
        return BOBBIN_STOP_CORRUPT;
    }
}

enum bobbin_stop groups_rule(const struct foreign_table *table, const struct groups_group *group,
                             uint32_t address, struct bobbin_rule *rule)
{
    uint32_t place = group->record.place;
    uint32_t offset = address - group->record.start;
    uint32_t length = group->end - group->record.start;
    uint32_t prologue_1 = 2 * bytes_field(place, GROUPS_PROLOGUE_1_SHIFT, 8);
    uint32_t tail = 2 * bytes_field(place, GROUPS_TAIL_SHIFT, 8);

    if (group->end <= address || prologue_1 > length || tail > length)
        return BOBBIN_STOP_CORRUPT;
    if (offset < prologue_1 || groups_in_tail(group, address))
        return BOBBIN_STOP_NONE; /* RULE already is the rule of a frame that saves nothing */
    return write_inner(table, group, offset - prologue_1, length - offset - tail, rule);
}

/*
 * The default null group applies only to an interrupted frame, where lr may still have the return
 * address. In a call frame a call has overwritten lr. Later the core checks whether lr is in code.
 */
static enum bobbin_stop read_group(const struct foreign_table *table,
                                   const struct foreign_question *question,
                                   struct bobbin_rule *rule)
{
    struct groups groups;
    struct groups_group group;
    enum bobbin_stop reason = groups_find(&groups, table, question->address, &group);

    if (reason == BOBBIN_STOP_NO_RULE && question->interrupted)
        return BOBBIN_STOP_NONE;
    if (reason != BOBBIN_STOP_NONE)
        return reason;
    return groups_rule(table, &group, question->address, rule);
}

const struct bobbin_foreign bobbin_groups = {FORMAT_FOREIGN_GROUPS, FOREIGN_ALL_PLACES, read_group,
                                             foreign_step, foreign_rule_at};
