/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a capture: what the sampling profiler has counted on one processor. The writer in
 * core and the reader in gen both use this header. core/format/CAPTURE.md explains the format at
 * length. All numbers are little-endian. All parts start at multiples of 4.
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
    PROFILE_HEADER_PROCESSOR = 56,    /* u16: number of the processor that was sampled */
    PROFILE_HEADER_PROCESSORS = 58,   /* u16: ...and how many there are */
    PROFILE_HEADER_CLOCK_HZ = 60,     /* of time stamps and costs; 0: not known */
    PROFILE_HEADER_TIMER_HZ = 64,     /* of the period; 0: not known */
    PROFILE_HEADER_PERIOD_TICKS = 68, /* from sample to sample, on average */
    PROFILE_HEADER_JITTER_TICKS = 72, /* random, from period - jitter to period + jitter */
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

/*
 * A live capture: the memory that the sampler is working on. Only the header has a checksum, and
 * sections have room that is not in use yet.
 */
#define PROFILE_FLAG_LIVE (1u << 0)
/* The sampling interrupt is a FIQ: code that runs with IRQ masked is sampled too. */
#define PROFILE_FLAG_FIQ (1u << 1)
/* A wall-clock profile: in each round every task was sampled, also those that did not run. */
#define PROFILE_FLAG_WALL (1u << 2)

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
    PROFILE_SECTION_INDEX = 6, /* for the sampler only, in live captures; readers skip it */
};

/*
 * COUNTERS: u32 each, record_bytes 4. taken = whole + charged + dropped. In a written capture,
 * whole and charged are the exact sums over CONTEXTS and NODES. In a live capture, samples in
 * progress may be missing from the sums.
 */
enum profile_counter {
    PROFILE_COUNTER_TAKEN, /* interrupts that requested a sample */
    PROFILE_COUNTER_WHOLE, /* samples counted at the node of their own stack */
    /* samples counted at an ancestor of their node, because the memory was full */
    PROFILE_COUNTER_CHARGED,
    PROFILE_COUNTER_DROPPED, /* samples not counted: taken while the counts were being set to 0 */
    /*
     * CONTEXTS, then NODES: records in use, from the first on; a live capture has unused records
     * after them
     */
    PROFILE_COUNTER_CONTEXTS,
    PROFILE_COUNTER_NODES,            /* the same for NODES */
    PROFILE_COUNTER_RING_WRITTEN,     /* raw samples written since the start */
    PROFILE_COUNTER_RING_OVERWRITTEN, /* raw samples that newer ones have replaced */
    /* clock ticks spent on samples, 64 bits, without the entry and exit of the interrupt */
    PROFILE_COUNTER_COST_LOW,
    PROFILE_COUNTER_COST_HIGH,
    PROFILE_COUNTER_COST_WORST,  /* clock ticks of the slowest sample */
    PROFILE_COUNTER_ELAPSED_LOW, /* clock ticks during which samples were taken, 64 bits */
    PROFILE_COUNTER_ELAPSED_HIGH,
    PROFILE_COUNTER_NESTED, /* samples that interrupted another sample */
    PROFILE_COUNTER_NOW, /* the clock when the capture was written; RING has times of this clock */
    PROFILE_COUNTERS,
};

/*
 * CONTEXTS: which code was interrupted, and how its trace ended; 32 bytes each. The first context
 * counts the samples for whose own context there was no room. Readers merge contexts that are
 * equal.
 */
enum {
    PROFILE_CONTEXT_TASK = 0,      /* u32: the system's own number or address of the task */
    PROFILE_CONTEXT_INTERRUPT = 4, /* u16: the interrupt whose handler was interrupted */
    PROFILE_CONTEXT_MODE = 6,      /* u8: CPSR mode number */
    /* u8: enum bobbin_stop; unless it is 1 (outermost) or 12 (thread-base), callers are missing */
    PROFILE_CONTEXT_STOP = 7,
    PROFILE_CONTEXT_FLAGS = 8,    /* u8: PROFILE_IS_... */
    PROFILE_CONTEXT_ZERO = 9,     /* 3 bytes */
    PROFILE_CONTEXT_CHARGED = 12, /* u32: samples of this context for which no node had room */
    PROFILE_CONTEXT_NAME = 16,    /* name of the task; no NUL at the end if it has 16 bytes */
    PROFILE_CONTEXT_NAME_BYTES = 16,
    PROFILE_CONTEXT_BYTES = 32,
};

