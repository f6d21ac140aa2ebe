/* SPDX-License-Identifier: MIT */
/*
 * bench_functions FIRST COUNT prints a C file with the functions of number FIRST to FIRST + COUNT -
 * 1. All functions differ, and each run prints the same ones. A function calls functions with lower
 * numbers of its group of 5,000, some with higher numbers in the same file, and those of
 * scale/shared.h.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PARAMETERS_MAX = 5,
    VARIABLES_MAX = 9,
    NEAR = 500,   /* calls go back at most this many numbers, */
    GROUP = 5000, /* and never out of a group of this many */
    DEPTH_MAX = 4,
    BUFFER_WORDS_MAX = 64,
};

/* The function that is being written. */
struct writer {
    uint64_t random;
    uint32_t number, end; /* END is one more than the last number of the file */
    uint32_t variables;
    uint32_t buffer_words; /* a power of two; 0: no buffer */
    bool calls, has_double;
    uint32_t depth; /* of nested blocks */
    int32_t left;   /* statements still to write */
};

/* splitmix64, by Steele, Lea and Flood. */
static uint64_t mix(uint64_t seed)
{
    seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ seed >> 27) * 0x94d049bb133111ebu;
    return seed ^ seed >> 31;
}

static uint32_t below(struct writer *writer, uint32_t limit)
{
    writer->random += 0x9e3779b97f4a7c15u;
    return (uint32_t)(mix(writer->random) >> 32) % limit;
}

static bool one_in(struct writer *writer, uint32_t count)
{
    return below(writer, count) == 0;
}

static uint32_t parameters_of(uint32_t number)
{
    return (uint32_t)mix(number * 0x9e3779b97f4a7c15u) % (PARAMETERS_MAX + 1);
}

/* ---- expressions ---------------------------------------------------------------------------- */

static void put_variable(struct writer *writer)
{
    printf("v%u", below(writer, writer->variables));
}

/* Mostly small, as in real code. */
static void put_constant(struct writer *writer)
{
    printf("%u", below(writer, one_in(writer, 4) ? 1u << 20 : 200) + 1);
}

static void put_expression(struct writer *writer)
{
    static const char *const operators[] = {"+", "-", "^", "&", "|", "*", "+", "-"};

    put_variable(writer);
    printf(" %s ", operators[below(writer, 8)]);
    if (one_in(writer, 2))
        put_variable(writer);
    else
        put_constant(writer);
}

static void put_call_of(struct writer *writer, uint32_t callee)
{
    printf("f%u(", callee);
    for (uint32_t i = 0; i < parameters_of(callee); i++) {
        printf(i ? ", " : "");
        put_variable(writer);
    }
    printf(")");
}

static void put_call(struct writer *writer)
{
    uint32_t lower = writer->number % GROUP;
    uint32_t back = lower < NEAR ? lower : NEAR;

    put_call_of(writer, writer->number - 1 - below(writer, back));
}

/* ---- statements ----------------------------------------------------------------------------- */

static void put_block(struct writer *writer, uint32_t statements);

static void put_assignment(struct writer *writer)
{
    put_variable(writer);
    printf(one_in(writer, 3) ? " += " : " = ");
    put_expression(writer);
    printf(";\n");
}

/* A condition that is not always true. Otherwise the code after stop() would be unreachable. */
static void put_condition(struct writer *writer)
{
    static const char *const relations[] = {"<", ">", "!=", "=="};
    bool with_variable = one_in(writer, 3);

    put_variable(writer);
    printf(" %s ", relations[below(writer, with_variable ? 3 : 4)]);
    if (with_variable)
        put_variable(writer);
    else
        put_constant(writer);
}

static void put_if(struct writer *writer)
{
    printf("if (");
    put_condition(writer);
    printf(") ");
    put_block(writer, 1 + below(writer, 4));
    if (one_in(writer, 3)) {
        printf("else ");
        put_block(writer, 1 + below(writer, 3));
    }
}

static void put_loop(struct writer *writer)
{
    printf("for (int i%u = 0; i%u < ", writer->depth, writer->depth);
    put_variable(writer);
    printf("; i%u++) ", writer->depth);
    put_block(writer, 1 + below(writer, 4));
}

static void put_switch(struct writer *writer)
{
    uint32_t cases = 3 + below(writer, 8);

    printf("switch (");
    put_variable(writer);
    printf(" & 15) {\n");
    for (uint32_t i = 0; i < cases; i++) {
        printf("case %u: ", i);
        put_block(writer, 1 + below(writer, 2));
        printf(one_in(writer, 5) ? "/* fall through */\n" : "break;\n");
    }
    printf("}\n");
}

static void put_shared(struct writer *writer)
{
    if (one_in(writer, 2)) {
        printf("shared[%u] = ", below(writer, 256));
        put_expression(writer);
    } else {
        put_variable(writer);
        printf(" ^= shared[");
        put_variable(writer);
        printf(" & 255]");
    }
    printf(";\n");
}

static void put_buffer(struct writer *writer)
{
    if (!writer->buffer_words) {
        put_shared(writer);
        return;
    }
    printf("buffer[");
    put_variable(writer);
    printf(" & %u] = ", writer->buffer_words - 1);
    put_variable(writer);
    printf(";\n");
    if (writer->calls) {
        printf("use(buffer, ");
        put_variable(writer);
        printf(");\n");
    }
}

