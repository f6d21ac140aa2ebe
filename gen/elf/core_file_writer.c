/* SPDX-License-Identifier: MIT */
/*
 * Writes an ELF core file: file header, segments, notes, memory, holes. core_file_reader.h
 * describes the parts.
 */
#include "elf/core_file_writer.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/diag.h"
#include "util/output_file.h"

static void put_zeros(struct buffer *out, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes; i++)
        buffer_u8(out, 0);
}

static bool has_mappings(const struct core_file *core)
{
    return core->image_path && core->mappings_count;
}

/* ---- notes ---------------------------------------------------------------------------------- */

static void put_note_header(struct buffer *out, const char *name, uint32_t type, size_t size_bytes)
{
    buffer_u32(out, (uint32_t)strlen(name) + 1);
    buffer_u32(out, (uint32_t)size_bytes);
    buffer_u32(out, type);
    buffer_put(out, name, strlen(name) + 1);
    buffer_align(out, 4);
}

static void put_prstatus(struct buffer *out, const struct core_file_thread *thread)
{
    size_t start;

    put_note_header(out, "CORE", CORE_NOTE_PRSTATUS, CORE_PRSTATUS_BYTES);
    start = out->size;
    buffer_u32(out, thread->signal); /* si_signo */
    put_zeros(out, start + CORE_PRSTATUS_SIGNAL - out->size);
    buffer_u16(out, thread->signal);
    put_zeros(out, start + CORE_PRSTATUS_PID - out->size);
    buffer_u32(out, thread->id);
    put_zeros(out, start + CORE_PRSTATUS_REGISTERS - out->size);
    for (int i = 0; i < 16; i++)
        buffer_u32(out, thread->r[i]);
    buffer_u32(out, thread->cpsr);
    put_zeros(out, start + CORE_PRSTATUS_BYTES - out->size);
}

static void put_vfp(struct buffer *out, const struct core_file_thread *thread)
{
    size_t start;

    put_note_header(out, "LINUX", CORE_NOTE_ARM_VFP, CORE_VFP_BYTES);
    start = out->size;
    for (int i = 0; i < 32; i++) {
        buffer_u32(out, (uint32_t)thread->d[i]);
        buffer_u32(out, (uint32_t)(thread->d[i] >> 32));
    }
    put_zeros(out, start + CORE_VFP_BYTES - out->size);
}

static void put_banks(struct buffer *out, const struct core_file_thread *thread)
{
    const struct bobbin_banks *banks = &thread->banks;

    put_note_header(out, "BOBBIN", CORE_NOTE_BANKS, CORE_BANKS_BYTES);
    buffer_u32(out, thread->banks_known);
    for (int i = 0; i < 5; i++)
        buffer_u32(out, banks->r8[i]);
    for (int i = 0; i < BOBBIN_BANKS; i++)
        buffer_u32(out, banks->sp[i]);
    for (int i = 0; i < BOBBIN_BANKS; i++)
        buffer_u32(out, banks->lr[i]);
    for (int i = 0; i < BOBBIN_BANKS; i++)
        buffer_u32(out, banks->spsr[i]);
}

static void put_name(struct buffer *out, const char *name)
{
    put_note_header(out, "BOBBIN", CORE_NOTE_NAME, strlen(name));
    buffer_put(out, name, strlen(name));
    buffer_align(out, 4);
}

static void put_truth(struct buffer *out, const struct core_file *core)
{
    put_note_header(out, "BOBBIN", CORE_NOTE_TRUTH, 8 * core->truth_count);
    for (size_t i = 0; i < core->truth_count; i++) {
        buffer_u32(out, core->truth[i].address);
        buffer_u32(out, core->truth[i].value);
    }
}

/* Offsets count in bytes: the size of a page is 1. */
static void put_mappings(struct buffer *out, const struct core_file *core)
{
    size_t count = core->mappings_count, name = strlen(core->image_path) + 1;

    put_note_header(out, "CORE", CORE_NOTE_FILE, 8 + count * (12 + name));
    buffer_u32(out, (uint32_t)count);
    buffer_u32(out, 1);
    for (size_t i = 0; i < count; i++) {
        buffer_u32(out, core->mappings[i].start);
        buffer_u32(out, core->mappings[i].end);
        buffer_u32(out, core->mappings[i].file_offset);
    }
    for (size_t i = 0; i < count; i++)
        buffer_put(out, core->image_path, name);
    buffer_align(out, 4);
}

