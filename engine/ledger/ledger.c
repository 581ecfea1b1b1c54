/*
 * Rows are found by a hash, whose chains are in the rows themselves; those that have claims are in a list for each reason. All links
 * are one more than a row's number, so that zeroed memory, of which only what is used is touched, is empty.
 */
#include "engine/ledger/ledger.h"

static struct sw_ledger_row *head_of(const struct sw_ledger *l, enum sw_ledger_reason reason,
                                     uint32_t place)
{
    uint64_t key = (uint64_t)place * SW_LEDGER_REASONS + reason;
    return &l->rows[(key * 0x9e3779b97f4a7c15ull >> 32) % l->room];
}

static struct sw_ledger_row *add(struct sw_ledger *l, enum sw_ledger_reason reason, uint32_t place)
{
    struct sw_ledger_row *row = &l->rows[l->n++], *head = head_of(l, reason, place);
    row->reason = (uint8_t)reason;
    row->place = place;
    row->same = head->first;
    head->first = l->n;
    return row;
}

void sw_ledger_init(struct sw_ledger *l, struct sw_ledger_row *rows, uint16_t room)
{
    *l = (struct sw_ledger){.rows = rows, .room = room};
    for (int k = 0; room && k < SW_LEDGER_REASONS; k++)
        add(l, (enum sw_ledger_reason)k, 0);
}

/* That of place 0 if there is no room. */
static struct sw_ledger_row *row_of(struct sw_ledger *l, enum sw_ledger_reason reason,
                                    uint32_t place)
{
    for (uint16_t i = head_of(l, reason, place)->first; i; i = l->rows[i - 1].same)
        if (l->rows[i - 1].reason == reason && l->rows[i - 1].place == place)
            return &l->rows[i - 1];
    if (l->n < l->room)
        return add(l, reason, place);
    l->is_full = true;
    return &l->rows[reason];
}

uint16_t sw_ledger_claim(struct sw_ledger *l, enum sw_ledger_reason reason, uint32_t place)
{
    if (!l->room)
        return 0;
    struct sw_ledger_row *row = row_of(l, reason, place);
    uint16_t claim = (uint16_t)(row - l->rows + 1), *first = &l->claimed[reason];
    l->claims[reason]++;
    if (row->claims++)
        return claim;
    row->previous = 0;
    row->next = *first;
    if (*first)
        l->rows[*first - 1].previous = claim;
    return *first = claim;
}

void sw_ledger_unclaim(struct sw_ledger *l, uint16_t claim)
{
    if (!claim)
        return;
    struct sw_ledger_row *row = &l->rows[claim - 1];
    l->claims[row->reason]--;
    if (--row->claims)
        return;
    if (row->next)
        l->rows[row->next - 1].previous = row->previous;
    if (row->previous)
        l->rows[row->previous - 1].next = row->next;
    else
        l->claimed[row->reason] = row->next;
}

/* Each stretch becomes as long as two were. */
static void fold(struct sw_ledger *l)
{
    for (uint16_t i = 0; i < l->n; i++) {
        uint64_t *when = l->rows[i].when;
        for (int k = 0; k < SW_LEDGER_STRETCHES; k++)
            when[k] = 2 * k < SW_LEDGER_STRETCHES ? when[2 * k] + when[2 * k + 1] : 0;
    }
    l->shift++;
}

static void give(struct sw_ledger_row *row, uint64_t when, uint64_t time)
{
    row->time += time;
    row->when[when] += time;
}

/* Among all that claim, by the sum of the claims up to there: what is rounded off one is the next one's, and not always of the same. */
static void divide(struct sw_ledger *l, enum sw_ledger_reason reason, uint64_t when, uint64_t time)
{
    uint64_t all = l->claims[reason], claims = 0, given = 0;
    if (all <= 1) {
        give(&l->rows[all ? l->claimed[reason] - 1u : (unsigned)reason], when, time);
        return;
    }
    uint64_t rounding = l->now % all;
    for (uint16_t i = l->claimed[reason]; i; i = l->rows[i - 1].next) {
        claims += l->rows[i - 1].claims;
        uint64_t up_to = time / all * claims + (time % all * claims + rounding) / all;
        give(&l->rows[i - 1], when, up_to - given);
        given = up_to;
    }
}

void sw_ledger_pass(struct sw_ledger *l, const uint32_t cores[SW_LEDGER_REASONS], uint64_t time)
{
    for (int k = 0; k < SW_LEDGER_REASONS; k++)
        l->sums[k] += time * cores[k];
    while (l->room && time > ((uint64_t)SW_LEDGER_STRETCHES << l->shift) - l->now)
        fold(l);
    for (uint64_t part; l->room && time; time -= part, l->now += part) {
        uint64_t when = l->now >> l->shift, rest = ((when + 1) << l->shift) - l->now;
        part = time < rest ? time : rest;
        for (int k = 0; k < SW_LEDGER_REASONS; k++)
            if (cores[k])
                divide(l, (enum sw_ledger_reason)k, when, part * cores[k]);
    }
}

void sw_ledger_pass_one(struct sw_ledger *l, uint32_t working, enum sw_ledger_reason reason,
                        uint32_t lost, uint64_t time)
{
    uint64_t when = l->now >> l->shift;
    if (!l->room || when == SW_LEDGER_STRETCHES || (l->now + time) >> l->shift != when) {
        uint32_t cores[SW_LEDGER_REASONS] = {[SW_LEDGER_WORK] = working};
        cores[reason] += lost;
        sw_ledger_pass(l, cores, time);
        return;
    }
    l->sums[SW_LEDGER_WORK] += time * working;
    l->sums[reason] += time * lost;
    give(&l->rows[SW_LEDGER_WORK], when, time * working);
    if (lost)
        divide(l, reason, when, time * lost);
    l->now += time;
}

void sw_ledger_move(struct sw_ledger *l, enum sw_ledger_reason reason, uint32_t place,
                    uint64_t time)
{
    l->sums[SW_LEDGER_WORK] -= time;
    l->sums[reason] += time;
    if (!l->room || !time)
        return;
    if (l->now >> l->shift == SW_LEDGER_STRETCHES)
        fold(l);
    give(&l->rows[SW_LEDGER_WORK], l->now >> l->shift, 0 - time);
    give(row_of(l, reason, place), l->now >> l->shift, time);
}
