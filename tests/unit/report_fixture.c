/* SPDX-License-Identifier: MIT */
#include "report_fixture.h"

#include "core/format/crc32.h"
#include "util/diag.h"

const char *const whole_report[] = {
    "report 1.0 vexpress-a9",
    "image build-id=0123456789abcdef table=ok",
    "cause data-abort pc=6001033a : data abort: permission fault, write : really",
    "status dfsr=80d dfar=60000000",
    "regs r0=0 r1=1 r2=2 r3=ffffffff r13=60100ff0",
    "regs r14=60010401 r15=6001033a cpsr=6000013f",
    "dregs d8=0123456789abcdef d15=1",
    "frame 0 pc=6001033a sp=60100ff0 interrupted context",
    "frame 1 pc=60010400 sp=60101000 call table",
    "skip 10",
    "frame 12 pc=60010500 sp=60102000 call exidx",
    "stop outermost value=0 frames=13",
    "stack 60100ff0 00000001 60010401 - deadbeef",
    "stack 60101000 1 2 3 4 5 6 7 8",
    "note : a word with : a colon",
    "end lines=16",
    NULL,
};

const char *const token_report[] = {
    "report 2.0 vexpress-a9 device=pump-17",
    ">cause data-abort 6001033a : data abort: permission fault, write",
    ">  : really \"so\" & <no> more",
    "status dfsr=80d dfar=60000000",
    "regs r0 0 1 2 ffffffff - 5",
    "regs r13 60100ff0 60010401 6001033a 6000013f",
    "dregs d8 123456789abcdef - 1",
    "image 0123456789abcdef",
    "table ok",
    "frame 0 6001033a 60100ff0 interrupted context",
    "frame 1 60010400 60101000 call table",
    "exception 2 irq 60010500 60000013",
    "exception 2 r12 c d",
    "skip 10",
    "frame 12 60010500 - call exidx",
    "stop outermost 0 13",
    "stack 60100ff0 1 60010401 - deadbeef",
    "note : a word with : a colon",
    "end 19",
    NULL,
};

const char *sealed_with(const char *token, uint32_t sequence, const char *content)
{
    static char line[512];
    bool is_continued = content[0] == '>' && content[1] != ' ';
    int length = snprintf(line, 400, "%%bobbin %s.%u %s", token, sequence, content + is_continued);

    snprintf(line + length, sizeof(line) - (size_t)length, " %c%08x", is_continued ? '+' : '*',
             bobbin_crc32(0, line, (uint32_t)length));
    return line;
}

void put_token_report(struct fixture *fixture, const char *token, const char *const *contents)
{
    for (uint32_t i = 0; contents[i]; i++)
        fprintf(fixture->out, "%s\r\n", sealed_with(token, i, contents[i]));
}

int fixture_setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    fixture->out = open_memstream(&fixture->text, &fixture->size);
    *state = fixture;
    return 0;
}

int fixture_teardown(void **state)
{
    struct fixture *fixture = *state;

    report_log_free(&fixture->log);
    free(fixture->text);
    free(fixture);
    return 0;
}

const char *sealed(uint32_t sequence, const char *content)
{
    static char line[512];
    int length = snprintf(line, 400, "%%bobbin %u %s", sequence, content);

    snprintf(line + length, sizeof(line) - (size_t)length, " *%08x",
             bobbin_crc32(0, line, (uint32_t)length));
    return line;
}

void put(struct fixture *fixture, const char *content)
{
    fprintf(fixture->out, "%s\r\n", sealed(fixture->sequence++, content));
}

void put_all(struct fixture *fixture, const char *const *contents)
{
    fixture->sequence = 0;
    for (; *contents; contents++)
        put(fixture, *contents);
}

struct report *read_log(struct fixture *fixture, size_t reports_expected)
{
    FILE *in;

    fclose(fixture->out);
    in = fmemopen(fixture->text, fixture->size ? fixture->size : 1, "r");
    assert_int_equal(report_log_read(&fixture->log, in, "log"), STATUS_GOOD);
    fclose(in);
    assert_int_equal(fixture->log.count, reports_expected);
    return fixture->log.reports;
}
