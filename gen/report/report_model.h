/* SPDX-License-Identifier: MIT */
/* A crash report as it arrived from a device, with all that is damaged or missing in it. */
#ifndef GEN_REPORT_MODEL_H
#define GEN_REPORT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bobbin/bobbin.h>

#define REPORT_WORD_MAX 24 /* bytes of a word of the grammar, with its NUL */

struct report_frame {
    uint32_t number; /* as on the line; strictly ascending in a report */
    uint32_t pc, sp;
    enum bobbin_kind kind;
    char trust[REPORT_WORD_MAX];
    /* good frames between the one before and this, left out by the device */
    uint32_t skipped_before;
    uint32_t missing_before; /* frames between them whose lines did not arrive */
};

/* A raw fault register of the status line: "dfsr". */
struct report_status {
    char name[REPORT_WORD_MAX];
    uint32_t value;
};

/* Consecutive words of memory. */
struct report_memory {
    uint32_t address;
    uint32_t *words;
    size_t words_count, words_capacity;
};

struct report {
    unsigned long log_line; /* of its first line in the log, from 1 */
    char *name;             /* "" when its line did not arrive */
    char version[REPORT_WORD_MAX];
    bool refused; /* written by a later major version of the grammar: nothing else is filled */

    uint8_t build_id[64];
    uint32_t build_id_size_bytes; /* 0: the device has none, or the line did not arrive */
    char table[REPORT_WORD_MAX];  /* what the device says of its table; "" unknown */

    char cause[REPORT_WORD_MAX]; /* "" unknown */
    uint32_t cause_pc;
    char *cause_text; /* "" none */
    struct report_status *status;
    size_t status_count, status_capacity;

    uint32_t r[16], cpsr;
    uint64_t d[8];  /* d8-d15 */
    uint32_t valid; /* BOBBIN_VALID_... */

    struct report_frame *frames; /* innermost first */
    size_t frames_count, frames_capacity;
    uint32_t skipped_after, missing_after; /* as in a frame, behind the last one */

    char stop[REPORT_WORD_MAX]; /* "" unknown */
    uint32_t stop_value;

    struct report_memory *memory;
    size_t memory_count, memory_capacity;
    char **notes;
    size_t notes_count, notes_capacity;

    uint32_t lines_missing; /* did not arrive, or did so damaged */
    /* look like lines and have a wrong checksum; part of the missing, or noise */
    uint32_t lines_damaged;
    uint32_t lines_odd;      /* arrived, and their fields make no sense */
    uint32_t lines_repeated; /* came twice, or too late: left out */
    bool ended;              /* the last line is there and agrees */
};

/* Whether something of REPORT did not arrive as it was sent. */
bool report_is_damaged(const struct report *report);

/*
 * The enum bobbin_stop of REPORT->stop; BOBBIN_STOPS for a word that is unknown or did not arrive.
 */
enum bobbin_stop report_stop(const struct report *report);

#endif