static void put_notes(struct buffer *out, const struct core_file *core)
{
    for (size_t i = 0; i < core->threads_count; i++) {
        put_prstatus(out, &core->threads[i]);
        if (core->threads[i].d_known)
            put_vfp(out, &core->threads[i]);
        if (core->threads[i].pc_wild)
            put_note_header(out, "BOBBIN", CORE_NOTE_PC_WILD, 0);
        if (core->threads[i].banks_known)
            put_banks(out, &core->threads[i]);
        if (core->threads[i].name[0])
            put_name(out, core->threads[i].name);
    }
    if (core->truth_count)
        put_truth(out, core);
    if (has_mappings(core))
        put_mappings(out, core);
    if (core->build_id_size) {
        put_note_header(out, "GNU", CORE_NOTE_BUILD_ID, core->build_id_size);
        buffer_put(out, core->build_id, core->build_id_size);
        buffer_align(out, 4);
    }
}

/* ---- the file ------------------------------------------------------------------------------- */

static void put_file_header(struct buffer *out, size_t segments)
{
    static const uint8_t ident[EI_NIDENT] = {
        ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT,
    };

    buffer_put(out, ident, sizeof(ident));
    buffer_u16(out, ET_CORE);
    buffer_u16(out, EM_ARM);
    buffer_u32(out, EV_CURRENT);
    buffer_u32(out, 0);                  /* e_entry */
    buffer_u32(out, sizeof(Elf32_Ehdr)); /* e_phoff */
    buffer_u32(out, 0);                  /* e_shoff */
    buffer_u32(out, EF_ARM_EABI_VER5);
    buffer_u16(out, sizeof(Elf32_Ehdr));
    buffer_u16(out, sizeof(Elf32_Phdr));
    buffer_u16(out, (uint32_t)segments);
    put_zeros(out, 6); /* e_shentsize, e_shnum, e_shstrndx */
}

static void put_segment(struct buffer *out, uint32_t type, uint32_t flags, size_t offset,
                        uint32_t address, size_t size_bytes)
{
    buffer_u32(out, type);
    buffer_u32(out, (uint32_t)offset);
    buffer_u32(out, address);
    buffer_u32(out, 0); /* p_paddr */
    buffer_u32(out, (uint32_t)size_bytes);
    buffer_u32(out, type == PT_LOAD ? (uint32_t)size_bytes : 0);
    buffer_u32(out, flags);
    buffer_u32(out, type == PT_LOAD ? 1 : 4); /* p_align */
}

/*
 * The size in bytes of the hole before block I. The hole starts at the start of gdb's cache line,
 * or at the end of the previous block if that is later.
 */
static uint32_t hole_before(const struct core_file *core, size_t i)
{
    uint32_t hole = core->memory[i].address % CORE_HOLE_ALIGN;
    uint32_t since_previous;

    if (has_mappings(core))
        return 0;
    if (i == 0)
        return hole;
    since_previous =
        core->memory[i].address - (core->memory[i - 1].address + core->memory[i - 1].size_bytes);
    return since_previous < hole ? since_previous : hole;
}

static void put_memory_segments(struct buffer *out, const struct core_file *core, size_t offset)
{
    for (size_t i = 0; i < core->memory_count; i++) {
        const struct core_file_memory *memory = &core->memory[i];
        put_segment(out, PT_LOAD, PF_R | PF_W, offset, memory->address, memory->size_bytes);
        offset += memory->size_bytes;
    }
    for (size_t i = 0; i < core->memory_count && !has_mappings(core); i++) {
        uint32_t hole = hole_before(core, i);
        put_segment(out, PT_LOAD, 0, offset, core->memory[i].address - hole, hole);
        offset += hole;
    }
}

static void put_core(struct buffer *out, const struct core_file *core, const struct buffer *notes)
{
    size_t segments = 1 + (has_mappings(core) ? 1 : 2) * core->memory_count;
    size_t offset = sizeof(Elf32_Ehdr) + segments * sizeof(Elf32_Phdr);

    put_file_header(out, segments);
    put_segment(out, PT_NOTE, PF_R, offset, 0, notes->size);
    put_memory_segments(out, core, offset + notes->size);
    buffer_put(out, notes->bytes, notes->size);
    for (size_t i = 0; i < core->memory_count; i++)
        buffer_put(out, core->memory[i].bytes, core->memory[i].size_bytes);
    for (size_t i = 0; i < core->memory_count; i++)
        put_zeros(out, hole_before(core, i));
}

int core_file_write(const struct core_file *core, const char *path)
{
    struct buffer notes = {0};
    struct buffer out = {0};
    int status;

    if (core->memory_count > (PN_XNUM - 2) / 2)
        return diag_error(path, "no core is written: more than %d memory ranges",
                          (PN_XNUM - 2) / 2);
    put_notes(&notes, core);
    put_core(&out, core, &notes);
    status = out.size <= UINT32_MAX
                 ? output_write(path, out.bytes, out.size, NULL)
                 : diag_error(path, "no core is written: it needs more than 4 GiB");
    free(notes.bytes);
    free(out.bytes);
    return status;
}
