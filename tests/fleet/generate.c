/* SPDX-License-Identifier: MIT */
/*
 * generate REPORTS DEVICES TRUTH TEMPLATE...: writes a log with REPORTS crashes of DEVICES devices
 * to standard output, and what is true about them to the file TRUTH. The templates are logs of
 * single crashes, "BUILD.KIND.log". Some crashes are frequent, some are rare. One report in 50 is
 * sent twice, and one in 50 is followed by an old one. One in 20 arrives together with the one
 * after it, line by line in turn. Each run writes the same bytes.
 *
 * TRUTH has a line for each kind of crash: KIND COUNT DEVICES BUILDS FIRST LAST, with times in
 * milliseconds, separated by tabs. The first line has the totals, and the kind "all".
 */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

#define TEMPLATES_MAX 256
#define KINDS_MAX     32
#define BUILDS_MAX    64
#define START_MS      1700000000000u /* 2023-11-14 */
#define STEP_MS_MAX   200
#define OLD           65536 /* a report may be sent again after so many others */

struct truth {
    const char *kind;
    uint64_t count, first_ms, last_ms;
    unsigned char *devices; /* whether a device has had this crash */
    bool builds[BUILDS_MAX];
};

static struct template templates[TEMPLATES_MAX];
static size_t template_truth[TEMPLATES_MAX], template_build[TEMPLATES_MAX];
static size_t templates_count;
static const char *builds[BUILDS_MAX];
static size_t builds_count;
static struct truth truths[KINDS_MAX] = {{.kind = "all"}};
static size_t truths_count = 1;
static unsigned devices_count;

/* xorshift64*, Marsaglia 2003, Vigna 2016 */
static uint64_t random_state = 0x9e3779b97f4a7c15u;
static uint64_t random_number(uint64_t below)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (random_state * 0x2545f4914f6cdd1du >> 11) % below;
}

/* ---- templates and truth --------------------------------------------------------------------- */

static size_t build_number(const char *name)
{
    size_t i = 0;

    while (i < builds_count && strcmp(builds[i], name) != 0)
        i++;
    if (i == builds_count)
        builds[builds_count++] = name;
    return i;
}

static size_t truth_number(const char *kind)
{
    size_t i = 1;

    while (i < truths_count && strcmp(truths[i].kind, kind) != 0)
        i++;
    if (i == truths_count)
        truths[truths_count++].kind = kind;
    return i;
}

static void read_templates(char **paths, size_t count)
{
    if (count == 0 || count > TEMPLATES_MAX)
        exit(2);
    for (size_t i = 0; i < count; i++) {
        template_read(&templates[i], paths[i]);
        template_truth[i] = truth_number(templates[i].kind);
        template_build[i] = build_number(templates[i].build);
    }
    templates_count = count;
    for (size_t i = 0; i < truths_count; i++)
        truths[i].devices = calloc(devices_count, 1);
}

static void note(struct truth *truth, size_t number, const struct sending *sending)
{
    if (truth->count++ == 0)
        truth->first_ms = sending->time_ms;
    truth->last_ms = sending->time_ms;
    truth->devices[sending->device] = 1;
    truth->builds[template_build[number]] = true;
}

static void print_truth(const struct truth *truth, FILE *out)
{
    unsigned devices = 0;
    unsigned built = 0;

    for (unsigned i = 0; i < devices_count; i++)
        devices += truth->devices[i];
    for (size_t i = 0; i < builds_count; i++)
        built += truth->builds[i];
    fprintf(out, "%s\t%llu\t%u\t%u\t%llu\t%llu\n", truth->kind, (unsigned long long)truth->count,
            devices, built, (unsigned long long)truth->first_ms,
            (unsigned long long)truth->last_ms);
}

/* ---- the log --------------------------------------------------------------------------------- */

/* Six digits of the report and four of the device, which is all that this fleet needs. */
static void make_token(char *token, uint32_t report, uint32_t device)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuv";

    report *= 2654435761u; /* a permutation of the numbers below 2^30 */
    device *= 2654435761u;
    for (int i = 0; i < 6; i++)
        token[i] = digits[report >> 5 * i & 31];
    for (int i = 0; i < 4; i++)
        token[6 + i] = digits[device >> 5 * i & 31];
    token[10] = '\0';
}

/* The next crash. Small template numbers are frequent. */
static struct sending next_crash(uint32_t report)
{
    static uint64_t time_ms = START_MS;
    size_t number = random_number(1 + random_number(templates_count));
    struct sending sending = {.template = &templates[number]};

    time_ms += random_number(STEP_MS_MAX);
    sending.time_ms = time_ms;
    sending.device = (unsigned)random_number(devices_count);
    make_token(sending.token, report, sending.device);
    note(&truths[0], number, &sending);
    note(&truths[template_truth[number]], number, &sending);
    return sending;
}

static void send(struct sending sending, FILE *out)
{
    while (sending_write(&sending, out))
        ;
}

static void send_both(struct sending a, struct sending b, FILE *out)
{
    bool more_a = true;
    bool more_b = true;

    while (more_a || more_b) {
        if (more_a)
            more_a = sending_write(&a, out);
        if (more_b)
            more_b = sending_write(&b, out);
    }
}

static void write_log(uint32_t reports, FILE *out)
{
    static struct sending old[OLD];

    for (uint32_t i = 0; i < reports; i++) {
        struct sending sending = next_crash(i);
        if (i + 1 < reports && random_number(20) == 0)
            send_both(sending, next_crash(++i), out);
        else
            send(sending, out);
        old[i % OLD] = sending;
        if (random_number(50) == 0)
            send(sending, out);
        sending = old[random_number(OLD)];
        if (sending.template && random_number(50) == 0)
            send(sending, out);
    }
}

int main(int argc, char **argv)
{
    FILE *out;
    uint32_t reports;

    if (argc < 5)
        return 2;
    reports = (uint32_t)strtoul(argv[1], NULL, 10);
    devices_count = (unsigned)strtoul(argv[2], NULL, 10);
    read_templates(argv + 4, (size_t)argc - 4);
    write_log(reports, stdout);
    out = fopen(argv[3], "w");
    if (!out || fflush(stdout) != 0)
        return 1;
    for (size_t i = 0; i < truths_count; i++) {
        print_truth(&truths[i], out);
        free(truths[i].devices);
    }
    for (size_t i = 0; i < templates_count; i++)
        template_free(&templates[i]);
    return fclose(out) != 0;
}
