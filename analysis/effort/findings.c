#include "analysis/effort/account.h"
#include "analysis/effort/lists.h"
#include "analysis/workspan/language.h"
#include "base/order.h"

#define MUCH_COST      0.05 /* of the program's processor time */
#define MOSTLY         0.50 /* of the time */
#define FEW_LOST       20   /* samples: a thread that is shorter than a period may have none */
#define MUCH_LOST      0.25 /* of samples */
#define MOST           6
#define MOST_EFFECTIVE 2

#define MANY_ENTRIES   100000
#define TINY_NS        2000 /* in a lock, each time */

struct maker {
    struct sw_findings *findings;
    const struct sw_effort_tree *tree;
    const struct sw_account *account;
    const struct sw_effort_regions *regions;
    const struct sw_effort *e;
};

/* By the runtimes that were found in it: OpenMP's alone, or with Cilk. */
static int is_openmp(const struct maker *m)
{
    uint32_t runtimes = m->e->runtimes;
    return runtimes & (SW_EFFORT_LIBGOMP | SW_EFFORT_LIBOMP) && !(runtimes & SW_EFFORT_THREADS);
}

static void doubt(const struct maker *m, enum sw_finding_kind kind, struct sw_sentence *sentence)
{
    sw_findings_add(m->findings, kind, SW_WARNING, SW_NO_SITE, sentence);
}

static void advise(const struct maker *m, enum sw_finding_kind kind, struct sw_sentence *sentence)
{
    sw_findings_add(m->findings, kind, SW_ADVICE, SW_NO_SITE, sentence);
}

static double of_effort(const struct maker *m, uint64_t part)
{
    return sw_effort_share(m->tree, part);
}

/* "idleness 40%, overhead 12%: scheduling 10%, synchronization 2%" */
static struct sw_sentence *say_losses(const struct sw_effort_sums *s, uint64_t whole)
{
    double overhead = sw_effort_part(sw_effort_get(s, SW_EFFORT_OVERHEAD), whole);
    struct sw_sentence *kinds = NULL;
    for (int i = 0; i < SW_OVERHEADS && overhead >= SW_EFFORT_WORTH; i++)
        if (sw_effort_part(s->overhead[i], whole) >= 0.005)
            kinds = SW_SAY(LOSS, kinds, (uint64_t)i, sw_effort_part(s->overhead[i], whole));
    return SW_SAY(LOSSES, sw_effort_part(s->idle, whole), overhead, kinds);
}

/* Not by chance: threads' samples stay away. */
static bool find_lost(const struct maker *m)
{
    const struct sw_sampled *s = &m->tree->profile->sampled;
    uint64_t all = s->taken + s->waiting + s->profiler + s->lost;
    if (s->lost < FEW_LOST || sw_effort_part(s->lost, all) < MUCH_LOST)
        return false;
    doubt(m, SW_FINDING_INCOMPLETE, SW_SAY(LOST_SAMPLES, s->lost, all));
    return true;
}

/* All of a module whose functions have no names is one. */
static void find_nameless(const struct maker *m)
{
    const struct sw_functions *f = m->tree->functions;
    const struct sw_function *most = NULL;
    uint64_t nameless = 0;
    SW_EACH (function, f->items, f->n) {
        if (*function->function != '[' || function->library)
            continue;
        nameless += function->on_work.self;
        most = !most || function->on_work.self > most->on_work.self ? function : most;
    }
    enum sw_language language = sw_language_of(m->tree->profile);
    if (sw_effort_part(nameless, f->work) > MOSTLY)
        doubt(m, SW_FINDING_NAMES,
              language ? SW_SAY(LANGUAGE, language)
                       : SW_SAY(NO_NAMES, most->module, sw_effort_part(nameless, f->work)));
}

static void find_doubts(const struct maker *m)
{
    const struct sw_sampled *s = &m->tree->profile->sampled;
    double cost = sw_effort_part(m->e->cost, m->e->cpu);
    if (m->tree->profile->flags & SW_PROFILE_ONE_OF_SEVERAL) /* what is loaded knows one only */
        doubt(m, SW_FINDING_INCOMPLETE, SW_SAY(ONE_OF_SEVERAL));
    if (!find_lost(m) && s->taken < SW_FEW_SAMPLES)
        doubt(m, SW_FINDING_TOO_SHORT,
              SW_SAY(FEW_SAMPLES, s->taken,
                     s->taken ? fmin(100, 100 / sqrt((double)s->taken)) : 100));
    if (cost > MUCH_COST)
        doubt(m, SW_FINDING_OVERHEAD, SW_SAY(COSTLY_SAMPLES, cost));
    find_nameless(m);
    if (m->e->processors == 1)
        doubt(m, SW_FINDING_CROWDED, SW_SAY(ONE_PROCESSOR));
}

