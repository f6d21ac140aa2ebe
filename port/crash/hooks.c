/* SPDX-License-Identifier: MIT */
/*
 * Writes the arguments of a failed assertion as text into the crash report. Defines the guard of
 * the stack protector too: the guard of the C library would bring a second __stack_chk_fail.
 */
#include "hooks.h"

#include "../common/decimal.h"
#include "../common/untrusted_text.h"

#define TEXT_BYTES 160

extern const uintptr_t __stack_chk_guard;

/*
 * Constant, because start-up code has no entropy. The zero byte stops strcpy; CR, LF and 0xff stop
 * functions that read lines. Weak: the firmware may define a guard of its own.
 */
const uintptr_t __stack_chk_guard __attribute__((weak)) = 0x00ff0a0du;

/* The arguments of an assertion function. The function is NULL if it was not passed. */
struct assertion {
    const char *expression, *file, *function;
    uint32_t line;
};

struct text {
    uint32_t length;
    char bytes[TEXT_BYTES];
};

static void append(struct text *text, char c)
{
    if (text->length < TEXT_BYTES - 1)
        text->bytes[text->length++] = c;
}

static void put(struct text *text, const char *string)
{
    while (*string)
        append(text, *string++);
}

/* Ends when the text is full: STRING may have no end. */
static void put_foreign(struct text *text, const char *string)
{
    char c;

    while (text->length < TEXT_BYTES - 1 && (c = bobbin_untrusted_char(string++)) != '\0')
        append(text, c);
}

/* Returns the text, in TEXT. */
static const char *describe(const struct assertion *assertion, struct text *text)
{
    char line[DECIMAL_DIGITS_MAX + 1];

    line[decimal_digits(assertion->line, line)] = '\0';
    text->length = 0;
    put(text, "assertion \"");
    put_foreign(text, assertion->expression);
    put(text, "\" failed: file ");
    put_foreign(text, assertion->file);
    put(text, ", line ");
    put(text, line);
    if (assertion->function) {
        put(text, ", function ");
        put_foreign(text, assertion->function);
    }
    text->bytes[text->length] = '\0';
    return text->bytes;
}

static const char *argument(const struct bobbin_context *context, uint32_t number)
{
    return (const char *)(uintptr_t)context->r[number];
}

_Noreturn void bobbin_hook_assert_func(struct bobbin_context *context)
{
    struct assertion assertion = {
        .file = argument(context, 0),
        .line = context->r[1],
        .function = argument(context, 2),
        .expression = argument(context, 3),
    };
    struct text text; /* on the crash stack, below CONTEXT */

    context->text = describe(&assertion, &text);
    bobbin_die(context);
}

_Noreturn void bobbin_hook_assert(struct bobbin_context *context)
{
    struct assertion assertion = {
        .file = argument(context, 0),
        .line = context->r[1],
        .expression = argument(context, 2),
    };
    struct text text;

    context->text = describe(&assertion, &text);
    bobbin_die(context);
}
