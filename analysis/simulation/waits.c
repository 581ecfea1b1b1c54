/* What threads wait for at the end of loops and regions, and for tasks; how much of it a better division
 * of the work would save. */
#include "analysis/simulation/parts.h"

#define FEW_CHUNKS      2   /* a thread: then its end is one chunk early or late */
#define NEXT_TO_NOTHING 0.1 /* of the busiest thread: what all others did together */
#define MOSTLY          0.5 /* of a region's time: what its tasks have to wait for is each other */
#define IDLE_ONES \
    0.5 /* of what the busiest thread works more than others: the part of those without work */

/* What comes before a barrier, or before results are put together. */
static bool is_phase(const struct sw_construct *c)
{
    return c->kind == SW_CONSTRUCT_BARRIER || c->kind == SW_CONSTRUCT_REDUCTION;
}

/* What a schedule that hands out chunks as threads come would save: the rest is one chunk's length. */
static uint64_t dynamic_saves(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double width = sw_construct_width(c), mean = (double)c->busy / width;
    double floor = c->count == 1 && c->iterations > c->chunks ? 0 : (double)c->largest;
    if (c->schedule == SW_SCHEDULE_STATIC && !c->chunk)
        floor =
            mean; /* its chunks are the threads' whole shares: smaller ones are not known, ... */
    if (c->schedule == SW_SCHEDULE_STATIC && c->iterations) /* ... but the busiest one's mean one */
        floor = mean + (double)c->longest * width * (double)c->count / (double)c->iterations / 2;
    double better = fmax(mean, floor), save = ((double)c->longest - better) * width;
    if (c->schedule == SW_SCHEDULE_STATIC) /* each iteration is a chunk then, which costs */
        save -= (double)c->iterations * (double)m->outcome.simulation->costs.chunk;
    if (save <= 0)
        return 0;
    return save < (double)item->lost ? sw_cost_of(save) : item->lost;
}

#define UNSEEN 0.005 /* of the processors' time: it rounds to nothing */

/* What the processors' time goes into. */
enum goes { UNSAID, WAITING_FOR_LAST, WAITING_FOR_IT, THAT, WAITING };

/* How much of the processors' time goes into it: "34% of the time of all 64 processors", as bars and tables have it, and
 * what of that is not its own doing. */
static struct sw_sentence *waits(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                                 enum goes goes)
{
    bool locks = sw_loss_share(m, item->held_up) >= UNSEEN;
    bool tasks = sw_loss_share(m, item->waited - item->held_up - item->lost) >= UNSEEN;
    return SW_SAY(WAITS, sw_loss_share(m, item->waited), m->outcome.processors, goes,
                  locks + 2 * tasks, sw_loss_share(m, item->lost));
}

/* "its busiest thread works 4.1 ms, the mean one 2 ms, and 34% of the time of all 64 processors goes into waiting for the last" */
static struct sw_sentence *balance(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double width = sw_construct_width(c);
    return SW_SAY(BALANCE, c->longest, width > 0 ? sw_cost_of((double)c->busy / width) : 0,
                  waits(m, item, WAITING_FOR_LAST));
}

enum loop_wait { FEW_ITERATIONS, FEW_CHUNKS_OF_IT, NOT_BALANCED, LONG_CHUNKS };

static enum loop_wait how_loop_waits(const struct sw_construct *c)
{
    double threads = sw_construct_width(c) * (double)c->count;
    if (c->iterations && (double)c->iterations < FEW_CHUNKS * threads)
        return FEW_ITERATIONS;
    if ((double)c->chunks < threads)
        return FEW_CHUNKS_OF_IT;
    return c->schedule == SW_SCHEDULE_STATIC ? NOT_BALANCED : LONG_CHUNKS;
}

/* A loop whose schedule is known. */
static void find_loop_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double width = sw_construct_width(c);
    uint64_t count = c->count ? c->count : 1;
    char how[SW_SCHEDULE_TEXT];
    struct sw_sentence *where = sw_loss_place(m, item->construct), *why = balance(m, item);
    sw_construct_schedule(c, how);
    switch (how_loop_waits(c)) {
    case FEW_ITERATIONS:
        sw_loss_add_few(m, item, SW_SAY(FEW_ITERATIONS, where, c->iterations / count, width, why),
                        SW_SAY(IF_MORE_ITERATIONS));
        break;
    case FEW_CHUNKS_OF_IT:
        sw_loss_add_few(m, item, SW_SAY(FEW_CHUNKS, where, how, c->chunks / count, width, why),
                        SW_SAY(IF_SMALLER_CHUNKS));
        break;
    case NOT_BALANCED:
        sw_loss_add(m, SW_FINDING_IMBALANCE, item, SW_SAY(UNBALANCED_LOOP, where, how, why),
                    SW_SAY(IF_DYNAMIC));
        break;
    case LONG_CHUNKS:
        sw_loss_add(m, SW_FINDING_IMBALANCE, item, SW_SAY(LONG_CHUNKS, where, how, why, c->largest),
                    SW_SAY(IF_EVEN_CHUNKS));
        break;
    }
}

