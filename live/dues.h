/*
 * What notes have cost: known by calibration, and taken out of the program's time as it falls due ("debt"), while
 * notes are gone through. In either process; agent/core/meter.h tells of the rest of the meter.
 */
#pragma once

#include "live/live.h"

/* More debt than this is forgiven: calibration overestimates what overlaps with the program. */
#define SW_METER_DEBT_MAX (2000 * SW_COST_TICK)

/*
 * A processor reads its clock while it goes on with other things, if there are any: mostly a note
 * costs little more than its instructions. Where so many notes in a row are as close as the clock
 * can be read, there is nothing else to do, and each costs a reading.
 */
#define SW_METER_RUN      5

/*
 * The program's time while many notes are gone through, in registers. In sixteenths of a tick: what
 * a note says, less what all notes have cost, is the program's time, unless that has been later
 * already: then the difference is debt. It cannot go back, whatever signal handlers noted in between.
 */
struct sw_meter_dues {
    uint64_t ticks;  /* of the last note */
    uint64_t unpaid; /* what to subtract from notes; grows with each */
    uint64_t time;   /* the program's */
    uint64_t run, notes, dense;
    uint64_t note, dense_note, dense_ticks;
    bool all_dense; /* all notes are: a constant to the compiler */
};

/* Are the notes so close together that there can be next to nothing between them? */
static inline bool sw_meter_all_dense(const struct sw_thread *thread, const struct sw_note *from,
                                      const struct sw_note *to)
{
    return to - from > 4 * SW_METER_RUN &&
           to[-1].ticks - from->ticks <= (uint64_t)(to - from) * thread->meter.costs.dense_ticks;
}

static inline struct sw_meter_dues sw_meter_dues(const struct sw_thread *thread, bool all_dense)
{
    return (struct sw_meter_dues){
        .ticks = thread->meter.seen,
        .unpaid = thread->meter.debt,
        .time = thread->meter.seen * SW_COST_TICK,
        .run = thread->meter.run,
        .note = thread->meter.costs.note,
        .dense_note = thread->meter.costs.dense_note,
        .dense_ticks = thread->meter.costs.dense_ticks,
        .all_dense = all_dense,
    };
}

/* The program's ticks in the short interval up to a note. */
static inline uint64_t sw_meter_noted(struct sw_meter_dues *dues, uint64_t ticks)
{
    uint64_t before = dues->time / SW_COST_TICK;
    if (!dues->all_dense)
        dues->run = ticks - dues->ticks <= dues->dense_ticks ? dues->run + 1 : 0;
    bool dense = dues->all_dense || dues->run > SW_METER_RUN;
    dues->unpaid += dense ? dues->dense_note : dues->note;
    dues->notes++;
    dues->dense += dense;
    dues->ticks = ticks;
    uint64_t time = ticks * SW_COST_TICK - dues->unpaid;
    dues->time = time > dues->time ? time : dues->time;
    return dues->time / SW_COST_TICK - before;
}

static inline void sw_meter_pay_dues(struct sw_thread *thread, const struct sw_meter_dues *dues)
{
    uint64_t debt = dues->time + dues->unpaid - dues->ticks * SW_COST_TICK;
    uint64_t counted = dues->time / SW_COST_TICK - thread->meter.seen;
    thread->meter.overhead += dues->ticks - thread->meter.seen - counted;
    thread->meter.seen = dues->ticks;
    thread->meter.run = dues->run;
    thread->meter.notes += dues->notes;
    thread->meter.dense += dues->dense;
    thread->meter.debt = debt < SW_METER_DEBT_MAX ? debt : SW_METER_DEBT_MAX;
}
