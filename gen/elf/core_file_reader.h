/* SPDX-License-Identifier: MIT */
/*
 * ELF core files of ARM: registers of threads and pieces of memory. What of the format is used, by
 * the reader and by the writer (System V ABI, chapter 4 and 5; Linux elf_prstatus for ARM):
 *
 *   file    ELFCLASS32, little-endian, ET_CORE, EM_ARM
 *   PT_NOTE notes, each a header of three words, a name and a description, both padded to 4
 *   PT_LOAD memory at p_vaddr; only its p_filesz bytes are known, and only when PF_R is set
 *
 * The writer puts a hole, a PT_LOAD of zeros without PF_R, before each piece that does not start at a
 * multiple of 64. gdb reads stacks by cache lines of 64 bytes; where a line starts outside of the
 * core, gdb takes all of it from the .bss-like section that the image has there: zeros, also where
 * the core knows better.
 */
#ifndef GEN_ELF_CORE_FILE_READER_H
#define GEN_ELF_CORE_FILE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CORE_NOTE_PRSTATUS = 1,    /* "CORE": a thread; the notes up to the next one belong to it */
    CORE_NOTE_ARM_VFP = 0x400, /* "LINUX": d0-d31 and fpscr of a thread */
    CORE_NOTE_BUILD_ID = 3,    /* "GNU": of the image that was running; gdb reads it too */
    CORE_NOTE_PC_WILD = 1,     /* "BOBBIN", empty, ours: core_file_thread.pc_wild */

    CORE_PRSTATUS_BYTES = 148,
    CORE_PRSTATUS_SIGNAL = 12, /* u16 */
    CORE_PRSTATUS_PID = 24,
    CORE_PRSTATUS_REGISTERS = 72, /* r0-r15, cpsr, orig_r0 */
    CORE_VFP_BYTES = 260,

    CORE_BUILD_ID_MAX = 64,
    CORE_HOLE_ALIGN = 64,
};

/* Signals by which gdb names what happened (Linux numbers). */
enum {
    CORE_SIGILL = 4,
    CORE_SIGTRAP = 5,
    CORE_SIGABRT = 6,
    CORE_SIGSEGV = 11,
};

struct core_file_thread {
    uint32_t id, signal;
    uint32_t r[16], cpsr;
    bool pc_wild; /* pc was never meant to be executed: a call through null */
    bool d_known;
    uint64_t d[32];
};

/* Bytes as they were in memory. ADDRESS + SIZE_BYTES is at most 2^32. */
struct core_file_memory {
    uint32_t address, size_bytes;
    const uint8_t *bytes;
};

struct core_file {
    const char *path;
    uint8_t *file; /* the reader's copy, which memory points into; not the writer's matter */
    size_t file_size;

    struct core_file_thread *threads;
    size_t threads_count, threads_capacity;
    struct core_file_memory *memory;
    size_t memory_count, memory_capacity;
    uint8_t build_id[CORE_BUILD_ID_MAX];
    uint32_t build_id_size_bytes; /* 0: the file does not say */
};

/*
 * Reads PATH whole. What is not a complete ARM core with at least one thread gives one line on
 * stderr and BAD_INPUT; CORE is then empty. PATH must outlive CORE.
 */
int core_file_open(struct core_file *core, const char *path);
void core_file_close(struct core_file *core);

/* Copies SIZE_BYTES from ADDRESS; false when they are not all in one piece. */
bool core_file_read(const struct core_file *core, uint32_t address, void *out, uint32_t size_bytes);

#endif