static bool is_in(const struct sw_loss_maker *m, uint32_t i, uint32_t in)
{
    while (i > in)
        i = m->all[i].parent;
    return i == in;
}

/* Whether there are tasks in it, and the longest. */
static uint64_t longest_task(const struct sw_loss_maker *m, uint32_t i)
{
    uint64_t longest = 0;
    for (uint32_t k = i + 1; k < m->outcome.simulation->n; k++)
        if (m->all[k].kind == SW_CONSTRUCT_TASK && m->all[k].largest > longest && is_in(m, k, i))
            longest = m->all[k].largest;
    return longest;
}

/* Tasks are the region's, of any phase: they are half of this one's if there is no room for them in the others. */
static bool is_mostly_tasks(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                            uint32_t region)
{
    uint64_t tasks = 0, phase = item->sum.busy;
    for (uint32_t k = region + 1; k < m->outcome.simulation->n; k++)
        if (m->all[k].kind == SW_CONSTRUCT_TASK && is_in(m, k, region))
            tasks += m->all[k].work;
    return tasks + phase / 2 > m->all[region].busy;
}

/* More than shares that are unequal explain: the rest is for tasks that were not there yet. */
static bool waits_for_more(const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double unequal = (double)c->longest * sw_construct_width(c) - (double)c->busy;
    return (double)item->waited > 2 * unequal;
}

/* The region whose tasks are waited for, at its end or at a barrier in it; 0: it is not tasks. */
static uint32_t region_of_tasks(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    uint32_t region = item->construct;
    while (region && !sw_construct_is_team(&m->all[region]))
        region = m->all[region].parent;
    if (is_phase(&item->sum) && !waits_for_more(item) && !is_mostly_tasks(m, item, region))
        return 0;
    return longest_task(m, region) ? region : 0;
}

bool sw_loss_waits_for_tasks(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    return item->sum.kind != SW_CONSTRUCT_LOOP && region_of_tasks(m, item);
}

/* How many threads had something to do. Files may not say: then all. */
static double workers_of(const struct sw_construct *c)
{
    return c->workers && c->longest ? (double)c->workers / (double)c->longest
                                    : sw_construct_width(c);
}

/*
 * How the work of a region, or of a phase of one, is divided among its threads: all that is said of who works alone is
 * said here, of sums over all of its instances. A single is none of these: its work is one thread's by the program's own
 * word, and what others waited for it is counted of itself.
 */
enum division { OF_ONE, OF_FEW, UNEQUAL };

static enum division how_divided(const struct sw_construct *c)
{
    double width = sw_construct_width(c), longest = (double)c->longest, busy = (double)c->busy;
    double idle = (width - workers_of(c)) * longest, all = width * longest - busy;
    if (width > 1 && busy - longest < NEXT_TO_NOTHING * longest)
        return OF_ONE; /* master, or what one thread does by its number */
    if (idle >= 0.5 * longest && idle >= IDLE_ONES * all)
        return OF_FEW; /* threads without any work, more than shares that are unequal */
    return UNEQUAL;
}

/* Of a region, or a phase of one. Loops and their clauses are OpenMP's; those of a region may be static ones that cannot be seen. */
static void find_division(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    struct sw_sentence *place = sw_loss_place(m, item->construct);
    bool of_threads = m->is_of_threads;
    switch (how_divided(c)) {
    case OF_ONE:
        sw_loss_add_few(
            m, item,
            SW_SAY(WORK_OF_ONE, place, is_phase(c), c->longest, waits(m, item, WAITING_FOR_IT)),
            SW_SAY(IF_DIVIDED));
        break;
    case OF_FEW:
        sw_loss_add_few(m, item,
                        SW_SAY(WORK_OF_FEW, workers_of(c), sw_construct_width(c), place,
                               is_phase(c), balance(m, item)),
                        of_threads ? SW_SAY(IF_EVEN_THREADS) : SW_SAY(IF_WORK_FOR_ALL));
        break;
    case UNEQUAL:
        sw_loss_add(m, SW_FINDING_IMBALANCE, item,
                    SW_SAY(UNEQUAL_SHARES, place, is_phase(c), balance(m, item)),
                    of_threads ? SW_SAY(IF_EVEN_THREADS) : SW_SAY(IF_EQUAL_SHARES));
        break;
    }
}