enum {
    PROFILE_IS_TASK = 1,      /* task and name are valid */
    PROFILE_IS_INTERRUPT = 2, /* interrupt is valid; task is the task that it interrupted */
    PROFILE_IS_IDLE = 4,      /* the processor was idle */
    PROFILE_IS_WAITING = 16,  /* in wall-clock profiles: the task did not run */
    PROFILE_IS_OTHER = 8,     /* the first context: samples whose own context had no room */
};

/*
 * NODES: the tree of stacks, with the outermost frames as roots; 16 bytes each, numbered from 0. A
 * parent always comes before its children. Readers merge nodes that have the same parent and pc.
 * Readers ignore nodes without counts and without children.
 */
enum {
    PROFILE_NODE_PARENT = 0, /* u32: number of a node; with PROFILE_AT_CONTEXT, of a context */
    PROFILE_NODE_PC = 4, /* u32; with PROFILE_PC_CALL a return address, else the interrupted pc */
    PROFILE_NODE_COUNT = 8,    /* u32: samples whose innermost frame this is */
    PROFILE_NODE_CHARGED = 12, /* u32: samples for whose next frame there was no room */
    PROFILE_NODE_BYTES = 16,
};
#define PROFILE_AT_CONTEXT (1u << 31)
#define PROFILE_AT_CHARGED (1u << 30)
#define PROFILE_AT_NUMBER  0x3fffffffu
#define PROFILE_AT_NOWHERE 0xffffffffu
#define PROFILE_PC_CALL    1u

/*
 * RING: raw samples, oldest first, 8 bytes each. In a live capture, sample N is at record N modulo
 * the number of records, and the next sample to be written is PROFILE_COUNTER_RING_WRITTEN. Time
 * wraps at 32 bits. PROFILE_RAW_AT is the number of the node that counted the sample; with
 * PROFILE_AT_CONTEXT, of a context. With PROFILE_AT_CHARGED the sample was charged there.
 * PROFILE_AT_NOWHERE: the sample was overwritten while the capture was written.
 */
enum {
    PROFILE_RAW_TIME = 0, /* u32: the clock */
    PROFILE_RAW_AT = 4,   /* u32: where the sample was counted; see above */
    PROFILE_RAW_BYTES = 8,
};

/*
 * COSTS: the cost in clock ticks of samples with 1, 2, 3, ... frames, 16 bytes each. The last
 * record is also for all deeper stacks.
 */
enum {
    PROFILE_COST_SAMPLES = 0, /* u32 */
    PROFILE_COST_WORST = 4,   /* u32: clock ticks */
    PROFILE_COST_LOW = 8,     /* u32: clock ticks of all samples, low word */
    PROFILE_COST_HIGH = 12,   /* u32: the same, high word */
    PROFILE_COST_BYTES = 16,
};

/*
 * In a text log (report.h has the outer form of lines):
 *
 *   %bobbin TOKEN.SEQ p OFFSET BYTES *CRC
 *
 *   TOKEN   of the capture: its digits of the report are a hash of the header
 *   SEQ     decimal, from 0
 *   OFFSET  hexadecimal: where in the capture BYTES are
 *   BYTES   at most PROFILE_LINE_BYTES of it in base64 (RFC 4648 section 4, padded)
 *
 * The lines with the header come first, and once more at the end.
 */
#define PROFILE_LINE_TYPE   "p"
#define PROFILE_LINE_TYPE_1 "profile" /* in grammar 1 of report.h, which has another form */
enum { PROFILE_LINE_BYTES = 36, PROFILE_LINE_BYTES_1 = 96 };

#endif
