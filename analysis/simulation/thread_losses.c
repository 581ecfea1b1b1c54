/* What programs that start threads themselves lose: a thread is not in a team, and what it waits for is another thread. */
#include "analysis/simulation/parts.h"

bool sw_simulation_is_of_threads(const struct sw_profile *p, const struct sw_simulation *s)
{
    for (uint32_t i = 1; i < s->n; i++)
        if (p->constructs[s->first + i].kind == SW_CONSTRUCT_THREAD)
            return true;
    return false;
}

#define SPINS 0.05 /* of the work: in loops that wait for a variable */
#define LOOKS \
    0.20 /* of the work and this: between two yields, and so short that it may be waiting */
#define SHARED   500  /* one in so many times, another thread had the lock before: they share it */
#define OFTEN_NS 1500 /* of work for each time that such a lock is taken: its cache line decides */

const struct sw_construct *sw_simulation_unpredictable(const struct sw_profile *p,
                                                       const struct sw_simulation *s,
                                                       enum sw_unpredictable *why)
{
    const struct sw_construct *all = p->constructs + s->first, *most[3] = {NULL};
    uint64_t spun = 0, taken = 0, looked = 0;
    for (uint32_t i = 1; s->processors > 1 && i < s->n; i++) {
        if (all[i].kind == SW_CONSTRUCT_SPIN && !all[i].wait) {
            spun += all[i].busy;
            most[0] = !most[0] || all[i].busy > most[0]->busy ? &all[i] : most[0];
        }
        if (all[i].kind == SW_CONSTRUCT_LOCK && all[i].iterations * SHARED > all[i].chunks) {
            taken += all[i].chunks;
            most[1] = !most[1] || all[i].chunks > most[1]->chunks ? &all[i] : most[1];
        }
        if (all[i].kind == SW_CONSTRUCT_YIELD && all[i].busy) {
            looked += all[i].busy;
            most[2] = !most[2] || all[i].busy > most[2]->busy ? &all[i] : most[2];
        }
    }
    *why = SW_UNPREDICTABLE_SPIN;
    if ((double)spun > SPINS * (double)s->work)
        return most[0];
    *why = SW_UNPREDICTABLE_YIELD;
    if ((double)looked > LOOKS * (double)(s->work + looked))
        return most[2];
    *why = SW_UNPREDICTABLE_LOCK;
    return strcmp(sw_string(p->unit), "ns") == 0 && taken * OFTEN_NS > s->work ? most[1] : NULL;
}

bool sw_loss_find_unpredictable(const struct sw_loss_maker *m)
{
    enum sw_unpredictable why;
    const struct sw_simulation *s = m->outcome.simulation;
    const struct sw_construct *c = sw_simulation_unpredictable(m->profile, s, &why);
    if (!c)
        return false;
    uint64_t times = why == SW_UNPREDICTABLE_LOCK ? c->chunks : c->count;
    uint64_t all = s->work + (why == SW_UNPREDICTABLE_YIELD ? c->busy : 0);
    sw_findings_add(
        m->findings, SW_FINDING_UNPREDICTABLE, SW_WARNING, sw_loss_site(m, (uint32_t)(c - m->all)),
        SW_SAY(UNPREDICTABLE, why, sw_loss_place(m, (uint32_t)(c - m->all)),
               (double)c->busy / (double)all, times, s->work / (times ? times : 1), s->processors));
    return true;
}

/* Of all places that start threads: the busiest one, and the mean. */
static void balance(const struct sw_loss_maker *m, uint64_t *longest, uint64_t *mean)
{
    uint64_t busy = 0, threads = 0;
    *longest = 0;
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++) {
        const struct sw_construct *c = &m->all[i];
        if (c->kind != SW_CONSTRUCT_THREAD)
            continue;
        busy += c->busy;
        threads += c->threads;
        *longest = c->longest > *longest ? c->longest : *longest;
    }
    *mean = threads ? busy / threads : 0;
}

#define TURNS_NS \
    10000000 /* some ticks (agent/threads/watch.c): by so much, who shares work by atomics gets too much of it */

/* What one thread has more than others may be because it ran first, where they take their work without calling anything. */
static bool is_by_order(const struct sw_loss_maker *m, uint64_t longest, uint64_t mean)
{
    return strcmp(sw_string(m->profile->unit), "ns") == 0 && longest - mean < TURNS_NS;
}

struct sw_sentence *sw_loss_say_functions(const struct sw_loss_maker *m, enum sw_serial_part part,
                                          struct sw_serial_place *chief)
{
    struct sw_sentence *functions;
    int error = sw_serial_functions_say(m->profile, part, &functions, chief);
    if (error)
        m->findings->error = error;
    return functions;
}

