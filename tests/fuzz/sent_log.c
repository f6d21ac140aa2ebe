/* SPDX-License-Identifier: MIT */
#include "sent_log.h"

#include <string.h>

void sent_log_begin(struct sent_log *log, struct fuzz_source *source)
{
    bool old = fuzz_one_in(source, 4);

    log->source = source;
    log->size = 0;
    log->is_damaged = false;
    log->has_noise = fuzz_one_in(source, 2);
    log->reports_count = 1 + fuzz_below(source, SENT_REPORTS_MAX);
    for (uint32_t i = 0; i < log->reports_count; i++)
        sent_report_make(&log->reports[i], source, old);
}

struct sent_report *sent_log_report(struct sent_log *log, const char *token)
{
    for (uint32_t i = 0; i < log->reports_count; i++)
        if (strcmp(log->reports[i].token, token) == 0)
            return &log->reports[i];
    return NULL;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void put_text(struct sent_log *log, const char *text)
{
    uint32_t length = (uint32_t)strlen(text);

    if (log->size + length > SENT_LOG_BYTES_MAX)
        return;
    memcpy(log->text + log->size, text, length);
    log->size += length;
}

/* Other log output; some of it looks like a report. */
static void put_noise(struct sent_log *log)
{
    static const char *const noise[] = {
        "boot 1.2\r\n",
        "[12.5] ",
        "\x1b[31m",
        "%bobbin ",
        "%bobbin 7 frame\n",
        "%%",
        "\r\n",
        " *",
        "%bobbin 01234567ab.3 frame 0 6000\r\n",
    };

    while (log->has_noise && fuzz_one_in(log->source, 3))
        put_text(log, noise[fuzz_below(log->source, sizeof(noise) / sizeof(noise[0]))]);
}

static void put_line(struct sent_log *log, struct sent_report *sent, uint32_t number)
{
    put_noise(log);
    put_text(log, sent->lines[number]);
    put_text(log, "\r\n");
    sent->lines_kept += !sent->kept[number];
    sent->kept[number] = true;
}

static void put_lines(struct sent_log *log, struct sent_report *sent, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        put_line(log, sent, i);
}

void sent_log_keep_order(struct sent_log *log)
{
    for (uint32_t i = 0; i < log->reports_count; i++)
        put_lines(log, &log->reports[i], 0, log->reports[i].lines_count);
}

void sent_log_interleave(struct sent_log *log)
{
    uint32_t next[SENT_REPORTS_MAX] = {0}, left = 0;

    for (uint32_t i = 0; i < log->reports_count; i++)
        left += log->reports[i].lines_count;
    while (left > 0) {
        uint32_t i = fuzz_below(log->source, log->reports_count);
        if (next[i] == log->reports[i].lines_count)
            continue;
        put_line(log, &log->reports[i], next[i]++);
        left--;
    }
}

void sent_log_reverse(struct sent_log *log)
{
    for (uint32_t i = log->reports_count; i-- > 0;)
        for (uint32_t line = log->reports[i].lines_count; line-- > 0;)
            put_line(log, &log->reports[i], line);
}

void sent_log_shuffle(struct sent_log *log)
{
    struct place {
        uint32_t report, line;
    } places[SENT_REPORTS_MAX * SENT_LINES_MAX];
    uint32_t count = 0;

    for (uint32_t i = 0; i < log->reports_count; i++)
        for (uint32_t line = 0; line < log->reports[i].lines_count; line++)
            places[count++] = (struct place){i, line};
    for (; count > 0; count--) {
        uint32_t chosen = fuzz_below(log->source, count);
        put_line(log, &log->reports[places[chosen].report], places[chosen].line);
        places[chosen] = places[count - 1];
    }
}

void sent_log_join(struct sent_log *log)
{
    for (uint32_t i = 0; i < log->reports_count; i++) {
        struct sent_report *head = &log->reports[i];
        struct sent_report *tail = &log->reports[(i + 1) % log->reports_count];
        uint32_t lines = fuzz_below(log->source, head->lines_count + 1);
        put_lines(log, head, 0, lines);
        if (tail == head)
            continue;
        if (lines > tail->lines_count || fuzz_one_in(log->source, 4))
            lines = fuzz_below(log->source, tail->lines_count + 1);
        put_lines(log, tail, lines, tail->lines_count);
    }
}

/* ---- characters ------------------------------------------------------------------------------ */

/* Makes room for LENGTH characters at AT. Returns false if the log is full. */
static bool open_gap(struct sent_log *log, uint32_t at, uint32_t length)
{
    if (log->size + length > SENT_LOG_BYTES_MAX)
        return false;
    memmove(log->text + at + length, log->text + at, log->size - at);
    log->size += length;
    return true;
}

void sent_log_wrap(struct sent_log *log)
{
    const char *end = fuzz_one_in(log->source, 2) ? "\r\n" : "\n";
    uint32_t width = 1 + fuzz_below(log->source, 120), length = (uint32_t)strlen(end);

    for (uint32_t at = 0, column = 0; at < log->size; at++, column++) {
        if (log->text[at] == '\r' || log->text[at] == '\n')
            column = UINT32_MAX;
        if (column != width || !open_gap(log, at, length))
            continue;
        memcpy(log->text + at, end, length);
        at += length;
        column = 0;
    }
}

void sent_log_truncate(struct sent_log *log)
{
    log->size = fuzz_below(log->source, log->size + 1);
    log->is_damaged = true;
}

static uint32_t stretch_from(struct sent_log *log, uint32_t at)
{
    uint32_t length = fuzz_below(log->source, log->size - at + 1);

    return length / (1 + fuzz_below(log->source, 200));
}

void sent_log_delete(struct sent_log *log)
{
    uint32_t at = fuzz_below(log->source, log->size + 1), length = stretch_from(log, at);

    memmove(log->text + at, log->text + at + length, log->size - at - length);
    log->size -= length;
    log->is_damaged = true;
}

void sent_log_repeat(struct sent_log *log)
{
    uint32_t at = fuzz_below(log->source, log->size + 1), length = stretch_from(log, at);

    open_gap(log, at + length, length);
    if (log->size >= at + 2 * length)
        memcpy(log->text + at + length, log->text + at, length);
    log->is_damaged = true;
}

void sent_log_insert(struct sent_log *log)
{
    static const char *const texts[] = {
        "[idle] tick 8\r\n", "I (99) wifi", "\r\n", "\n\n", " ", "%", "deadbeef\n", " *01234567\n",
    };

    for (uint32_t i = fuzz_below(log->source, 30); i > 0; i--) {
        const char *text = texts[fuzz_below(log->source, sizeof(texts) / sizeof(texts[0]))];
        uint32_t at = fuzz_below(log->source, log->size + 1), length = (uint32_t)strlen(text);
        if (open_gap(log, at, length))
            memcpy(log->text + at, text, length);
    }
    log->is_damaged = true;
}

void sent_log_change(struct sent_log *log)
{
    if (log->size > 0)
        fuzz_mutate(log->source, (uint8_t *)log->text, log->size);
    log->is_damaged = true;
}
