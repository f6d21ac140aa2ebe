/* SPDX-License-Identifier: MIT */
/* Reads an ELF core file of ARM: checks the headers, then collects threads, notes and memory. */
#include "elf/core_file_reader.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- the file ------------------------------------------------------------------------------- */

static int load_file(struct core_file *core)
{
    static const size_t chunk_bytes = 1 << 20;
    FILE *in = fopen(core->path, "rb");
    size_t got;
    int error;

    if (!in)
        return diag_error(core->path, "cannot read: %s", strerror(errno));
    do {
        core->file = must_realloc(core->file, core->file_size + chunk_bytes, 1);
        got = fread(core->file + core->file_size, 1, chunk_bytes, in);
        core->file_size += got;
    } while (got == chunk_bytes);
    error = ferror(in) ? errno : 0;
    fclose(in);
    return error ? diag_error(core->path, "cannot read: %s", strerror(error)) : STATUS_GOOD;
}

static bool in_file(const struct core_file *core, uint64_t offset, uint64_t size_bytes)
{
    return offset <= core->file_size && size_bytes <= core->file_size - offset;
}

static int truncated(const struct core_file *core, const char *what)
{
    return diag_error(core->path, "the file ends inside %s; it is incomplete", what);
}

static int check_header(const struct core_file *core)
{
    const uint8_t *file = core->file;

    if (core->file_size < SELFMAG || memcmp(file, ELFMAG, SELFMAG) != 0)
        return diag_error(core->path, "not an ELF file; give an ELF core");
    if (core->file_size < sizeof(Elf32_Ehdr))
        return truncated(core, "the ELF header");
    if (file[EI_CLASS] != ELFCLASS32)
        return diag_error(core->path, "a 64-bit ELF file; bobbin reads 32-bit ARM cores");
    if (file[EI_DATA] != ELFDATA2LSB)
        return diag_error(core->path, "a big-endian core; bobbin reads little-endian cores");
    if (bytes_u16(file + offsetof(Elf32_Ehdr, e_type)) != ET_CORE)
        return diag_error(core->path, "an ELF file of type %u, not a core (type 4)",
                          bytes_u16(file + offsetof(Elf32_Ehdr, e_type)));
    if (bytes_u16(file + offsetof(Elf32_Ehdr, e_machine)) != EM_ARM)
        return diag_error(core->path, "a core of another processor (ELF machine %u, ARM is 40)",
                          bytes_u16(file + offsetof(Elf32_Ehdr, e_machine)));
    return STATUS_GOOD;
}

/*
 * Checks that the file contains a header table of COUNT entries at OFFSET. ENTRY_BYTES is the size
 * of an entry in the ELF header; NEEDED_BYTES is the size that this reader expects.
 */
static int check_headers(const struct core_file *core, const char *what, uint32_t offset,
                         uint32_t count, uint32_t entry_bytes, uint32_t needed_bytes)
{
    if (count && entry_bytes != needed_bytes)
        return diag_error(core->path, "%s have %u bytes each, not %u", what, entry_bytes,
                          needed_bytes);
    return in_file(core, offset, (uint64_t)count * entry_bytes) ? STATUS_GOOD
                                                                : truncated(core, what);
}

/* ---- notes ---------------------------------------------------------------------------------- */

struct note {
    const char *name; /* may lack a terminating NUL */
    uint32_t name_size, type, size_bytes;
    const uint8_t *bytes;
};

static bool note_is(const struct note *note, const char *name, uint32_t type)
{
    return note->type == type && note->name_size == strlen(name) + 1 &&
           memcmp(note->name, name, note->name_size) == 0;
}

