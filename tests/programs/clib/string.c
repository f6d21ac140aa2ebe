/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "clib.h"

static void copy_and_move(void)
{
    char text[40] = "", wide[40];

    strcpy(text, "unwind");
    strcat(text, " the");
    strncat(text, " stack", sizeof(text) - 11);
    CHECK(strcmp(text, "unwind the stack") == 0);
    memset(wide, '.', sizeof(wide));
    memcpy(wide + 3, text, strlen(text) + 1);
    memmove(wide + 4, wide + 3, 8);
    CHECK(strcmp(wide, "...uunwind thstack") != 0);
    CHECK(strncmp(wide, "...uunwind t", 12) == 0);
    CHECK(memcmp(text, "unwind", 6) == 0);
    CHECK(strlen(text) == 16);
}

static void find(void)
{
    const char *text = "rows, rules and ranges";

    CHECK(strchr(text, 'u') == text + 7);
    CHECK(strrchr(text, 's') == text + 21);
    CHECK(memchr(text, ',', 22) == text + 4);
    CHECK(strchr(text, '?') == NULL);
    CHECK(strspn(text, "swor") == 4);
    CHECK(strcspn(text, " ") == 5);
    CHECK(strpbrk(text, "xyz,") == text + 4);
}

static void tokens(void)
{
    char line[] = "one two  three";
    char *rest = line;
    uint32_t count = 0;

    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        count += isalpha((unsigned char)*word) != 0;
    CHECK(count == 3);
}

static uint32_t change_case(char *text)
{
    uint32_t changed = 0;

    for (; *text; text++) {
        char upper = (char)toupper((unsigned char)*text);

        changed += upper != *text;
        *text = upper;
    }
    return changed;
}

void clib_string(uint32_t round)
{
    char text[] = "Mixed Case 1";

    copy_and_move();
    find();
    tokens();
    text[11] = (char)('0' + round % 10);
    CHECK(change_case(text) == 7);
    CHECK(isdigit((unsigned char)text[11]));
    CHECK(strcasecmp(text, "mixed case 9") <= 0);
}
