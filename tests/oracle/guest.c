/* SPDX-License-Identifier: MIT */
#include "guest.h"

#include <stdio.h>
#include <string.h>

#include "firmware/scribble.h"
#include "qemu_plugin.h"

static const char *const word_names[GUEST_WORDS] = {
    "r0", "r1", "r2",  "r3",  "r4",  "r5", "r6", "r7",
    "r8", "r9", "r10", "r11", "r12", "sp", "lr", "cpsr",
};

static struct qemu_plugin_register *find(const struct g_array *list, const char *name)
{
    const struct qemu_plugin_reg_descriptor *descriptor = (const void *)list->data;

    for (unsigned i = 0; i < list->len; i++)
        if (strcmp(descriptor[i].name, name) == 0)
            return descriptor[i].handle;
    return NULL;
}

bool guest_open(struct guest *guest)
{
    struct g_array *list = qemu_plugin_get_registers();
    bool complete = true;

    memset(guest, 0, sizeof(*guest));
    guest->buffer = g_byte_array_new();
    for (int i = 0; i < GUEST_WORDS; i++) {
        guest->words[i] = find(list, word_names[i]);
        complete &= guest->words[i] != NULL;
    }
    for (int i = 0; i < GUEST_DOUBLES; i++) {
        char name[8];
        snprintf(name, sizeof(name), "d%d", 8 + i);
        guest->doubles[i] = find(list, name);
        complete &= guest->doubles[i] != NULL;
    }
    g_array_free(list, 1);
    return complete;
}

void guest_read_registers(struct guest *guest, struct registers *out, bool doubles)
{
    struct g_byte_array *buffer = guest->buffer;

    g_byte_array_set_size(buffer, 0);
    for (int i = 0; i < GUEST_WORDS; i++)
        qemu_plugin_read_register(guest->words[i], buffer);
    memcpy(out->r, buffer->data, 15 * sizeof(uint32_t));
    memcpy(&out->cpsr, buffer->data + 15 * sizeof(uint32_t), sizeof(uint32_t));
    if (!doubles)
        return;
    g_byte_array_set_size(buffer, 0);
    for (int i = 0; i < GUEST_DOUBLES; i++)
        qemu_plugin_read_register(guest->doubles[i], buffer);
    memcpy(out->d, buffer->data, sizeof(out->d));
}

void guest_read_flow(struct guest *guest, struct registers *out)
{
    struct g_byte_array *buffer = guest->buffer;
    uint32_t words[3];

    g_byte_array_set_size(buffer, 0);
    for (int i = 13; i < GUEST_WORDS; i++)
        qemu_plugin_read_register(guest->words[i], buffer);
    memcpy(words, buffer->data, sizeof(words));
    out->r[BOBBIN_SP] = words[0];
    out->r[BOBBIN_LR] = words[1];
    out->cpsr = words[2];
}

static const struct guest_block *block_of(struct guest *guest, uint32_t address)
{
    uint32_t base = address & ~(GUEST_BLOCK_BYTES - 1u);
    struct guest_block *block = &guest->block[address / GUEST_BLOCK_BYTES % GUEST_BLOCKS];

    if (block->time == guest->time && block->address == base)
        return block;
    block->time = guest->time;
    block->address = base;
    block->readable = qemu_plugin_read_memory_vaddr(base, guest->buffer, GUEST_BLOCK_BYTES);
    if (block->readable)
        memcpy(block->bytes, guest->buffer->data, GUEST_BLOCK_BYTES);
    return block;
}

bool guest_is_scribbled(struct guest *guest, uint32_t sp)
{
    uint32_t words[SCRIBBLE_WORDS];

    if (!qemu_plugin_read_memory_vaddr(sp - sizeof(words), guest->buffer, sizeof(words)))
        return false;
    memcpy(words, guest->buffer->data, sizeof(words));
    for (int i = 0; i < SCRIBBLE_WORDS; i++)
        if (words[i] != SCRIBBLE_JUNK)
            return false;
    return true;
}

bool guest_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes)
{
    struct guest *guest = context;
    const struct guest_block *block;
    uint32_t offset = address % GUEST_BLOCK_BYTES;

    if (space == BOBBIN_SPACE_STACK && address < guest->floor) {
        guest->forbidden++;
        return false;
    }
    if (size_bytes > GUEST_BLOCK_BYTES - offset)
        return false;
    block = block_of(guest, address);
    if (block->readable)
        memcpy(out, block->bytes + offset, size_bytes);
    return block->readable;
}