/* Of what the processors could have done on a machine of their own. */
static double of_all(const struct maker *m, double part)
{
    return m->account->all > 0 ? part / m->account->all : 0;
}

/* What the whole is short of is what the verdict says. */
static void find_whole(const struct maker *m)
{
    const struct sw_effort_sums *s = &m->tree->nodes[0].total;
    uint64_t n = m->e->processors, all = sw_effort_get(s, SW_EFFORT_ALL);
    double at_work = sw_account_speedup(m->account);
    if (!all)
        return;
    enum sw_effort_advice advice = sw_account_advice(m->account);
    if (advice != SW_ADVISE_NOTHING)
        advise(m, SW_FINDING_EFFORT, SW_SAY(CORES_IDLE, at_work, n, advice, say_losses(s, all)));
    else if (of_all(m, m->account->lost[SW_WHY_WAITING]) < SW_EFFORT_HIGH)
        sw_findings_add(m->findings, SW_FINDING_EFFORT, SW_INFO, SW_NO_SITE,
                        SW_SAY(CORES_BUSY, at_work, n, say_losses(s, all)));
}

static void place_at(const struct maker *m, struct sw_effort_key key, uint32_t line)
{
    sw_findings_place(m->findings, sw_effort_file(m->tree, key), line,
                      sw_effort_name(m->tree, key));
}

static void find_region(const struct maker *m, const struct sw_effort_region *r)
{
    const struct sw_effort_sums *s = &r->sums;
    uint64_t all = sw_effort_get(s, SW_EFFORT_ALL), n = m->e->processors;
    double idle = sw_effort_idle_processors(s, n), share = of_effort(m, all);
    struct sw_sentence *name = sw_effort_region_say(m->tree, r, true);
    switch (r->advice) {
    case SW_ADVISE_NOTHING:
        sw_findings_add(m->findings, SW_FINDING_SCALES, SW_INFO, SW_NO_SITE,
                        SW_SAY(PART_EFFECTIVE, name, share, say_losses(s, all)));
        break;
    case SW_ADVISE_COARSEN:
        advise(m, SW_FINDING_GRAIN,
               SW_SAY(PART_FINE, name, share, say_losses(s, all),
                      of_effort(m, sw_account_part(m->account, s, SW_WHY_GRAIN))));
        break;
    case SW_ADVISE_REFINE:
        advise(
            m, SW_FINDING_PARALLELISM,
            SW_SAY(PART_COARSE, name, idle, n, share, say_losses(s, all), of_effort(m, s->idle)));
        break;
    case SW_ADVISE_BALANCE:
        advise(m, SW_FINDING_IMBALANCE,
               SW_SAY(PART_UNEVEN, name, idle, n, share, say_losses(s, all), is_openmp(m),
                      of_effort(m, s->idle_by[SW_IDLE_UNEVEN])));
        break;
    case SW_ADVISE_PARALLELIZE:
        advise(m, SW_FINDING_SERIAL_CODE,
               SW_SAY(PART_SERIAL, name, share, all / n, of_effort(m, s->idle)));
        break;
    case SW_ADVISE_UNLOCK:
        advise(m, SW_FINDING_LOCK,
               SW_SAY(PART_LOCKED, name, idle, n, s->blamed,
                      of_effort(m, sw_account_part(m->account, s, SW_WHY_CONTENTION))));
    }
    place_at(m, r->key, r->line);
}

/* Of a function that by its name is a lock's own (uv_mutex_lock), the caller is of interest. */
static struct sw_sentence *say_caller(const struct maker *m, uint32_t path,
                                      struct sw_effort_key key)
{
    const struct sw_effort_node *node = &m->tree->nodes[m->tree->of_path[path]];
    const char *function = sw_effort_name(m->tree, key);
    return node->parent && sw_account_is_lock_name(function)
               ? sw_effort_say(m->tree, m->tree->nodes[node->parent].key, node->called)
               : NULL;
}

/* One more than the index of the path; 0: not known. */
static struct sw_sentence *say_path(const struct maker *m, uint32_t path)
{
    struct sw_effort_key key;
    uint32_t line;
    if (!path)
        return NULL;
    sw_effort_place(m->tree, path - 1, &key, &line);
    return SW_SAY(PATH, sw_effort_say(m->tree, key, line), say_caller(m, path - 1, key));
}

static void place_path(const struct maker *m, uint32_t path)
{
    struct sw_effort_key key;
    uint32_t line;
    if (!path)
        return;
    sw_effort_place(m->tree, path - 1, &key, &line);
    place_at(m, key, line);
}

/* Taken so often, for so little, that something else than a lock is meant. */
static int is_tiny(const struct sw_effort_lock *lock)
{
    return lock->entries >= MANY_ENTRIES && lock->held / lock->entries < TINY_NS;
}