static int read_thread(struct core_file *core, const struct note *note)
{
    struct core_file_thread thread = {0};
    const uint8_t *registers;

    if (note->size_bytes != CORE_PRSTATUS_BYTES)
        return diag_error(core->path, "the note of a thread has %u bytes, not %d", note->size_bytes,
                          CORE_PRSTATUS_BYTES);
    registers = note->bytes + CORE_PRSTATUS_REGISTERS;
    for (uint32_t i = 0; i < 16; i++)
        thread.r[i] = bytes_u32(registers + 4 * i);
    thread.cpsr = bytes_u32(registers + 4 * 16);
    thread.id = bytes_u32(note->bytes + CORE_PRSTATUS_PID);
    thread.signal = bytes_u16(note->bytes + CORE_PRSTATUS_SIGNAL);
    array_push(core->threads, core->threads_count, core->threads_capacity, thread);
    return STATUS_GOOD;
}

static int read_vfp(struct core_file *core, const struct note *note)
{
    struct core_file_thread *thread;

    if (core->threads_count == 0)
        return diag_error(core->path, "a note with VFP registers comes before the first thread");
    if (note->size_bytes != CORE_VFP_BYTES)
        return diag_error(core->path, "a note with VFP registers has %u bytes, not %d",
                          note->size_bytes, CORE_VFP_BYTES);
    thread = &core->threads[core->threads_count - 1];
    thread->d_known = true;
    for (uint32_t i = 0; i < 32; i++)
        thread->d[i] = bytes_u32(note->bytes + 8 * i) | (uint64_t)bytes_u32(note->bytes + 8 * i + 4)
                                                            << 32;
    return STATUS_GOOD;
}

static int read_banks(struct core_file *core, const struct note *note)
{
    struct core_file_thread *thread;
    struct bobbin_banks *banks;
    uint32_t words[CORE_BANKS_BYTES / 4];

    if (core->threads_count == 0)
        return diag_error(core->path, "a note with banked registers comes before the first thread");
    if (note->size_bytes != CORE_BANKS_BYTES)
        return diag_error(core->path, "a note with banked registers has %u bytes, not %d",
                          note->size_bytes, CORE_BANKS_BYTES);
    for (uint32_t i = 0; i < CORE_BANKS_BYTES / 4; i++)
        words[i] = bytes_u32(note->bytes + 4 * i);
    thread = &core->threads[core->threads_count - 1];
    thread->banks_known = words[0];
    banks = &thread->banks;
    memcpy(banks->r8, words + 1, sizeof(banks->r8));
    memcpy(banks->sp, words + 6, sizeof(banks->sp));
    memcpy(banks->lr, words + 14, sizeof(banks->lr));
    memcpy(banks->spsr, words + 22, sizeof(banks->spsr));
    return STATUS_GOOD;
}

static void read_name(struct core_file *core, const struct note *note)
{
    struct core_file_thread *thread;
    uint32_t length = note->size_bytes < CORE_NAME_MAX ? note->size_bytes : CORE_NAME_MAX - 1;

    if (core->threads_count == 0)
        return;
    thread = &core->threads[core->threads_count - 1];
    memcpy(thread->name, note->bytes, length);
    thread->name[length] = '\0';
}

static void read_truth(struct core_file *core, const struct note *note)
{
    for (uint32_t i = 0; i + 8 <= note->size_bytes; i += 8) {
        struct core_file_word word = {bytes_u32(note->bytes + i), bytes_u32(note->bytes + i + 4)};
        array_push(core->truth, core->truth_count, core->truth_capacity, word);
    }
}

static int read_note(struct core_file *core, const struct note *note)
{
    if (note_is(note, "CORE", CORE_NOTE_PRSTATUS))
        return read_thread(core, note);
    if (note_is(note, "LINUX", CORE_NOTE_ARM_VFP))
        return read_vfp(core, note);
    if (note_is(note, "BOBBIN", CORE_NOTE_BANKS))
        return read_banks(core, note);
    if (note_is(note, "BOBBIN", CORE_NOTE_PC_WILD) && core->threads_count)
        core->threads[core->threads_count - 1].pc_wild = true;
    if (note_is(note, "BOBBIN", CORE_NOTE_NAME))
        read_name(core, note);
    if (note_is(note, "BOBBIN", CORE_NOTE_TRUTH))
        read_truth(core, note);
    if (note_is(note, "GNU", CORE_NOTE_BUILD_ID) && note->size_bytes <= CORE_BUILD_ID_MAX) {
        memcpy(core->build_id, note->bytes, note->size_bytes);
        core->build_id_size = note->size_bytes;
    }
    return STATUS_GOOD;
}

