/* SPDX-License-Identifier: MIT */
/*
 * Bobbin: stack unwinding for bare-metal ARM (AArch32, ARM and Thumb-2 code).
 *
 *     struct bobbin_table table;
 *     struct bobbin_env env = {
 *         .read = my_read, .guess = bobbin_guess, .tables = &table, .tables_count = 1};
 *     struct bobbin_cursor cursor;
 *
 *     if (bobbin_table_open(&table, blob, blob_size_bytes, 0) == BOBBIN_TABLE_OK) {
 *         bobbin_begin(&cursor, &env, registers, cpsr);
 *         do
 *             use(cursor.r[BOBBIN_PC], cursor.r[BOBBIN_SP], cursor.kind, cursor.trust);
 *         while (bobbin_step(&cursor, &env));
 *         // cursor.stop says why the trace ended; only BOBBIN_STOP_OUTERMOST is a complete one
 *     }
 *
 * What holds for every function of this header, on the target and on the host:
 *  - it allocates nothing, writes no global, takes no lock, does not recurse and needs no libc;
 *  - it may be called from any mode, nested, with interrupts on or off, on several processors at
 *    once, as long as each caller has its own cursor: all state is the caller's;
 *  - it reads memory only through env->read and in the windows of env, and the table only inside the length given;
 *  - no data (table, registers, stack, code) makes it fault, loop or read elsewhere: what is wrong
 *    becomes a stop reason or a table error. Null pointers are the caller's mistake and not checked.
 * Addresses are uint32_t also on a 64-bit host. Byte order is the target's little-endian.
 */
#ifndef BOBBIN_H
#define BOBBIN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Library version. The table format has its own, in format.h; a table says which one it has. */
#define BOBBIN_VERSION_MAJOR 0
#define BOBBIN_VERSION_MINOR 1

/* Register numbers (AAPCS32, "Core registers"). */
#define BOBBIN_SP 13
#define BOBBIN_LR 14
#define BOBBIN_PC 15

#define BOBBIN_CPSR_T    (1u << 5) /* ARM ARM B1.3.3: set in Thumb state */
#define BOBBIN_CPSR_MODE 0x1fu     /* ARM ARM B1.3.1: the mode's number */

/* Most steps in a row that may take the return address from a register: a leaf, a veneer, a guess, a frame that
   keeps it in r4; never a loop. */
#define BOBBIN_REGISTER_STEPS_MAX 4

/* ---- what the caller provides --------------------------------------------------------------- */

enum bobbin_space {
    BOBBIN_SPACE_STACK, /* saved registers. Always 4 bytes, 4-byte aligned, never below sp */
    BOBBIN_SPACE_CODE, /* instructions: 2 or 4 bytes, 2-byte aligned, never a byte order swap; for bobbin_exidx also
                           .ARM.exidx and .ARM.extab: 4 bytes, 4-byte aligned */
};

/* Two words at a multiple of 8 are one access. */
#define BOBBIN_PAIRS __attribute__((aligned(8)))

/*
 * From START on there are SIZE_BYTES at BYTES, up to 2 GiB, and not the last word of the address space: a stack does
 * not go round its end. Both addresses and SIZE_BYTES are multiples of 4; 0: there are none.
 */
struct bobbin_window {
    const void *bytes;
    uint32_t start, size_bytes;
} BOBBIN_PAIRS;

/* An entry of the cache: nobody else's business. */
struct bobbin_kept {
    uint32_t key, word;
} BOBBIN_PAIRS;

struct bobbin_table;
struct bobbin_small;

/* Reads tables of the setting "small". Only firmware that names it links it. */
extern const struct bobbin_small bobbin_small;

struct bobbin_foreign;

struct bobbin_cursor;

/* The world a trace lives in. Constant while a trace runs; may be shared by any number of them. */
struct bobbin_env {
    void *context; /* handed to the callbacks as it is */

    /*
     * Copies SIZE_BYTES from ADDRESS of the target to OUT and returns true, or returns false and
     * reads nothing. The only way by which memory is read that no window has, and now and then what a window has:
     * here the caller says what may be read (which stacks, which pages) and how (live, with a probe, from a core
     * file). Required.
     */
    bool (*read)(void *context, enum bobbin_space space, uint32_t address, void *out,
                 uint32_t size_bytes);