static void find_lock(const struct maker *m, const struct sw_effort_lock *lock)
{
    double bound = sw_account_lock_bound(m->account, lock);
    struct sw_account_place place;
    bool is_placed = sw_account_lock_place(m->tree, lock, &place);
    advise(m, SW_FINDING_LOCK,
           SW_SAY(LOCK_AWAITED, lock->waited, sw_account_lock_say(m->tree, lock), is_tiny(lock),
                  lock->entries, lock->waits, say_path(m, lock->waiter),
                  is_placed ? sw_effort_say(m->tree, place.key, place.line) : NULL,
                  1 / bound >= SW_EFFORT_HIGH
                      ? SW_SAY(LOCK_LIMITS, fmin(1, 1 / bound), fmax(1, bound))
                      : NULL,
                  of_all(m, sw_account_lock_lost(m->account, m->e, lock))));
    if (is_placed)
        place_at(m, place.key, place.line);
}

/* A part or a lock. */
struct item {
    uint64_t lost;
    const struct sw_effort_region *region;
    const struct sw_effort_lock *lock;
    size_t order;
};

SW_ORDER(compare, struct item, SW_FALLING(x->lost, y->lost), SW_RISING(x->order, y->order))

/* Whether the region needs no finding: its advice would contradict that for the whole program, or one of the n findings so far is about code
 * around it or inside it, and there is nothing to add or the two contradict each other. */
static bool is_reported(const struct maker *m, const struct item *reported, size_t n,
                        const struct sw_effort_region *r)
{
    if (r->advice == SW_ADVISE_REFINE && sw_account_advice(m->account) == SW_ADVISE_COARSEN)
        return true;
    return SW_FIRST(known, reported, n,
                    known->region &&
                        (sw_effort_region_contains(m->tree, known->region, r) ||
                         sw_effort_region_contains(m->tree, r, known->region)) &&
                        (r->advice == SW_ADVISE_NOTHING ||
                         sw_effort_opposes(known->region->advice, r->advice)));
}

/* --- a stretch of the timeline with one core at work --- */

struct phase {
    size_t from, to; /* stretches */
    double lost;     /* idleness */
    uint32_t path;   /* one more than the index of one that ran then; 0: not known */
};

/* By idleness per time at work: other programs slow it down, but do not change that. */
static bool is_alone(const struct maker *m, const struct sw_effort_stretch *s)
{
    double busy = (double)s->work + (double)s->overhead;
    return busy > 0 &&
           (busy + (double)s->idle) / busy >= (double)m->e->processors / SW_EFFORT_ALONE;
}

static struct phase longest_phase(const struct maker *m)
{
    struct phase best = {0}, now = {0};
    uint64_t most = 0;
    for (size_t i = 0; i < m->e->n_stretches; i++) {
        const struct sw_effort_stretch *s = &m->e->stretches[i];
        bool is_empty = !s->work && !s->overhead;
        if (!is_alone(m, s) && !is_empty) {
            now = (struct phase){.from = i + 1};
            most = 0;
            continue;
        }
        now.to = i + 1;
        now.lost += (double)s->idle;
        if (s->path && s->work > most) {
            most = s->work;
            now.path = s->path;
        }
        if (now.lost > best.lost)
            best = now;
    }
    return best;
}

/* Only where what is told of its functions does not tell most of it already. */
static void find_phase(const struct maker *m, const struct item *reported, size_t n)
{
    struct phase phase = longest_phase(m);
    double known = 0, share = sw_effort_share(m->tree, sw_rounded(phase.lost));
    for (size_t i = 0; i < n; i++)
        if (reported[i].region && reported[i].region->advice != SW_ADVISE_COARSEN)
            known += (double)reported[i].region->sums.idle;
    if (share < SW_EFFORT_HIGH || 2 * known >= phase.lost || m->e->processors < 2 ||
        m->account->lost[SW_WHY_PARALLELISM] < SW_EFFORT_WORTH * m->account->all)
        return;
    advise(m, SW_FINDING_SERIAL_CODE,
           SW_SAY(PHASE_OF_ONE, phase.from * m->e->stretch, phase.to * m->e->stretch,
                  say_path(m, phase.path), share));
    place_path(m, phase.path);
}

static void find_effective(const struct maker *m, const struct item *reported, size_t n)
{
    int found = 0;
    if (sw_account_advice(m->account) == SW_ADVISE_NOTHING)
        return;
    for (size_t i = 0; i < m->regions->n && found < MOST_EFFECTIVE; i++) {
        const struct sw_effort_region *r = &m->regions->items[i];
        if (r->advice != SW_ADVISE_NOTHING || is_reported(m, reported, n, r) ||
            sw_effort_share(m->tree, sw_effort_get(&r->sums, SW_EFFORT_ALL)) < SW_EFFORT_HIGH)
            continue;
        find_region(m, r);
        found++;
    }
}

