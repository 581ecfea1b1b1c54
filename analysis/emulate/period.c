/*
 * Iterations that hold locks interact, so they are gone through one by one. But where they are equal, all threads come
 * before long to where they were once before, relative to each other: from then on everything repeats, until a run of
 * equal items ends, and whole periods are leapt over at once. Exactly: all is in whole numbers.
 *
 * That it is so is found as Brent finds cycles: a picture is kept, of the first, second, fourth, ... time that a thread
 * begins an item of a run, and compared with those that follow. A period that was found is kept, too: what disturbs it, as the
 * end of a chunk does, often ends in the same one.
 */
#include "analysis/emulate/period.h"

/* SHORT: a picture every few rounds, so that what most runs come to is found soon. LONG: Brent's; and periods in which all
 * that have chunks come to their ends, so that these are leapt over, too. */
enum { SHORT, LONG, SEARCHES };
enum { LONGEST = 1 << 20 }; /* period that is looked for, in items begun */

struct search {
    struct sw_picture picture, orbit;
    bool has_picture, has_orbit;
    uint64_t begins, until; /* since the picture was taken, and when there will be another one */
    sw_ticks length;        /* of the orbit */
    struct sw_sums sums;
};

struct sw_period {
    struct search searches[SEARCHES];
    struct sw_picture current;
    sw_ticks *events; /* of threads */
    uint32_t room_events;
};

/* What a thread's place in its loop has moved by. */
struct position {
    uint32_t thread;
    int64_t expected; /* by the chunks that it had; Cilk: known only later */
    int64_t moved;
    bool is_known;   /* there is a range */
    unsigned frames; /* that moved, of those that were made anew */
};

static bool is_begun_anew(const struct sw_counter *then, const struct sw_counter *now)
{
    return then->made != now->made;
}

static bool observe_rep(const struct sw_counter *then, struct sw_counter *now,
                        struct position *position)
{
    bool anew = is_begun_anew(then, now);
    now->mode = now->step ? SW_MOVES : anew ? SW_FIXED : SW_UNTOUCHED;
    if (now->step < 0 || (anew && now->step && !now->in_range))
        return false;
    if (anew && now->step) {
        position->frames++;
        position->moved += now->step * now->tasks;
        now->jumps = true;
    }
    if (!now->is_range)
        return true;
    position->is_known = true;
    if (!anew)
        return !position->frames;
    return position->frames <= 1 &&
           (position->expected < 0 || position->moved == position->expected);
}

static bool observe(const struct sw_counter *then, struct sw_counter *now,
                    struct position *position, sw_ticks length)
{
    if (now->thread != position->thread)
        *position = (struct position){.thread = now->thread, .expected = -1};
    now->step = now->value - then->value;
    now->mode = now->step ? SW_MOVES : SW_UNTOUCHED;
    switch ((enum sw_counter_kind)now->kind) {
    case SW_COUNTS_REP:
        return observe_rep(then, now, position);
    case SW_COUNTS_LEFT:
        position->frames = 0; /* a range of an outer loop may follow */
        now->step = -now->step;
        if (is_begun_anew(then, now))
            now->mode = SW_FIXED;
        return now->mode == SW_FIXED ? !now->step : now->step >= 0;
    case SW_COUNTS_LO:
        return !is_begun_anew(then, now) && now->step >= 0 &&
               now->step == (position->is_known ? position->moved : 0);
    case SW_COUNTS_TURN:
    case SW_COUNTS_NEXT:
        position->expected = now->step * now->tasks;
        return now->step >= 0;
    case SW_COUNTS_SINCE:
        return !now->step || now->step == length;
    }
    return false;
}

static bool same_words(const struct sw_picture *a, const struct sw_picture *b)
{
    return a->n_words == b->n_words && a->n_counters == b->n_counters &&
           !memcmp(a->words, b->words, a->n_words * sizeof *a->words);
}

/* Whether what lies between the pictures is a period. */
static bool is_period(const struct sw_picture *then, struct sw_picture *now)
{
    struct position position = {.thread = SW_NOBODY};
    if (then->changes != now->changes || !same_words(then, now))
        return false;
    for (size_t i = 0; i < now->n_counters; i++)
        if (!observe(&then->counters[i], &now->counters[i], &position, now->now - then->now))
            return false;
    return true;
}

/* Whether the same period as before begins. */
static bool is_on_orbit(const struct sw_picture *orbit, struct sw_picture *now)
{
    if (!same_words(orbit, now))
        return false;
    for (size_t i = 0; i < now->n_counters; i++) {
        const struct sw_counter *then = &orbit->counters[i];
        struct sw_counter *counter = &now->counters[i];
        if (then->mode == SW_FIXED && then->value != counter->value)
            return false;
        counter->mode = then->mode;
        counter->step = then->step;
        counter->jumps = then->jumps;
    }
    return true;
}

/* How many periods there are before a run ends. */
static int64_t periods(const struct sw_picture *now)
{
    int64_t most = INT64_MAX;
    SW_EACH (c, now->counters, now->n_counters) {
        if (c->mode != SW_MOVES || c->room == INT64_MAX)
            continue;
        int64_t k = (c->room - (c->jumps ? c->ahead : 0)) / c->step;
        most = k < most ? k : most;
    }
    return most == INT64_MAX ? 0 : most;
}

