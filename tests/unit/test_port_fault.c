/* SPDX-License-Identifier: MIT */
/*
 * A whole crash report on the host: its lines, their order, and its end if a fault occurs inside
 * the report.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/format/table_format.h"
#include "port_log.h"
#include "port_target.h"

#include "port/common/image_state.c"
#include "port/common/line_writer.c"
#include "port/common/memory.c"
#include "port/common/report_state.c"
#include "port/common/spare_stack.c"
#include "port/crash/context_lines.c"
#include "port/crash/crash_report.c"
#include "port/crash/frame_lines.c"
#include "port/crash/stack_dump.c"
#include "port/crash/trace_lines.c"

#define PC (TARGET_CODE + 0x10)
#define SP (TARGET_STACK_HIGH - 0x400)

static uint32_t clock_value, clock_step, finishes, kicks;
static uint32_t put_faults; /* the put call that faults, counted from 1; 0: none */
static uint32_t put_faults_count;
static bool on_another_stack;
static jmp_buf finished;

static void fault_again(void)
{
    struct bobbin_context inner = target_context(BOBBIN_CAUSE_DATA_ABORT, 0xbad0, SP);

    if (!on_another_stack)
        inner.r[BOBBIN_SP] = (uint32_t)(uintptr_t)&inner;
    bobbin_die(&inner);
}

static void put(const char *bytes, uint32_t size_bytes)
{
    if (put_faults > 1) {
        put_faults--;
    } else if (put_faults_count > 0) {
        put_faults_count--;
        fault_again();
    }
    port_log_put(bytes, size_bytes);
}

static uint32_t now(void)
{
    return clock_value += clock_step;
}

static void finish_test(const struct bobbin_context *context)
{
    assert_non_null(context);
    finishes++;
    longjmp(finished, 1);
}

static const struct bobbin_region stacks[] = {
    {TARGET_MAIN, TARGET_STACK_LOW, TARGET_STACK_HIGH},
};

const struct bobbin_config bobbin_config = {
    .name = TARGET_MAIN,
    .put = put,
    .now = now,
    .time_max = 1000000,
    .finish = finish_test,
    .memory = stacks,
    .memory_count = 1,
    .stacks = stacks,
    .stacks_count = 1,
    .stack_words_max = 64,
    .frames_first = 4,
};

static int set_up(void **state)
{
    port_log_clear();
    clock_value = 0;
    clock_step = 0;
    finishes = 0;
    put_faults = put_faults_count = 0;
    on_another_stack = false;
    bobbin_report_reset();
    return target_set_up(state);
}

static void expect(const char *type, uint32_t index, const char *text)
{
    assert_memory_equal(port_log_line(type, index), text, strlen(text));
}

static void expect_frame(uint32_t index, uint32_t number, uint32_t pc, uint32_t sp,
                         const char *words)
{
    char text[100];

    snprintf(text, sizeof(text), " %u %x %x %s ", number, pc, sp, words);
    expect(REPORT_TYPE_FRAME, index, text);
}

static void order_of_lines(void **state)
{
    static const char *const order[] = {"report", "cause", "status", "regs",  "dregs", "image",
                                        "table",  "frame", "stop",   "stack", "note",  "end"};
    uint32_t sp = TARGET_STACK_LOW + 16;
    struct bobbin_context context = target_context(BOBBIN_CAUSE_DATA_ABORT, PC, sp);
    uint32_t lines = 0, last = 0;

    (void)state;
    context.status = 1;
    context.address = TARGET_STACK_LOW - 8;
    context.valid |= BOBBIN_VALID_D(9);
    context.d[1] = 0x400921fb54442d18u;
    target_put_table();
    target_put_frames(sp, 2);
    bobbin_fault(&context);
    port_log_check();
    for (uint32_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        assert_in_range(port_log_last(order[i]), last, port_log_lines() - 1);
        last = port_log_last(order[i]);
        lines += port_log_count(order[i]);
    }
    assert_int_equal(lines + port_log_count(REPORT_TYPE_MORE), port_log_lines());
    expect(REPORT_TYPE_CAUSE, 0,
           " data-abort 8010 : data abort: translation fault, write, address 0x20000ff8 ");
    expect(REPORT_TYPE_DREGS, 0, " d9 400921fb54442d18 ");
    assert_true(port_log_has_note("stack overflow: stack main, access to 0x20000ff8 is 8 bytes"));
}