/* Of the lines in a region, by site: what of them must run one after the other, however many threads there are, as a chain of
 * tasks that depend on each other, or what comes after a taskwait. */
struct line {
    uint64_t on_span, times;
};

struct sw_chain sw_loss_chain(const struct sw_loss_maker *m, uint32_t region)
{
    struct sw_chain chain = {.construct = region};
    SW_FREED struct line *lines = calloc(m->profile->n_sites + 1, sizeof *lines);
    if (!lines)
        m->findings->error = -ENOMEM;
    for (uint32_t i = region; lines && i < m->outcome.simulation->n; i++) {
        const struct sw_construct *c = &m->all[i];
        if (!c->on_span || c->site >= m->profile->n_sites || !is_in(m, i, region))
            continue;
        struct line *line = &lines[c->site];
        line->on_span += c->on_span;
        line->times += c->count_on_span;
        chain.length += c->on_span;
        if (line->on_span > chain.most) {
            chain.most = line->on_span;
            chain.construct = i;
            chain.times = line->times;
        }
    }
    return chain;
}

static struct sw_sentence *say_chain(const struct sw_loss_maker *m, uint32_t region,
                                     const struct sw_chain *chain, struct sw_serial_place *chief)
{
    return SW_SAY(CHAIN, m->all[region].elapsed, chain->length,
                  SW_SAY(MOST_OF_CHAIN, (double)chain->most / (double)chain->length,
                         chain->construct == region ? NULL : sw_loss_place(m, chain->construct),
                         chain->times),
                  sw_loss_say_functions(m, SW_SERIAL_SPAN, chief));
}

/* Code of who makes tasks, which are constructs of their own. */
static bool is_makers(const struct sw_loss_maker *m, uint32_t i)
{
    uint32_t kind = m->all[i].kind;
    return kind == SW_CONSTRUCT_PARALLEL || kind == SW_CONSTRUCT_SINGLE;
}

/* Tasks of which one has to wait for the other: the line is that of most of these. Or one thread makes the tasks, and has so much
 * to do between them that the others run out: that is serial code, and has its function; where samples do not tell, the region. */
static void find_chain(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                       uint32_t region, const struct sw_chain *chain)
{
    struct sw_loss_item at = *item;
    struct sw_serial_place chief;
    struct sw_sentence *why = say_chain(m, region, chain, &chief);
    bool is_mostly = (double)chain->most >= MOSTLY * (double)chain->length;
    if (is_mostly && is_makers(m, chain->construct)) {
        sw_loss_add(m, SW_FINDING_SERIAL_CODE, item,
                    SW_SAY(TASK_MAKER, sw_loss_place(m, region), waits(m, item, THAT), why),
                    SW_SAY(IF_AT_ONCE));
        sw_loss_place_at(m, &chief);
        return;
    }
    if (is_mostly)
        at.construct = chain->construct;
    sw_loss_add_few(m, &at,
                    SW_SAY(TASK_CHAIN, sw_loss_place(m, region), waits(m, item, WAITING), why),
                    SW_SAY(IF_AT_ONCE));
}

static void find_task_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                           uint32_t region)
{
    struct sw_chain chain = sw_loss_chain(m, region);
    if (chain.length && (double)chain.length >= MOSTLY * (double)m->all[region].elapsed)
        find_chain(m, item, region, &chain);
    else
        sw_loss_add(
            m, SW_FINDING_IMBALANCE, item,
            SW_SAY(FEW_TASKS, sw_loss_place(m, region), balance(m, item), longest_task(m, region)),
            SW_SAY(IF_MORE_TASKS));
}

static void find_region_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    uint32_t region = region_of_tasks(m, item);
    if (region)
        find_task_wait(m, item, region);
    else
        find_division(m, item);
    if (m->is_of_threads)
        sw_loss_place_on_path(m, item, how_divided(&item->sum) == OF_ONE);
}