static int read_notes(struct core_file *core, const uint8_t *bytes, uint32_t size_bytes)
{
    while (size_bytes >= sizeof(Elf32_Nhdr)) {
        struct note note = {
            .name_size = bytes_u32(bytes),
            .size_bytes = bytes_u32(bytes + 4),
            .type = bytes_u32(bytes + 8),
        };
        uint64_t name_padded = ((uint64_t)note.name_size + 3) & ~UINT64_C(3);
        uint64_t used = sizeof(Elf32_Nhdr) + name_padded + note.size_bytes;
        int status;
        if (used > size_bytes)
            return diag_error(core->path, "a note is longer than its segment");
        note.name = (const char *)bytes + sizeof(Elf32_Nhdr);
        note.bytes = bytes + sizeof(Elf32_Nhdr) + name_padded;
        status = read_note(core, &note);
        if (status != STATUS_GOOD)
            return status;
        used = (used + 3) & ~UINT64_C(3);
        if (used >= size_bytes)
            break;
        bytes += used;
        size_bytes -= (uint32_t)used;
    }
    return STATUS_GOOD;
}

/* ---- segments ------------------------------------------------------------------------------- */

static int read_segment(struct core_file *core, const uint8_t *header)
{
    uint32_t type = bytes_u32(header + offsetof(Elf32_Phdr, p_type));
    uint32_t offset = bytes_u32(header + offsetof(Elf32_Phdr, p_offset));
    uint32_t size_bytes = bytes_u32(header + offsetof(Elf32_Phdr, p_filesz));
    uint32_t flags = bytes_u32(header + offsetof(Elf32_Phdr, p_flags));
    struct core_file_memory memory = {
        .address = bytes_u32(header + offsetof(Elf32_Phdr, p_vaddr)),
        .size_bytes = size_bytes,
    };

    if (type != PT_NOTE && type != PT_LOAD)
        return STATUS_GOOD;
    if (!in_file(core, offset, size_bytes))
        return truncated(core, type == PT_NOTE ? "its notes" : "a memory segment");
    if (type == PT_NOTE)
        return read_notes(core, core->file + offset, size_bytes);
    if (size_bytes == 0 || !(flags & PF_R))
        return STATUS_GOOD;
    if (size_bytes - 1 > UINT32_MAX - memory.address)
        return diag_error(core->path, "memory at 0x%08x goes past the end of the address space",
                          memory.address);
    memory.bytes = core->file + offset;
    array_push(core->memory, core->memory_count, core->memory_capacity, memory);
    return STATUS_GOOD;
}

static int read_segments(struct core_file *core)
{
    const uint8_t *file = core->file;
    uint32_t offset = bytes_u32(file + offsetof(Elf32_Ehdr, e_phoff));
    uint32_t count = bytes_u16(file + offsetof(Elf32_Ehdr, e_phnum));
    int status =
        check_headers(core, "the program headers", offset, count,
                      bytes_u16(file + offsetof(Elf32_Ehdr, e_phentsize)), sizeof(Elf32_Phdr));

    for (uint32_t i = 0; i < count && status == STATUS_GOOD; i++)
        status = read_segment(core, file + offset + i * sizeof(Elf32_Phdr));
    return status;
}

/*
 * Checks that all sections are in the file. The reader does not use sections, but a file with an
 * incomplete section is truncated.
 */