static void complete_trace(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_UNDEFINED, PC, SP);

    (void)state;
    target_put_table();
    target_put_frames(SP, 2);
    bobbin_fault(&context);
    expect(REPORT_TYPE_REPORT, 0, " 2.0 main ");
    expect(REPORT_TYPE_IMAGE, 0, " deadbeef ");
    expect(REPORT_TYPE_TABLE, 0, " ok ");
    expect(REPORT_TYPE_CAUSE, 0, " undefined 8010 : undefined instruction ");
    assert_int_equal(port_log_count(REPORT_TYPE_STATUS), 0);
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), 4);
    expect_frame(0, 0, PC, SP, "interrupted context");
    expect_frame(1, 1, TARGET_CODE + 4, SP + 16, "call table");
    expect_frame(3, 3, TARGET_CODE + TARGET_CODE_BYTES - 2, SP + 48, "call table");
    expect(REPORT_TYPE_STOP, 0, " outermost 0 4 ");
    assert_int_equal(port_log_count(REPORT_TYPE_NOTE), 0);
    assert_int_equal(port_log_count(REPORT_TYPE_SKIP), 0);
}

/* frames_first is 4. The ring has space for the last 16 frames after these. */
static void expect_deep(uint32_t frames, uint32_t skipped)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);
    char text[40];

    set_up(NULL);
    target_put_table();
    target_put_frames(SP, frames - 2);
    bobbin_fault(&context);
    port_log_check();
    snprintf(text, sizeof(text), " outermost 0 %u ", frames);
    expect(REPORT_TYPE_STOP, 0, text);
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), frames - skipped);
    assert_int_equal(port_log_count(REPORT_TYPE_SKIP), skipped != 0);
    snprintf(text, sizeof(text), " %u ", skipped);
    if (skipped)
        expect(REPORT_TYPE_SKIP, 0, text);
    for (uint32_t i = 4; i < frames - skipped; i++) {
        snprintf(text, sizeof(text), " %u ", i + skipped);
        expect(REPORT_TYPE_FRAME, i, text);
    }
    expect_frame(frames - skipped - 1, frames - 1, TARGET_CODE + TARGET_CODE_BYTES - 2,
                 SP + 16 * (frames - 1), "call table");
}

static void deep_traces(void **state)
{
    (void)state;
    expect_deep(5, 0);
    expect_deep(20, 0);
    expect_deep(21, 1);
    expect_deep(60, 40);
}

static void no_table(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    (void)state;
    bobbin_fault(&context);
    port_log_check();
    expect(REPORT_TYPE_IMAGE, 0, " deadbeef ");
    expect(REPORT_TYPE_TABLE, 0, " empty ");
    expect_frame(0, 0, PC, SP, "interrupted context");
    expect(REPORT_TYPE_STOP, 0, " no-rule 8010 1 ");
    assert_true(port_log_has_note("no unwind table in this image: run bobbin embed"));
    assert_true(port_log_count(REPORT_TYPE_STACK) > 0);
}

static void damaged_table(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    (void)state;
    target_put_table();
    ((uint8_t *)(uintptr_t)__bobbin_start)[60] ^= 1;
    bobbin_fault(&context);
    expect(REPORT_TYPE_IMAGE, 0, " deadbeef ");
    expect(REPORT_TYPE_TABLE, 0, " corrupt ");
    assert_true(port_log_has_note("the unwind table is damaged"));
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), 1);
    expect(REPORT_TYPE_STOP, 0, " corrupt-table 8010 1 ");
}

/*
 * Sets byte INDEX of the table to VALUE. The table line must contain WORD, and the trace must stop
 * with STOP.
 */
static void expect_refused(uint32_t index, uint8_t value, const char *word, const char *stop)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_NULL_CALL, PC, SP);
    char text[80];

    set_up(NULL);
    context.r[BOBBIN_LR] = TARGET_CODE + 5;
    target_put_table();
    target_put_frames(SP, 2);
    ((uint8_t *)(uintptr_t)__bobbin_start)[index] = value;
    bobbin_fault(&context);
    port_log_check();
    snprintf(text, sizeof(text), " %s ", word);
    expect(REPORT_TYPE_TABLE, 0, text);
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), 1);
    snprintf(text, sizeof(text), " %s 8010 1 ", stop);
    expect(REPORT_TYPE_STOP, 0, text);
}

