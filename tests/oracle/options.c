/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"

static bool read_number(const char *text, uint32_t *out)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);

    *out = (uint32_t)value;
    return end != text && *end == '\0' && value <= UINT32_MAX;
}

/* FROM:TO:SIZE in hexadecimal */
static bool read_moved(struct options *options, const char *text)
{
    return sscanf(text, "%" SCNx32 ":%" SCNx32 ":%" SCNx32, &options->moved.from,
                  &options->moved.to, &options->moved.size_bytes) == 3;
}

static bool read_allowed(struct options *options, const char *what)
{
    if (strcmp(what, "no-rule") == 0)
        return options->allow_no_rule = true;
    if (strcmp(what, "losses") == 0)
        return options->allow_losses = true;
    if (strcmp(what, "outside") == 0)
        return options->allow_outside = true;
    return false;
}

static bool read_given_up(struct options *options, const char *value)
{
    uint32_t number;

    if (*value != 'r' || !read_number(value + 1, &number) || number < 4 || number > 11)
        return false;
    options->given_up |= 1u << number;
    return true;
}

/* The value if ARGUMENT is NAME=VALUE, else NULL. */
static const char *value_of(const char *argument, const char *name)
{
    size_t length = strlen(name);

    return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1
                                                                           : NULL;
}

static bool read_one(struct options *options, const char *argument)
{
    const char *value;

    if ((value = value_of(argument, "elf")))
        return *(options->elf = value) != '\0';
    if ((value = value_of(argument, "table")))
        return *(options->table = value) != '\0';
    if ((value = value_of(argument, "out")))
        return *(options->out = value) != '\0';
    if ((value = value_of(argument, "counts")))
        return *(options->counts = value) != '\0';
    if ((value = value_of(argument, "allow")))
        return read_allowed(options, value);
    if ((value = value_of(argument, "licences")))
        return *(options->licences = value) != '\0';
    if ((value = value_of(argument, "from")))
        return *(options->from = value) != '\0';
    if ((value = value_of(argument, "moved")) && strcmp(value, "auto") == 0)
        return options->find_moved = true;
    if (value)
        return read_moved(options, value);
    if ((value = value_of(argument, "given-up")))
        return read_given_up(options, value);
    if ((value = value_of(argument, "registers")))
        return options->all_registers = strcmp(value, "all") == 0;
    if ((value = value_of(argument, "tasks")))
        return options->tasks = strcmp(value, "all") == 0;
    if ((value = value_of(argument, "walk")))
        return read_number(value, &options->walk_each) && options->walk_each > 0;
    if ((value = value_of(argument, "stop")))
        return read_number(value, &options->stop);
    if ((value = value_of(argument, "points")))
        return *(options->points = value) != '\0';
    if ((value = value_of(argument, "gap")))
        return read_number(value, &options->points_gap) && options->points_gap > 0;
    if ((value = value_of(argument, "count")))
        return read_number(value, &options->points_count);
    if ((value = value_of(argument, "max")))
        return read_number(value, &options->max);
    return false;
}

bool options_read(struct options *options, int argc, char **argv)
{
    *options = (struct options){.walk_each = 61, .max = 10, .points_gap = 1000};
    for (int i = 0; i < argc; i++)
        if (!read_one(options, argv[i])) {
            diag_error("oracle", "option \"%s\" is not understood", argv[i]);
            return false;
        }
    if (!options->elf)
        diag_error("oracle", "elf=FILE is missing");
    return options->elf != NULL;
}
