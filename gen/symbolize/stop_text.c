/* SPDX-License-Identifier: MIT */
/* The texts for the reasons why a trace ended. */
#include "symbolize/stop_text.h"

#include <stdio.h>

#include "core/format/crossing_format.h"
#include "symbolize/symbolizer.h"
#include <bobbin/cross.h>

enum value_meaning { VALUE_NOTHING, VALUE_ADDRESS, VALUE_CODE, VALUE_REGISTER };

static const struct {
    const char *text;
    const char *cause; /* what the firmware may have done, if all rules on the way are right */
    enum value_meaning value;
} stops[] = {
    [BOBBIN_STOP_NONE] = {"the report gives no reason", NULL, VALUE_NOTHING},
    [BOBBIN_STOP_OUTERMOST] = {"the outermost function is reached", NULL, VALUE_NOTHING},
    [BOBBIN_STOP_DEPTH] = {"the maximum number of frames is reached; more may follow", NULL,
                           VALUE_NOTHING},
    [BOBBIN_STOP_BUDGET] = {"the limit of time or of memory reads is reached; more may follow",
                            NULL, VALUE_NOTHING},
    [BOBBIN_STOP_PC_OUTSIDE] = {"the next pc is not in code",
                                "a return address was overwritten, or an invalid pointer was "
                                "called",
                                VALUE_ADDRESS},
    [BOBBIN_STOP_NO_RULE] = {"the table has no rule for this code: entry code of an exception, "
                             "or code without a proved rule",
                             NULL, VALUE_CODE},
    [BOBBIN_STOP_LOST] = {"the value of this register in the caller is lost: functions that never "
                          "return and exceptions overwrite registers, and core files seldom have "
                          "the sp, lr and spsr of other modes",
                          NULL, VALUE_REGISTER},
    [BOBBIN_STOP_BAD_SP] = {"the sp of the caller would be unaligned or too low",
                            "the stack or a saved register was overwritten", VALUE_ADDRESS},
    [BOBBIN_STOP_UNREADABLE] = {"this memory cannot be read",
                                "the stack overflowed, sp was overwritten, the dump is "
                                "incomplete, or memory in bobbin_config is too small",
                                VALUE_ADDRESS},
    [BOBBIN_STOP_NO_PROGRESS] = {"sp does not change, so the trace would never end", NULL,
                                 VALUE_ADDRESS},
    [BOBBIN_STOP_WORLD_BOUNDARY] = {"the caller runs in the other world (secure or non-secure), "
                                    "which cannot be read",
                                    NULL, VALUE_NOTHING},
    [BOBBIN_STOP_CORRUPT] = {"the table entry of this code is invalid", NULL, VALUE_CODE},
    [BOBBIN_STOP_THREAD_BASE] = {"the first function of a thread is reached", NULL, VALUE_CODE},
    [BOBBIN_STOP_NO_CALL] = {"no call comes before this return address; a thread ends there, or "
                             "the return address was overwritten",
                             NULL, VALUE_CODE},
    [BOBBIN_STOPS] = {"the reason is missing, or newer than this bobbin", NULL, VALUE_NOTHING},
};

bool stop_is_complete(enum bobbin_stop stop)
{
    return stop == BOBBIN_STOP_OUTERMOST || stop == BOBBIN_STOP_THREAD_BASE;
}

const char *stop_text(enum bobbin_stop stop)
{
    return stops[stop < BOBBIN_STOPS ? stop : BOBBIN_STOPS].text;
}

const char *stop_cause_text(enum bobbin_stop stop)
{
    return stops[stop < BOBBIN_STOPS ? stop : BOBBIN_STOPS].cause;
}

static const char *banked_text(uint32_t place, char *text, size_t text_size)
{
    static const char *const kinds[] = {"sp", "lr", "spsr"};
    static const char *const banks[] = {"usr", "fiq", "irq", "svc", "mon", "abt", "hyp", "und"};

    snprintf(text, text_size, " (%s_%s)", kinds[(place - CROSSING_BANK_SP) / BOBBIN_BANKS],
             banks[CROSSING_BANK_OF(place)]);
    return text;
}

/* NUMBER: of a core register, or a place number of crossing_format.h. */
static const char *register_text(uint32_t number, char *text, size_t text_size)
{
    if (number >= CROSSING_BANK_SP && number < CROSSING_PLACES)
        return banked_text(number, text, text_size);
    if (number == CROSSING_PSR)
        snprintf(text, text_size, " (cpsr)");
    else if (number == BOBBIN_SP || number == BOBBIN_LR || number == BOBBIN_PC)
        snprintf(text, text_size, " (%s)",
                 number == BOBBIN_SP   ? "sp"
                 : number == BOBBIN_LR ? "lr"
                                       : "pc");
    else
        snprintf(text, text_size, " (r%u)", number);
    return text;
}

const char *stop_value_text(enum bobbin_stop stop, uint32_t value, const struct debug_index *debug,
                            char *text, size_t text_size)
{
    enum value_meaning meaning = stops[stop < BOBBIN_STOPS ? stop : BOBBIN_STOPS].value;
    char name[200];

    if (meaning == VALUE_NOTHING || (stop == BOBBIN_STOP_THREAD_BASE && value < 2))
        return "";
    if (meaning == VALUE_REGISTER)
        return register_text(value, text, text_size);
    if (meaning == VALUE_CODE && debug && symbolizer_name(debug, value, name, sizeof(name)))
        snprintf(text, text_size, " (0x%08x, %s)", value, name);
    else
        snprintf(text, text_size, " (0x%08x)", value);
    return text;
}
