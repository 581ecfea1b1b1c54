#include "tests/emulate/random_tree.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST = 5, LOCKS = 4 };

const char *const random_paradigms[] = {"omp", "omp-tasks", "cilk"};

/* What a tree may have: each by the toss of a coin, so that many trees are simple. */
struct has {
    bool locks, nested, nowait, own_work, groups, calls, spawns, said, few_lengths, runs, same;
};

struct maker {
    FILE *out;
    uint64_t rng;
    struct has has;
    unsigned left; /* pieces of work, unfolded */
    unsigned n_sections;
    bool nowait;
};

/* Where something is put. */
struct place {
    unsigned depth, times; /* that this is repeated */
    unsigned lock;         /* the highest held */
    bool same_lock;        /* it may be taken again: no section is between */
    bool section_allowed;
};

static unsigned rnd(struct maker *m, unsigned n)
{
    m->rng ^= m->rng << 13;
    m->rng ^= m->rng >> 7;
    m->rng ^= m->rng << 17;
    return (unsigned)(m->rng * 0x9e3779b97f4a7c15u >> 33) % n;
}

static bool coin(struct maker *m)
{
    return rnd(m, 2);
}

static unsigned times(struct maker *m, struct place *inside)
{
    unsigned most = m->left / (inside->times ? inside->times : 1), n = 1;
    if (m->has.runs && !rnd(m, 3) && most > 1)
        n = 1 + rnd(m, most < 40 || !rnd(m, 4) ? most : 40);
    inside->times *= n;
    if (n > 1)
        fprintf(m->out, "%u x ", n);
    return n;
}

static void work(struct maker *m, struct place in)
{
    times(m, &in);
    fprintf(m->out, "%u ",
            !rnd(m, 40)          ? 0
            : m->has.few_lengths ? 10 * (1 + rnd(m, 4))
                                 : 1 + rnd(m, 1000));
    m->left -= in.times < m->left ? in.times : m->left;
}

static void item(struct maker *m, struct place in);

static void items(struct maker *m, struct place in)
{
    for (unsigned n = rnd(m, 4); n-- && m->left;)
        item(m, in);
}

static void lock(struct maker *m, struct place in)
{
    unsigned number = in.lock + 1 + rnd(m, LOCKS - in.lock);
    if (in.lock && in.same_lock && !rnd(m, 3))
        number = in.lock;
    fprintf(m->out, "lock %u { ", number);
    in.lock = number;
    in.same_lock = true;
    if (rnd(m, 4))
        in.section_allowed = false;
    items(m, in);
    fprintf(m->out, "} ");
}

static void task(struct maker *m, struct place in)
{
    in.section_allowed = m->has.nested;
    times(m, &in);
    fprintf(m->out, "task { ");
    if (rnd(m, 10))
        work(m, in);
    items(m, in);
    fprintf(m->out, "} ");
}

static void tasks_in_group(struct maker *m, struct place in)
{
    times(m, &in);
    fprintf(m->out, "group %s{ ", coin(m) ? "shuffled " : "");
    for (unsigned n = 1 + rnd(m, 4); n--;)
        task(m, in);
    fprintf(m->out, "} ");
}

/* Whether it says that its tasks are spawned. */
static bool schedule(struct maker *m)
{
    static const char *const names[] = {"static", "dynamic", "guided"};
    if (m->has.spawns && coin(m)) {
        fprintf(m->out, "spawn ");
        return true;
    }
    if (!m->has.said || coin(m))
        return false;
    unsigned which = rnd(m, 5);
    if (which > 2)
        fprintf(m->out, "%s ", which == 3 ? "loop" : "team");
    else if (coin(m))
        fprintf(m->out, "%s ", names[which]);
    else if (which < 2)
        fprintf(m->out, "%s,%u ", names[which], 1 + rnd(m, 4));
    return false;
}

static void section(struct maker *m, struct place in)
{
    fprintf(m->out, "section s%u ", m->n_sections++ % RANDOM_SITES);
    bool spawned = schedule(m);
    if (m->has.nowait && coin(m)) {
        fprintf(m->out, "nowait ");
        m->nowait = true;
    }
    if (m->has.same && coin(m))
        fprintf(m->out, "same ");
    fprintf(m->out, "{ ");
    in.same_lock = false;
    in.depth++;
    struct place own = in;
    own.section_allowed = m->has.nested;
    for (unsigned n = rnd(m, 12); n-- && m->left;) {
        if (m->has.own_work && !rnd(m, 3))
            item(m, own);
        if (m->has.groups && !rnd(m, 4))
            tasks_in_group(m, in);
        else
            task(m, in);
    }
    own.section_allowed = m->has.nested && spawned;
    if (m->has.own_work && coin(m))
        item(m, own);
    fprintf(m->out, "} ");
}

