/* SPDX-License-Identifier: MIT */
#include "points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/diag.h"
#include "util/memory.h"

/* The same instruction is a point this often, so that rare code has points too. */
enum { POINTS_EACH_MAX = 2 };
enum { CHUNK_BYTES = 1024 };
enum { CPSR_IT = 0x0600fc00 }; /* ARM ARM B1.3.3 */

/* ---- the core file --------------------------------------------------------------------------- */

static void add_banks(struct core_file_thread *thread, const struct banks *banks,
                      const struct registers *now)
{
    static const uint32_t modes[BOBBIN_BANKS] = {0x1f, 0x11, 0x12, 0x13, 0x16, 0x17, 0x1a, 0x1b};
    bool in_fiq = registers_mode(now) == 0x11;

    for (unsigned bank = 0; bank < BOBBIN_BANKS; bank++) {
        if (banks_read(banks, now, modes[bank], 13, &thread->banks.sp[bank]))
            thread->banks_known |= BOBBIN_BANKS_SP(bank);
        if (banks_read(banks, now, modes[bank], 14, &thread->banks.lr[bank]))
            thread->banks_known |= BOBBIN_BANKS_LR(bank);
        if (banks_read(banks, now, modes[bank], 16, &thread->banks.spsr[bank]))
            thread->banks_known |= BOBBIN_BANKS_SPSR(bank);
    }
    for (unsigned i = 0; i < 5; i++)
        if (banks_read(banks, now, in_fiq ? 0x1f : 0x11, 8 + i, &thread->banks.r8[i]))
            thread->banks_known |= BOBBIN_BANKS_R(8 + i);
}

static void end_block(struct core_file *core, struct buffer *block, uint32_t end)
{
    struct core_file_memory memory = {end - (uint32_t)block->size, (uint32_t)block->size,
                                      block->bytes};

    if (block->size)
        array_push(core->memory, core->memory_count, core->memory_capacity, memory);
    *block = (struct buffer){0};
}

/* Adds what can be read of the memory from START to END: guards cannot be read. */
static void add_memory(struct core_file *core, struct guest *guest, uint32_t start, uint32_t end)
{
    struct buffer block = {0};
    uint8_t bytes[CHUNK_BYTES];
    uint32_t at, size;

    for (at = start; at < end; at += size) {
        size = CHUNK_BYTES - at % CHUNK_BYTES;
        size = size < end - at ? size : end - at;
        if (guest_copy(guest, at, bytes, size))
            buffer_put(&block, bytes, size);
        else
            end_block(core, &block, at);
    }
    end_block(core, &block, at);
}

/* All that the program may write, by its program headers. */
static void add_ram(struct core_file *core, struct guest *guest, const struct image *image)
{
    size_t count = 0;
    GElf_Phdr header;

    elf_getphdrnum(image->elf, &count);
    for (size_t i = 0; i < count; i++)
        if (gelf_getphdr(image->elf, (int)i, &header) && header.p_type == PT_LOAD &&
            (header.p_flags & PF_W))
            add_memory(core, guest, (uint32_t)header.p_vaddr,
                       (uint32_t)(header.p_vaddr + header.p_memsz));
}

static void write_core(const struct points *points, const struct registers *now,
                       struct shadow *shadow)
{
    const struct image *image = shadow->code->image;
    struct core_file_thread thread = {.id = 1, .cpsr = now->cpsr, .d_known = true};
    struct core_file core = {.threads = &thread, .threads_count = 1};
    char *path = NULL;

    memcpy(thread.r, now->r, sizeof(thread.r));
    memcpy(thread.d + 8, now->d, sizeof(now->d));
    add_banks(&thread, &shadow->banks, now);
    add_ram(&core, shadow->guest, image);
    memcpy(core.build_id, image->build_id, image->build_id_size);
    core.build_id_size = image->build_id_size;
    if (asprintf(&path, "%s-%u.core", points->prefix, points->count) > 0)
        core_file_write(&core, path);
    free(path);
    for (size_t i = 0; i < core.memory_count; i++)
        free((void *)(uintptr_t)core.memory[i].bytes);
    free(core.memory);
}

/* ---- the truth ------------------------------------------------------------------------------- */

