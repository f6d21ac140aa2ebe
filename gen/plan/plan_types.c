/* SPDX-License-Identifier: MIT */
/* The names of the settings, and how the core reads code in each of them. */
#include "plan/plan_types.h"

const char *plan_setting_name(enum plan_setting setting)
{
    static const char *const names[PLAN_SETTINGS] = {"fast", "small", "table-only"};

    return names[setting];
}

uint8_t plan_setting_how(enum plan_setting setting)
{
    static const uint8_t how[PLAN_SETTINGS] = {
        FORMAT_HOW_FORWARD,
        FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE | FORMAT_HOW_WALK | FORMAT_HOW_CODE,
        0,
    };

    return how[setting];
}
