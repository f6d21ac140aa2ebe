/* SPDX-License-Identifier: MIT */
/*
 * Writes JSON for the --json output of all commands, indented by two spaces a level, or on one
 * line. Inside an array, KEY is NULL. A function that opens an object or array needs its matching
 * _end.
 */
#ifndef GEN_UTIL_JSON_H
#define GEN_UTIL_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    unsigned depth;
    bool first;
    bool one_line;
};

void json_begin(struct json *json, FILE *out);       /* opens the outermost object */
void json_begin_line(struct json *json, FILE *out);  /* the same; the document is one line */
void json_end(struct json *json);                    /* closes the object and ends the line */
void json_begin_array(struct json *json, FILE *out); /* opens an array as the outermost value */
void json_end_array(struct json *json);
void json_object(struct json *json, const char *key);
void json_object_end(struct json *json);
void json_array(struct json *json, const char *key);
void json_array_end(struct json *json);
void json_string(struct json *json, const char *key, const char *value); /* NULL gives null */
void json_number(struct json *json, const char *key, uint64_t value);
void json_text(struct json *json, const char *key, const char *text); /* TEXT: valid JSON */
void json_bool(struct json *json, const char *key, bool value);
void json_address(struct json *json, const char *key, uint32_t value); /* as "0x00008034" */

#endif
