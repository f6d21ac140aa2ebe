/* SPDX-License-Identifier: MIT */
/* What a frame has after a crossing: pc, psr, banks, sets of r8-r12, and why a trace ends there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "crossed.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

static const uint32_t irq[] = {CROSS_END(4u, 4u, IRQ, 6u, 0u)};

/* Modes that an exception can interrupt, and their banks (ARM ARM B1.3.1, table B1-1). */
static const struct {
    uint32_t mode, bank;
} modes[] = {{0x10, USR}, {0x11, FIQ}, {0x12, IRQ}, {0x13, SVC}, {0x16, MON},
             {0x17, ABT}, {0x1a, HYP}, {0x1b, UND}, {0x1f, USR}};

static uint32_t mode_of_bank(uint32_t bank)
{
    static const uint32_t of[BANKS] = {0x10, 0x11, 0x12, 0x13, 0x16, 0x17, 0x1a, 0x1b};

    return of[bank];
}

static void set_up_irq(struct crossed *crossed)
{
    crossed_set_up(crossed, 2, irq, COUNT(irq));
}

/* ---- an untouched handler -------------------------------------------------------------------- */

static void expect_interrupted(const struct crossed *crossed, uint32_t mode, uint32_t bank,
                               uint32_t psr)
{
    const struct bobbin_cursor *cursor = &crossed->cursor;
    uint32_t lr_bank = bank == HYP ? USR : bank; /* HYP mode uses lr of user mode, B9.3 */

    assert_int_equal(cursor->r[15], CROSSED_CODE + 0x40 - 4);
    assert_int_equal(cursor->cpsr, psr);
    assert_int_equal(cursor->kind, BOBBIN_KIND_INTERRUPTED);
    assert_int_equal(cursor->trust, BOBBIN_TRUST_TABLE);
    assert_int_equal(crossed->banks.crossings, 1);
    assert_int_equal(crossed->banks.vector, BOBBIN_VECTOR_IRQ);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(cursor->r[i], 0x100 + i);
    for (uint32_t i = 8; i < 13; i++)
        assert_int_equal(cursor->r[i], mode == 0x11 ? crossed_banked(0x11, i) : 0x100 + i);
    if (bank == IRQ) { /* an interrupt handler was interrupted: its lr is overwritten */
        assert_int_equal(cursor->r[13], crossed_slot(0));
        assert_int_equal(cursor->valid, 0xdbfff);
        return;
    }
    assert_int_equal(cursor->r[13], crossed_banked(mode_of_bank(bank), 13));
    assert_int_equal(cursor->r[14], crossed_banked(mode_of_bank(lr_bank), 14));
    assert_int_equal(cursor->valid, 0xdffff);
}

static void each_mode_has_the_registers_of_its_bank(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < COUNT(modes); i++)
        for (uint32_t flags = 0; flags < 4; flags++) {
            struct crossed crossed;
            uint32_t psr =
                modes[i].mode | (flags & 1 ? CROSSED_THUMB : 0) | (flags & 2 ? 1u << 31 : 0);
            set_up_irq(&crossed);
            crossed.banked[0x12][16] = psr;
            crossed_begin(&crossed, CROSSED_HANDLER);
            crossed_step(&crossed);
            expect_interrupted(&crossed, modes[i].mode, modes[i].bank, psr);
        }
}

static void other_numbers_are_no_modes(void **state)
{
    (void)state;
    for (uint32_t mode = 0; mode < 32; mode++) {
        struct crossed crossed;
        bool is_mode = false;
        for (uint32_t i = 0; i < COUNT(modes); i++)
            is_mode = is_mode || modes[i].mode == mode;
        set_up_irq(&crossed);
        crossed.banked[0x12][16] = mode | 1u << 30; /* with the Z flag */
        crossed_begin(&crossed, CROSSED_HANDLER);
        if (is_mode)
            crossed_step(&crossed);
        else
            crossed_expect_stop(&crossed, BOBBIN_STOP_LOST, AT_PSR);
    }
}

static void jazelle_and_thumbee_end_the_trace(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 4; bits++) {
        struct crossed crossed;
        set_up_irq(&crossed);
        crossed.banked[0x12][16] = CROSSED_SYS | (bits & 1) << 5 | (bits & 2) << 23;
        crossed_begin(&crossed, CROSSED_HANDLER);
        if (bits < 2)
            crossed_step(&crossed);
        else
            crossed_expect_stop(&crossed, BOBBIN_STOP_LOST, AT_PSR);
    }
}

