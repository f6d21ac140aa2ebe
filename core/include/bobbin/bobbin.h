/* SPDX-License-Identifier: MIT */
/*
 * Bobbin: stack unwinding for bare-metal ARM firmware (AArch32, ARM and Thumb-2 code). Firmware
 * includes this header to open a table and to walk a call stack.
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
 *         // cursor.stop says why the trace ended. With BOBBIN_STOP_OUTERMOST it is complete.
 *     }
 *
 * Guarantees of every function in this header, on the target and on the host:
 *  - It does not allocate, write globals, take locks or recurse, and it needs no libc.
 *  - You may call it in any processor mode and in any interrupt handler, with interrupts enabled or
 *    disabled. Calls may interrupt each other or run on several processors at once, if each uses
 *    its own cursor and its own cache.
 *  - It reads target memory only through env->read and in the windows of env. It reads the table
 *    only inside its size.
 *  - Bad data (table, registers, stack, code) cannot make it fault, loop forever or read elsewhere.
 *    The result is a stop reason or a table error. The caller must not pass null pointers, except
 *    where this header allows them.
 * Addresses are uint32_t on a 64-bit host, too. The byte order is little-endian.
 *
 * rule.h declares single unwind rules, formats.h readers of other table formats, profile.h the
 * sampling profiler.
 */
#ifndef BOBBIN_H
#define BOBBIN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this library. The table format has its own version, which each table stores. */
#define BOBBIN_VERSION_MAJOR 0
#define BOBBIN_VERSION_MINOR 1

/* Register numbers (AAPCS32, "Core registers"). */
#define BOBBIN_SP 13
#define BOBBIN_LR 14
#define BOBBIN_PC 15

#define BOBBIN_CPSR_T    (1u << 5) /* ARM ARM B1.3.3: set in Thumb state */
#define BOBBIN_CPSR_MODE 0x1fu     /* ARM ARM B1.3.1: number of the processor mode */

/*
 * Maximum number of consecutive steps that take the return address from a register. A leaf
 * function, a veneer, a guess or a frame that keeps its return address in r4 takes one such step.
 * The limit ends loops.
 */
#define BOBBIN_REGISTER_STEPS_MAX 4

/* ---- what the caller provides --------------------------------------------------------------- */

/* The kind of memory that a read is for. */
enum bobbin_space {
    /*
     * Saved registers: always 4 bytes, 4-byte aligned, never below sp. bobbin_cross (cross.h) also
     * reads the stacks of other modes and control blocks, at any address.
     */
    BOBBIN_SPACE_STACK,
    /*
     * Instructions: 2 or 4 bytes, 2-byte aligned, as they lie in memory. For bobbin_exidx also
     * .ARM.exidx and .ARM.extab: 4 bytes, 4-byte aligned.
     */
    BOBBIN_SPACE_CODE,
};

/* Aligns a structure so that the compiler can access two of its words with one instruction. */
#define BOBBIN_PAIRS __attribute__((aligned(8)))

/*
 * Memory that the core reads directly: target addresses from START on are at BYTES. START, BYTES
 * and SIZE_BYTES are multiples of 4. SIZE_BYTES is at most 2 GiB; 0 means that there is no window.
 * The window must not contain the last word of the address space.
 */
struct bobbin_window {
    const void *bytes;
    uint32_t start, size_bytes;
} BOBBIN_PAIRS;

/* Cache entry; the fields are private to the core. */
struct bobbin_kept {
    uint32_t key, word;
} BOBBIN_PAIRS;

struct bobbin_table;
struct bobbin_small;

/*
 * For bobbin_env.small: reads tables made with `--small`. Firmware that does not reference it does
 * not link the reader.
 */
extern const struct bobbin_small bobbin_small;

struct bobbin_banks;
struct bobbin_foreign;
struct bobbin_cursor;

/*
 * What a trace needs besides registers. Any number of traces may share it, except for its caches;
 * it must not change while one of them runs. Zero all fields that you do not set.
 */
struct bobbin_env {
    void *context; /* passed to the callbacks */