static void item(struct maker *m, struct place in)
{
    bool deeper = in.depth++ < DEEPEST;
    switch (deeper ? rnd(m, 10) : 0) {
    case 5:
    case 6:
        if (m->has.locks && in.lock < LOCKS) {
            lock(m, in);
            return;
        }
        break;
    case 7:
        if (m->has.calls) {
            fprintf(m->out, "call { ");
            items(m, in);
            fprintf(m->out, "} ");
            return;
        }
        break;
    case 8:
        if (m->has.groups) {
            times(m, &in);
            fprintf(m->out, "group %s{ ", coin(m) ? "shuffled " : "");
            items(m, in);
            fprintf(m->out, "} ");
            return;
        }
        break;
    case 9:
    case 4:
        if (in.section_allowed) {
            section(m, in);
            return;
        }
    }
    work(m, in);
}

/* One of few lengths: what repeats soon, and what ends together. */
static unsigned few(struct maker *m)
{
    static const unsigned lengths[] = {0, 1, 2, 5, 10, 10, 20, 40, 100, 330};
    return lengths[rnd(m, sizeof lengths / sizeof *lengths)];
}

static void locked_work(struct maker *m)
{
    unsigned first = 1 + rnd(m, LOCKS - 1);
    if (rnd(m, 6))
        fprintf(m->out, "%u ", few(m));
    for (unsigned n = rnd(m, 5) ? 1 + rnd(m, 2) : 0; n--;) {
        fprintf(m->out, "lock %u { %u ", first, few(m));
        if (!rnd(m, 4))
            fprintf(m->out, "lock %u { %u } ", first + 1, few(m));
        fprintf(m->out, "} ");
        if (coin(m))
            fprintf(m->out, "%u ", few(m));
    }
}

static void locked_task(struct maker *m)
{
    if (!rnd(m, 6))
        fprintf(m->out, "%u x ", 2 + rnd(m, 5));
    fprintf(m->out, "task { ");
    if (!rnd(m, 8)) { /* the run is in the task */
        fprintf(m->out, "%u x group { ", 1 + rnd(m, 40));
        locked_work(m);
        fprintf(m->out, "} ");
    }
    locked_work(m);
    fprintf(m->out, "} ");
}

/* Equal iterations that take locks, by the hundred, one by one or in patterns. */
static void locked_run(struct maker *m, unsigned most)
{
    fprintf(m->out, "%u x ", 1 + rnd(m, coin(m) ? most : most / 10 + 1));
    if (coin(m)) {
        fprintf(m->out, "task { ");
        locked_work(m);
        fprintf(m->out, "} ");
        return;
    }
    fprintf(m->out, "group { ");
    for (unsigned n = 1 + rnd(m, 3); n--;) {
        if (!rnd(m, 3))
            fprintf(m->out, "%u ", few(m));
        if (m->has.locks && !rnd(m, 4))
            fprintf(m->out, "lock 1 { %u } ", few(m));
        locked_task(m);
    }
    if (!rnd(m, 4)) {
        fprintf(m->out, "%u x group { ", 1 + rnd(m, 20));
        locked_task(m);
        locked_task(m);
        fprintf(m->out, "} ");
    }
    fprintf(m->out, "} ");
}

static void locked_section(struct maker *m, unsigned most, bool nowait)
{
    fprintf(m->out, "section s%u ", m->n_sections++ % RANDOM_SITES);
    schedule(m);
    fprintf(m->out, "%s{ ", nowait ? "nowait " : "");
    for (unsigned n = 1 + rnd(m, 3); n--;)
        locked_run(m, most);
    fprintf(m->out, "} ");
}

/* One loop; or loops inside a loop's tasks: more threads than processors; or two without a barrier. */
static void long_runs(struct maker *m)
{
    switch (rnd(m, 5)) {
    case 0:
        fprintf(m->out, "section s0 { ");
        for (unsigned n = 1 + rnd(m, 3); n--;) {
            fprintf(m->out, "%u x task { ", 1 + rnd(m, 3));
            locked_section(m, 60, false);
            fprintf(m->out, "} ");
        }
        fprintf(m->out, "} ");
        break;
    case 1:
        m->nowait = true;
        locked_section(m, 200, true);
        locked_section(m, 200, coin(m));
        break;
    default:
        locked_section(m, 400, false);
    }
}

static double half(struct maker *m, unsigned most)
{
    return rnd(m, 2 * most) / 2.;
}

