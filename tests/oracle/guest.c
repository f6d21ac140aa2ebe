/* SPDX-License-Identifier: MIT */
#include "guest.h"

#include <stdio.h>
#include <string.h>

#include "classify.h"
#include "firmware/scribble.h"
#include "qemu_plugin.h"

static const char *const word_names[GUEST_WORDS] = {
    "r0", "r1",  "r2",  "r3",  "r4", "r5", "r6",   "r7", "r8",
    "r9", "r10", "r11", "r12", "sp", "lr", "cpsr", "pc",
};

static const char *const vector_names[GUEST_VECTORS] = {
    "VBAR", "VBAR_S", "MVBAR", "MVBAR_S", "HVBAR", "HVBAR_S", "VBAR_EL2",
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
    guest->changes = 1; /* the copies say 0 */
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
    for (int i = 0; i < GUEST_VECTORS; i++) {
        struct qemu_plugin_register *found = find(list, vector_names[i]);
        if (found)
            guest->vectors[guest->vectors_count++] = found;
    }
    g_array_free(list, 1);
    return complete;
}

/* Reads COUNT of REGISTERS and stores them one after another to OUT. */
static void read_registers(struct guest *guest, struct qemu_plugin_register *const *registers,
                           unsigned count, void *out, size_t size_bytes)
{
    g_byte_array_set_size(guest->buffer, 0);
    for (unsigned i = 0; i < count; i++)
        qemu_plugin_read_register(registers[i], guest->buffer);
    memcpy(out, guest->buffer->data, size_bytes);
}

void guest_read_registers(struct guest *guest, struct registers *out, uint32_t address,
                          uint32_t written, bool doubles)
{
    uint32_t mode = registers_mode(out);

    read_registers(guest, guest->words + GUEST_CPSR, 1, &out->cpsr, sizeof(out->cpsr));
    if (registers_mode(out) != mode || guest_has_vectors(guest, address & ~31u))
        written = WRITTEN_ALL;
    written &= (1u << BOBBIN_PC) - 1;
    for (; written; written &= written - 1) {
        unsigned i = (unsigned)__builtin_ctz(written);
        read_registers(guest, guest->words + i, 1, &out->r[i], sizeof(out->r[i]));
    }
    out->r[BOBBIN_PC] = address;
    if (doubles)
        read_registers(guest, guest->doubles, GUEST_DOUBLES, out->d, sizeof(out->d));
}

uint32_t guest_read_pc(struct guest *guest)
{
    uint32_t pc;

    read_registers(guest, guest->words + GUEST_PC, 1, &pc, sizeof(pc));
    return pc;
}

void guest_read_vectors(struct guest *guest)
{
    for (unsigned i = 0; i < guest->vectors_count; i++)
        read_registers(guest, &guest->vectors[i], 1, &guest->bases[i], sizeof(guest->bases[i]));
}

bool guest_has_vectors(const struct guest *guest, uint32_t address)
{
    for (unsigned i = 0; i < guest->vectors_count; i++)
        if (guest->bases[i] == address)
            return true;
    return address == 0xffff0000;
}

bool guest_copy(struct guest *guest, uint32_t address, void *out, uint32_t size_bytes)
{
    if (!qemu_plugin_read_memory_vaddr(address, guest->buffer, size_bytes))
        return false;
    memcpy(out, guest->buffer->data, size_bytes);
    return true;
}

static const struct guest_block *block_of(struct guest *guest, uint32_t address)
{
    uint32_t base = address & ~(GUEST_BLOCK_BYTES - 1u);
    struct guest_block *block = &guest->block[address / GUEST_BLOCK_BYTES % GUEST_BLOCKS];

    if (block->changes == guest->changes && block->address == base)
        return block;
    block->changes = guest->changes;
    block->address = base;
    block->readable = qemu_plugin_read_memory_vaddr(base, guest->buffer, GUEST_BLOCK_BYTES);
    if (block->readable)
        memcpy(block->bytes, guest->buffer->data, GUEST_BLOCK_BYTES);
    return block;
}

bool guest_is_scribbled(struct guest *guest, uint32_t sp)
{
    uint32_t words[SCRIBBLE_WORDS];

    if (!guest_copy(guest, sp - (uint32_t)sizeof(words), words, sizeof(words)))
        return false;
    for (int i = 0; i < SCRIBBLE_WORDS; i++)
        if (words[i] != SCRIBBLE_JUNK)
            return false;
    return true;
}

bool guest_read(struct guest *guest, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes)
{
    const struct guest_block *block;
    uint32_t offset = address % GUEST_BLOCK_BYTES;

    if (space == BOBBIN_SPACE_STACK && address < guest->floor) {
        guest->forbidden++;
        return false;
    }
    if (space == BOBBIN_SPACE_STACK && guest->reads_count < GUEST_READS)
        guest->reads[guest->reads_count++] = address;
    if (size_bytes > GUEST_BLOCK_BYTES - offset)
        return false;
    block = block_of(guest, address);
    if (block->readable)
        memcpy(out, block->bytes + offset, size_bytes);
    return block->readable;
}