static void put_double(struct writer *writer)
{
    if (!writer->has_double) {
        put_assignment(writer);
        return;
    }
    printf("d = d * %u.5 + ", below(writer, 100));
    put_variable(writer);
    printf(";\n");
}

/* A call of itself, or of a function that may call back. It is conditional, so that it ends. */
static void put_recursion(struct writer *writer)
{
    printf("if (");
    put_condition(writer);
    printf(") ");
    put_variable(writer);
    printf(" += ");
    put_call_of(writer, writer->number + below(writer, writer->end - writer->number));
    printf(";\n");
}

/* A statement that calls a function or leaves this one. */
static void put_calling(struct writer *writer)
{
    put_variable(writer);
    printf(" += ");
    if (one_in(writer, 8)) {
        printf("handlers[");
        put_variable(writer);
        printf(" & 15](");
        put_variable(writer);
        printf(")");
    } else {
        put_call(writer);
    }
    printf(";\n");
    if (one_in(writer, 10))
        put_recursion(writer);
    if (one_in(writer, 12)) {
        printf("if (");
        put_condition(writer);
        printf(") stop(%u);\n", writer->number);
    }
    if (one_in(writer, 40))
        printf("{ int row[(v0 & 15) + 1]; row[0] = v1; use(row, v0 & 15); v1 += row[0]; }\n");
}

static void put_return(struct writer *writer)
{
    printf("if (");
    put_condition(writer);
    printf(") return ");
    if (writer->calls && one_in(writer, 3))
        put_call(writer);
    else
        put_variable(writer);
    printf(";\n");
}

static void put_statement(struct writer *writer)
{
    static void (*const nested[])(struct writer *) = {put_if, put_if, put_if, put_loop, put_switch};
    static void (*const flat[])(struct writer *) = {put_assignment, put_assignment, put_assignment,
                                                    put_shared,     put_shared,     put_buffer,
                                                    put_double,     put_return};

    writer->left--;
    if (writer->depth < DEPTH_MAX && writer->left > 2 && one_in(writer, 3))
        nested[below(writer, 5)](writer);
    else if (writer->calls && one_in(writer, 3))
        put_calling(writer);
    else
        flat[below(writer, 8)](writer);
}

static void put_block(struct writer *writer, uint32_t statements)
{
    printf("{\n");
    writer->depth++;
    do
        put_statement(writer);
    while (--statements && writer->left > 0);
    writer->depth--;
    printf("}\n");
}

/* ---- functions ------------------------------------------------------------------------------ */

static void put_head(uint32_t number)
{
    uint32_t count = parameters_of(number);

    printf("int f%u(", number);
    for (uint32_t i = 0; i < count; i++)
        printf("%sint v%u", i ? ", " : "", i);
    printf(count ? ")" : "void)");
}

/* Most functions are short, and most of the code is in the others. */
static int32_t choose_length(struct writer *writer)
{
    static const uint8_t longest[] = {3, 4, 6, 12, 18, 28, 40, 60, 90, 140, 220, 240};

    return 1 + (int32_t)below(writer, longest[below(writer, sizeof(longest))]);
}

static void put_locals(struct writer *writer, uint32_t parameters)
{
    for (uint32_t i = parameters; i < writer->variables; i++)
        printf("int v%u = shared[%u];\n", i, below(writer, 256));
    if (writer->buffer_words)
        printf("int buffer[%u];\n", writer->buffer_words);
    if (writer->has_double)
        printf("double d = v0;\n");
}

static void put_result(struct writer *writer)
{
    if (writer->calls && one_in(writer, 6)) {
        printf("return ");
        put_call(writer);
    } else {
        printf("return v0");
        for (uint32_t i = 1; i < writer->variables; i++)
            printf(" ^ v%u", i);
        printf(writer->has_double ? " ^ (int)d" : "");
    }
    printf(";\n}\n\n");
}

static void put_function(uint32_t number, uint32_t end)
{
    struct writer writer = {.random = number, .number = number, .end = end};
    uint32_t parameters = parameters_of(number);

    writer.left = choose_length(&writer);
    writer.calls = number % GROUP && (writer.left > 6 || !one_in(&writer, 3));
    writer.variables = 2 + below(&writer, VARIABLES_MAX - 1);
    if (writer.variables < parameters)
        writer.variables = parameters;
    writer.buffer_words = one_in(&writer, 6) ? BUFFER_WORDS_MAX >> below(&writer, 4) : 0;
    writer.has_double = one_in(&writer, 12);
    put_head(number);
    printf("\n{\n");
    put_locals(&writer, parameters);
    while (writer.left > 0)
        put_statement(&writer);
    put_result(&writer);
}

static void put_declarations(uint32_t first, uint32_t end)
{
    for (uint32_t i = first < NEAR ? 0 : first - NEAR; i < end; i++) {
        put_head(i);
        printf(";\n");
    }
}

int main(int argc, char **argv)
{
    uint32_t first, end;

    if (argc != 3) {
        fprintf(stderr, "usage: %s FIRST COUNT\n", argv[0]);
        return 2;
    }
    first = (uint32_t)strtoul(argv[1], NULL, 10);
    end = first + (uint32_t)strtoul(argv[2], NULL, 10);
    printf("#include \"shared.h\"\n\n");
    put_declarations(first, end);
    for (uint32_t i = first; i < end; i++)
        put_function(i, end);
    return 0;
}
