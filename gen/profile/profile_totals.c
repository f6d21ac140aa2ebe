/* SPDX-License-Identifier: MIT */
/* Adds up what captures report about themselves. */
#include "profile/profile_totals.h"

#include "core/format/bytes.h"
#include "util/memory.h"

static uint64_t to_ns(uint64_t ticks, uint32_t hz)
{
    return (uint64_t)((unsigned __int128)ticks * 1000000000u / hz);
}

static void add_clock(struct profile_totals *totals, const struct capture *capture)
{
    uint32_t hz = capture->clock_hz;
    uint64_t worst;

    if (hz == 0 || !capture->counters_known)
        return;
    worst = to_ns(capture->counters[PROFILE_COUNTER_COST_WORST], hz);
    totals->cost_ns += to_ns(capture_wide(capture, PROFILE_COUNTER_COST_LOW), hz);
    totals->timed_ns += to_ns(capture_wide(capture, PROFILE_COUNTER_ELAPSED_LOW), hz);
    totals->timed += capture->counters[PROFILE_COUNTER_TAKEN];
    if (worst > totals->cost_worst_ns)
        totals->cost_worst_ns = worst;
}

static void add_costs(struct profile_totals *totals, const struct capture *capture)
{
    for (uint32_t i = 0; capture->clock_hz && i < capture->costs.count; i++) {
        const uint8_t *record = capture_record(&capture->costs, i);
        const struct depth_cost none = {0};
        uint64_t ticks, worst_ns;
        if (i == totals->costs_count)
            array_push(totals->costs, totals->costs_count, totals->costs_capacity, none);
        if (!record)
            continue;
        ticks = bytes_u32(record + PROFILE_COST_LOW) |
                (uint64_t)bytes_u32(record + PROFILE_COST_HIGH) << 32;
        worst_ns = to_ns(bytes_u32(record + PROFILE_COST_WORST), capture->clock_hz);
        totals->costs[i].samples += bytes_u32(record + PROFILE_COST_SAMPLES);
        totals->costs[i].cost_ns += to_ns(ticks, capture->clock_hz);
        if (worst_ns > totals->costs[i].worst_ns)
            totals->costs[i].worst_ns = worst_ns;
    }
}

static void add_period(struct profile_totals *totals, const struct capture *capture)
{
    double period_ns = 0;

    if (capture->timer_hz)
        period_ns = (double)capture->period_ticks * 1e9 / capture->timer_hz;
    if (totals->captures == 1)
        totals->period_ns = period_ns;
    totals->period_differs |= period_ns != totals->period_ns;
    if (totals->period_differs)
        totals->period_ns = 0;
}

uint64_t profile_totals_add(struct profile_totals *totals, const struct capture *capture,
                            const struct profile_merged *merged)
{
    uint64_t expected = capture_expected(capture);
    uint64_t lost = expected > merged->samples ? expected - merged->samples : 0;

    totals->captures++;
    totals->samples += merged->samples;
    totals->charged += merged->charged;
    totals->dropped += capture->counters[PROFILE_COUNTER_DROPPED];
    totals->nested += capture->counters[PROFILE_COUNTER_NESTED];
    totals->lost += lost;
    totals->fiq += (capture->flags & PROFILE_FLAG_FIQ) != 0;
    add_clock(totals, capture);
    add_costs(totals, capture);
    add_period(totals, capture);
    return lost;
}

void profile_totals_free(struct profile_totals *totals)
{
    free(totals->costs);
    *totals = (struct profile_totals){0};
}