/* ---- pc -------------------------------------------------------------------------------------- */

static void pc_is_adjusted_by_the_state_of_the_interrupted_code(void **state)
{
    (void)state;
    for (uint32_t arm = 0; arm < 16; arm++)
        for (uint32_t thumb = 0; thumb < 16; thumb++)
            for (uint32_t t = 0; t < 2; t++) {
                const uint32_t program[] = {CROSS_END(arm, thumb, IRQ, 6u, 0u)};
                struct crossed crossed;
                uint32_t pc = CROSSED_CODE + 0x40 - (t ? thumb : arm);
                crossed_set_up(&crossed, 2, program, COUNT(program));
                crossed.banked[0x12][16] |= t << 5;
                crossed_begin(&crossed, CROSSED_HANDLER);
                if (!t && (pc & 2)) { /* no ARM instruction is there */
                    crossed_expect_stop(&crossed, BOBBIN_STOP_PC_OUTSIDE, pc & ~1u);
                    continue;
                }
                crossed_step(&crossed);
                assert_int_equal(crossed.cursor.r[15], pc & ~1u);
            }
}

static void every_vector_is_told(void **state)
{
    (void)state;
    for (uint32_t vector = 1; vector < BOBBIN_VECTORS; vector++) {
        const uint32_t program[] = {CROSS_END(4u, 4u, IRQ, vector, 0u)};
        struct crossed crossed;
        crossed_set_up(&crossed, 2, program, 1);
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_step(&crossed);
        assert_int_equal(crossed.banks.vector, vector);
    }
}

/* A wild jump ends in an undefined instruction or a prefetch abort, so its pc is in no code. */
static void a_pc_outside_code_is_given_after_a_wild_jump_only(void **state)
{
    (void)state;
    for (uint32_t vector = 1; vector < BOBBIN_VECTORS; vector++)
        for (uint32_t with_guess = 0; with_guess < 2; with_guess++) {
            const uint32_t program[] = {CROSS_END(0u, 0u, IRQ, vector, 0u)};
            bool wild = vector == BOBBIN_VECTOR_UNDEFINED || vector == BOBBIN_VECTOR_PREFETCH_ABORT;
            struct crossed crossed;
            crossed_set_up(&crossed, 2, program, 1);
            crossed.r[14] = 0xdead0000;
            crossed.env.guess = with_guess ? bobbin_guess : NULL;
            crossed_begin(&crossed, CROSSED_HANDLER);
            if (wild && with_guess) {
                crossed_step(&crossed);
                assert_int_equal(crossed.cursor.r[15], 0xdead0000);
            } else {
                crossed_expect_stop(&crossed, BOBBIN_STOP_PC_OUTSIDE, 0xdead0000);
            }
        }
}

/*
 * After an SVC pc is a return address. The next step looks it up before that address: here in the
 * handler, which has no rule, because the SVC was its last instruction.
 */
static void the_pc_of_a_call_is_a_return_address(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS_END(0u, 0u, SVC, 2u, 1u)};
    struct crossed crossed;

    crossed_set_up(&crossed, 3, program, 1);
    crossed.cpsr = 0x13;
    crossed.r[14] = CROSSED_CODE;
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_step(&crossed);
    assert_int_equal(crossed.cursor.kind, BOBBIN_KIND_CALL);
    assert_int_equal(crossed.cursor.r[15], CROSSED_CODE);
    assert_int_equal(crossed.cursor.valid, 0xdffff); /* r0-r3, r12 and lr, too */
    assert_int_equal(crossed.banks.vector, BOBBIN_VECTOR_CALL);
    crossed_expect_stop(&crossed, BOBBIN_STOP_NO_RULE, CROSSED_CODE);
}

/* ---- banks ----------------------------------------------------------------------------------- */

static void a_bank_is_read_once_and_never_if_it_is_known_or_lost(void **state)
{
    (void)state;
    struct crossed crossed;

    set_up_irq(&crossed);
    crossed_begin(&crossed, CROSSED_HANDLER);
    bobbin_banks_mark(&crossed.banks, BOBBIN_BANKS_SP(USR) | BOBBIN_BANKS_SPSR(IRQ),
                      BOBBIN_BANKED_KNOWN);
    crossed.banks.sp[USR] = 0x20000080;
    crossed.banks.spsr[IRQ] = CROSSED_SYS | CROSSED_THUMB;
    bobbin_banks_mark(&crossed.banks, BOBBIN_BANKS_LR(USR), BOBBIN_BANKED_LOST);
    crossed_step(&crossed);
    assert_int_equal(crossed.asked, 0);
    assert_int_equal(crossed.cursor.r[13], 0x20000080);
    assert_int_equal(crossed.cursor.cpsr, CROSSED_SYS | CROSSED_THUMB);
    assert_int_equal(crossed.cursor.valid, 0xdbfff);
}