static int check_sections(const struct core_file *core)
{
    const uint8_t *file = core->file;
    uint32_t offset = bytes_u32(file + offsetof(Elf32_Ehdr, e_shoff));
    uint32_t count = bytes_u16(file + offsetof(Elf32_Ehdr, e_shnum));
    int status =
        check_headers(core, "the section headers", offset, count,
                      bytes_u16(file + offsetof(Elf32_Ehdr, e_shentsize)), sizeof(Elf32_Shdr));

    for (uint32_t i = 0; i < count && status == STATUS_GOOD; i++) {
        const uint8_t *header = file + offset + i * sizeof(Elf32_Shdr);
        uint32_t type = bytes_u32(header + offsetof(Elf32_Shdr, sh_type));
        if (type != SHT_NULL && type != SHT_NOBITS &&
            !in_file(core, bytes_u32(header + offsetof(Elf32_Shdr, sh_offset)),
                     bytes_u32(header + offsetof(Elf32_Shdr, sh_size))))
            status = truncated(core, "a section");
    }
    return status;
}

/* Reads the ELF core that is loaded. */
static int read_core(struct core_file *core)
{
    int status = check_header(core);

    if (status == STATUS_GOOD)
        status = check_sections(core);
    if (status == STATUS_GOOD)
        status = read_segments(core);
    return status;
}

/* Takes the file that is loaded as memory from BASE on. */
static int take_raw(struct core_file *core, uint32_t base)
{
    struct core_file_memory memory = {
        .address = base, .size_bytes = (uint32_t)core->file_size, .bytes = core->file};

    if (core->file_size == 0)
        return diag_error(core->path, "the dump is empty");
    if (core->file_size - 1 > UINT32_MAX - base)
        return diag_error(core->path, "the dump has %zu bytes, which do not fit after 0x%08x",
                          core->file_size, base);
    array_push(core->memory, core->memory_count, core->memory_capacity, memory);
    return STATUS_GOOD;
}

static int open_file(struct core_file *core, const char *path)
{
    memset(core, 0, sizeof(*core));
    core->path = path;
    return load_file(core);
}

int core_file_open(struct core_file *core, const char *path)
{
    int status = open_file(core, path);

    if (status == STATUS_GOOD)
        status = read_core(core);
    if (status == STATUS_GOOD && core->threads_count == 0)
        status = diag_error(path, "the core has no threads");
    if (status != STATUS_GOOD)
        core_file_close(core);
    return status;
}

int core_file_open_dump(struct core_file *core, const char *path, const uint32_t *base)
{
    int status = open_file(core, path);

    if (status == STATUS_GOOD)
        status = base ? take_raw(core, *base) : read_core(core);
    if (status != STATUS_GOOD)
        core_file_close(core);
    return status;
}

void core_file_close(struct core_file *core)
{
    free(core->file);
    free(core->threads);
    free(core->memory);
    free(core->truth);
    memset(core, 0, sizeof(*core));
}

/* Puts the true words into OUT, the memory at ADDRESS. */
static void put_truth(const struct core_file *core, uint32_t address, uint8_t *out,
                      uint32_t size_bytes)
{
    for (size_t i = 0; i < core->truth_count; i++)
        for (uint32_t j = 0; j < 4; j++) {
            uint32_t offset = core->truth[i].address + j - address;
            if (offset < size_bytes)
                out[offset] = (uint8_t)(core->truth[i].value >> 8 * j);
        }
}

bool core_file_read(const struct core_file *core, uint32_t address, void *out, uint32_t size_bytes)
{
    for (size_t i = 0; i < core->memory_count; i++) {
        const struct core_file_memory *memory = &core->memory[i];
        uint32_t offset = address - memory->address;
        if (offset < memory->size_bytes && size_bytes <= memory->size_bytes - offset) {
            memcpy(out, memory->bytes + offset, size_bytes);
            put_truth(core, address, out, size_bytes);
            return true;
        }
    }
    return false;
}
