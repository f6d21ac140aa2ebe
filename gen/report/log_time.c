/* SPDX-License-Identifier: MIT */
#include "report/log_time.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MS           1000
#define MINUTE_MS    60000
#define EPOCH_DIGITS 10

/* Reads COUNT digits and moves *TEXT after them. Returns -1 if there are fewer. */
static int take_digits(const char **text, unsigned count)
{
    int value = 0;

    for (unsigned i = 0; i < count; i++, (*text)++) {
        if (!isdigit((unsigned char)**text))
            return -1;
        value = 10 * value + (**text - '0');
    }
    return value;
}

static bool take_one_of(const char **text, const char *characters)
{
    if (!**text || !strchr(characters, **text))
        return false;
    (*text)++;
    return true;
}

/* Reads "22:33:44" or "22:33"; seconds may be missing in zones only. */
static bool take_clock(const char **text, bool seconds, struct tm *time)
{
    time->tm_hour = take_digits(text, 2);
    if (seconds || **text == ':')
        if (!take_one_of(text, ":"))
            return false;
    time->tm_min = take_digits(text, 2);
    if (seconds && !take_one_of(text, ":"))
        return false;
    time->tm_sec = seconds ? take_digits(text, 2) : 0;
    return time->tm_hour >= 0 && time->tm_hour < 24 && time->tm_min >= 0 && time->tm_min < 60 &&
           time->tm_sec >= 0 && time->tm_sec <= 60;
}

static bool take_date(const char **text, struct tm *time)
{
    time->tm_year = take_digits(text, 4) - 1900;
    if (time->tm_year < 70 || !take_one_of(text, "-/"))
        return false;
    time->tm_mon = take_digits(text, 2) - 1;
    if (time->tm_mon < 0 || time->tm_mon > 11 || !take_one_of(text, "-/"))
        return false;
    time->tm_mday = take_digits(text, 2);
    return time->tm_mday >= 1 && time->tm_mday <= 31;
}

/* The milliseconds of ".123456", or 0. */
static int take_fraction(const char **text)
{
    int ms = 0;
    int unit = MS / 10;

    if (!(**text == '.' || **text == ',') || !isdigit((unsigned char)(*text)[1]))
        return 0;
    for ((*text)++; isdigit((unsigned char)**text); (*text)++, unit /= 10)
        ms += unit * (**text - '0');
    return ms;
}

/* How far the zone at TEXT is ahead of UTC. */
static int64_t zone_ms(const char *text)
{
    struct tm zone = {0};
    bool east = *text == '+';

    if (!take_one_of(&text, "+-") || !take_clock(&text, false, &zone))
        return 0;
    return (east ? 1 : -1) * (int64_t)(60 * zone.tm_hour + zone.tm_min) * MINUTE_MS;
}

static bool read_date(const char *text, int64_t *time_ms)
{
    struct tm time = {0};
    int fraction;

    if (!take_date(&text, &time) || !take_one_of(&text, "Tt _") || !take_clock(&text, true, &time))
        return false;
    fraction = take_fraction(&text);
    *time_ms = (int64_t)timegm(&time) * MS + fraction - zone_ms(text);
    return true;
}

static bool read_epoch(const char *text, int64_t *time_ms)
{
    int64_t seconds = 0;

    for (unsigned i = 0; i < EPOCH_DIGITS; i++, text++) {
        if (!isdigit((unsigned char)*text))
            return false;
        seconds = 10 * seconds + (*text - '0');
    }
    if (isalnum((unsigned char)*text))
        return false;
    *time_ms = seconds * MS + take_fraction(&text);
    return true;
}

bool log_time_find(const char *text, int64_t *time_ms)
{
    for (const char *at = text; *at; at++) {
        bool inside = at > text && isalnum((unsigned char)at[-1]);
        if (isdigit((unsigned char)*at) && !inside &&
            (read_date(at, time_ms) || read_epoch(at, time_ms)))
            return true;
    }
    return false;
}

const char *log_time_text(int64_t time_ms, char text[LOG_TIME_BYTES])
{
    time_t seconds = (time_t)(time_ms / MS);
    struct tm time;
    char date[24];

    if (!gmtime_r(&seconds, &time) || !strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &time))
        return "?";
    snprintf(text, LOG_TIME_BYTES, "%s.%03dZ", date, (int)(time_ms % MS));
    return text;
}