static void without_a_bank_the_trace_ends_with_the_place_that_is_lost(void **state)
{
    (void)state;
    struct crossed crossed;

    for (uint32_t i = 0; i < 2; i++) { /* read_bank refuses, or there is none */
        set_up_irq(&crossed);
        crossed.banked[0x12][16] = 1;
        if (i)
            crossed.env.read_bank = NULL;
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_expect_stop(&crossed, BOBBIN_STOP_LOST, AT_SPSR + IRQ);
    }
    set_up_irq(&crossed);
    crossed.banked[0x10][13] = 1;
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_expect_stop(&crossed, BOBBIN_STOP_LOST, AT_SP + USR);
    set_up_irq(&crossed);
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed.cursor.valid &= ~BOBBIN_VALID_R(BOBBIN_LR);
    crossed_expect_stop(&crossed, BOBBIN_STOP_LOST, AT_LR + IRQ);
}

static void an_sp_that_is_not_aligned_ends_the_trace(void **state)
{
    (void)state;
    struct crossed crossed;

    set_up_irq(&crossed);
    crossed.banked[0x10][13] = 0x20000082;
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_expect_stop(&crossed, BOBBIN_STOP_BAD_SP, 0x20000082);
}

/* r8-r12 change sets only between FIQ mode and others. Those of FIQ are known, then lost. */
static void r8_to_r12_change_sets_with_fiq(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS_END(4u, 4u, FIQ, 7u, 0u)};
    struct crossed crossed;

    crossed_set_up(&crossed, 1, program, 1);
    crossed.cpsr = 0x11;
    crossed.banked[0x10][10] = 1;
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed.cursor.valid &= ~BOBBIN_VALID_R(9);
    crossed_step(&crossed);
    for (uint32_t i = 8; i < 13; i++) {
        assert_int_equal(crossed.cursor.valid >> i & 1, i != 10);
        if (i != 10)
            assert_int_equal(crossed.cursor.r[i], crossed_banked(0x10, i));
        assert_int_equal(crossed.banks.state[BOBBIN_BANKED_R(i)],
                         i != 9 ? BOBBIN_BANKED_KNOWN : BOBBIN_BANKED_LOST);
        if (i != 9)
            assert_int_equal(crossed.banks.r8[i - 8], 0x100 + i);
    }
}

static void doubles_and_other_banks_stay(void **state)
{
    (void)state;
    struct crossed crossed;

    set_up_irq(&crossed);
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed.cursor.valid |= BOBBIN_VALID_D(9) | BOBBIN_VALID_D(15);
    crossed.cursor.d[1] = 0x123456789abcdef0;
    crossed_step(&crossed);
    assert_int_equal(crossed.cursor.valid >> 24, 0x82);
    assert_true(crossed.cursor.d[1] == 0x123456789abcdef0);
    /* The bank of the handler is known, but for what the exception has overwritten. */
    assert_int_equal(crossed.banks.sp[IRQ], crossed_slot(0));
    assert_int_equal(crossed.banks.state[BOBBIN_BANKED_SP(IRQ)], BOBBIN_BANKED_KNOWN);
    assert_int_equal(crossed.banks.state[BOBBIN_BANKED_LR(IRQ)], BOBBIN_BANKED_LOST);
    assert_int_equal(crossed.banks.state[BOBBIN_BANKED_SPSR(IRQ)], BOBBIN_BANKED_LOST);
    assert_int_equal(crossed.banks.state[BOBBIN_BANKED_SP(SVC)], BOBBIN_BANKED_UNREAD);
}

/* ---- worlds and modes of the handler --------------------------------------------------------- */

static void a_handler_in_monitor_mode_is_the_boundary_of_a_world(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS_END(0u, 0u, MON, 2u, 1u)};
    struct crossed crossed;

    crossed_set_up(&crossed, 6, program, 1);
    crossed.cpsr = 0x16;
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_expect_stop(&crossed, BOBBIN_STOP_WORLD_BOUNDARY, CROSSED_CODE + 0x40);
}