/* The core does not guess by lr either, although the cause would allow it. */
static void refused_tables(void **state)
{
    (void)state;
    expect_refused(0, 0xff, "empty", "no-rule");
    expect_refused(FORMAT_HEADER_BYTES, 0xdf, "other-image", "no-rule");
    expect_refused(FORMAT_HEADER_MAJOR, FORMAT_MAJOR + 1, "version", "corrupt-table");
    expect_refused(FORMAT_HEADER_SIZE + 2, 1, "truncated", "corrupt-table");
    expect_refused(FORMAT_HEADER_CRC, 0, "corrupt", "corrupt-table");
}

/* A new port starts like this: nothing can be read. The value is the address of the table. */
static void unreadable_table(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_NULL_CALL, PC, SP);
    char text[80];

    (void)state;
    target_put_table();
    target_all_unreadable = true;
    bobbin_fault(&context);
    expect(REPORT_TYPE_IMAGE, 0, " - ");
    expect(REPORT_TYPE_TABLE, 0, " unreadable ");
    assert_true(port_log_has_note("bobbin_port_readable refuses the memory of the unwind table"));
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), 1);
    snprintf(text, sizeof(text), " unreadable %x 1 ", (uint32_t)(uintptr_t)__bobbin_start);
    expect(REPORT_TYPE_STOP, 0, text);
}

static void kick(void)
{
    kicks++;
}

static void table_check_kicks(void **state)
{
    struct bobbin_config kicked = bobbin_config;
    struct bobbin_image_state image;

    (void)state;
    kicked.kick = kick;
    kicks = 0;
    bobbin_report_begin(&reporter.report, &kicked, 0);
    bobbin_image_id(&image);
    print_table(&reporter.report, &image);
    assert_int_equal(kicks, 2); /* and once for the line */
}

static void unknown_registers_are_dashes(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    (void)state;
    context.valid &= ~BOBBIN_VALID_R(BOBBIN_LR);
    bobbin_fault(&context);
    expect(REPORT_TYPE_REGS, 1, " r8 1008 1009 100a 100b 100c 20004c00 - 8010");
    assert_int_equal(port_log_count(REPORT_TYPE_DREGS), 0);
}

static void unknown_sp_is_a_dash(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    (void)state;
    context.valid &= ~BOBBIN_VALID_R(BOBBIN_SP);
    target_put_table();
    bobbin_fault(&context);
    port_log_check();
    expect(REPORT_TYPE_FRAME, 0, " 0 8010 - interrupted context ");
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), 1);
    assert_int_equal(port_log_count(REPORT_TYPE_STACK), 0);
}

static void expect_text(uint32_t address, const char *text)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_ASSERT, PC, SP);

    port_log_clear();
    context.text = (const char *)(uintptr_t)address;
    bobbin_fault(&context);
    port_log_check();
    expect(REPORT_TYPE_CAUSE, 0, text);
}

static void text_of_any_pointer(void **state)
{
    uint32_t address = TARGET_STACK_LOW + 0x100;

    (void)state;
    strcpy((char *)target_word(address), "a != b");
    expect_text(address, " assert 8010 : a != b *");
    expect_text(0, " assert 8010 : assertion failed *");
    expect_text(4, " assert 8010 : assertion failed *");
    expect_text(0xffffffff, " assert 8010 : assertion failed *");
    memcpy(target_word(TARGET_STACK_HIGH - 4), "last", 4);
    expect_text(TARGET_STACK_HIGH - 4, " assert 8010 : last *");
    memset(target_word(address), 'x', 1000);
    expect_text(address, " assert 8010 : xxxx");
    assert_int_equal(strlen(port_log_line(REPORT_TYPE_CAUSE, 0)),
                     strlen(" assert 8010 : ") + REPORT_UNTRUSTED_MAX + REPORT_CRC_BYTES);
}