    /*
     * Gives register NUMBER (8..14) of the bank of MODE (a CPSR mode number) and returns true, or
     * returns false. For traces that cross an exception frame into another mode: core makes none yet,
     * and does not ask. May be NULL: such a trace then ends at the exception frame.
     */
    bool (*read_bank)(void *context, uint32_t mode, uint32_t number, uint32_t *out);

    /* Memory of this processor that is read as it lies, without asking READ: stacks, code. By enum bobbin_space. */
    struct bobbin_window window[2];

    /*
     * Opened tables, searched in this order: boot ROM, bootloader, application, modules. The first range of the first
     * one is found at once, whatever else there is.
     */
    const struct bobbin_table *tables;
    uint32_t tables_count; /* 0..255 */

    /*
     * Remembers rules of the first range of the first table by return address: CACHE_MASK + 1 entries, a power of two of
     * at least 2, zero at first and whenever any table changes, or how many there are. Of one trace at a time: a trace that
     * interrupts another one has a cache of its own, and where one was given up in the middle of a step it is zeroed. May
     * be NULL.
     */
    struct bobbin_kept *cache;
    uint32_t cache_mask;

    uint32_t reads_max; /* a whole trace's budget of calls to read; 0 = no budget */

    /* &bobbin_small where a table may be of the setting "small"; NULL: the rules of such a table are not found. */
    const struct bobbin_small *small;

    /* &bobbin_guess, or NULL: where the pc is in no code, the trace ends. */
    bool (*guess)(struct bobbin_cursor *cursor);

    /* Reads tables of one other format; NULL: no rule is found in such a table. */
    const struct bobbin_foreign *foreign;

    /*
     * BOBBIN_CHROME1_CACHE entries that FOREIGN may remember rules of the first table in, under the terms of CACHE; or
     * NULL.
     */
    struct bobbin_kept *foreign_cache;
};

/* ---- tables --------------------------------------------------------------------------------- */

/* A run of code addresses and where its parts of a table are. For the core alone. */
struct bobbin_range {
    uint32_t start, size_bytes; /* the return addresses of calls that it may have */
    const uint8_t *groups, *counts;
    const uint8_t *entries, *end; /* END is the table's */
    uint8_t unit_shift, how, group_shift;
} BOBBIN_PAIRS;

/* The rules of a table, by number: runs first. For the core alone. */
struct bobbin_rules {
    const uint8_t *runs;
    uint32_t runs_count;
    const uint8_t *words;
    uint32_t words_count;
} BOBBIN_PAIRS;

/* A table that bobbin_table_open has checked. Caller owns it; the fields are for the core alone. */
struct bobbin_table {
    struct bobbin_range first; /* most tables have one range. Empty, if that takes another reader */
    struct bobbin_rules rules;
    const uint8_t *bytes;
    uint32_t size_bytes;
    uint32_t key_bias; /* from a linked address to the return address that is looked up as that */
    uint32_t ranges_count;
    const uint8_t *ranges;
} BOBBIN_PAIRS;

enum bobbin_table_error {
    BOBBIN_TABLE_OK,
    BOBBIN_TABLE_EMPTY,   /* no magic: the space was reserved and never filled */
    BOBBIN_TABLE_VERSION, /* of another major version of the format, which this core does not read */
    BOBBIN_TABLE_TRUNCATED, /* longer than SIZE_BYTES */
    BOBBIN_TABLE_CORRUPT,   /* a header, a range or a checksum that cannot be right */
    BOBBIN_TABLE_IMAGE,     /* made for another image: the build id or the code checksum differs */
    BOBBIN_TABLE_UNREADABLE, /* for callers: its memory cannot be read; no function here returns it */
};

/*
 * Checks header and ranges of the table at BYTES and fills TABLE. LOAD_BIAS is added to every address of the table (0
 * for an image that runs where it was linked). Takes time linear in the number of ranges, which in most tables is 1: all
 * else is checked as it is used. BYTES is a multiple of 4 (else it is EMPTY) and must outlive TABLE.
 */
enum bobbin_table_error bobbin_table_open(struct bobbin_table *table, const void *bytes,
                                          uint32_t size_bytes, uint32_t load_bias);

