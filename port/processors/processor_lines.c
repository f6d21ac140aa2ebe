/* SPDX-License-Identifier: MIT */
/* Report lines about the other processors: "cpu", and the registers and the trace of each. */
#include <bobbin/processors.h>

#include "../armv7/processor_number.h"
#include "../common/memory.h"
#include "../crash/cause_text.h"
#include "../crash/trace.h"
#include "../cross/trace_bank.h"
#include "../others/others.h"
#include "held.h"

/* NULL in firmware without port/cross. */
#pragma weak bobbin_port_cross_bank

/* An unlikely value, like those of claim.c. */
enum { OTHER = 0x0b0b07e4 };

static uint32_t trace_of; /* OTHER: the processor TRACED; else the one that reports */
static const struct bobbin_held *traced;
static struct bobbin_context context;

bool bobbin_trace_bank(void *unused, uint32_t mode, uint32_t number, uint32_t *out)
{
    (void)unused;
    if (trace_of == OTHER)
        return bobbin_bank_values_get(&traced->banks, mode, number, out);
    return bobbin_port_cross_bank(mode, number, out);
}

void bobbin_processor_trace_off(void)
{
    trace_of = 0;
}

static bool is_private(uint32_t address, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < bobbin_processors.private_memory_count; i++) {
        const struct bobbin_region *region = &bobbin_processors.private_memory[i];

        if (address < region->high && address + size_bytes > region->low)
            return true;
    }
    return false;
}

bool bobbin_memory_read(void *unused, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    if (trace_of == OTHER && is_private(address, size_bytes))
        return false;
    return bobbin_memory_load(unused, space, address, out, size_bytes);
}

/* The core registers and the cause of FROM. */
static void copy_context(const struct bobbin_context *from)
{
    for (uint32_t i = 0; i < 16; i++)
        context.r[i] = from->r[i];
    context.cpsr = from->cpsr;
    context.valid = from->valid & BOBBIN_CONTEXT_VALID_CORE;
    context.cause = from->cause;
    context.status = from->status;
    context.address = from->address;
    context.text = from->text;
}

static void begin_line(struct bobbin_report *report, uint32_t number, const char *word)
{
    bobbin_line_begin(report, REPORT_TYPE_CPU);
    bobbin_line_number(report, " ", number);
    bobbin_line_word(report, word);
}

static void print_silent(struct bobbin_report *report, uint32_t number)
{
    begin_line(report, number, REPORT_CPU_SILENT);
    bobbin_line_put(report, " : no answer");
    bobbin_line_end(report);
}

static void print_cpu(struct bobbin_report *report, uint32_t number, uint32_t why)
{
    begin_line(report, number, why == HELD_FAULTED ? REPORT_CPU_FAULTED : REPORT_CPU_STOPPED);
    bobbin_line_field(report, "pc", context.r[BOBBIN_PC]);
    if (context.valid & BOBBIN_VALID_R(BOBBIN_SP))
        bobbin_line_field(report, "sp", context.r[BOBBIN_SP]);
    bobbin_line_field(report, "cpsr", context.cpsr);
    bobbin_line_put(report, " : ");
    if (why == HELD_FAULTED)
        put_cause_text(report, &context);
    bobbin_line_end(report);
}

/* The pointers are of another processor's stack: wild stores may have hit them. */
static bool is_sound(const struct bobbin_held *held)
{
    return bobbin_port_readable((uint32_t)(uintptr_t)held, sizeof(*held)) &&
           bobbin_port_readable((uint32_t)(uintptr_t)held->context, sizeof(context));
}

/* With tasks, their "running" line has the number. */
static void print_reporter(struct bobbin_report *report, uint32_t number)
{
    if (bobbin_config.task)
        return;
    bobbin_line_begin(report, REPORT_TYPE_RUNNING);
    bobbin_line_number(report, " cpu=", number);
    bobbin_line_put(report, " : ");
    bobbin_line_end(report);
}

static void print_processor(struct bobbin_report *report, uint32_t number,
                            const struct bobbin_image_state *image)
{
    const struct bobbin_held *held;
    uint32_t why = bobbin_held_by(number, &held);

    if (!why || !is_sound(held)) {
        print_silent(report, number);
        return;
    }
    copy_context(held->context);
    print_cpu(report, number, why);
    bobbin_other_lines(true);
    traced = held;
    trace_of = OTHER;
    bobbin_register_lines(report, &context);
    bobbin_trace_lines(report, &context, image);
    trace_of = 0;
    bobbin_other_lines(false);
    bobbin_held_reported(number);
}

void bobbin_processor_lines(struct bobbin_report *report, const struct bobbin_context *crash,
                            const struct bobbin_image_state *image)
{
    uint32_t running = bobbin_processors.running ? bobbin_processors.running() : ~0u;
    uint32_t reporter = bobbin_processor_number();

    (void)crash;
    trace_of = 0;
    print_reporter(report, reporter);
    for (uint32_t number = 0; number < BOBBIN_PROCESSORS; number++)
        if (number != reporter && (running >> number & 1))
            print_processor(report, number, image);
}
