/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a capture, what a sampling profiler has counted on one processor: the one place where they are defined,
 * for the writer in core and the reader in gen. PROFILE.md says the same at length. All numbers little-endian, all
 * parts at multiples of 4.
 *
 *   header       0  4  magic                     directory entry, 16 bytes:
 *                4  1  format major                0  2  type
 *                5  1  format minor                2  2  flags; bit 0: required
 *                6  2  header_bytes, with directory  4  2  record_bytes
 *                8  4  size_bytes, of all          6  2  zero
 *               12  4  CRC-32 of the header        8  4  offset from the magic
 *                      without this field         12  4  size_bytes, a multiple of record_bytes
 *               16  2  sections_count
 *               18  2  build_id_size, 0..32      section: its bytes, padded to 4, then
 *               20 32  build id, then zeros                4  CRC-32 of them and the padding
 *               52 ..  as in the enumeration               (0 in a live capture)
 *              112 ..  directory, then sections
 */
#ifndef BOBBIN_PROFILE_FORMAT_H
#define BOBBIN_PROFILE_FORMAT_H

/* 0xb0 as in tables: neither ASCII nor erased flash nor zero. */
#define PROFILE_MAGIC 0x465042b0u /* bytes b0 'B' 'P' 'F' */
#define PROFILE_MAJOR 1           /* another major: refused */
#define PROFILE_MINOR 0           /* higher: more optional sections, longer records */

enum {
    PROFILE_HEADER_MAJOR = 4,
    PROFILE_HEADER_MINOR = 5,
    PROFILE_HEADER_HEADER_BYTES = 6,
    PROFILE_HEADER_SIZE = 8,
    PROFILE_HEADER_CRC = 12,
    PROFILE_HEADER_SECTIONS = 16,
    PROFILE_HEADER_BUILD_ID_SIZE = 18,
    PROFILE_HEADER_BUILD_ID = 20,
    PROFILE_HEADER_FLAGS = 52,        /* PROFILE_FLAG_... */
    PROFILE_HEADER_PROCESSOR = 56,    /* u16: number of the processor that this is about... */
    PROFILE_HEADER_PROCESSORS = 58,   /* u16: ...and how many there are */
    PROFILE_HEADER_CLOCK_HZ = 60,     /* of time stamps and costs; 0: not known */
    PROFILE_HEADER_TIMER_HZ = 64,     /* of the period; 0: not known */
    PROFILE_HEADER_PERIOD_TICKS = 68, /* from sample to sample, on average */
    PROFILE_HEADER_JITTER_TICKS = 72, /* drawn evenly from period - jitter to period + jitter */
    PROFILE_HEADER_DEPTH_MAX = 76,    /* frames of a sample */
    PROFILE_HEADER_COST_MAX = 80,     /* clock ticks of a sample; 0: no limit */
    PROFILE_HEADER_RUN = 84,          /* tells devices and starts apart; 0: not known */
    PROFILE_HEADER_EPOCH = 88,        /* how often the counts were set to 0 in this run */
    PROFILE_HEADER_SNAPSHOT = 92, /* how many captures were written before this one, in this run */
    PROFILE_HEADER_ZERO = 96,     /* 16 bytes */
    PROFILE_HEADER_DIRECTORY = 112,
    PROFILE_BUILD_ID_MAX = 32,
    PROFILE_SECTIONS_MAX = 16,
    PROFILE_HEADER_BYTES_MAX = 1024,
};

/* Found in memory as the sampler works on it: no checksums but the header's, and room that is not used yet. */
#define PROFILE_FLAG_LIVE (1u << 0)
/* The sampling interrupt is a FIQ: what runs with IRQ masked is seen too. */
#define PROFILE_FLAG_FIQ (1u << 1)

enum {
    PROFILE_ENTRY_TYPE = 0,
    PROFILE_ENTRY_FLAGS = 2,
    PROFILE_ENTRY_RECORD_BYTES = 4,
    PROFILE_ENTRY_OFFSET = 8,
    PROFILE_ENTRY_SIZE = 12,
    PROFILE_ENTRY_BYTES = 16,
    PROFILE_ENTRY_REQUIRED = 1,
};

enum profile_section {
    PROFILE_SECTION_COUNTERS = 1,
    PROFILE_SECTION_CONTEXTS = 2,
    PROFILE_SECTION_NODES = 3,
    PROFILE_SECTION_RING = 4,
    PROFILE_SECTION_COSTS = 5,
    PROFILE_SECTION_INDEX = 6, /* the sampler's own, in live captures; readers skip it */
};

/*
 * COUNTERS: u32 each, record_bytes 4. taken = whole + charged + dropped. whole and charged are the sums over CONTEXTS
 * and NODES: to the sample in a capture that was written, but for those being taken in a live one.
 */
