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

static struct text message;

static void append(char c)
{
    if (message.length < TEXT_BYTES - 1)
        message.bytes[message.length++] = c;
}

static void put(const char *string)
{
    while (*string)
        append(*string++);
}

static void put_foreign(const char *string)
{
    char c;

    while (message.length < TEXT_BYTES - 1 && (c = bobbin_untrusted_char(string++)) != '\0')
        append(c);
}

static void put_decimal(uint32_t value)
{
    char digits[DECIMAL_DIGITS_MAX];
    uint32_t count = decimal_digits(value, digits);

    for (uint32_t i = 0; i < count; i++)
        append(digits[i]);
}

static const char *describe(const struct assertion *assertion)
{
    message.length = 0;
    put("assertion \"");
    put_foreign(assertion->expression);
    put("\" failed: file ");
    put_foreign(assertion->file);
    put(", line ");
    put_decimal(assertion->line);
    if (assertion->function) {
        put(", function ");
        put_foreign(assertion->function);
    }
    message.bytes[message.length] = '\0';
    return message.bytes;
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

    context->text = describe(&assertion);
    bobbin_die(context);
}

_Noreturn void bobbin_hook_assert(struct bobbin_context *context)
{
    struct assertion assertion = {
        .file = argument(context, 0),
        .line = context->r[1],
        .expression = argument(context, 2),
    };

    context->text = describe(&assertion);
    bobbin_die(context);
}