static void rules(struct maker *m, struct random_case *c)
{
    static const unsigned processors[] = {2, 3, 4, 5, 7, 8, 12, 16, 32, 64};
    struct sw_emulation_options *o = &c->options;
    unsigned scale = coin(m) ? 200 : 8;
    o->paradigm = rnd(m, SW_PARADIGMS);
    o->schedule = SW_SECTION_STATIC + rnd(m, 3);
    o->chunk = coin(m) ? 0 : 1 + rnd(m, 5);
    o->override = !rnd(m, 4);
    o->nested = coin(m);
    if (coin(m)) {
        c->overheads = (struct sw_overheads){
            .fork = half(m, scale),
            .fork_thread = half(m, 4),
            .barrier = half(m, scale),
            .barrier_thread = half(m, 4),
            .fork_nested = coin(m) ? 0 : half(m, scale),
            .join_nested = coin(m) ? 0 : half(m, scale),
            .region_of_one = half(m, scale),
            .nested_of_one = half(m, scale),
            .barrier_of_one = half(m, scale),
            .task_make = half(m, scale),
            .task_at_once = coin(m) ? 0 : half(m, 8),
            .task_wait = coin(m) ? 0 : half(m, 8),
            .task_again = coin(m) ? 0 : half(m, 8),
            .task_taken = rnd(m, 4) ? 0 : half(m, 8),
            .queue_moved = coin(m) ? 0 : half(m, 8),
            .queue_busy = coin(m) ? 0 : half(m, scale),
            .queue_wake = coin(m) ? 0 : half(m, scale),
            .lock_moved = coin(m) ? 0 : half(m, 8),
            .hand_over_back = coin(m) ? 0 : half(m, scale),
            .hand_over_empty = half(m, 8),
            .section = half(m, scale),
            .chunk_of_one = half(m, 16),
            .piece = half(m, 8),
            .chunk_static = half(m, 8),
            .chunk = half(m, 16),
            .task = half(m, scale),
            .lock = half(m, 8),
            .hand_over = half(m, scale),
            .spawn = half(m, 8),
            .steal = half(m, scale),
        };
        o->overheads = &c->overheads;
    }
    if (!rnd(m, 3)) {
        for (unsigned i = 0; i <= RANDOM_SITES; i++)
            c->burden[i] = 1 + rnd(m, 9) / 8.;
        o->burden = c->burden;
    }
    for (unsigned i = 0; i < 3; i++)
        c->processors[i] = processors[rnd(m, 10)];
}

void random_case_make(struct random_case *c, uint64_t seed, unsigned size, bool runs)
{
    size_t bytes;
    struct maker m = {.rng = seed * 0x2545f4914f6cdd1du + 88172645463325252u, .left = size};
    *c = (struct random_case){0};
    m.out = open_memstream(&c->text, &bytes);
    if (!m.out)
        abort();
    for (unsigned i = 0; i < 20; i++)
        rnd(&m, 2);
    m.has = (struct has){coin(&m), coin(&m), !rnd(&m, 3), coin(&m), coin(&m),   coin(&m),
                         coin(&m), coin(&m), coin(&m),    coin(&m), !rnd(&m, 3)};
    struct place top = {.times = 1, .section_allowed = true};
    if (runs)
        long_runs(&m);
    for (unsigned n = 1 + rnd(&m, 3); n-- && m.left && !runs;) {
        items(&m, top);
        section(&m, top);
    }
    if (!runs)
        items(&m, top);
    fclose(m.out);
    rules(&m, c);
    c->nowait = m.nowait;
}

void random_case_describe(const struct random_case *c, FILE *out)
{
    static const char *const schedules[] = {"any", "static", "dynamic", "guided"};
    const struct sw_emulation_options *o = &c->options;
    const struct sw_overheads *w = &c->overheads;
    fprintf(out, "%s\n%s %s,%u%s%s\n", c->text, random_paradigms[o->paradigm],
            schedules[o->schedule], o->chunk, o->override ? " override" : "",
            o->nested ? " nested" : "");
    for (unsigned i = 0; o->overheads && i < SW_OVERHEAD_FIGURES; i++) {
        struct sw_overheads all = *w;
        if (*sw_overhead(&all, i) > 0)
            fprintf(out, "%s %g\n", sw_overhead_name(i), *sw_overhead(&all, i));
    }
    for (unsigned i = 0; o->burden && i <= RANDOM_SITES; i++)
        fprintf(out, "%s%g%s", i ? " " : "burden by site from 0: ", c->burden[i],
                i == RANDOM_SITES ? "\n" : "");
}

void random_case_release(struct random_case *c)
{
    free(c->text);
}