enum profile_counter {
    PROFILE_COUNTER_TAKEN, /* interrupts that wanted a sample */
    PROFILE_COUNTER_WHOLE, /* counted where their stack is */
    PROFILE_COUNTER_CHARGED, /* counted at the nearest ancestor of theirs that is there: no room for the rest */
    PROFILE_COUNTER_DROPPED,  /* counted nowhere: they came while the counts were being set to 0 */
    PROFILE_COUNTER_CONTEXTS, /* records in use, from the first on... */
    PROFILE_COUNTER_NODES,    /* ...of which others stand unused in a live capture */
    PROFILE_COUNTER_RING_WRITTEN,     /* raw samples ever written */
    PROFILE_COUNTER_RING_OVERWRITTEN, /* of them, those that newer ones took the place of */
    PROFILE_COUNTER_COST_LOW, /* clock ticks spent on samples, without the interrupt's entry and exit: 64 bits... */
    PROFILE_COUNTER_COST_HIGH,
    PROFILE_COUNTER_COST_WORST,  /* ...and on the dearest one */
    PROFILE_COUNTER_ELAPSED_LOW, /* clock ticks during which samples were taken: 64 bits */
    PROFILE_COUNTER_ELAPSED_HIGH,
    PROFILE_COUNTER_NESTED, /* samples taken in the middle of another one */
    PROFILE_COUNTER_NOW, /* the clock when this was written: of the same sort as time stamps in RING */
    PROFILE_COUNTERS,
};

/*
 * CONTEXTS: what was interrupted, and how its trace ended; 32 bytes each. The first one is for samples whose own had no
 * room. Two contexts may be alike: they are one.
 */
enum {
    PROFILE_CONTEXT_TASK = 0,      /* u32: the system's own number or address of the task */
    PROFILE_CONTEXT_INTERRUPT = 4, /* u16: the interrupt whose handler was interrupted */
    PROFILE_CONTEXT_MODE = 6,      /* u8: CPSR mode number */
    PROFILE_CONTEXT_STOP = 7, /* u8: enum bobbin_stop; all but 1 (outermost): callers are missing */
    PROFILE_CONTEXT_FLAGS = 8,    /* u8: PROFILE_IS_... */
    PROFILE_CONTEXT_ZERO = 9,     /* 3 bytes */
    PROFILE_CONTEXT_CHARGED = 12, /* u32: samples of it without room for a single node */
    PROFILE_CONTEXT_NAME = 16,    /* of the task; NUL-terminated unless all 16 bytes long */
    PROFILE_CONTEXT_NAME_BYTES = 16,
    PROFILE_CONTEXT_BYTES = 32,
};

enum {
    PROFILE_IS_TASK = 1,      /* task and name mean something */
    PROFILE_IS_INTERRUPT = 2, /* interrupt too; the task is the one that it interrupted */
    PROFILE_IS_IDLE = 4,      /* there was nothing to do */
    PROFILE_IS_OTHER = 8,     /* the first context: any of those that found no room */
};

/*
 * NODES: the tree of stacks, outermost frames at its roots; 16 bytes each, numbered from 0 in their order. A parent
 * always stands before its children. Two nodes may have the same parent and pc: they are one. Nodes without counts and
 * children mean nothing.
 */
enum {
    PROFILE_NODE_PARENT = 0, /* u32: number of a node; with PROFILE_AT_CONTEXT, of a context */
    PROFILE_NODE_PC = 4,    /* u32; with PROFILE_PC_CALL a return address, else interrupted there */
    PROFILE_NODE_COUNT = 8, /* u32: samples of which this is the innermost frame */
    PROFILE_NODE_CHARGED = 12, /* u32: samples whose next frame had no room */
    PROFILE_NODE_BYTES = 16,
};
#define PROFILE_AT_CONTEXT (1u << 31)
#define PROFILE_AT_CHARGED (1u << 30)
#define PROFILE_AT_NUMBER  0x3fffffffu
#define PROFILE_AT_NOWHERE 0xffffffffu
#define PROFILE_PC_CALL    1u

/*
 * RING: raw samples, oldest first, 8 bytes each. In a live capture number N is at N modulo the records there are, and
 * the next one written is number PROFILE_COUNTER_RING_WRITTEN. Time wraps at 32 bits. What counted it is a node or,
 * with PROFILE_AT_CONTEXT, a context; with PROFILE_AT_CHARGED it was charged there; PROFILE_AT_NOWHERE: overwritten
 * while the capture was written.
 */
enum {
    PROFILE_RAW_TIME = 0, /* u32: the clock */
    PROFILE_RAW_AT = 4,   /* u32: what counted it: see above */
    PROFILE_RAW_BYTES = 8,
};

/* COSTS: what samples of 1, 2, 3, ... frames took; the last record is also for all deeper ones. 16 bytes each. */
enum {
    PROFILE_COST_SAMPLES = 0, /* u32 */
    PROFILE_COST_WORST = 4,   /* u32: clock ticks */
    PROFILE_COST_LOW = 8,     /* u32: clock ticks of all, the low word... */
    PROFILE_COST_HIGH = 12,   /* ...and the high one */
    PROFILE_COST_BYTES = 16,
};

/*
 * In a text log (report.h has the outer form of lines):
 *
 *   %bobbin SEQ profile NAME OFFSET BYTES *CRC
 *
 *   SEQ     decimal, from 0
 *   NAME    8 hexadecimal digits: the CRC in the capture's header
 *   OFFSET  8 hexadecimal digits: where in the capture BYTES are
 *   BYTES   at most PROFILE_LINE_BYTES of it in base64 (RFC 4648 section 4, padded)
 *
 * The lines with the header come first, and once more at the end.
 */
#define PROFILE_LINE_TYPE "profile"
enum { PROFILE_LINE_BYTES = 96 };

#endif
