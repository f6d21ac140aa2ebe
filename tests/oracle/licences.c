/* SPDX-License-Identifier: MIT */
#include "licences.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"
#include "util/memory.h"

enum { LINE_MAX_BYTES = 512 };

static const struct {
    const char *word;
    uint8_t granted;
} words[] = {
    {"discard", LICENCE_DISCARD}, {"launch", LICENCE_LAUNCH}, {"root", LICENCE_ROOT},
    {"switch", LICENCE_SWITCH},   {"resume", LICENCE_RESUME},
};

static uint8_t word_value(const char *word)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(words[i].word, word) == 0)
            return words[i].granted;
    return 0;
}

/* Reads a line of the file. False if it is invalid. */
static bool read_line(struct licences *licences, char *line)
{
    static const char blanks[] = " \t\r\n";
    struct licence made = {0};
    const char *word, *function;
    int length = 0;

    line[strcspn(line, "#")] = '\0';
    word = strtok(line, blanks);
    if (!word)
        return true;
    function = strtok(NULL, blanks);
    made.granted = word_value(word);
    if (!made.granted || !function || strtok(NULL, blanks))
        return false;
    if (strncmp(function, "0x", 2) == 0) {
        if (sscanf(function, "%" SCNx32 "-%" SCNx32 "%n", &made.start, &made.end, &length) != 2 ||
            function[length] != '\0')
            return false;
    } else {
        size_t size = strlen(function) + 1;
        made.name = memcpy(must_realloc(NULL, size, 1), function, size);
    }
    licences->granted |= made.granted;
    array_push(licences->list, licences->count, licences->capacity, made);
    return true;
}

int licences_read(struct licences *licences, const char *path)
{
    char line[LINE_MAX_BYTES];
    FILE *in = fopen(path, "r");
    int status = STATUS_GOOD;

    memset(licences, 0, sizeof(*licences));
    if (!in)
        return diag_error(path, "%s", strerror(errno));
    for (unsigned number = 1; status == STATUS_GOOD && fgets(line, sizeof(line), in); number++)
        if (!read_line(licences, line))
            status = diag_error(path, "line %u is not LICENCE FUNCTION", number);
    fclose(in);
    return status;
}

static bool is_for(const struct licence *licence, const struct image_function *function,
                   uint32_t address)
{
    size_t length;

    if (!licence->name)
        return address - licence->start < licence->end - licence->start;
    if (!function)
        return false;
    length = strcspn(function->name, "."); /* without compilers' suffixes: ".constprop.0" */
    return strlen(licence->name) == length && memcmp(licence->name, function->name, length) == 0;
}

uint8_t licences_of(const struct licences *licences, const struct image_function *function,
                    uint32_t address)
{
    uint8_t granted = 0;

    for (size_t i = 0; i < licences->count; i++)
        if (is_for(&licences->list[i], function, address))
            granted |= licences->list[i].granted;
    return granted;
}
