/* SPDX-License-Identifier: MIT */
/* The names that reports use. Each table has the order of its enumeration. */
#include <bobbin/bobbin.h>
#include <bobbin/report.h>

static const char *name_of(const char *const *names, uint32_t count, uint32_t value)
{
    return value < count ? names[value] : "?";
}

#define NAME_OF(names, value) name_of(names, sizeof(names) / sizeof((names)[0]), value)

const char *bobbin_stop_name(uint32_t stop)
{
    static const char *const names[] = {
        "none",        "outermost",     "depth",       "budget",     "pc-outside-code",
        "no-rule",     "lost",          "bad-sp",      "unreadable", "no-progress",
        "other-world", "corrupt-table", "thread-base", "no-call",
    };
    _Static_assert(sizeof(names) / sizeof(names[0]) == BOBBIN_STOPS, "a word for each stop");
    return NAME_OF(names, stop);
}

const char *bobbin_trust_name(uint32_t trust)
{
    static const char *const names[] = {"context", "table", "cfi", "exidx", "code", "lr-guess"};
    return NAME_OF(names, trust);
}

const char *bobbin_kind_name(uint32_t kind)
{
    static const char *const names[] = {"interrupted", "call"};
    return NAME_OF(names, kind);
}

const char *bobbin_cause_name(unsigned cause)
{
    static const char *const names[] = {
        "user",      "undefined", "prefetch-abort", "data-abort",
        "null-call", "assert",    "abort",          "stack-protector",
    };
    _Static_assert(sizeof(names) / sizeof(names[0]) == BOBBIN_CAUSES, "a word for each cause");
    return NAME_OF(names, cause);
}

const char *bobbin_table_error_name(unsigned error)
{
    static const char *const names[] = {
        "ok", "empty", "version", "truncated", "corrupt", "other-image", "unreadable",
    };
    return NAME_OF(names, error);
}