/* Whether code that an exception entered made the call RECORD, number I. */
static bool is_called_by_entry_code(const struct shadow *shadow, size_t i)
{
    return i > 0 && shadow->record[i - 1].kind == RECORD_EXCEPTION;
}

/* Whether the oracle knows what the exception of RECORD interrupted, and its callers. */
static bool is_known(const struct record *record)
{
    uint32_t wanted = 1u << BOBBIN_PC | 1u << BOBBIN_SP | 0xff0;

    return (record->entry.known & wanted) == wanted && !(record->lent && record->lent->count);
}

static bool has_known_callers(const struct record *record)
{
    return !record->from && record->entry.interrupted.r[BOBBIN_PC] == record->return_address;
}

/* HOW a frame was found, and its pc, sp and r4-r11. */
static void write_line(FILE *out, const char *how, uint32_t pc, const struct registers *registers)
{
    fprintf(out, "frame %s %x %x", how, pc, registers->r[BOBBIN_SP]);
    for (unsigned i = 4; i < 12; i++)
        fprintf(out, " %x", registers->r[i]);
    fputc('\n', out);
}

/* Says of the frame at PC that a trace may end there, if its function has the licence for it. */
static void write_licence(FILE *out, const struct shadow *shadow, uint32_t pc)
{
    if (code_licences(shadow->code, pc) & LICENCE_ROOT)
        fputs("may-end\n", out);
}

/* Writes the frame before record number I. Returns whether the frames before it are known. */
static bool write_frame(FILE *out, const struct shadow *shadow, size_t i)
{
    const struct record *record = &shadow->record[i];
    const struct registers *interrupted = &record->entry.interrupted;

    if (record->kind == RECORD_CALL) {
        write_line(out, record->local || is_called_by_entry_code(shadow, i) ? "maybe" : "call",
                   record->return_address & ~1u, &record->before);
        write_licence(out, shadow, record->return_address - 2);
        return true;
    }
    if (record->kind != RECORD_EXCEPTION || !is_known(record))
        return false;
    write_line(out, "exception", interrupted->r[BOBBIN_PC], interrupted);
    write_licence(out, shadow, interrupted->r[BOBBIN_PC]);
    return has_known_callers(record);
}

static void write_truth(FILE *out, const struct points *points, const struct code_instruction *at,
                        const struct registers *now, const struct shadow *shadow)
{
    size_t i = shadow->count;
    bool known = true;

    fprintf(out, "point %u %llu%s\n", points->count, (unsigned long long)at->times,
            now->cpsr & CPSR_IT ? " it" : "");
    write_line(out, "running", now->r[BOBBIN_PC], now);
    write_licence(out, shadow, now->r[BOBBIN_PC]);
    while (known && i-- > 0 && shadow->record[i].kind != RECORD_RESET)
        known = write_frame(out, shadow, i);
    fprintf(out, "end %s\n", known ? "root" : "unknown");
}

/* ---- the choice ------------------------------------------------------------------------------ */

static uint32_t random_below(struct points *points, uint32_t limit)
{
    points->random = points->random * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)points->random * limit >> 32);
}

static bool is_point(const struct points *points, uint64_t instruction,
                     const struct code_instruction *at, const struct shadow *shadow)
{
    return points->prefix && points->count < points->max && instruction >= points->next &&
           at->points < POINTS_EACH_MAX && !at->outside && !(at->licences & LICENCE_RESUME) &&
           !shadow->loss && !shadow->fault;
}

static FILE *truth_of(struct points *points)
{
    char *path = NULL;

    if (!points->truth && asprintf(&path, "%s.truth", points->prefix) > 0)
        points->truth = fopen(path, "w");
    if (!points->truth)
        diag_error(path, "cannot be written");
    free(path);
    return points->truth;
}

void points_reach(struct points *points, uint64_t instruction, struct code_instruction *at,
                  const struct registers *now, struct shadow *shadow)
{
    FILE *out;

    if (!is_point(points, instruction, at, shadow))
        return;
    out = truth_of(points);
    if (!out)
        return;
    write_core(points, now, shadow);
    write_truth(out, points, at, now, shadow);
    at->points++;
    points->count++;
    points->next = instruction + 1 + random_below(points, 2 * points->gap);
}

void points_close(struct points *points)
{
    if (points->truth)
        fclose(points->truth);
    points->truth = NULL;
}
