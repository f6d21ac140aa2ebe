/* SPDX-License-Identifier: MIT */
/*
 * Finds the build id and checks the unwind table of the running image. Every memory range is probed
 * before it is read.
 */
#include "image_state.h"

#define NOTE_HEADER_BYTES 12
#define NOTE_BUILD_ID     3
#define BUILD_ID_MAX      64

static uint32_t word_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* SIZE_BYTES rounded up to a multiple of 4; UINT32_MAX, longer than any note, if that overflows. */
static uint32_t padded(uint32_t size_bytes)
{
    return size_bytes > UINT32_MAX - 3 ? UINT32_MAX : (size_bytes + 3) & ~3u;
}

const uint8_t *bobbin_build_id(const uint8_t *notes, uint32_t notes_size, uint32_t *size_bytes)
{
    while (notes_size >= NOTE_HEADER_BYTES) {
        uint32_t name_bytes = padded(word_at(notes));
        uint32_t desc_bytes = padded(word_at(notes + 4));
        const uint8_t *name = notes + NOTE_HEADER_BYTES;

        notes_size -= NOTE_HEADER_BYTES;
        if (name_bytes > notes_size || desc_bytes > notes_size - name_bytes)
            break;
        *size_bytes = word_at(notes + 4);
        if (word_at(notes + 8) == NOTE_BUILD_ID && name_bytes == 4 && name[0] == 'G' &&
            name[1] == 'N' && name[2] == 'U' && *size_bytes <= BUILD_ID_MAX)
            return name + name_bytes;
        notes_size -= name_bytes + desc_bytes;
        notes = name + name_bytes + desc_bytes;
    }
    *size_bytes = 0;
    return NULL;
}

static uint32_t address_of(const uint8_t *pointer)
{
    return (uint32_t)(uintptr_t)pointer;
}

static enum bobbin_table_error open_table(struct bobbin_image_state *state)
{
    uint32_t size_bytes = address_of(__bobbin_end) - address_of(__bobbin_start);
    enum bobbin_table_error error;

    if (!bobbin_port_readable(address_of(__bobbin_start), size_bytes))
        return BOBBIN_TABLE_UNREADABLE;
    error = bobbin_table_open(&state->table, __bobbin_start, size_bytes, 0);
    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_match(&state->table, state->build_id, state->build_id_size);
    return error == BOBBIN_TABLE_OK ? bobbin_table_verify(&state->table) : error;
}

void bobbin_image_id(struct bobbin_image_state *state)
{
    uint32_t notes_size = address_of(__bobbin_note_end) - address_of(__bobbin_note_start);

    state->build_id = NULL;
    state->build_id_size = 0;
    if (bobbin_port_readable(address_of(__bobbin_note_start), notes_size))
        state->build_id = bobbin_build_id(__bobbin_note_start, notes_size, &state->build_id_size);
}

void bobbin_image_table(struct bobbin_image_state *state)
{
    state->error = open_table(state);
    state->has_table = state->error == BOBBIN_TABLE_OK ||
                       (bobbin_config.fallback && bobbin_config.fallback(&state->table));
}

void bobbin_image_state(struct bobbin_image_state *state)
{
    bobbin_image_id(state);
    bobbin_image_table(state);
}

const char *bobbin_table_advice(enum bobbin_table_error error)
{
    switch (error) {
    case BOBBIN_TABLE_OK:
        return "the unwind table is good";
    case BOBBIN_TABLE_EMPTY:
        return "no unwind table in this image: run bobbin embed";
    case BOBBIN_TABLE_UNREADABLE:
        return "bobbin_port_readable refuses the memory of the unwind table";
    case BOBBIN_TABLE_VERSION:
        return "the unwind table has a format unknown to this firmware: rebuild both alike";
    case BOBBIN_TABLE_IMAGE:
        return "the unwind table was made for another image: run bobbin embed after the last link";
    default:
        return "the unwind table is damaged: run bobbin embed again and check the flash";
    }
}