static bool is_within_chunks(const struct sw_picture *now)
{
    for (size_t i = 0; i < now->n_counters; i++)
        if (now->counters[i].mode == SW_MOVES && now->counters[i].in_chunk)
            return true;
    return false;
}

static void move(struct sw_emulator *e, const struct sw_counter *c, int64_t times)
{
    int64_t value = c->value + (c->kind == SW_COUNTS_LEFT ? -times : times) * c->step;
    if (c->frame != SW_NOBODY && (c->jumps || c->mode == SW_FIXED))
        e->frames[c->frame].made = e->frames_made++; /* as it would have been */
    if (c->mode != SW_MOVES)
        return;
    if (c->kind == SW_COUNTS_REP)
        *(uint32_t *)c->at = (uint32_t)value;
    else
        *(int64_t *)c->at = value;
}

/* Of queues and locks: when they were used. */
static void shift_uses(struct sw_emulator *e, sw_ticks by)
{
    for (uint32_t i = 0; i < e->n_teams; i++)
        e->teams[i].queue.until += (uint64_t)by;
    for (uint32_t i = 0; i < e->n_threads; i++)
        e->threads[i].released_at += by;
    for (uint32_t i = 1;
         (e->costs.lock.lock_moved || e->costs.lock.hand_over_back) && i < e->tree->n_locks; i++)
        e->locks[i].taken += by;
}

static bool leap(struct sw_emulator *e, const struct search *search, const struct sw_picture *now)
{
    int64_t times = periods(now);
    if (times <= 0)
        return false;
    /* across a leap only many periods are found, and no better ones but with chunks */
    e->period->searches[SHORT].has_picture = false;
    if (!is_within_chunks(now))
        e->period->searches[LONG].has_picture = false;
    for (size_t i = 0; i < now->n_counters; i++)
        move(e, &now->counters[i], times);
    for (size_t i = 0; i < e->n_moments; i++)
        e->moments[i].at += times * search->length;
    e->now += times * search->length;
    shift_uses(e, times * search->length);
    sw_sums_add(&e->sums, &search->sums, times);
    if (e->cilk)
        sw_cilk_leapt(e);
    return true;
}

/* The current picture, with what it says of each counter; there is none any more. */
static void keep_orbit(struct sw_period *p, struct search *search)
{
    struct sw_picture old = search->orbit;
    search->length = p->current.now - search->picture.now;
    search->sums = p->current.sums;
    sw_sums_add(&search->sums, &search->picture.sums, -1);
    search->orbit = p->current;
    p->current = old;
    search->has_orbit = true;
}

static bool same_key(const struct sw_picture_key *a, const struct sw_picture_key *b)
{
    return !memcmp(a, b, sizeof *a);
}

static bool take(struct sw_emulator *e, uint32_t thread, struct sw_picture *picture)
{
    struct sw_period *p = e->period;
    if (p->room_events < e->n_threads) {
        sw_ticks *larger = reallocarray(p->events, e->room_threads, sizeof *larger);
        if (!larger) {
            e->error = -ENOMEM;
            return false;
        }
        p->events = larger;
        p->room_events = e->room_threads;
    }
    return sw_picture_take(e, thread, picture, p->events);
}

/* Goes on by the orbit that begins here, or by a new one. False: neither. */
static bool look_back(struct sw_emulator *e, struct search *search,
                      const struct sw_picture_key *key)
{
    struct sw_period *p = e->period;
    if (search->has_orbit && same_key(key, &search->orbit.key) &&
        is_on_orbit(&search->orbit, &p->current) && leap(e, search, &p->current))
        return true;
    if (!search->has_picture || !same_key(key, &search->picture.key) ||
        !is_period(&search->picture, &p->current) ||
        (search == &p->searches[LONG] && is_within_chunks(&p->current)))
        return false;
    keep_orbit(p, search);
    leap(e, search, &search->orbit);
    return true;
}

static void search_on(struct sw_emulator *e, uint32_t thread, struct search *search)
{
    if (++search->begins < search->until)
        return;
    search->has_picture = take(e, thread, &search->picture);
    search->begins = 0;
    uint64_t least = 4 * e->n_threads + 64;
    bool doubles = search == &e->period->searches[LONG] && search->until < LONGEST;
    search->until = doubles && search->until ? 2 * search->until : least;
}

void sw_period_check(struct sw_emulator *e, uint32_t thread)
{
    struct sw_period *p = e->period;
    if (!p && !(p = e->period = calloc(1, sizeof *p))) {
        e->error = -ENOMEM;
        return;
    }
    struct sw_picture_key key = sw_picture_key(e, thread);
    bool is_known = false;
    SW_EACH (s, p->searches, SEARCHES)
        is_known |= (s->has_orbit && same_key(&key, &s->orbit.key)) ||
                    (s->has_picture && same_key(&key, &s->picture.key));
    if (is_known && take(e, thread, &p->current) && !look_back(e, &p->searches[LONG], &key))
        look_back(e, &p->searches[SHORT], &key);
    for (int i = 0; i < SEARCHES; i++)
        search_on(e, thread, &p->searches[i]);
}

void sw_period_release(struct sw_emulator *e)
{
    if (!e->period)
        return;
    for (int i = 0; i < SEARCHES; i++)
        sw_picture_release(&e->period->searches[i].picture),
            sw_picture_release(&e->period->searches[i].orbit);
    sw_picture_release(&e->period->current);
    free(e->period->events);
    free(e->period);
}