    /*
     * Required. Copies SIZE_BYTES from ADDRESS of the target to OUT and returns true, or returns
     * false. The core calls it for all memory outside the windows, and sometimes for memory inside
     * them. This callback decides which memory may be read (which stacks, which pages) and how
     * (directly, with a probe for faults, from a core file).
     */
    bool (*read)(void *context, enum bobbin_space space, uint32_t address, void *out,
                 uint32_t size_bytes);

    /*
     * For bobbin_cross (cross.h); nothing else calls it. Stores register NUMBER of the bank of MODE
     * (a CPSR mode number) to OUT and returns true, or returns false if it is unknown. NUMBER is
     * 8..14, or 16 for SPSR. It must refuse lr and SPSR of a mode in which a fault handler runs,
     * because the fault has overwritten them. May be NULL.
     */
    bool (*read_bank)(void *context, uint32_t mode, uint32_t number, uint32_t *out);

    /*
     * Memory that the core may read without the callback, by enum bobbin_space: one for stacks, one
     * for code.
     */
    struct bobbin_window window[2];

    /*
     * Opened tables, searched in this order: for example boot ROM, bootloader, application,
     * modules. The look-up is fastest in the first code range of the first table, however many
     * other tables there are.
     */
    const struct bobbin_table *tables;
    uint32_t tables_count; /* 0..255 */

    /*
     * Optional (NULL): CACHE_MASK + 1 entries that remember rules of the first range of the first
     * table. The number of entries is a power of two, at least 2. Only one trace at a time may use
     * a cache. A trace that interrupts another one needs its own. Zero the cache before its first
     * use, after each change of tables or tables_count, and after a step that was abandoned before
     * it returned.
     */
    struct bobbin_kept *cache;
    uint32_t cache_mask;

    uint32_t reads_max; /* maximum number of calls of read in one trace; 0: no limit */

    /* &bobbin_small to read tables made with `--small`. NULL: such a table yields no rule. */
    const struct bobbin_small *small;

    /* &bobbin_guess, or NULL: a trace ends where the pc is outside all code. */
    bool (*guess)(struct bobbin_cursor *cursor);

    /*
     * Asked where Bobbin's own tables have no rule: the reader of one other table format
     * (formats.h), or bobbin_cross (cross.h). NULL: there is no rule.
     */
    const struct bobbin_foreign *foreign;

    /*
     * Optional (NULL): a cache for FOREIGN, under the same conditions as CACHE. Only bobbin_chrome1
     * uses one, of BOBBIN_CHROME1_CACHE entries (formats.h).
     */
    struct bobbin_kept *foreign_cache;
};

/* ---- tables --------------------------------------------------------------------------------- */

/* A code range and its parts of the table. Private to the core. */
struct bobbin_range {
    uint32_t start, size_bytes; /* return addresses of calls in the range */
    const uint8_t *groups, *counts;
    const uint8_t *entries, *end; /* END: of the table */
    uint8_t unit_shift, how, group_shift, ahead;
} BOBBIN_PAIRS;

/*
 * The rules of a table: the runs have the first numbers, the words the next ones. Private to the
 * core.
 */
struct bobbin_rules {
    const uint8_t *runs;
    uint32_t runs_count;
    const uint8_t *words;
    uint32_t words_count;
} BOBBIN_PAIRS;

/* An opened table. The caller provides the memory; the fields are private to the core. */
struct bobbin_table {
    struct bobbin_range first; /* the first range; empty if find_rule (find.h) cannot read it */
    struct bobbin_rules rules;
    const uint8_t *bytes;
    uint32_t size_bytes;
    uint32_t key_bias; /* added to a linked address: the load bias, and 2 for a return address */
    uint32_t ranges_count;
    const uint8_t *ranges;
} BOBBIN_PAIRS;

