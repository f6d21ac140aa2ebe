/* SPDX-License-Identifier: MIT */
#include "sites.h"

#include <assert.h>
#include <stdlib.h>

#include "provoke.h"
#include <bobbin/report.h>

void __assert(const char *file, int line, const char *expression);
void __stack_chk_fail(void);

extern code site_arm_undefined, site_arm_data, site_arm_jump_to_arm, site_arm_jump_to_thumb,
    site_arm_breakpoint, site_arm_call, site_arm_call_return, site_arm_null, site_arm_null_return,
    site_arm_abort, site_arm_abort_return, site_arm_assert_func, site_arm_assert_func_return,
    site_arm_assert, site_arm_assert_return, site_arm_stack_protector,
    site_arm_stack_protector_return;

extern code site_thumb_undefined, site_thumb_undefined_wide, site_thumb_data, site_thumb_data_wide,
    site_thumb_data_conditional, site_thumb_jump_to_arm, site_thumb_jump_to_thumb,
    site_thumb_breakpoint, site_thumb_call, site_thumb_call_return, site_thumb_null,
    site_thumb_null_return, site_thumb_abort, site_thumb_abort_return, site_thumb_assert_func,
    site_thumb_assert_func_return, site_thumb_assert, site_thumb_assert_return,
    site_thumb_stack_protector, site_thumb_stack_protector_return;

#define UNDEFINED(site)                                                                            \
    .name = #site, .start = site_##site, .pc = site_##site, .cause = BOBBIN_CAUSE_UNDEFINED,       \
    .address = SITE_NO_ADDRESS
#define DATA(site, at)                                                                             \
    .name = #site, .start = site_##site, .pc = site_##site, .cause = BOBBIN_CAUSE_DATA_ABORT,      \
    .address = (at)
#define BREAKPOINT(site)                                                                           \
    .name = #site, .start = site_##site, .pc = site_##site, .cause = BOBBIN_CAUSE_PREFETCH_ABORT,  \
    .address = SITE_NO_ADDRESS
#define JUMP(site, to)                                                                             \
    .name = #site, .start = site_##site, .pc = (code *)(to), .cause = BOBBIN_CAUSE_PREFETCH_ABORT, \
    .address = (to) & ~1u
#define CALL(site, to) JUMP(site, to), .lr = site_##site##_return
#define HOOK(site, function, why)                                                                  \
    .name = #site, .start = site_##site, .pc = (code *)(function), .cause = (why),                 \
    .address = SITE_NO_ADDRESS, .lr = site_##site##_return, .hook = true

const struct site sites[] = {
    {UNDEFINED(arm_undefined)},
    {UNDEFINED(thumb_undefined)},
    {UNDEFINED(thumb_undefined_wide)},
    {DATA(arm_data, SITE_DATA)},
    {DATA(thumb_data, SITE_DATA)},
    {DATA(thumb_data_wide, SITE_DATA + 4)},
    {DATA(thumb_data_conditional, SITE_DATA), .cpsr_it = PSR_IT_EQ_1},
    {BREAKPOINT(arm_breakpoint)},
    {BREAKPOINT(thumb_breakpoint)},
    {JUMP(arm_jump_to_arm, SITE_ARM_CODE)},
    {JUMP(arm_jump_to_thumb, SITE_THUMB_CODE)},
    {JUMP(thumb_jump_to_arm, SITE_ARM_CODE)},
    {JUMP(thumb_jump_to_thumb, SITE_THUMB_CODE)},
    {CALL(arm_call, SITE_THUMB_CODE)},
    {CALL(thumb_call, SITE_ARM_CODE)},
    {CALL(arm_null, SITE_NULL), .null = true},
    {CALL(thumb_null, SITE_NULL), .null = true},
    {HOOK(arm_abort, abort, BOBBIN_CAUSE_ABORT)},
    {HOOK(thumb_abort, abort, BOBBIN_CAUSE_ABORT)},
    {HOOK(arm_assert_func, __assert_func, BOBBIN_CAUSE_ASSERT)},
    {HOOK(thumb_assert_func, __assert_func, BOBBIN_CAUSE_ASSERT)},
    {HOOK(arm_assert, __assert, BOBBIN_CAUSE_ASSERT)},
    {HOOK(thumb_assert, __assert, BOBBIN_CAUSE_ASSERT)},
    {HOOK(arm_stack_protector, __stack_chk_fail, BOBBIN_CAUSE_STACK_PROTECTOR)},
    {HOOK(thumb_stack_protector, __stack_chk_fail, BOBBIN_CAUSE_STACK_PROTECTOR)},
};

const size_t sites_count = sizeof(sites) / sizeof(sites[0]);
