/* SPDX-License-Identifier: MIT */
#include "run/write_junit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/utf8.h"

/* ---- XML --------------------------------------------------------------------------------- */

/* Characters that XML 1.0 (section 2.2) does not allow, and invalid UTF-8, become U+FFFD. */
static bool is_valid(const char *text, size_t length)
{
    unsigned char c = (unsigned char)*text;

    if (length == 3 && c == 0xef && (unsigned char)text[1] == 0xbf)
        return (unsigned char)text[2] < 0xbe; /* not U+FFFE and U+FFFF */
    return length > 0 && (c >= 0x20 || c == '\n' || c == '\t');
}

/* IN_ATTRIBUTE: readers turn line ends and tabs of attributes into spaces, unless escaped. */
static void write_text(FILE *out, const char *text, bool in_attribute)
{
    while (*text) {
        size_t length = utf8_length(text);
        if (!is_valid(text, length))
            fputs("\357\277\275", out);
        else if (strchr("&<>\"", *text) || (in_attribute && strchr("\n\t", *text)))
            fprintf(out, "&#%d;", *text);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
}

static void write_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    write_text(out, value, true);
    fputc('"', out);
}

/* ---- the test case ----------------------------------------------------------------------- */

static bool is_error(const struct outcome *outcome)
{
    return outcome->kind == OUTCOME_NOT_STARTED || outcome->kind == OUTCOME_ERROR;
}

static void write_counts(FILE *out, const struct outcome *outcome)
{
    bool passed = outcome->kind == OUTCOME_PASSED;

    fprintf(out, " tests=\"1\" failures=\"%d\" errors=\"%d\" time=\"%.3f\"",
            !passed && !is_error(outcome), is_error(outcome), outcome->seconds);
}

static void write_failure(FILE *out, const struct outcome *outcome)
{
    const char *element = is_error(outcome) ? "error" : "failure";
    const struct finding *first = outcome->findings_count ? &outcome->findings[0] : NULL;
    char *message = first ? finding_message(first) : NULL;

    fprintf(out, "      <%s", element);
    write_attribute(out, "type", outcome_word(outcome->kind));
    write_attribute(out, "message", message ? message : outcome->message);
    fputc('>', out);
    write_text(out, outcome->message, false);
    for (size_t i = 0; i < outcome->findings_count; i++) {
        fputs("\n\n", out);
        write_text(out, outcome->findings[i].text, false);
    }
    fprintf(out, "</%s>\n", element);
    free(message);
}

static void write_case(FILE *out, const struct outcome *outcome, const char *output)
{
    const struct finding_frame *place = outcome->findings_count ? outcome->findings[0].place : NULL;

    fputs("    <testcase classname=\"bobbin run\"", out);
    write_attribute(out, "name", outcome->name);
    if (place && place->file) {
        write_attribute(out, "file", place->file);
        fprintf(out, " line=\"%u\"", place->line);
    }
    fprintf(out, " time=\"%.3f\">\n", outcome->seconds);
    if (outcome->kind != OUTCOME_PASSED)
        write_failure(out, outcome);
    fputs("      <system-out>", out);
    write_text(out, output, false);
    fputs("</system-out>\n    </testcase>\n", out);
}

void write_junit(FILE *out, const struct outcome *outcome, const char *output)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", out);
    write_counts(out, outcome);
    fputs(">\n  <testsuite name=\"bobbin run\" skipped=\"0\"", out);
    write_counts(out, outcome);
    fputs(">\n", out);
    write_case(out, outcome, output);
    fputs("  </testsuite>\n</testsuites>\n", out);
}
