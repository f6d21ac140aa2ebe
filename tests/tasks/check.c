/* SPDX-License-Identifier: MIT */
/*
 * check IMAGE...: writes the resume rules of each image as RESUMES, and lets the core start a trace
 * from each layout (prove/resume_proof.h). Then damages RESUMES: the core must not read outside of
 * the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "exceptions/exceptions.h"
#include "prove/resume_proof.h"
#include "table/table.h"
#include "tasks/resumes_section.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/tasks.h>

enum { HEADER_FLAGS = 6, RESUMES_FLAG = 2 };

struct session {
    struct image image;
    struct table table;
    struct exceptions exceptions;
    struct tasks tasks;
    struct bobbin_table opened; /* with RESUMES */
    unsigned tests, failed;
};

static void report(struct session *session, bool good, const char *what)
{
    session->failed += !good;
    printf("%sok %u - %s: %s\n", good ? "" : "not ", ++session->tests, session->image.path, what);
}

/*
 * Appends RESUMES to the table of SESSION, unless it has them, and opens it. Returns the bytes, in
 * memory of just their size; the caller frees them.
 */
static uint8_t *append(struct session *session)
{
    struct buffer bytes = {0};
    uint8_t *exact;

    bobbin_table_open(&session->opened, session->table.bytes, session->table.size_bytes, 0);
    buffer_put(&bytes, session->table.bytes, session->table.size_bytes);
    if (!(bytes.bytes[HEADER_FLAGS] & RESUMES_FLAG)) {
        buffer_align(&bytes, 4);
        resumes_section_write(&bytes, &session->tasks);
        bytes.bytes[HEADER_FLAGS] |= RESUMES_FLAG;
    }
    exact = must_realloc(NULL, bytes.size, 1);
    memcpy(exact, bytes.bytes, bytes.size);
    session->opened.bytes = exact;
    session->opened.size_bytes = (uint32_t)bytes.size;
    free(bytes.bytes);
    return exact;
}

/* All words are their own addresses. */
static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    (void)context;
    memcpy(out, &address, size_bytes);
    return space == BOBBIN_SPACE_STACK;
}

/* Starts a trace at each point. A sanitizer finds reads outside the table. */
static void begin_all(const struct session *session)
{
    struct bobbin_env env = {.read = read_memory, .tables = &session->opened, .tables_count = 1};
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;
    struct bobbin_saved saved;

    for (uint32_t which = 0; which < 4; which++)
        if (bobbin_saved_at(&session->opened, which, &saved))
            bobbin_begin_saved(&cursor, &env, &banks, &saved, 0x1000, 0x13);
}

static void damage(struct session *session, uint8_t *bytes)
{
    for (uint32_t at = session->table.size_bytes; at < session->opened.size_bytes; at++)
        for (unsigned flip = 1; flip < 256; flip = 2 * flip + 1) {
            bytes[at] ^= (uint8_t)flip;
            begin_all(session);
            bytes[at] ^= (uint8_t)flip;
        }
}

static void check_tasks(struct session *session)
{
    uint8_t *bytes = append(session);
    const char *why;
    uint32_t point;
    bool good = resume_proof_run(&session->opened, &session->image, &session->tasks, &point, &why);

    report(session, good, good ? "resume rules" : why);
    damage(session, bytes);
    free(bytes);
}

static int check_image(struct session *session, const char *path)
{
    static const struct row_options options = {0};
    int status = image_open(&session->image, path);

    if (status == STATUS_GOOD)
        status = table_build(&session->table, &session->image, &options, PLAN_FAST);
    if (status == STATUS_GOOD)
        status = exceptions_find(&session->exceptions, &session->table.reference);
    if (status == STATUS_GOOD)
        status = tasks_find(&session->tasks, &session->table.reference, &session->exceptions);
    if (status != STATUS_GOOD)
        return status;
    check_tasks(session);
    tasks_free(&session->tasks);
    exceptions_free(&session->exceptions);
    table_free(&session->table);
    image_close(&session->image);
    return STATUS_GOOD;
}

int main(int argc, char **argv)
{
    struct session session = {.tests = 0};

    for (int i = 1; i < argc; i++)
        if (check_image(&session, argv[i]) != STATUS_GOOD)
            return STATUS_BAD_INPUT;
    printf("1..%u\n", session.tests);
    return session.failed || !session.tests ? STATUS_PROBLEMS : STATUS_GOOD;
}
