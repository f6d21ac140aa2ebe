/* SPDX-License-Identifier: MIT */
#include "port_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "handmade.h"
#include <bobbin/report.h>

static char lines[PORT_LOG_LINES_MAX][PORT_LOG_LINE_SIZE];
static uint32_t lines_count;

void port_log_clear(void)
{
    lines_count = 0;
}

void port_log_put(const char *bytes, uint32_t size_bytes)
{
    assert_true(size_bytes >= 2 && size_bytes < PORT_LOG_LINE_SIZE);
    assert_memory_equal(bytes + size_bytes - 2, "\r\n", 2);
    if (size_bytes == 2)
        return;
    assert_true(lines_count < PORT_LOG_LINES_MAX);
    memcpy(lines[lines_count], bytes, size_bytes - 2);
    lines[lines_count++][size_bytes - 2] = '\0';
}

uint32_t port_log_lines(void)
{
    return lines_count;
}

const char *port_log_token(void)
{
    assert_true(lines_count > 0);
    return lines[0] + strlen(REPORT_MARK);
}

/* The text after the type of LINE, or NULL if the line has another type. */
static const char *after_type(const char *line, const char *type)
{
    const char *text;

    assert_memory_equal(line, REPORT_MARK, strlen(REPORT_MARK));
    text = strchr(line + strlen(REPORT_MARK), ' ');
    assert_non_null(text);
    text++;
    if (strncmp(text, type, strlen(type)) != 0 || text[strlen(type)] != ' ')
        return NULL;
    return text + strlen(type);
}

/* The text of line I after its type, with the text of the lines that continue it. */
static const char *whole_text(uint32_t i, const char *type)
{
    static char whole[16 * PORT_LOG_LINE_SIZE];
    const char *text = after_type(lines[i], type);

    if (!text)
        return NULL;
    snprintf(whole, sizeof(whole), "%s", text);
    while (whole[strlen(whole) - 9] == REPORT_CONTINUES) {
        assert_true(++i < lines_count);
        text = after_type(lines[i], REPORT_TYPE_MORE);
        assert_non_null(text);
        whole[strlen(whole) - 10] = '\0';
        assert_true(strlen(whole) + strlen(text) < sizeof(whole));
        strcat(whole, text + 1);
    }
    return whole;
}

uint32_t port_log_count(const char *type)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < lines_count; i++)
        count += after_type(lines[i], type) != NULL;
    return count;
}

const char *port_log_line(const char *type, uint32_t index)
{
    for (uint32_t i = 0; i < lines_count; i++) {
        const char *text = whole_text(i, type);

        if (text && index-- == 0)
            return text;
    }
    fail_msg("no such %s line", type);
    return "";
}

uint32_t port_log_last(const char *type)
{
    uint32_t last = lines_count;

    for (uint32_t i = 0; i < lines_count; i++)
        if (after_type(lines[i], type))
            last = i;
    return last;
}

bool port_log_has_note(const char *text)
{
    for (uint32_t i = 0; i < port_log_count(REPORT_TYPE_NOTE); i++)
        if (strstr(port_log_line(REPORT_TYPE_NOTE, i), text))
            return true;
    return false;
}

static void check_line(const char *line, uint32_t number)
{
    const char *token = line + strlen(REPORT_MARK), *first = lines[0] + strlen(REPORT_MARK);
    const char *star = line + strlen(line) - 9;
    size_t digits = strspn(token, "0123456789abcdefghijklmnopqrstuv");

    assert_true(strlen(line) <= REPORT_LINE_MAX);
    assert_true(digits == REPORT_TOKEN_DIGITS || digits == REPORT_TOKEN_MAX);
    assert_memory_equal(token, first, digits + 1);
    assert_int_equal(token[digits], '.');
    assert_int_equal(strtoul(token + digits + 1, NULL, 10), number);
    assert_true(star[0] == '*' || star[0] == REPORT_CONTINUES);
    assert_int_equal(strtoul(star + 1, NULL, 16),
                     handmade_crc32(0, (const uint8_t *)line, (uint32_t)(star - 1 - line)));
}

void port_log_check_lost(uint32_t lost)
{
    char end[32];

    for (uint32_t i = 0; i < lines_count; i++)
        check_line(lines[i], i + (i >= lost));
    assert_int_equal(port_log_count(REPORT_TYPE_END), 1);
    snprintf(end, sizeof(end), " %u ", lines_count + (lines_count >= lost));
    assert_memory_equal(after_type(lines[lines_count - 1], REPORT_TYPE_END), end, strlen(end));
}

void port_log_check(void)
{
    port_log_check_lost(UINT32_MAX);
}
