/* SPDX-License-Identifier: MIT */
/* A stack machine. Every instruction ends with its own jump through the table of labels. */
#include "flow.h"

enum { PUSH, ADD, SUB, MUL, DUP, SWAP, OVER, DROP, LOOP, CALL, RETURN, HALT };

struct machine {
    const int8_t *code;
    int32_t stack[16];
    uint32_t depth, counter;
    uint32_t calls;
};

APART static int32_t multiply(struct machine *machine, int32_t a, int32_t b)
{
    machine->calls++;
    return a * b;
}

/* Defines the instruction LABEL. TOP and NEXT are the two topmost values of the stack. */
#define TOP     machine->stack[machine->depth - 1]
#define NEXT    machine->stack[machine->depth - 2]
#define PROCEED goto *labels[code[at++]]

APART static int32_t run(struct machine *machine)
{
    static const void *const labels[] = {&&push, &&add,  &&sub,  &&mul,  &&dup, &&swap,
                                         &&over, &&drop, &&loop, &&call, &&ret, &&halt};
    const int8_t *code = machine->code;
    uint32_t at = 0, back = 0;
    int32_t value;

    PROCEED;
push:
    machine->stack[machine->depth++] = code[at++];
    PROCEED;
add:
    NEXT += TOP;
    machine->depth--;
    PROCEED;
sub:
    NEXT -= TOP;
    machine->depth--;
    PROCEED;
mul:
    NEXT = multiply(machine, NEXT, TOP);
    machine->depth--;
    PROCEED;
dup:
    value = TOP;
    machine->stack[machine->depth++] = value;
    PROCEED;
swap:
    value = TOP;
    TOP = NEXT;
    NEXT = value;
    PROCEED;
over:
    value = NEXT;
    machine->stack[machine->depth++] = value;
    PROCEED;
drop:
    machine->depth--;
    PROCEED;
loop:
    at = --machine->counter ? (uint32_t)code[at] : at + 1;
    PROCEED;
call:
    back = at + 1;
    at = (uint32_t)code[at];
    PROCEED;
ret:
    at = back;
    PROCEED;
halt:
    return TOP;
}

/*
 * Computes 2^n by doubling in a subroutine; some of the work has no effect. The comments give the
 * address of the first instruction in question.
 */
static const int8_t code[] = {
    PUSH, 1,   CALL, 12, LOOP, 2,    PUSH, 9,    OVER,
    SWAP, SUB, HALT,                                     /* 0: main; the result is 2^n - 9 */
    DUP,  ADD, PUSH, 1,  MUL,  PUSH, 5,    DROP, RETURN, /* 12: doubles */
};

void flow_goto(uint32_t round)
{
    struct machine machine = {.code = code, .counter = round % 9 + 1};
    uint32_t turns = machine.counter;

    CHECK(run(&machine) == (int32_t)(9 - (1u << turns)) * -1);
    CHECK(machine.calls == turns);
    CHECK(machine.depth == 2);
}