static struct sw_serial_place chief_of(const struct sw_loss_maker *m, enum sw_serial_part part)
{
    struct sw_serial_place chief;
    sw_sentence_release(sw_loss_say_functions(m, part, &chief));
    return chief;
}

void sw_loss_place_at(const struct sw_loss_maker *m, const struct sw_serial_place *chief)
{
    if (m->findings->error || !chief->line)
        return;
    m->findings->items[m->findings->n - 1].site = SW_NO_SITE;
    sw_findings_place(m->findings, chief->file, chief->line, chief->function);
}

/* Its strings are the profile's, as those of all functions are that have lines and names. */
static struct sw_serial_place late_of(const struct sw_functions *functions,
                                      const struct sw_sampled *sampled, uint64_t path)
{
    struct sw_serial_function at =
        sw_serial_function_of(functions, sampled, path, SW_SERIAL_SPAN, 1);
    return at.function->library || !at.line || *at.function->function == '['
               ? (struct sw_serial_place){.file = "", .function = ""}
               : (struct sw_serial_place){at.function->file, at.function->function, at.line, false};
}

int sw_construct_late(const struct sw_profile *p, const struct sw_construct *all, uint32_t n,
                      struct sw_serial_place *places)
{
    struct sw_functions functions;
    bool is_made = false;
    for (uint32_t i = 0; i < n; i++) {
        places[i] = (struct sw_serial_place){.file = "", .function = ""};
        if (!all[i].late || all[i].late > p->sampled.n_paths)
            continue;
        int error = is_made ? 0 : sw_functions_make(&functions, p);
        if (error)
            return error;
        is_made = true;
        places[i] = late_of(&functions, &p->sampled, all[i].late - 1);
    }
    if (is_made)
        sw_functions_release(&functions);
    return 0;
}

void sw_loss_place_on_path(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                           bool of_one)
{
    struct sw_serial_place chief;
    int error = sw_construct_late(m->profile, &m->all[item->construct], 1, &chief);
    if (error)
        m->findings->error = error;
    if (!error && !chief.line)
        chief = chief_of(m, of_one ? SW_SERIAL_CODE : SW_SERIAL_SPAN);
    if (of_one && !chief.line)
        chief = chief_of(m, SW_SERIAL_SPAN);
    sw_loss_place_at(m, &chief);
}

/* Whom they wait for: who has most of the critical path. NULL: samples do not tell. */
static struct sw_sentence *say_path(const struct sw_loss_maker *m)
{
    struct sw_serial_place chief = chief_of(m, SW_SERIAL_SPAN);
    return chief.line
               ? SW_SAY(THREADS_WAIT_FOR, chief.function, sw_base_name(chief.file), chief.line)
               : NULL;
}

#define UNEVEN 3 /* times the mean one */

/* One more than were made: what the caller begins with. */
static uint64_t pieces_of(const struct sw_construct *c)
{
    return c->chunks + 1;
}

static void find_algorithm_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    uint64_t pieces = pieces_of(c), mean = c->busy / pieces;
    struct sw_sentence *place = sw_loss_place(m, item->construct);
    if (c->largest > UNEVEN * mean)
        sw_loss_add(m, SW_FINDING_IMBALANCE, item,
                    SW_SAY(PIECES_UNEVEN, place, pieces, c->largest, mean,
                           sw_loss_say_share(m, item->lost)),
                    SW_SAY(IF_EVEN_PIECES));
    else
        sw_loss_add_few(m, item,
                        SW_SAY(FEW_PIECES, place, pieces, mean, sw_loss_share(m, item->lost),
                               m->outcome.processors),
                        SW_SAY(IF_WITHOUT));
}

void sw_loss_find_pieces(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    uint64_t pieces = pieces_of(&item->sum);
    sw_loss_add(m, SW_FINDING_GRAIN, item,
                SW_SAY(SMALL_PIECES, sw_loss_place(m, item->construct), pieces,
                       item->sum.busy / pieces, sw_loss_say_share(m, item->lost)),
                SW_SAY(IF_WITHOUT));
}

/* The body of the tasks that all others wait for: who is on the critical path, or alone, and nowhere else. */
static void place_at_body(const struct sw_loss_maker *m)
{
    struct sw_serial_place chief = chief_of(m, SW_SERIAL_SPAN);
    if (!chief.line || chief.helps)
        chief = chief_of(m, SW_SERIAL_CODE);
    if (!chief.helps)
        sw_loss_place_at(m, &chief);
}

