/* SPDX-License-Identifier: MIT */
/* `bobbin help formats`. Each format of gen/table/format_registry.c has a line here. */
#include "cli/help.h"

struct format_line {
    const char *name, *text;
};

static const struct format_line on_device[] = {
    {"bobbin", "Bobbin's own format, the default; see --fast, --small and --table-only"},
    {"exidx", ".ARM.exidx and .ARM.extab as the linker wrote them; the table stores only their "
              "addresses"},
    {"chrome1", "Chromium's UNW_INDEX and UNW_DATA of 2018, as its heap profiler reads them"},
    {"chrome1:rows", "chrome1 with its later header"},
    {"chrome1:profiler", "chrome1:rows, as Chromium's sampling profiler reads it"},
    {"chrome2", "Chromium's unwind tables of 2021"},
    {"chrome2:3a", "chrome2, with the rules that it leaves out (mainly epilogues) in the same "
                   "table"},
    {"chrome2:3b", "chrome2, with these rules in a second table"},
    {"chrome2:4", "chrome2, with a reader that simulates epilogues"},
    {"dictionary", "the compact CFI dictionary: flat records of 6 bytes"},
    {"dictionary:two-level", "records of 3 bytes, in blocks"},
    {"groups", "asynchronous compact descriptors, for AArch32: records of 12 bytes, language data "
               "apart"},
    {"groups:16", "groups, with the language data in each record"},
    {"groups:2018", "groups:16, with the personality routine in each record too"},
    {"groups:pages", "groups, in pages with palettes of descriptors"},
};

static const struct format_line on_host[] = {
    {"chrome2:document", "chrome2 as it was first proposed, with a bit vector"},
    {"chrome2:naive", "the starting point of that proposal"},
    {"dictionary:two-level-lengths", "two-level, with the length of each run in its record"},
    {"dictionary:deltas", "records of a length and a rule, 2 bytes each, in blocks of 16"},
    {"dictionary:split", "deltas, with a rule that is the sum of two words"},
    {"dictionary:bits", "a bit for each unit of code: does it have the most frequent rule?"},
    {"dictionary:starts", "a bit for each unit of code: does its rule differ from the one before?"},
    {"dictionary:bodies", "one rule for each function body, and rows for the other addresses"},
    {"dictionary:forward", "bodies alone: in a prologue the reader moves pc forward"},
};

static void print_lines(FILE *out, const struct format_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        help_item(out, lines[i].name, lines[i].text);
}

void help_formats(FILE *out)
{
    fputs("usage: bobbin VERB IMAGE --format=FORMAT\n\n", out);
    help_wrap(
        out,
        "Formats of unwind tables that embed, table, check, show and size accept. The formats "
        "of others are for comparison: bobbin writes and proves them like its own.",
        0, 0);
    fputs("\nformats that a device can read:\n", out);
    print_lines(out, on_device, sizeof(on_device) / sizeof(on_device[0]));
    fputs("\nformats that only bobbin reads, to measure their size:\n", out);
    print_lines(out, on_host, sizeof(on_host) / sizeof(on_host[0]));
}
