/* SPDX-License-Identifier: MIT */
/*
 * Backtraces as data and as JSON for scripts. backtrace_text.h prints them for people.
 */
#ifndef GEN_SYMBOLIZE_BACKTRACE_H
#define GEN_SYMBOLIZE_BACKTRACE_H

#include <stdbool.h>
#include <stdio.h>

#include "symbolize/source_lines.h"
#include "symbolize/symbolizer.h"
#include "util/json.h"
#include <bobbin/bobbin.h>

/* Size of the longest word of a crash report, with its NUL. */
#define BACKTRACE_WORD_BYTES 24

/* Kind and trust of functions that are inferred from tail calls. */
#define BACKTRACE_TAIL_KIND  "tail-call"
#define BACKTRACE_TAIL_TRUST "inferred"

/* A function that ended in a tail call, between a frame and its caller: see tail_calls.h. */
struct backtrace_tail {
    uint32_t pc; /* the address after the tail call */
    struct symbol *symbols;
    size_t symbols_count;
};

struct backtrace_frame {
    uint32_t number; /* strictly ascending within a backtrace */
    uint32_t pc, sp;
    enum bobbin_kind kind;
    char trust[BACKTRACE_WORD_BYTES];
    /* number of good frames before this one that the device left out of the report */
    uint32_t skipped_before;
    /* number of frames before this one whose lines did not arrive */
    uint32_t missing_before;
    bool host;              /* the host found it (unwind/host_frames.h); it is not in the report */
    const char *remark;     /* printed if the frame has no names; NULL: no remark */
    struct symbol *symbols; /* innermost first; NULL: no names */
    size_t symbols_count;
    struct backtrace_tail *tails; /* innermost first */
    size_t tails_count, tails_capacity;
};

/* An exception that the trace has crossed. */
struct backtrace_exception {
    uint32_t frame;                    /* number of the first frame of the interrupted code */
    char vector[BACKTRACE_WORD_BYTES]; /* bobbin_vector_word, or a word of a later version */
    uint32_t r[16], cpsr;              /* registers of the interrupted code */
    uint32_t valid;                    /* BOBBIN_VALID_...: those that are known; pc always is */
};

/* A backtrace with all fields 0 is empty. */
struct backtrace {
    struct backtrace_frame *frames; /* innermost first */
    size_t frames_count, frames_capacity;
    struct backtrace_exception *exceptions; /* ascending by frame */
    size_t exceptions_count, exceptions_capacity;
    uint32_t skipped_after, missing_after; /* the same after the last frame */
    enum bobbin_stop stop;                 /* BOBBIN_STOPS: unknown */
    char stop_word[BACKTRACE_WORD_BYTES];  /* the word in the report; "": use STOP */
    uint32_t stop_value;
    /* where the host has added frames after the last one of the device: */
    bool host_continued;
    uint32_t host_first;                         /* the number of the first such frame */
    char device_stop_word[BACKTRACE_WORD_BYTES]; /* why the device stopped; "": unknown */
    /* names stop_value if that is a code address; NULL: no names */
    const struct debug_index *debug;
    struct source_lines *sources; /* shows source lines; NULL: none */
};

/* Fills the symbols of FRAME, which has none yet. */
void backtrace_name_frame(struct backtrace_frame *frame, const struct debug_index *debug);
/* The same with COUNT symbols that are known. FRAME gets a copy. */
void backtrace_set_symbols(struct backtrace_frame *frame, const struct symbol *symbols,
                           size_t count);
/* Fills the tails of all frames, which have names. DEBUG: of the image. */
void backtrace_add_tails(struct backtrace *backtrace, const struct debug_index *debug);

/*
 * Changes the stop to THREAD_BASE if the trace ended at a return address that is the exit function
 * of a thread. The device cannot recognise that function, because it has no symbols. DEBUG of
 * BACKTRACE is set. The device gives NO_CALL for that return address, or PC_OUTSIDE if no code
 * comes before it.
 */
void backtrace_explain_stop(struct backtrace *backtrace);
void backtrace_free(struct backtrace *backtrace);

/* "IRQ, interrupted SVC mode", in TEXT of SIZE_BYTES. */
void backtrace_exception_text(const struct backtrace_exception *exception, char *text,
                              size_t size_bytes);

/* The word for why the trace ended: that of the report, or bobbin_stop_name. */
const char *backtrace_stop_word(const struct backtrace *backtrace);

/*
 * The directory in which the compiler of the code at PC ran, "" if it is unknown. Files of symbols
 * are relative to it.
 */
const char *backtrace_directory(const struct backtrace *backtrace, uint32_t pc,
                                enum bobbin_kind kind);

/* Whether an exception interrupted the code of frame NUMBER. */
bool backtrace_is_interrupted(const struct backtrace *backtrace, uint32_t number);

/* Whether the trace has all its callers, and no frame is missing or damaged. */
bool backtrace_is_complete(const struct backtrace *backtrace);

/*
 * Whether A and B have the same frames, apart from sp, and end for the same reason. False if either
 * crosses an exception.
 */
bool backtrace_equal(const struct backtrace *a, const struct backtrace *b);

/* The name of SYMBOL's function as in the source, malloc'ed. */
char *backtrace_source_name(const struct symbol *symbol);

/*
 * Writes the fields frames, exceptions (if there are any), stop, stop_value and complete into the
 * current JSON object.
 */
void backtrace_json(const struct backtrace *backtrace, struct json *json);

#endif
