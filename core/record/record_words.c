/* SPDX-License-Identifier: MIT */
/* The lists of words and phrases. Each keeps its number forever: new ones come at the end. */
#include "record_words.h"

#include "../format/record_format.h"
#include <stddef.h>

/* Each entry ends with a zero byte, the list with an empty entry. */
static const char words[] =
    "frame\0other-frame\0regs\0other-regs\0dregs\0task\0" /* these six have a class */
    "report\0image\0cause\0status\0exception\0skip\0stop\0running\0cpu\0tasks\0note\0end\0"
    "other-exception\0other-skip\0other-stop\0omitted\0>\0:\0-\0r\0d\0"
    "table=\0build-id=\0pc=\0sp=\0cpsr=\0dfsr=\0dfar=\0ifsr=\0ifar=\0device=\0id=\0cpu=\0low=\0"
    "high=\0used=\0count=\0value=\0frames=\0lines=\0"
    "interrupted\0call\0context\0table\0cfi\0exidx\0code\0lr-guess\0host\0inferred\0"
    "none\0outermost\0depth\0budget\0pc-outside-code\0no-rule\0lost\0bad-sp\0unreadable\0"
    "no-progress\0other-world\0corrupt-table\0thread-base\0no-call\0"
    "user\0undefined\0prefetch-abort\0data-abort\0null-call\0assert\0abort\0stack-protector\0"
    "ok\0empty\0version\0truncated\0corrupt\0other-image\0"
    "svc\0hyp-trap\0irq\0fiq\0"
    "stopped\0faulted\0silent\0unknown\0ready\0blocked\0suspended\0ended\0damaged\0cut\0";

/* The first that fits is taken, so a longer one comes before its start. At most 128. */
static const char phrases[] =
    "data abort: \0prefetch abort: \0translation fault\0permission fault\0access flag fault\0"
    "alignment fault\0domain fault\0background fault (no MPU region)\0external abort\0"
    "asynchronous \0parity or ECC error\0 on a translation table walk\0, write\0, read\0"
    ", address 0x\0undefined instruction\0call through a null pointer\0stack smashing detected\0"
    "abort called\0reported by the firmware\0assertion failed\0assertion \"\0\" failed: file \0"
    ", line \0, function \0stack overflow: stack \0 bytes below its limit\0, sp 0x\0"
    ", access to 0x\0a fault inside the report at pc 0x\0report cut short: \0the trace is of task "
    "\0"
    "no answer\0";

/* Entry NUMBER of LIST, or NULL. */
static const char *entry(const char *list, uint32_t number)
{
    for (; *list && number > 0; number--) {
        while (*list)
            list++;
        list++;
    }
    return *list ? list : NULL;
}

const char *record_word(uint32_t number)
{
    return entry(words, number);
}

const char *record_phrase(uint32_t number)
{
    return entry(phrases, number);
}

/* How many characters WORD has if the LENGTH characters at TEXT start with it; else 0. */
static uint32_t start_length(const char *word, const char *text, uint32_t length)
{
    uint32_t i = 0;

    while (i < length && word[i] && word[i] == text[i])
        i++;
    return word[i] ? 0 : i;
}

/* The number of the first entry of LIST with which TEXT starts, or all of which TEXT is. */
static uint32_t find(const char *list, const char *text, uint32_t length, bool whole,
                     uint32_t *found_length)
{
    for (uint32_t number = 0; *list; number++) {
        *found_length = start_length(list, text, length);
        if (*found_length > 0 && (!whole || *found_length == length))
            return number;
        while (*list)
            list++;
        list++;
    }
    return RECORD_NO_WORD;
}

uint32_t record_word_find(const char *text, uint32_t length)
{
    uint32_t found_length;

    return find(words, text, length, true, &found_length);
}

uint32_t record_phrase_find(const char *text, uint32_t length, uint32_t *phrase_length)
{
    return find(phrases, text, length, false, phrase_length);
}

bool record_word_joins(const char *word)
{
    if ((word[0] == 'r' || word[0] == 'd') && !word[1])
        return true;
    while (word[1])
        word++;
    return word[0] == '=';
}

uint32_t record_word_class(uint32_t number)
{
    if (number < 2)
        return RECORD_CLASS_FRAME;
    if (number < 5)
        return RECORD_CLASS_REGS;
    return number == 5 ? RECORD_CLASS_TASK : RECORD_CLASS_OTHER;
}