/* Where locks have sentences, parts that hold them need none. */
static size_t list_items(const struct maker *m, struct item *items)
{
    size_t n = 0, n_locks;
    for (size_t i = 0; i < m->e->n_locks; i++) {
        const struct sw_effort_lock *lock = &m->e->locks[i];
        double worth = sw_account_lock_lost(m->account, m->e, lock);
        if (of_all(m, worth) >= SW_EFFORT_WORTH)
            items[n++] = (struct item){.lost = sw_rounded(worth), .lock = lock, .order = i};
    }
    n_locks = n;
    for (size_t i = 0; i < m->regions->n; i++) {
        const struct sw_effort_region *r = &m->regions->items[i];
        uint64_t lost = sw_effort_lost(&r->sums);
        if (r->advice != SW_ADVISE_NOTHING && sw_effort_share(m->tree, lost) >= SW_EFFORT_WORTH &&
            (r->advice != SW_ADVISE_UNLOCK || !n_locks))
            items[n++] = (struct item){.lost = lost, .region = r, .order = m->e->n_locks + i};
    }
    qsort(items, n, sizeof *items, compare);
    return n;
}

static void find_items(const struct maker *m)
{
    SW_FREED struct item *items = calloc(m->regions->n + m->e->n_locks + 1, sizeof *items);
    size_t n = items ? list_items(m, items) : 0, reported = 0;
    if (!items) {
        m->findings->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < n && reported < MOST; i++) {
        if (items[i].region && is_reported(m, items, reported, items[i].region))
            continue;
        if (items[i].lock)
            find_lock(m, items[i].lock);
        else
            find_region(m, items[i].region);
        items[reported++] = items[i];
    }
    find_phase(m, items, reported);
    find_effective(m, items, reported);
}

/* "for a clock 40%, for input 3%" */
static struct sw_sentence *say_waits(const struct maker *m)
{
    struct sw_sentence *waits = NULL;
    for (int i = 0; i < SW_WAIT_DELAY; i++)
        if (of_all(m, m->account->waits[i]) >= 0.01)
            waits = SW_SAY(WAIT_FOR, waits, (uint64_t)i, of_all(m, m->account->waits[i]));
    return waits;
}

/* The function that waited most itself; NULL where nothing did. */
static struct sw_sentence *say_waiter(const struct maker *m)
{
    struct sw_effort_rows rows;
    struct sw_sentence *waiter = NULL;
    if (sw_effort_functions(m->tree, SW_EFFORT_WAIT, 1, &rows)) {
        m->findings->error = -ENOMEM;
        return NULL;
    }
    if (rows.n && rows.items[0].self.waited)
        waiter = sw_effort_say(m->tree, rows.items[0].key, rows.items[0].line);
    sw_effort_rows_release(&rows);
    return waiter;
}

/* No thread ran, of the program's own doing. */
static void find_nobody(const struct maker *m)
{
    double waits = 0, away = m->account->lost[SW_WHY_WAITING];
    for (int i = 0; i < SW_WAIT_DELAY; i++)
        waits += m->account->waits[i];
    waits += m->account->unknown;
    double share = of_all(m, waits > away ? waits : away);
    if (share >= SW_EFFORT_HIGH)
        sw_findings_add(m->findings, SW_FINDING_WAIT, share < MOSTLY ? SW_INFO : SW_ADVICE,
                        SW_NO_SITE, SW_SAY(NOBODY_RAN, share, say_waits(m), say_waiter(m)));
}

/* What the machine did is no fault of the program's, and in none of the shares. */
static void find_others(const struct maker *m)
{
    double all = (double)m->e->processors * (double)m->e->time;
    double used = m->e->time ? (double)m->e->others / (double)m->e->time : 0;
    if (m->account->taken < SW_EFFORT_HIGH * all || !(m->e->due || m->e->others))
        return;
    sw_findings_add(
        m->findings, SW_FINDING_OTHERS, SW_INFO, SW_NO_SITE,
        SW_SAY(OTHER_PROGRAMS,
               used >= 0.05 ? SW_SAY(OTHERS_USED, used, m->e->processors) : SW_SAY(OTHERS_DELAYED),
               m->e->time, sw_rounded(m->account->all / (double)m->e->processors)));
}

void sw_effort_findings(struct sw_findings *findings, const struct sw_effort_tree *tree,
                        const struct sw_account *account, const struct sw_effort_regions *regions,
                        const struct sw_units *units)
{
    struct maker m = {findings, tree, account, regions, &tree->profile->effort};
    findings->units = *units;
    findings->certainty = sw_account_certainty(tree->profile);
    find_doubts(&m);
    find_whole(&m);
    find_items(&m);
    find_nobody(&m);
    find_others(&m);
}
