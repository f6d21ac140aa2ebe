/* SPDX-License-Identifier: MIT */
/* A made fleet: its reports, and the truth about them. */
#ifndef FLEET_H
#define FLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A report that firmware has sent, without what differs between devices. */
struct template
{
    char kind[32];   /* of the crash, from the name of the file */
    char build[32];  /* from the name of the file */
    char **lines;    /* "TYPE FIELDS", without stack words; the last one is "end" */
    bool *continued; /* the line ends with "+CRC" */
    size_t count, capacity;
};

/* Reads the only report of PATH, "DIRECTORY/BUILD.KIND.log". Ends the program if there is none. */
void template_read(struct template *template, const char *path);
void template_free(struct template *template);

/* A report on its way to the log. */
struct sending {
    const struct template *template;
    unsigned device;
    uint64_t time_ms;
    char token[11];
    size_t next; /* number of the next line */
};

/* Writes the next line with a time stamp before it. Returns false after the last line. */
bool sending_write(struct sending *sending, FILE *out);

#endif
