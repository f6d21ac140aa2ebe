/* SPDX-License-Identifier: MIT */
/*
 * ELF core files of ARM: registers of threads, and blocks of memory. Reader and writer share this
 * header and use these parts of the format (System V ABI, chapters 4 and 5; Linux elf_prstatus for
 * ARM):
 *
 *   file    ELFCLASS32, little-endian, ET_CORE, EM_ARM
 *   PT_NOTE notes: a header of three words, a name and a description, both padded to 4 bytes
 *   PT_LOAD memory at p_vaddr; only p_filesz bytes of it are known, and only if PF_R is set
 *
 * The note NT_FILE says which memory has the contents of the image: code and constants. gdb (11 and
 * later) reads them from the file that the note names, or, if it cannot open that file, from the
 * image that the user gives. It reads no other memory from an image, so memory that the core does
 * not have is inaccessible. Without the note, gdb shows the image's .data, and zeros for .bss.
 *
 * If that note is missing and a block of memory does not start at a multiple of 64, the writer adds
 * a *hole* before it: a PT_LOAD of zeros without PF_R. Reason: gdb reads stacks in cache lines of
 * 64 bytes. If a line starts outside the core, gdb reads the whole line from the image, whose
 * .bss-like section gives zeros. It would then ignore the bytes that the core has.
 */
#ifndef GEN_ELF_CORE_FILE_READER_H
#define GEN_ELF_CORE_FILE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bobbin/cross.h>

enum {
    /*
     * Note types, with the note name in quotes. gdb takes a note of type 2 for registers of an FPU,
     * whatever its name is.
     */
    CORE_NOTE_PRSTATUS = 1, /* "CORE": starts a thread; notes up to the next one belong to it */
    CORE_NOTE_FILE = 0x46494c45, /* "CORE": memory with the contents of files (Linux core(5)) */
    CORE_NOTE_ARM_VFP = 0x400,   /* "LINUX": d0-d31 and fpscr of a thread */
    CORE_NOTE_BUILD_ID = 3, /* "GNU": build id of the image that was running; gdb reads it too */
    CORE_NOTE_PC_WILD = 1,  /* "BOBBIN": Bobbin's own, empty; sets core_file_thread.pc_wild */
    /*
     * "BOBBIN": banked registers of a thread, 30 words: banks_known, the r8-r12 that are not in
     * PRSTATUS, sp of 8 banks, lr of 8 banks, SPSR of 8 banks. Bit N of banks_known says that
     * register N after it is known
     */
    CORE_NOTE_BANKS = 0x102,
    CORE_NOTE_NAME = 3, /* "BOBBIN": the name of a thread, without NUL */
    /*
     * "BOBBIN": pairs of an address and a word: the true values of words that were changed for
     * debuggers. Debuggers see the words in the PT_LOAD, core_file_read gives the true ones
     */
    CORE_NOTE_TRUTH = 4,

    /* Offsets in the description of a note, and sizes, in bytes. */
    CORE_PRSTATUS_BYTES = 148,
    CORE_PRSTATUS_SIGNAL = 12, /* u16 */
    CORE_PRSTATUS_PID = 24,
    CORE_PRSTATUS_REGISTERS = 72, /* r0-r15, cpsr, orig_r0 */
    CORE_VFP_BYTES = 260,
    CORE_BANKS_BYTES = 120,

    CORE_BUILD_ID_MAX = 64,
    CORE_NAME_MAX = 64, /* the longest name that the reader keeps, with its NUL */
    CORE_HOLE_ALIGN = 64,
};

/* Signal numbers of Linux. gdb shows the cause of a crash as a signal. */
enum {
    CORE_SIGILL = 4,
    CORE_SIGTRAP = 5,
    CORE_SIGABRT = 6,
    CORE_SIGSEGV = 11,
};

struct core_file_thread {
    uint32_t id, signal;
    char name[CORE_NAME_MAX]; /* "": none */
    uint32_t r[16], cpsr;
    bool pc_wild; /* the thread called a null pointer: pc is not meant to be executed */
    bool d_known; /* D is valid */
    uint64_t d[32];
    uint32_t banks_known;      /* BOBBIN_BANKS_...: the banked registers that the file has */
    struct bobbin_banks banks; /* their values */
};

/* A block of memory contents. ADDRESS + SIZE_BYTES is at most 2^32. */
struct core_file_memory {
    uint32_t address, size_bytes;
    const uint8_t *bytes;
};

/* A word of memory. */
struct core_file_word {
    uint32_t address, value;
};

/* The bytes from START to END - 1 are those of the image from FILE_OFFSET on. */
struct core_file_mapping {
    uint32_t start, end, file_offset;
};

struct core_file {
    const char *path;
    uint8_t *file; /* the whole file; MEMORY points into it. The writer ignores it. */
    size_t file_size;

    struct core_file_thread *threads;
    size_t threads_count, threads_capacity;
    struct core_file_memory *memory;
    size_t memory_count, memory_capacity;
    struct core_file_word *truth; /* words with another value than in MEMORY */
    size_t truth_count, truth_capacity;
    /* only for the writer: memory of the image at the path IMAGE_PATH; NULL: unknown */
    const char *image_path;
    struct core_file_mapping *mappings;
    size_t mappings_count, mappings_capacity;
    uint8_t build_id[CORE_BUILD_ID_MAX];
    uint32_t build_id_size; /* 0: the file has no build id */
};

/*
 * Reads the whole file PATH. If it is not a complete ARM core file with at least one thread, prints
 * one line on stderr, empties CORE and returns STATUS_BAD_INPUT. PATH must outlive CORE.
 */
int core_file_open(struct core_file *core, const char *path);

/*
 * Reads a dump of memory for its contents: the ELF core PATH, which may have no threads, or, if
 * BASE is not NULL, a file that has only the bytes of the memory from *BASE on.
 */
int core_file_open_dump(struct core_file *core, const char *path, const uint32_t *base);
void core_file_close(struct core_file *core);

/* Copies SIZE_BYTES of memory at ADDRESS to OUT. False if they are not all in one block. */
bool core_file_read(const struct core_file *core, uint32_t address, void *out, uint32_t size_bytes);

#endif
