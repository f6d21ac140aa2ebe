/* SPDX-License-Identifier: MIT */
/* A stage in a recursive-descent parser. */
#include "bench.h"

struct parser {
    const char *at;
    double seen[4];
    uint32_t seen_count;
};

static double parse_sum(struct parser *parser);

__attribute__((noinline)) static double parse_atom(struct parser *parser)
{
    double value = 0;

    if (*parser->at == '(') {
        parser->at++;
        value = parse_sum(parser);
        parser->at++;
        return value;
    }
    if (*parser->at == 'x')
        stage_go_on();
    while (*parser->at >= '0' && *parser->at <= '9')
        value = value * 10 + (*parser->at++ - '0');
    parser->at += *parser->at == 'x';
    parser->seen[parser->seen_count++ & 3] = value;
    return value;
}

__attribute__((noinline)) static double parse_product(struct parser *parser)
{
    double value = parse_atom(parser);

    while (*parser->at == '*') {
        parser->at++;
        value *= parse_atom(parser);
    }
    return value;
}

__attribute__((noinline)) static double parse_sum(struct parser *parser)
{
    double value = parse_product(parser);

    while (*parser->at == '+') {
        double other;
        parser->at++;
        other = parse_product(parser);
        value += other;
    }
    return value;
}

void stage_parse(void)
{
    struct parser parser = {.at = "1+2*(3+4*(5*(6+(x+7))))"};

    parse_sum(&parser);
}