static void imprecise_abort_is_noted(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_DATA_ABORT, PC, SP);

    (void)state;
    context.status = 2;
    context.address = TARGET_STACK_LOW - 4;
    bobbin_fault(&context);
    assert_null(strstr(port_log_line(REPORT_TYPE_CAUSE, 0), "address"));
    assert_true(port_log_has_note("asynchronous"));
    assert_false(port_log_has_note("stack overflow"));
}

static void out_of_time(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    (void)state;
    clock_step = bobbin_config.time_max / 4;
    target_put_table();
    target_put_frames(SP, 60);
    bobbin_fault(&context);
    port_log_check();
    expect(REPORT_TYPE_STOP, 0, " budget 0 4 ");
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), 4);
    assert_int_equal(port_log_count(REPORT_TYPE_STACK), 0);
    assert_true(port_log_has_note("report cut short: bobbin_config.time_max is used up"));
}

static void another_report_may_follow(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    (void)state;
    bobbin_fault(&context);
    port_log_clear();
    bobbin_fault(&context);
    port_log_check();
}

/* From the call FIRST on, COUNT calls of put fault. */
static void report_with_faults(uint32_t first, uint32_t count)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    target_put_table();
    put_faults = first;
    put_faults_count = count;
    if (setjmp(finished) == 0)
        bobbin_fault(&context);
    assert_int_equal(finishes, 1);
}

/* The part in which the fault came follows again, then the others. */
static void fault_inside_the_report(void **state)
{
    (void)state;
    report_with_faults(4, 1);
    port_log_check_lost(3);
    assert_int_equal(port_log_last(REPORT_TYPE_NOTE), 3);
    assert_true(port_log_has_note("a fault inside the report at pc 0xbad0, data-abort"));
    assert_int_equal(port_log_count(REPORT_TYPE_CAUSE), 1);
    assert_int_equal(port_log_count(REPORT_TYPE_REGS), 3);
    assert_true(port_log_count(REPORT_TYPE_STACK) > 0);
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), 0);
}

/* After a fault inside the report, now is not called: its time cannot be used up. */
static void fault_inside_the_report_of_a_late_clock(void **state)
{
    (void)state;
    clock_value = 2 * bobbin_config.time_max;
    report_with_faults(4, 1);
    assert_true(port_log_count(REPORT_TYPE_STACK) > 0);
    assert_false(port_log_has_note("report cut short"));
}

static void fault_before_the_first_line(void **state)
{
    (void)state;
    report_with_faults(1, 1);
    port_log_check_lost(0);
    assert_int_equal(port_log_last(REPORT_TYPE_NOTE), 0);
    assert_int_equal(port_log_count(REPORT_TYPE_REPORT), 1);
    assert_int_equal(port_log_count(REPORT_TYPE_CAUSE), 1);
}

static void faults_inside_the_note(void **state)
{
    (void)state;
    report_with_faults(4, 2); /* the second one in the line end before the note */
    port_log_check_lost(3);
    assert_int_equal(port_log_count(REPORT_TYPE_NOTE), 1);
    assert_int_equal(port_log_count(REPORT_TYPE_REGS), 3);
}

/* The report ends, whatever happens. */
static void put_faults_always(void **state)
{
    (void)state;
    report_with_faults(4, UINT32_MAX);
    assert_int_equal(port_log_lines(), 3);
}

/* A fault in a handler that interrupted the report has a report of its own. */
static void fault_on_another_stack(void **state)
{
    (void)state;
    on_another_stack = true;
    report_with_faults(4, 1);
    assert_int_equal(port_log_count(REPORT_TYPE_REPORT), 2);
    assert_int_equal(port_log_count(REPORT_TYPE_END), 1);
    assert_false(port_log_has_note("a fault inside"));
    expect(REPORT_TYPE_CAUSE, 1, " data-abort ");
}

/* The second report is interrupted too: it only ends. */
static void faults_on_other_stacks_end(void **state)
{
    (void)state;
    on_another_stack = true;
    report_with_faults(4, 2);
    assert_int_equal(port_log_count(REPORT_TYPE_REPORT), 1);
    assert_int_equal(port_log_count(REPORT_TYPE_END), 1);
    assert_int_equal(port_log_count(REPORT_TYPE_NOTE), 1);
}