/* Whether TABLE carries this build id: OK or IMAGE. Of size 0 it is every table's. */
enum bobbin_table_error bobbin_table_match(const struct bobbin_table *table,
                                           const uint8_t *build_id, uint32_t build_id_size);

/* Compares the table's own checksum: OK or CORRUPT. Takes time linear in the table's size. */
enum bobbin_table_error bobbin_table_verify(const struct bobbin_table *table);

/* Compares the checksum of the code that a table describes, in pieces. Zero it to start. */
struct bobbin_code_check {
    uint32_t range, offset, crc;
    bool done;
};

/*
 * Reads at most SIZE_BYTES more of the code and returns OK; CHECK->done then says whether that was
 * all of it. IMAGE when all was read and differs, CORRUPT when the code cannot be read.
 */
enum bobbin_table_error bobbin_code_check_step(struct bobbin_code_check *check,
                                               const struct bobbin_table *table,
                                               const struct bobbin_env *env, uint32_t size_bytes);

/* ---- traces --------------------------------------------------------------------------------- */

enum bobbin_kind {
    BOBBIN_KIND_INTERRUPTED, /* pc was interrupted there: the instruction at pc has not been executed */
    BOBBIN_KIND_CALL,        /* pc is a return address: the call stands before it */
};

/* Where the rule came from that found this frame. */
enum bobbin_trust {
    BOBBIN_TRUST_CONTEXT, /* no rule: the registers that the trace began with */
    BOBBIN_TRUST_TABLE,   /* a table's rule, from CFI or from machine code */
    BOBBIN_TRUST_CODE,    /* the instructions, read on the spot, tell the rule */
    BOBBIN_TRUST_EXIDX,   /* .ARM.exidx: right at calls, unproved elsewhere (EHABI 4) */
    BOBBIN_TRUST_LR,      /* a guess: the pc is outside all code and lr stands behind the very
                             indirect call that went there */
};

enum bobbin_stop {
    BOBBIN_STOP_NONE,        /* the trace goes on */
    BOBBIN_STOP_OUTERMOST,   /* stop_value: the pc of a root: the trace is complete */
    BOBBIN_STOP_DEPTH,       /* the caller's limit of frames; more may follow */
    BOBBIN_STOP_BUDGET,      /* env->reads_max; more may follow */
    BOBBIN_STOP_PC_OUTSIDE,  /* stop_value: a pc or return address that is in no code range */
    BOBBIN_STOP_NO_RULE,     /* stop_value: a pc inside a code range, without a rule */
    BOBBIN_STOP_LOST,        /* stop_value: number of the register a rule needed and nobody has */
    BOBBIN_STOP_BAD_SP,      /* stop_value: a cfa that is unaligned or below sp */
    BOBBIN_STOP_UNREADABLE,  /* stop_value: the address that read refused, or of a slot below sp */
    BOBBIN_STOP_NO_PROGRESS, /* stop_value: sp; it stayed, or memory had no say for too many steps */
    BOBBIN_STOP_WORLD_BOUNDARY, /* the caller runs in a world that cannot be read from this one: not said yet */
    BOBBIN_STOP_CORRUPT, /* stop_value: the address whose row or rule makes no sense */
    BOBBIN_STOPS,
};

/* Bits of bobbin_cursor.valid. */
#define BOBBIN_VALID_R(n) (1u << (n)) /* n 0..15 */
#define BOBBIN_VALID_CPSR (1u << 16)
#define BOBBIN_VALID_D(n) (1u << (16 + (n))) /* n 8..15 */

/* What a step has in mind. For the core alone. */
struct bobbin_reading {
    const struct bobbin_env *env;
    const struct bobbin_table *table; /* that has the pc; the first one, for a word of the cursor */
    /* The rule: a compact word, whose register is as far from its cfa as CFA_OFFSET says and not as it says itself. */
    uint32_t word;
    uint32_t cfa_offset; /* and then the cfa */
    uint32_t lost;       /* bits of valid that it takes besides */
    const uint8_t *step; /* of a long rule */
    uint8_t steps_count;
    uint8_t trust; /* enum bobbin_trust, TABLE at first */
} BOBBIN_PAIRS;