enum bobbin_table_error {
    BOBBIN_TABLE_OK,
    BOBBIN_TABLE_EMPTY,      /* no magic number: the section was reserved but never filled */
    BOBBIN_TABLE_VERSION,    /* this core does not read this major version of the format */
    BOBBIN_TABLE_TRUNCATED,  /* the core never returns it: for callers that fail to read a table */
    BOBBIN_TABLE_CORRUPT,    /* the header, a range or a checksum is wrong */
    BOBBIN_TABLE_IMAGE,      /* made for another image: the build id or the code checksum differs */
    BOBBIN_TABLE_UNREADABLE, /* the core never returns it: for callers that cannot read it */
};

/*
 * Opens the table of SIZE_BYTES at BYTES: checks its header and its code ranges, and fills TABLE.
 * All else is checked when it is used. BYTES is a multiple of 4 (else the result is EMPTY) and must
 * exist as long as TABLE is used. LOAD_BIAS is added to every address of the table: 0 for an image
 * that runs at the address where it was linked. The time is linear in the number of code ranges,
 * which is 1 in most tables.
 */
enum bobbin_table_error bobbin_table_open(struct bobbin_table *table, const void *bytes,
                                          uint32_t size_bytes, uint32_t load_bias);

/*
 * Compares the build id of TABLE with BUILD_ID. Returns OK or IMAGE. A BUILD_ID_SIZE of 0 matches
 * every table.
 */
enum bobbin_table_error bobbin_table_match(const struct bobbin_table *table,
                                           const uint8_t *build_id, uint32_t build_id_size);

/*
 * Checks the checksum of the whole table. Returns OK or CORRUPT. The time is linear in the size of
 * the table.
 */
enum bobbin_table_error bobbin_table_verify(const struct bobbin_table *table);

/*
 * State of a check of the code that a table describes. Zero it to start. Only DONE is for callers.
 */
struct bobbin_code_check {
    uint32_t range, offset, crc;
    bool done; /* all code has been read */
};

/*
 * Continues CHECK, the comparison of the code in memory with the checksum in TABLE. One call reads
 * at most SIZE_BYTES of code, so that an idle task can check all code in small pieces. Returns OK
 * while the check is unfinished and when all code is right; CHECK->done tells which. Returns IMAGE
 * if the code differs, CORRUPT if env->read refuses to read it.
 */
enum bobbin_table_error bobbin_code_check_step(struct bobbin_code_check *check,
                                               const struct bobbin_table *table,
                                               const struct bobbin_env *env, uint32_t size_bytes);

/* ---- traces --------------------------------------------------------------------------------- */

/* What the pc of a frame is. */
enum bobbin_kind {
    BOBBIN_KIND_INTERRUPTED, /* the instruction at pc was interrupted before it executed */
    BOBBIN_KIND_CALL,        /* pc is a return address: the call is before it */
};

/* The source of the unwind rule that led to this frame. */
enum bobbin_trust {
    BOBBIN_TRUST_CONTEXT, /* no rule: the frame has the registers that the trace began with */
    BOBBIN_TRUST_TABLE,   /* a table; the machine code proves the rule */
    BOBBIN_TRUST_CFI,     /* the compiler's call frame information alone: not proved */
    BOBBIN_TRUST_EXIDX,   /* .ARM.exidx: right at calls, unproved elsewhere (EHABI 4) */
    BOBBIN_TRUST_CODE,    /* the machine code, read during this step */
    /* a guess: pc is outside all code, and lr is the return address of the call that went there */
    BOBBIN_TRUST_LR,
};

/*
 * Why a trace ended, and what cursor.stop_value is then. NO_PROGRESS means that the step took the
 * return address from memory and left sp unchanged, or that it was one more consecutive step with
 * the return address in a register than BOBBIN_REGISTER_STEPS_MAX allows.
 */