/* Whether tasks are told to be too small: smaller ones are no advice then. */
static bool has_small_tasks(const struct sw_loss_maker *m)
{
    uint64_t overhead = 0;
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++)
        if (m->all[i].kind == SW_CONSTRUCT_TASK || m->all[i].kind == SW_CONSTRUCT_TASKLOOP)
            overhead += m->all[i].overhead;
    return sw_loss_share(m, overhead) >= SW_LOSS_WORTH_SAYING;
}

/* While who waits, and what may be done about it: both sentences have an order of these. */
enum waiting { FOR_SINGLE, FOR_SECTIONS, SPINNING, FOR_TASKS };

static void find_other_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    uint32_t kind = item->sum.kind;
    enum waiting how = kind == SW_CONSTRUCT_SINGLE     ? FOR_SINGLE
                       : kind == SW_CONSTRUCT_SECTIONS ? FOR_SECTIONS
                       : kind == SW_CONSTRUCT_SPIN     ? SPINNING
                                                       : FOR_TASKS;
    struct sw_sentence *sentence =
        SW_SAY(CONSTRUCT_WAITS, sw_loss_place(m, item->construct), how, waits(m, item, UNSAID));
    struct sw_sentence *if_what = SW_SAY(IF_CONSTRUCT, how, has_small_tasks(m));
    if (how == FOR_SECTIONS)
        sw_loss_add(m, SW_FINDING_IMBALANCE, item, sentence, if_what);
    else
        sw_loss_add_few(m, item, sentence, if_what);
}

static bool is_on_line_of(const struct sw_loss_maker *m, const struct sw_construct *a,
                          const struct sw_construct *b)
{
    const struct sw_site *x = sw_construct_site(m->profile, a),
                         *y = sw_construct_site(m->profile, b);
    return x && y && x->caller_place.line == y->caller_place.line &&
           !strcmp(sw_string(x->caller_place.file), sw_string(y->caller_place.file));
}

/* A region that is little else than a loop, as 'omp parallel for' is: its threads wait for that. So they do where the results of the
 * loop are put together. */
static uint32_t loop_of(const struct sw_loss_maker *m, uint32_t construct)
{
    const struct sw_construct *c = &m->all[construct];
    uint32_t region = c->kind == SW_CONSTRUCT_REDUCTION ? c->parent : construct;
    for (uint32_t i = region + 1; i < m->outcome.simulation->n; i++) {
        const struct sw_construct *loop = &m->all[i];
        if (loop->parent == region && loop->kind == SW_CONSTRUCT_LOOP && !loop->wait &&
            loop->busy > c->busy / 2 && (region == construct || is_on_line_of(m, loop, c)))
            return i;
    }
    return construct;
}

void sw_loss_find_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    if (m->is_of_threads && item->sum.kind != SW_CONSTRUCT_BARRIER) {
        sw_loss_find_thread_wait(m, item);
        return;
    }
    switch (item->sum.kind) {
    case SW_CONSTRUCT_LOOP:
        if (longest_task(m, item->construct) && waits_for_more(item))
            find_task_wait(m, item, item->construct);
        else
            find_loop_wait(m, item);
        break;
    case SW_CONSTRUCT_PARALLEL:
    case SW_CONSTRUCT_BARRIER:
    case SW_CONSTRUCT_REDUCTION:
        find_region_wait(m, item);
        break;
    default:
        find_other_wait(m, item);
    }
}

/* A better schedule saves what it can; anything else is said to be done away with. */
static uint64_t wait_saved(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    if (m->is_of_threads)
        return item->lost;
    switch (item->sum.kind) {
    case SW_CONSTRUCT_LOOP:
        return how_loop_waits(&item->sum) == NOT_BALANCED ? dynamic_saves(m, item) : item->lost;
    case SW_CONSTRUCT_PARALLEL:
    case SW_CONSTRUCT_BARRIER:
    case SW_CONSTRUCT_REDUCTION:
        return region_of_tasks(m, item) ? item->lost : dynamic_saves(m, item);
    default:
        return item->lost;
    }
}

void sw_loss_settle(const struct sw_loss_maker *m, struct sw_loss_item *item)
{
    item->saved = item->lost;
    if (item->cause == SW_CAUSE_WAIT && !item->at_once) {
        uint32_t loop = item->lines ? item->construct : loop_of(m, item->construct);
        if (loop != item->construct) {
            item->construct = loop;
            item->sum = m->all[loop];
        }
        item->saved = wait_saved(m, item);
    }
    item->worth = sw_loss_worth(m, item);
}