/* One frame and all that is needed to find the next. 296 bytes, the caller's. */
struct bobbin_cursor {
    uint8_t kind;           /* enum bobbin_kind, of pc */
    uint8_t trust;          /* enum bobbin_trust, of this frame */
    uint8_t stop;           /* enum bobbin_stop */
    uint8_t register_steps; /* the core's; so are reading, reads, word and slots */
    uint32_t word;          /* what is known of this frame */
    uint32_t valid;         /* which registers are known: BOBBIN_VALID_... */
    struct bobbin_reading reading;
    uint32_t r[16];      /* r0-r15. pc without the Thumb bit; it is in cpsr.T */
    uint32_t cpsr;       /* state and mode; in a caller's frame only T and the mode mean anything */
    uint32_t stop_value; /* see enum bobbin_stop */
    uint32_t reads;      /* how many of the budget have been made */
    uint64_t d[8];       /* d8-d15 */
    uint32_t slots[1 + 8 + 1 + 16]; /* the core's: the frame's, where no window has them */
};

/*
 * Starts a trace at the registers R (r0-r15) and CPSR of an interrupted context: pc is the
 * preferred return address (ARM ARM B1.8.3) and the instruction there has not been executed. Bit 0 of
 * R[15] is ignored. d8-d15 start unknown; a caller that has saved them sets CURSOR->d and their
 * bits of CURSOR->valid afterwards. Reading them is left to the caller because with the FPU off it
 * would trap.
 */
void bobbin_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env, const uint32_t r[16],
                  uint32_t cpsr);

/*
 * Says that the pc of a trace just begun was never meant to be executed, though it may lie in code:
 * a call through null where the reset vector is at 0. The next step goes by env->guess, as for a pc outside.
 */
void bobbin_begin_wild(struct bobbin_cursor *cursor);

/*
 * For bobbin_env.guess: whether the pc of CURSOR, in no code, is where a call through a bad pointer went: lr stands
 * behind a BLX whose register still holds that very pc. Anything else (a return to garbage) has no known caller.
 */
bool bobbin_guess(struct bobbin_cursor *cursor);

/*
 * Makes CURSOR the caller's frame and returns true, or returns false and CURSOR->stop says why.
 * Where it stops, pc, sp, cpsr, kind and trust are still those of the last good frame; the other registers, and what of
 * them is valid, may be half the caller's. After a stop it returns false for ever. It stops, too, where one of the slots
 * that the rule has cannot be read or is below sp. Instructions executed: bounded by constants and the number of ranges of
 * all tables (with a damaged small table by its length), plus the calls of env->read: 26 for saved words at most (281 with
 * a damaged table), and one for each halfword of code that is read, of which there are 12 with a fast table (reading.h), 606
 * with a small one (small.h), where they are words in ARM state, none with a table-only one: 38, 632 and 26 calls at most.
 * bobbin_exidx reads 260 words more at most, and one for each time that its entries can be halved.
 */
bool bobbin_step(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/* What a backtrace keeps of a frame. */
struct bobbin_frame {
    uint32_t pc, sp, valid; /* as in the cursor */
    uint8_t kind, trust;
};

/*
 * Stores the frame of CURSOR and its callers to FRAMES, innermost first, until the trace stops or
 * FRAMES_MAX are stored, and returns how many are. CURSOR->stop says why it ended. With DEPTH the
 * cursor is the next good frame: set CURSOR->stop to NONE and call again to go on with it.
 */
uint32_t bobbin_walk(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                     struct bobbin_frame *frames, uint32_t frames_max);

/*
 * The address by which a frame is looked up and named. An interrupted pc stands for itself; a return
 * address for the call before it, which may be the last instruction of its function.
 */
uint32_t bobbin_lookup_address(uint32_t pc, enum bobbin_kind kind);

/* ---- words ---------------------------------------------------------------------------------- */

/* Short lower-case words with hyphens, as reports have them. Never NULL; "?" for unknown values. */
const char *bobbin_stop_name(uint32_t stop);
const char *bobbin_trust_name(uint32_t trust);
const char *bobbin_kind_name(uint32_t kind);

#ifdef __cplusplus
}
#endif

#endif