static void hyp_mode_crosses_to_hyp_mode_only(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS_END(0u, 0u, HYP, 6u, 0u)};

    for (uint32_t to_guest = 0; to_guest < 2; to_guest++) {
        struct crossed crossed;
        crossed_set_up(&crossed, 10, program, 1);
        crossed.cpsr = 0x1a;
        crossed.banked[0x1a][16] = to_guest ? 0x13 : 0x1a;
        crossed_begin(&crossed, CROSSED_HANDLER);
        if (to_guest) {
            crossed_expect_stop(&crossed, BOBBIN_STOP_WORLD_BOUNDARY, CROSSED_CODE + 0x1a0 + 0x100);
            continue;
        }
        crossed_step(&crossed); /* pc is ELR_hyp, not lr; and lr stays */
        assert_int_equal(crossed.cursor.r[15], crossed_banked(0x1a, 14));
        assert_int_equal(crossed.cursor.r[14], CROSSED_CODE + 0x40);
    }
}

/* No instruction changes to HYP mode or from it, so a row for another mode is of other code. */
static void rows_of_hyp_mode_are_for_hyp_mode(void **state)
{
    (void)state;
    for (uint32_t is_hyp = 0; is_hyp < 2; is_hyp++) {
        struct crossed crossed;
        crossed_set_up(&crossed, is_hyp ? 2 : 10, irq, COUNT(irq));
        crossed.cpsr = is_hyp ? 0x1a : 0x12;
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_expect_stop(&crossed, BOBBIN_STOP_NO_RULE, CROSSED_HANDLER);
    }
}

/*
 * A frame that was interrupted in another mode than that of the row is of other code. A callee that
 * has returned to the handler may leave another mode in cpsr.
 */
static void an_interrupted_frame_has_the_mode_of_its_row(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < COUNT(modes); i++)
        for (uint32_t kind = 0; kind < 2; kind++) {
            struct crossed crossed;
            if (modes[i].bank == HYP)
                continue;
            crossed_set_up(&crossed, 2, irq, COUNT(irq));
            crossed.cpsr = modes[i].mode;
            crossed_begin(&crossed, CROSSED_HANDLER + 4 * kind);
            crossed.cursor.kind = (uint8_t)kind;
            if (kind == BOBBIN_KIND_CALL || modes[i].bank == IRQ)
                crossed_step(&crossed);
            else
                crossed_expect_stop(&crossed, BOBBIN_STOP_NO_RULE, CROSSED_HANDLER);
        }
}

/* User mode and system mode have the same registers. */
static void a_row_of_system_mode_is_for_user_mode_too(void **state)
{
    (void)state;
    struct crossed crossed;

    crossed_set_up(&crossed, 15, irq, COUNT(irq));
    crossed.cpsr = 0x10;
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_step(&crossed);
}

/* The same code runs in several modes: END's bank does not count, that of the cpsr does. */
static void a_row_for_any_mode_takes_the_mode_of_the_frame(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS_END(4u, 4u, UND, 6u, 0u)};

    for (uint32_t i = 0; i < 2; i++) {
        struct crossed crossed;
        uint32_t bank = i ? ABT : SVC, mode = mode_of_bank(bank);
        crossed_set_up(&crossed, CROSS_ANY, program, 1);
        crossed.cpsr = mode;
        crossed.banked[mode][16] = 0x1b;
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_step(&crossed);
        assert_int_equal(crossed.cursor.cpsr, 0x1b);
        assert_int_equal(crossed.cursor.r[15], CROSSED_CODE + 0x40 - 4);
        assert_int_equal(crossed.banks.sp[bank], crossed_slot(0));
    }
}

/* ---- nested exceptions ----------------------------------------------------------------------- */

/* A handler that has kept lr and SPSR on its stack interrupted itself, as often as wanted. */
static const uint32_t nested[] = {
    CROSS(AT_PSR, BY_SLOT, 0),
    CROSS(AT_PC, BY_SLOT, 4),
    CROSS(13, BY_NUMBER, 8),
    CROSS_END(0u, 0u, IRQ, 6u, 0u),
};