static void find_join(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    uint64_t longest, mean;
    balance(m, &longest, &mean);
    if (is_by_order(m, longest, mean))
        return;
    sw_loss_add(m, SW_FINDING_IMBALANCE, item,
                SW_SAY(THREADS_UNEVEN, sw_loss_place(m, item->construct), longest, mean,
                       sw_loss_say_share(m, item->lost)),
                SW_SAY(IF_EVEN_THREADS));
    sw_loss_place_on_path(m, item, false);
}

void sw_loss_find_thread_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    switch (item->sum.kind) {
    case SW_CONSTRUCT_ALGORITHM:
        find_algorithm_wait(m, item);
        break;
    case SW_CONSTRUCT_TASKS:
        sw_loss_add_few(m, item,
                        SW_SAY(TASKS_WAITED_FOR, sw_loss_place(m, item->construct),
                               sw_loss_share(m, item->lost), m->outcome.processors),
                        SW_SAY(IF_WITHOUT));
        place_at_body(m);
        break;
    case SW_CONSTRUCT_JOIN:
        find_join(m, item);
        break;
    default:
        sw_loss_add_few(m, item,
                        SW_SAY(THREADS_WAIT, sw_loss_place(m, item->construct),
                               sw_loss_say_share(m, item->lost), say_path(m)),
                        SW_SAY(IF_WITHOUT));
        sw_loss_place_on_path(m, item, false);
    }
}

void sw_loss_find_few_threads(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    if (m->outcome.simulation->threads >= m->outcome.processors)
        return; /* there are enough, but not all the time */
    sw_loss_add(m, SW_FINDING_THREADS, item,
                SW_SAY(FEWER_THREADS, sw_loss_place(m, item->construct),
                       m->outcome.simulation->threads, m->outcome.processors,
                       sw_loss_gain(m, item, SW_SAY(IF_ALL_THREADS)), "{}"),
                NULL);
}

void sw_loss_find_woken(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    bool is_start = item->sum.kind == SW_CONSTRUCT_THREAD;
    uint64_t times = is_start ? item->sum.threads : item->sum.count;
    sw_loss_add(m, SW_FINDING_GRAIN, item,
                SW_SAY(OFTEN_WOKEN, sw_loss_place(m, item->construct), is_start, times,
                       item->lost / (times ? times : 1), sw_loss_say_share(m, item->lost)),
                SW_SAY(IF_WITHOUT));
}

/* What costs there is starting or waking threads: the library's own calls, as TBB's, are not what a run can go without. */
static bool is_reported(const struct sw_construct *c)
{
    return c->kind == SW_CONSTRUCT_THREAD || c->kind == SW_CONSTRUCT_LOCK ||
           c->kind == SW_CONSTRUCT_BARRIER || c->kind == SW_CONSTRUCT_JOIN ||
           c->kind == SW_CONSTRUCT_CONDITION || c->kind == SW_CONSTRUCT_SEMAPHORE ||
           c->kind == SW_CONSTRUCT_FUTEX;
}

/* As agent/threads/simulator.h names it; NULL: no run without it would say more. */
static const char *fixing_of(const struct sw_loss_item *item)
{
    static const char *const names[SW_CAUSES] = {
        [SW_CAUSE_SERIAL] = "serial", [SW_CAUSE_THREADS] = "threads", [SW_CAUSE_LOCK] = "lock"};
    if (item->cause == SW_CAUSE_OVERHEAD)
        return is_reported(&item->sum) ? "cost" : NULL;
    if (item->cause == SW_CAUSE_WAIT)
        return item->sum.kind == SW_CONSTRUCT_JOIN ? "join" : "wait";
    return names[item->cause];
}

static bool has_site(const struct sw_fixable *fixable, uint32_t site)
{
    for (size_t i = 0; i < fixable->n_sites; i++)
        if (fixable->sites[i] == site)
            return true;
    return false;
}

void sw_loss_note_fixable(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    struct sw_fixable *to = m->fixable;
    if (!to || to->what || !m->is_of_threads)
        return;
    to->rank += item->worth.is_simulated;
    to->what = item->worth.is_simulated ? NULL : fixing_of(item);
    to->construct = item->construct;
    to->cause = item->cause;
    for (uint32_t i = 1; to->what && i < m->outcome.simulation->n; i++) {
        uint32_t site = m->all[i].site;
        if (to->n_sites < SW_FIXABLE_SITES && site < m->profile->n_sites &&
            m->profile->sites[site].address && sw_loss_is_of(m, item, &m->all[i]) &&
            !has_site(to, site))
            to->sites[to->n_sites++] = site;
    }
}
