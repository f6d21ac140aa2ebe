/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "clib.h"

__attribute__((format(printf, 2, 3))) APART static bool prints(const char *wanted,
                                                               const char *format, ...)
{
    char text[120];
    va_list list;
    int length;

    va_start(list, format);
    length = vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    return length == (int)strlen(wanted) && strcmp(text, wanted) == 0;
}

static void print_integers(void)
{
    CHECK(prints("-42|   42|42   |00042|+42", "%d|%5d|%-5d|%05d|%+d", -42, 42, 42, 42, 42));
    CHECK(prints("0x2a 2A 052 11", "%#x %X %#o %hd", 42, 42, 42, 0x5000b));
    CHECK(prints("1234567890123456789", "%lld", 1234567890123456789LL));
    CHECK(prints("18446744073709551615", "%llu", 18446744073709551615ULL));
}

static void print_floats(void)
{
    CHECK(
        prints("3.142|1.500000e+10|2.5|  -0.25", "%.3f|%e|%g|%7.2f", 3.14159, 1.5e10, 2.5, -0.25));
    CHECK(prints("inf -inf nan", "%f %f %f", __builtin_inf(), -__builtin_inf(), __builtin_nan("")));
    CHECK(prints("1e-07 100000 1e+06", "%g %g %g", 1e-7, 1e5, 1e6));
}

static void print_text(void)
{
    CHECK(prints("[abc]   x|ab|%", "[%s] %3c|%.2s|%%", "abc", 'x', "abcd"));
    CHECK(prints("   7|9   ", "%*d|%-*d", 4, 7, 4, 9));
}

static void scan(uint32_t round)
{
    char line[80], word[16];
    int number, letters;
    unsigned hex;
    float real;

    snprintf(line, sizeof(line), "%d %x %f word[%d]", -(int)round, 0xbeefu, (double)round / 4, 7);
    CHECK(sscanf(line, "%d %x %f %15[a-z]%n", &number, &hex, &real, word, &letters) == 4);
    CHECK(number == -(int)round);
    CHECK(hex == 0xbeef);
    CHECK(real == (float)round / 4);
    CHECK(strcmp(word, "word") == 0);
    CHECK(line[letters] == '[');
}

void clib_print(uint32_t round)
{
    print_integers();
    print_floats();
    print_text();
    scan(round);
}
