/* SPDX-License-Identifier: MIT */
/*
 * Writes JSON and escapes strings; invalid UTF-8 becomes U+FFFD. `bobbin decode --json` writes
 * hundreds of values for each of many reports, so most values are written without a format.
 */
#include "util/json.h"

#include "util/utf8.h"

static void start_value(struct json *json, const char *key)
{
    if (!json->first)
        fputs(json->one_line ? ", " : ",", json->out);
    if (!json->one_line)
        fprintf(json->out, "\n%*s", (int)(2 * json->depth), "");
    json->first = false;
    if (key) {
        fputc('"', json->out);
        fputs(key, json->out);
        fputs("\": ", json->out);
    }
}

static void open_scope(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->depth++;
    json->first = true;
}

static void close_scope(struct json *json, char bracket)
{
    json->depth--;
    if (!json->first && !json->one_line)
        fprintf(json->out, "\n%*s", (int)(2 * json->depth), "");
    fputc(bracket, json->out);
    json->first = false;
}

static void write_string(FILE *out, const char *value)
{
    const char *p = value;

    fputc('"', out);
    while (*p) {
        size_t length = utf8_length(p);
        if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p == '\n')
            fputs("\\n", out);
        else if (*p == '\t')
            fputs("\\t", out);
        else if (length == 1 && (*p < 0x20 || *p == 0x7f))
            fprintf(out, "\\u%04x", *p);
        else if (length == 0)
            fputs("\\ufffd", out);
        else
            fwrite(p, 1, length, out);
        p += length ? length : 1;
    }
    fputc('"', out);
}

static void open_document(struct json *json, FILE *out, char bracket, bool one_line)
{
    json->out = out;
    json->depth = 0;
    json->one_line = one_line;
    open_scope(json, bracket);
}

static void close_document(struct json *json, char bracket)
{
    close_scope(json, bracket);
    fputc('\n', json->out);
}

void json_begin(struct json *json, FILE *out)
{
    open_document(json, out, '{', false);
}

void json_begin_line(struct json *json, FILE *out)
{
    open_document(json, out, '{', true);
}

void json_end(struct json *json)
{
    close_document(json, '}');
}

void json_begin_array(struct json *json, FILE *out)
{
    open_document(json, out, '[', false);
}

void json_end_array(struct json *json)
{
    close_document(json, ']');
}

void json_object(struct json *json, const char *key)
{
    start_value(json, key);
    open_scope(json, '{');
}

void json_object_end(struct json *json)
{
    close_scope(json, '}');
}

void json_array(struct json *json, const char *key)
{
    start_value(json, key);
    open_scope(json, '[');
}

void json_array_end(struct json *json)
{
    close_scope(json, ']');
}

void json_string(struct json *json, const char *key, const char *value)
{
    start_value(json, key);
    if (value)
        write_string(json->out, value);
    else
        fputs("null", json->out);
}

void json_number(struct json *json, const char *key, uint64_t value)
{
    start_value(json, key);
    fprintf(json->out, "%llu", (unsigned long long)value);
}

void json_text(struct json *json, const char *key, const char *text)
{
    start_value(json, key);
    fputs(text, json->out);
}

void json_bool(struct json *json, const char *key, bool value)
{
    start_value(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_address(struct json *json, const char *key, uint32_t value)
{
    start_value(json, key);
    fprintf(json->out, "\"0x%08x\"", value);
}