enum bobbin_stop {
    BOBBIN_STOP_NONE,       /* the trace has not ended */
    BOBBIN_STOP_OUTERMOST,  /* the trace is complete. stop_value: pc of the outermost frame */
    BOBBIN_STOP_DEPTH,      /* bobbin_walk stored frames_max frames; there may be more */
    BOBBIN_STOP_BUDGET,     /* env->reads_max is reached; there may be more. stop_value: address */
    BOBBIN_STOP_PC_OUTSIDE, /* stop_value: pc or return address outside all code ranges */
    BOBBIN_STOP_NO_RULE,    /* stop_value: pc inside a code range, but without a rule */
    BOBBIN_STOP_LOST,   /* stop_value: number of a register that the rule needs and that is lost */
    BOBBIN_STOP_BAD_SP, /* stop_value: a cfa that is unaligned or below sp */
    BOBBIN_STOP_UNREADABLE,     /* stop_value: address that read refused, or of a slot below sp */
    BOBBIN_STOP_NO_PROGRESS,    /* possibly a loop: see above. stop_value: sp */
    BOBBIN_STOP_WORLD_BOUNDARY, /* reserved: the caller runs in another TrustZone world */
    BOBBIN_STOP_CORRUPT, /* the table is damaged. stop_value: pc whose row or rule is invalid */
    /* the trace of a thread is complete: its first function returns to 0. stop_value: 0 or 1 */
    BOBBIN_STOP_THREAD_BASE,
    /* for callers of bobbin_follows_call. stop_value: return address that no call precedes */
    BOBBIN_STOP_NO_CALL,
    BOBBIN_STOPS,
};

/* Bits of bobbin_cursor.valid. */
#define BOBBIN_VALID_R(n) (1u << (n)) /* n 0..15 */
#define BOBBIN_VALID_CPSR (1u << 16)
#define BOBBIN_VALID_D(n) (1u << (16 + (n))) /* n 8..15 */

/*
 * For n = 2 and 3: r[n] has its value in the innermost frame or, if the trace has crossed an
 * exception, in the interrupted code. In the frames of callers BOBBIN_VALID_R(n) is clear, and this
 * bit stays set. A rule may use r[n] there if the called functions do not change the register.
 */
#define BOBBIN_VALID_INNER(n) (1u << (16 + (n)))

/* VALID is that of the innermost frame. Sets each BOBBIN_VALID_INNER(n) to BOBBIN_VALID_R(n). */
static inline uint32_t bobbin_valid_inner(uint32_t valid)
{
    const uint32_t inner = BOBBIN_VALID_INNER(2) | BOBBIN_VALID_INNER(3);

    return (valid & ~inner) | (valid << 16 & inner);
}

/* The rule of one step. Private to the core. */
struct bobbin_reading {
    uint8_t trust; /* enum bobbin_trust */
    uint8_t steps_count;
    uint32_t lost; /* registers that become unknown, as bits of valid */
    /*
     * A compact rule (rule_word.h). Its register plus CFA_OFFSET is the cfa; the cfa words in it
     * are ignored. While the rule is applied, CFA_OFFSET becomes the cfa.
     */
    uint32_t word;
    uint32_t cfa_offset;
    const struct bobbin_env *env;
    const struct bobbin_table *table; /* the table of WORD */
    const uint8_t *step;              /* steps of a long rule */
} BOBBIN_PAIRS;

/*
 * One frame of a trace, and all state that is needed to find the next one. The caller provides the
 * memory: 304 bytes on the target. Fields without a comment are private to the core.
 */
struct bobbin_cursor {
    uint8_t kind;  /* enum bobbin_kind */
    uint8_t trust; /* enum bobbin_trust */
    uint8_t stop;  /* enum bobbin_stop */
    uint8_t register_steps;
    uint32_t word;
    uint32_t valid; /* registers whose values are known: BOBBIN_VALID_... */
    struct bobbin_reading reading;
    uint32_t r[16];      /* r0-r15. Bit 0 of pc is clear; the Thumb bit is in cpsr */
    uint32_t cpsr;       /* in a caller's frame only the state (T) and the mode are meaningful */
    uint32_t stop_value; /* meaningful after a stop: see enum bobbin_stop */
    uint32_t reads;      /* calls of env->read in this trace */
    uint64_t d[8];       /* d8-d15 */
    uint32_t slots[1 + 8 + 1 + 16];
    struct bobbin_banks *banks; /* bobbin_begin_across (cross.h) sets it; no other code reads it */
};