static void die_finishes(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_ABORT, PC, SP);

    (void)state;
    if (setjmp(finished) == 0)
        bobbin_die(&context);
    assert_int_equal(finishes, 1);
    port_log_check();
    expect(REPORT_TYPE_CAUSE, 0, " abort 8010 : abort called ");
}

static void expect_whole_after(enum report_state old)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    set_up(NULL);
    bobbin_state_set(old);
    if (old == STATE_AGAIN || old == STATE_LAST)
        bobbin_after_reset();
    if (setjmp(finished) == 0)
        bobbin_fault(&context);
    port_log_check();
    assert_int_equal(port_log_count(REPORT_TYPE_END), 1);
    assert_false(port_log_has_note("a fault inside the report"));
}

/*
 * RAM keeps its contents over a reset. The next crash is on another stack. In STATE_AGAIN and
 * STATE_LAST, after faults inside one another, only bobbin_after_reset helps. The other states that
 * do not call finish cannot be tested: they loop for ever.
 */
static void after_a_reset_in_a_report_the_next_is_whole(void **state)
{
    (void)state;
    expect_whole_after(STATE_REPORT);
    expect_whole_after(STATE_AGAIN);
    expect_whole_after(STATE_FINISH);
    expect_whole_after(STATE_LAST);
    expect_whole_after(STATE_END);
}

/* A stray store has changed one word. */
static void half_a_state_is_none(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, 0);

    (void)state;
    bobbin_state_set(STATE_REPORT);
    context.r[BOBBIN_SP] = bobbin_report_state.word & ~STATE_BITS;
    bobbin_report_state.complement ^= 1;
    bobbin_fault(&context);
    port_log_check();
    assert_int_equal(port_log_count(REPORT_TYPE_NOTE), 1); /* no table */
}

static void no_room_for_a_trace(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_UNDEFINED, PC, SP);

    (void)state;
    target_put_table();
    target_put_frames(SP, 2);
    context.valid |= BOBBIN_CONTEXT_SHORT;
    bobbin_fault(&context);
    port_log_check();
    assert_int_equal(port_log_count(REPORT_TYPE_FRAME), 0);
    assert_int_equal(port_log_count(REPORT_TYPE_REGS), 2);
    assert_true(port_log_count(REPORT_TYPE_STACK) > 0);
    assert_true(port_log_has_note("the crash stack has no room for a trace"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(order_of_lines, set_up),
        cmocka_unit_test_setup(complete_trace, set_up),
        cmocka_unit_test_setup(deep_traces, set_up),
        cmocka_unit_test_setup(no_table, set_up),
        cmocka_unit_test_setup(damaged_table, set_up),
        cmocka_unit_test_setup(refused_tables, set_up),
        cmocka_unit_test_setup(unreadable_table, set_up),
        cmocka_unit_test_setup(table_check_kicks, set_up),
        cmocka_unit_test_setup(unknown_registers_are_dashes, set_up),
        cmocka_unit_test_setup(unknown_sp_is_a_dash, set_up),
        cmocka_unit_test_setup(text_of_any_pointer, set_up),
        cmocka_unit_test_setup(imprecise_abort_is_noted, set_up),
        cmocka_unit_test_setup(out_of_time, set_up),
        cmocka_unit_test_setup(another_report_may_follow, set_up),
        cmocka_unit_test_setup(fault_inside_the_report, set_up),
        cmocka_unit_test_setup(fault_inside_the_report_of_a_late_clock, set_up),
        cmocka_unit_test_setup(fault_before_the_first_line, set_up),
        cmocka_unit_test_setup(faults_inside_the_note, set_up),
        cmocka_unit_test_setup(put_faults_always, set_up),
        cmocka_unit_test_setup(fault_on_another_stack, set_up),
        cmocka_unit_test_setup(faults_on_other_stacks_end, set_up),
        cmocka_unit_test_setup(die_finishes, set_up),
        cmocka_unit_test_setup(after_a_reset_in_a_report_the_next_is_whole, set_up),
        cmocka_unit_test_setup(half_a_state_is_none, set_up),
        cmocka_unit_test_setup(no_room_for_a_trace, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