static void exceptions_nest_up_to_the_limit(void **state)
{
    (void)state;
    struct crossed crossed;

    crossed_set_up(&crossed, 2, nested, COUNT(nested));
    crossed.r[13] = CROSSED_STACK;
    for (uint32_t i = 0; i < CROSSED_STACK_WORDS; i += 2) {
        crossed.stack[i] = 0x12;
        crossed.stack[i + 1] = CROSSED_HANDLER;
    }
    crossed_begin(&crossed, CROSSED_HANDLER);
    for (uint32_t i = 1; i <= BOBBIN_CROSSINGS_MAX; i++) {
        crossed_step(&crossed);
        assert_int_equal(crossed.banks.crossings, i);
        assert_int_equal(crossed.cursor.r[13], CROSSED_STACK + 8 * i);
    }
    crossed_expect_stop(&crossed, BOBBIN_STOP_NO_PROGRESS, CROSSED_STACK + 8 * 16);
}

/* Ordinary steps between crossings count no crossing. */
static void a_trace_steps_and_crosses_and_steps(void **state)
{
    (void)state;
    struct crossed crossed;

    set_up_irq(&crossed);
    crossed.banked[0x10][14] = CROSSED_CODE + 0x20;
    crossed_begin(&crossed, CROSSED_CODE + 0x10); /* a leaf that the handler called */
    crossed.cursor.r[14] = CROSSED_HANDLER + 4;
    crossed_step(&crossed);
    assert_int_equal(crossed.banks.crossings, 0);
    assert_int_equal(crossed.cursor.r[15], CROSSED_HANDLER + 4);
    /* a call frame: lr_irq is unknown */
    crossed_expect_stop(&crossed, BOBBIN_STOP_LOST, AT_LR + IRQ);
    set_up_irq(&crossed);
    crossed_begin(&crossed, CROSSED_HANDLER);
    bobbin_banks_mark(&crossed.banks, BOBBIN_BANKS_LR(USR), BOBBIN_BANKED_KNOWN);
    crossed.banks.lr[USR] = CROSSED_CODE + 0x20;
    crossed_step(&crossed);
    crossed_step(&crossed); /* from the leaf that was interrupted to its caller */
    assert_int_equal(crossed.cursor.r[15], CROSSED_CODE + 0x20);
    assert_int_equal(crossed.cursor.kind, BOBBIN_KIND_CALL);
    assert_int_equal(crossed.banks.crossings, 1);
}

/* ---- names ----------------------------------------------------------------------------------- */

static void names(void **state)
{
    (void)state;
    assert_string_equal(bobbin_vector_name(BOBBIN_VECTOR_IRQ), "IRQ");
    assert_string_equal(bobbin_vector_name(BOBBIN_VECTOR_DATA_ABORT), "data abort");
    assert_string_equal(bobbin_vector_name(BOBBIN_VECTORS), "?");
    assert_string_equal(bobbin_vector_name(UINT32_MAX), "?");
    assert_string_equal(bobbin_mode_name(0x6000001f), "SYS");
    assert_string_equal(bobbin_mode_name(0x13), "SVC");
    assert_string_equal(bobbin_mode_name(0x14), "?");
    assert_string_equal(bobbin_mode_name(0x03), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mode_has_the_registers_of_its_bank),
        cmocka_unit_test(other_numbers_are_no_modes),
        cmocka_unit_test(jazelle_and_thumbee_end_the_trace),
        cmocka_unit_test(pc_is_adjusted_by_the_state_of_the_interrupted_code),
        cmocka_unit_test(every_vector_is_told),
        cmocka_unit_test(a_pc_outside_code_is_given_after_a_wild_jump_only),
        cmocka_unit_test(the_pc_of_a_call_is_a_return_address),
        cmocka_unit_test(a_bank_is_read_once_and_never_if_it_is_known_or_lost),
        cmocka_unit_test(without_a_bank_the_trace_ends_with_the_place_that_is_lost),
        cmocka_unit_test(an_sp_that_is_not_aligned_ends_the_trace),
        cmocka_unit_test(r8_to_r12_change_sets_with_fiq),
        cmocka_unit_test(doubles_and_other_banks_stay),
        cmocka_unit_test(a_handler_in_monitor_mode_is_the_boundary_of_a_world),
        cmocka_unit_test(hyp_mode_crosses_to_hyp_mode_only),
        cmocka_unit_test(rows_of_hyp_mode_are_for_hyp_mode),
        cmocka_unit_test(an_interrupted_frame_has_the_mode_of_its_row),
        cmocka_unit_test(a_row_of_system_mode_is_for_user_mode_too),
        cmocka_unit_test(a_row_for_any_mode_takes_the_mode_of_the_frame),
        cmocka_unit_test(exceptions_nest_up_to_the_limit),
        cmocka_unit_test(a_trace_steps_and_crosses_and_steps),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests_name("core_cross", tests, NULL, NULL);
}
