/* SPDX-License-Identifier: MIT */
#include "run/write_github.h"

#include <stdlib.h>
#include <string.h>

/* Writes TEXT with each of its characters that is in SPECIAL as %XX. */
static void write_escaped(FILE *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            fprintf(out, "%%%02X", (unsigned char)*text);
        else
            fputc(*text, out);
    }
}

/* The data of a command, and the value of one of its properties. */
static void write_data(FILE *out, const char *text)
{
    write_escaped(out, text, "%\r\n");
}

static void write_property(FILE *out, const char *text)
{
    write_escaped(out, text, "%\r\n:,");
}

void write_github_finding(FILE *out, const struct finding *finding)
{
    const struct finding_frame *place = finding->place;
    char *message = finding_message(finding);

    fputs("::error ", out);
    if (place && place->file) {
        fputs("file=", out);
        write_property(out, place->file);
        fprintf(out, ",line=%u,", place->line);
    }
    fputs("title=", out);
    write_property(out, finding->title);
    fputs("::", out);
    write_data(out, message);
    write_data(out, "\n\n");
    write_data(out, finding->text);
    fputc('\n', out);
    free(message);
}

void write_github_outcome(FILE *out, const struct outcome *outcome)
{
    if (outcome->kind == OUTCOME_PASSED || outcome->reports_count)
        return;
    fputs("::error title=", out);
    write_property(out, outcome->name);
    fputs("::", out);
    write_data(out, outcome->message);
    fputc('\n', out);
}