/*
 * Starts a trace. R (r0-r15) and CPSR are the registers of an interrupted context: pc is the
 * preferred return address (ARM ARM B1.8.3), and the instruction there has not executed. Bit 0 of
 * R[15] is ignored. CURSOR->valid then says that all core registers are known. If some are not, let
 * VALID have the bits of the known ones, and do CURSOR->valid &= bobbin_valid_inner(VALID). d8-d15
 * start unknown, because reading them while the FPU is off would fault. If you have saved them,
 * copy them to CURSOR->d and set their bits of CURSOR->valid.
 */
void bobbin_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env, const uint32_t r[16],
                  uint32_t cpsr);

/*
 * Call this after bobbin_begin if the pc was never meant to be executed although it may be inside a
 * code range. An example is a call through a null pointer where the reset vector is at address 0.
 * The first step then handles the pc like one outside all code, with env->guess.
 */
void bobbin_begin_wild(struct bobbin_cursor *cursor);

/*
 * For bobbin_env.guess. Returns true if the pc of CURSOR, outside all code, is the target of a call
 * through a bad pointer: lr is the return address of a BLX whose register still holds the pc. The
 * trace then goes on at lr. For every other pc, for example after a return to a corrupted address,
 * the caller is unknown and the result is false.
 */
bool bobbin_guess(struct bobbin_cursor *cursor);

/*
 * Moves CURSOR to its caller's frame and returns true. Or returns false: CURSOR->stop and
 * CURSOR->stop_value then give the reason, and all later calls return false, too.
 *
 * After a stop, pc, sp, cpsr, kind and trust are still those of the last good frame. The other
 * registers and valid are meaningless. A step also stops if a slot of its rule cannot be read or is
 * below sp.
 *
 * The number of instructions is limited by constants, by the number of code ranges of all tables
 * and by the calls of env->read. In a damaged `--small` table it is limited by the length of the
 * table. Maximum calls of env->read in one step, if no window has the memory:
 *   - for saved words 26; with a damaged table 153
 *   - for code, one for each halfword in Thumb state and for each word in ARM state: 12 with a fast
 *     table, 606 with a `--small` table, none with a `--table-only` table
 *   - with bobbin_exidx 260 words more, and one for each halving in the binary search of .ARM.exidx
 */
bool bobbin_step(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/*
 * For crash reports: checks the return address of CURSOR, which is at a frame that bobbin_step has
 * found. Returns true if the instruction before the address may be a call: if it is one, if it is a
 * jump after an instruction that sets lr, or if env->read refuses to read it. Otherwise ends the
 * trace with NO_CALL and returns false: the frame is no caller. Then the return address was
 * overwritten, or it is the function of an RTOS to which a thread returns when it ends. Returns
 * true for frames of kind interrupted. Calls env->read at most 6 times more than bobbin_step does
 * for code.
 */
bool bobbin_follows_call(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/* One frame of a backtrace; the fields have the meaning that they have in the cursor. */
struct bobbin_frame {
    uint32_t pc, sp, valid;
    uint8_t kind, trust;
};

/*
 * Stores the frame of CURSOR and its callers to FRAMES, innermost first. Ends when the trace stops
 * or when FRAMES_MAX frames are stored. Returns the number of frames; CURSOR->stop tells why the
 * trace ended. After the stop DEPTH, CURSOR is at the next frame that was not stored: to continue,
 * set CURSOR->stop to NONE and call again.
 */
uint32_t bobbin_walk(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                     struct bobbin_frame *frames, uint32_t frames_max);

/*
 * The address to use when you look up the function or source line of a frame. For an interrupted pc
 * that is pc itself. For a return address it is pc - 1, inside the call, because a call may be the
 * last instruction of its function.
 */
uint32_t bobbin_lookup_address(uint32_t pc, enum bobbin_kind kind);

/* ---- names ---------------------------------------------------------------------------------- */

/* The name that reports use: lower case, with hyphens. "?" for an unknown value, never NULL. */
const char *bobbin_stop_name(uint32_t stop);
const char *bobbin_trust_name(uint32_t trust);
const char *bobbin_kind_name(uint32_t kind);

#ifdef __cplusplus
}
#endif

#endif
