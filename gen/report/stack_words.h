/* SPDX-License-Identifier: MIT */
/*
 * Words of stacks that a report does not have. Reports have the trace of a task without its stack.
 * A debugger finds the same frames only if it can read the return addresses and frame pointers.
 * Their values follow from the trace: the cfa of a frame is the sp of the next one, and the return
 * address is its pc.
 */
#ifndef GEN_REPORT_STACK_WORDS_H
#define GEN_REPORT_STACK_WORDS_H

#include "report/report_model.h"
#include <bobbin/rule.h>

/* How a debugger unwinds. */
struct stack_rules {
    const struct image *image;
    const struct debug_index *debug; /* of IMAGE */
    void *context;
    /* The rule of the debugger for a frame at PC. False if it is not known. */
    bool (*find)(void *context, uint32_t pc, enum bobbin_kind kind, struct bobbin_rule *rule);
};

struct stack_word {
    uint32_t address, value;
};

struct stack_words {
    const struct report_memory *memory; /* what the report has; may be NULL */
    size_t memory_count;
    struct stack_word *word; /* what follows from the traces; ascending by address */
    size_t count, capacity;
    struct stack_word *replaced; /* words of MEMORY that the debugger must not see */
    size_t replaced_count, replaced_capacity;
    struct stack_word *truth; /* the true values of return addresses after whole traces */
    size_t truth_count, truth_capacity;
};

/* Frames that no exception parts, with the registers of the first one. */
struct stack_frames {
    const struct backtrace_frame *frame; /* innermost first */
    size_t count;                        /* at least 1 */
    bool is_whole;                       /* the trace ends at the first function of a thread */
    uint32_t return_address;             /* if it is whole: that of the last frame, or 0 */
    uint32_t r[16], valid;               /* BOBBIN_VALID_R of pc is set; gets what follows */
};

/*
 * Adds to WORDS, and to the registers of FRAMES, what a debugger needs to find all frames and to
 * stop after the last one. Returns the number of frames that it finds: less than all if a rule or
 * an sp is unknown, a register has no known location, or frames are missing. A frame without a rule
 * is left out: it is unknown what the debugger would show after it. After a whole trace, a return
 * address in the memory of the report is replaced: the debugger would show the exit function as a
 * frame.
 */
size_t stack_words_add(struct stack_words *words, struct stack_frames *frames,
                       const struct stack_rules *rules);

/* The value of the word at ADDRESS of the report, VALUE, for the debugger. */
uint32_t stack_words_shown(const struct stack_words *words, uint32_t address, uint32_t value);

#endif
