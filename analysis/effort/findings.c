#include "analysis/effort/findings.h"
#include "analysis/effort/lists.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEW_SAMPLES    200
#define MUCH_COST      0.05 /* of the program's processor time */
#define MOSTLY         0.50 /* of the time */
#define FEW_LOST       20   /* samples: a thread that is shorter than a period may have none */
#define MUCH_LOST      0.25 /* of samples */
#define MOST           6
#define MOST_EFFECTIVE 2

enum { DETAIL_SIZE = 128, LOCK_SIZE = 128, LOCK_PLACE = 2 * SW_EFFORT_TEXT + 64 };

struct maker {
    struct sw_findings *findings;
    const struct sw_effort_tree *tree;
    const struct sw_effort_regions *regions;
    const struct sw_units *units;
    const struct sw_effort *e;
};

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

/* By the runtimes that were found in it: OpenMP's alone, or with Cilk. */
static int is_openmp(const struct maker *m)
{
    uint32_t agents = m->e->agents;
    return agents & (SW_EFFORT_LIBGOMP | SW_EFFORT_LIBOMP) && !(agents & SW_EFFORT_THREADS);
}

static double of_effort(const struct maker *m, uint64_t part)
{
    return 100 * sw_effort_share(m->tree, part);
}

static double nobody_share(const struct maker *m)
{
    double nobody = (double)m->tree->nobody;
    return nobody > 0 ? nobody / (nobody + (double)m->tree->effort) : 0;
}

/* "idleness 40%, overhead 12%: scheduling 10%, synchronization 2%" */
static const char *describe_losses(const struct sw_effort_sums *s, uint64_t whole, char *text)
{
    static const char *const kinds[] = {"scheduling", "synchronization", "creating tasks"};
    uint64_t overhead = sw_effort_get(s, SW_EFFORT_OVERHEAD);
    int n = snprintf(text, DETAIL_SIZE, "idleness %.0f%%, overhead %.0f%%", percent(s->idle, whole),
                     percent(overhead, whole)),
        first = 1;
    if (percent(overhead, whole) < 100 * SW_EFFORT_WORTH)
        return text;
    for (int i = 0; i < SW_OVERHEADS; i++) {
        if (percent(s->overhead[i], whole) < 0.5)
            continue;
        n += snprintf(text + n, DETAIL_SIZE - (size_t)n, "%s%s %.0f%%", first ? ": " : ", ",
                      kinds[i], percent(s->overhead[i], whole));
        first = 0;
    }
    return text;
}

/* What is loaded into them knows one process only. */
static void find_several(const struct maker *m)
{
    if (m->tree->profile->flags & SW_PROFILE_ONE_OF_SEVERAL)
        sw_findings_add(m->findings, SW_FINDING_INCOMPLETE, SW_WARNING, SW_NO_SITE,
                        "this is one process of several that worked: what others did at the same "
                        "time counts as idleness here, and advice on it holds for this process "
                        "alone ('How it was measured' tells of the others)");
}

/* Not by chance: threads' samples stay away. */
static int find_lost(const struct maker *m)
{
    const struct sw_sampled *s = &m->tree->profile->sampled;
    uint64_t all = s->taken + s->waiting + s->profiler + s->lost;
    char lost[SW_UNITS_SIZE], count[SW_UNITS_SIZE];
    if (s->lost < FEW_LOST || percent(s->lost, all) < 100 * MUCH_LOST)
        return 0;
    sw_findings_add(m->findings, SW_FINDING_INCOMPLETE, SW_WARNING, SW_NO_SITE,
                    "%s of %s samples did not come: the program uses the signal (SIGURG) itself, "
                    "has closed files that are not its own, or its threads are very short",
                    sw_units_count(s->lost, lost), sw_units_count(all, count));
    return 1;
}

static void find_doubts(const struct maker *m)
{
    const struct sw_sampled *s = &m->tree->profile->sampled;
    char count[SW_UNITS_SIZE];
    find_several(m);
    if (!find_lost(m) && s->taken < FEW_SAMPLES)
        sw_findings_add(m->findings, SW_FINDING_TOO_SHORT, SW_WARNING, SW_NO_SITE,
                        "too short to trust: from %s sample%s, shares may be off by %.0f points; "
                        "let it run longer, or raise --rate",
                        sw_units_count(s->taken, count), s->taken == 1 ? "" : "s",
                        s->taken ? fmin(100, 100 / sqrt((double)s->taken)) : 100);
    if (percent(m->e->cost, m->e->cpu) > 100 * MUCH_COST)
        sw_findings_add(m->findings, SW_FINDING_OVERHEAD, SW_WARNING, SW_NO_SITE,
                        "sampling took %.0f%% of the program's processor time, measured: lower "
                        "--rate",
                        percent(m->e->cost, m->e->cpu));
    if (m->e->processors == 1)
        sw_findings_add(m->findings, SW_FINDING_CROWDED, SW_WARNING, SW_NO_SITE,
                        "the program may use 1 processor only: there is no idleness to see; run it "
                        "where it has more");
}

/* Waits for locks, if they explain much of the idleness. */
static int is_contended(const struct maker *m, const struct sw_effort_sums *whole)
{
    uint64_t waited = 0;
    for (size_t i = 0; i < m->e->n_locks; i++)
        waited += m->e->locks[i].waited;
    return 2 * waited >= whole->idle;
}

/* Of the time in which anything ran: for the rest there is another sentence. */
static void find_whole(const struct maker *m)
{
    const struct sw_effort_sums *s = &m->tree->nodes[0].total;
    uint64_t n = m->e->processors, all = sw_effort_get(s, SW_EFFORT_ALL);
    double idle = sw_effort_idle_processors(s, n);
    char losses[DETAIL_SIZE], time[SW_UNITS_SIZE];
    const char *plural = n == 1 ? "" : "s";
    if (!all)
        return;
    describe_losses(s, all, losses);
    sw_units_cost(m->units, all / n, time);
    switch (sw_effort_judge(s, n)) {
    case SW_VERDICT_EFFECTIVE:
        sw_findings_add(m->findings, SW_FINDING_EFFORT, SW_INFO, SW_NO_SITE,
                        "effectively parallel: of what %" PRIu64 " processor%s can do in %s, "
                        "%.0f%% was work (%s; high is %.0f%%): to be faster it has to do less; if "
                        "the work itself takes longer than on one processor, it is memory "
                        "bandwidth ('spanwise bench --copies')",
                        n, plural, time, percent(s->work, all), losses, 100 * SW_EFFORT_HIGH);
        break;
    case SW_VERDICT_COARSEN:
        sw_findings_add(m->findings, SW_FINDING_EFFORT, SW_ADVICE, SW_NO_SITE,
                        "too fine a grain: of what %" PRIu64 " processor%s can do in %s, only "
                        "%.0f%% was work (%s; high is %.0f%%): coarsen, fewer and larger pieces",
                        n, plural, time, percent(s->work, all), losses, 100 * SW_EFFORT_HIGH);
        break;
    case SW_VERDICT_STRATEGY:
        sw_findings_add(m->findings, SW_FINDING_EFFORT, SW_ADVICE, SW_NO_SITE,
                        "divided the wrong way: on average %.1f of %" PRIu64 " processors had "
                        "nothing to do, and those that had spent much on overhead (%s; high is "
                        "%.0f%%): neither a finer nor a coarser grain helps, change the strategy",
                        idle, n, losses, 100 * SW_EFFORT_HIGH);
        break;
    case SW_VERDICT_REFINE:
    case SW_VERDICT_SERIAL:
    case SW_VERDICT_CONTENTION:
        sw_findings_add(m->findings, SW_FINDING_EFFORT, SW_ADVICE, SW_NO_SITE,
                        "while any thread ran, on average %.1f of %" PRIu64
                        " processors had nothing to do: %s (%s; more than %.0f%% is much)",
                        idle, n,
                        is_contended(m, s) ? "contention, threads wait for locks"
                                           : "too little runs at the same time",
                        losses, 100 * SW_EFFORT_HIGH);
    }
}

static void find_serial(const struct maker *m, const struct sw_effort_region *r, const char *name)
{
    uint64_t all = sw_effort_get(&r->sums, SW_EFFORT_ALL);
    char time[SW_UNITS_SIZE];
    sw_findings_add(m->findings, SW_FINDING_SERIAL_CODE, SW_ADVICE, SW_NO_SITE,
                    "nothing else ran while %s worked: %.0f%% of the time (%s); parallelize it, "
                    "shorten it, or run something beside it: were it perfectly parallel, the run "
                    "would take %.0f%% less (a bound)",
                    name, of_effort(m, all), sw_units_cost(m->units, all / m->e->processors, time),
                    of_effort(m, r->sums.idle));
}

static void place_region(const struct maker *m, const struct sw_effort_region *r)
{
    sw_findings_place(m->findings, sw_effort_file(m->tree, r->key), r->line,
                      sw_effort_name(m->tree, r->key));
}

static void find_region(const struct maker *m, const struct sw_effort_region *r)
{
    uint64_t all = sw_effort_get(&r->sums, SW_EFFORT_ALL);
    double idle = sw_effort_idle_processors(&r->sums, m->e->processors), share = of_effort(m, all);
    char name[SW_EFFORT_REGION_TEXT], losses[DETAIL_SIZE], cost[SW_UNITS_SIZE];
    sw_effort_region_describe(m->tree, r, name);
    describe_losses(&r->sums, all, losses);
    switch (r->verdict) {
    case SW_VERDICT_EFFECTIVE:
        sw_findings_add(m->findings, SW_FINDING_SCALES, SW_INFO, SW_NO_SITE,
                        "%s is effectively parallel (%.0f%% of the time; of its effort, %s)", name,
                        share, losses);
        break;
    case SW_VERDICT_COARSEN:
        sw_findings_add(m->findings, SW_FINDING_GRAIN, SW_ADVICE, SW_NO_SITE,
                        "too fine a grain: %s has enough to do for all processors and spends it on "
                        "overhead (%.0f%% of the time; of its effort, %s): coarsen it, fewer and "
                        "larger pieces; worth at most %.0f%% of the run's time",
                        name, share, losses,
                        of_effort(m, sw_effort_get(&r->sums, SW_EFFORT_OVERHEAD)));
        break;
    case SW_VERDICT_REFINE:
        sw_findings_add(m->findings, SW_FINDING_PARALLELISM, SW_ADVICE, SW_NO_SITE,
                        "too little parallelism: while %s ran, on average %.1f of %" PRIu64
                        " processors had nothing to do (%.0f%% of the time; of its effort, %s): "
                        "divide it into more and smaller pieces, or more even ones%s; worth at "
                        "most %.0f%% of the run's time",
                        name, idle, m->e->processors, share, losses,
                        is_openmp(m) ? " (a loop: try schedule(dynamic))" : "",
                        of_effort(m, r->sums.idle));
        break;
    case SW_VERDICT_STRATEGY:
        sw_findings_add(m->findings, SW_FINDING_STRATEGY, SW_ADVICE, SW_NO_SITE,
                        "divided the wrong way: while %s ran, on average %.1f of %" PRIu64
                        " processors had nothing to do, and overhead is high too (%.0f%% of the "
                        "time; of its effort, %s): no grain helps, divide it in another way; worth "
                        "at most %.0f%% of the run's time",
                        name, idle, m->e->processors, share, losses,
                        of_effort(m, sw_effort_lost(&r->sums)));
        break;
    case SW_VERDICT_SERIAL:
        find_serial(m, r, name);
        break;
    case SW_VERDICT_CONTENTION:
        sw_findings_add(m->findings, SW_FINDING_LOCK, SW_ADVICE, SW_NO_SITE,
                        "contention: while %s ran, on average %.1f of %" PRIu64 " processors had "
                        "nothing to do, because threads waited for locks that it held (%s of "
                        "waiting): hold them for less, or divide what they protect; worth at most "
                        "%.0f%% of the run's time",
                        name, idle, m->e->processors, sw_units_cost(m->units, r->sums.blamed, cost),
                        of_effort(m, r->sums.idle));
    }
    place_region(m, r);
}

/* Waits cost nothing where other threads have work meanwhile. */
static uint64_t worth_of_lock(const struct maker *m, const struct sw_effort_lock *lock)
{
    uint64_t idle = m->tree->nodes[0].total.idle;
    return lock->waited < idle ? lock->waited : idle;
}

/* Of a function that by its name is a lock's own (uv_mutex_lock), the caller is of interest. */
static void add_caller(const struct maker *m, uint32_t path, struct sw_effort_key key, char *text)
{
    const struct sw_effort_node *node = &m->tree->nodes[m->tree->of_path[path]];
    const char *function = sw_effort_name(m->tree, key);
    char name[SW_EFFORT_TEXT];
    size_t used = strlen(text);
    if (node->parent && (strcasestr(function, "lock") || strcasestr(function, "mutex")))
        snprintf(text + used, LOCK_PLACE - used, ", called in %s",
                 sw_effort_describe(m->tree, m->tree->nodes[node->parent].key, node->called, name));
}

static void describe_path(const struct maker *m, const char *before, uint32_t path, char *text)
{
    struct sw_effort_key key;
    uint32_t line;
    char name[SW_EFFORT_TEXT];
    *text = 0;
    if (!path)
        return;
    sw_effort_place(m->tree, path - 1, &key, &line);
    snprintf(text, LOCK_PLACE, "%s%s", before, sw_effort_describe(m->tree, key, line, name));
    add_caller(m, path - 1, key, text);
}

static void place_path(const struct maker *m, uint32_t path)
{
    struct sw_effort_key key;
    uint32_t line;
    if (!path)
        return;
    sw_effort_place(m->tree, path - 1, &key, &line);
    sw_findings_place(m->findings, sw_effort_file(m->tree, key), line,
                      sw_effort_name(m->tree, key));
}

static void find_lock(const struct maker *m, const struct sw_effort_lock *lock)
{
    char name[LOCK_SIZE], waited[SW_UNITS_SIZE], waits[SW_UNITS_SIZE];
    char waiter[LOCK_PLACE], holder[LOCK_PLACE];
    if (lock->name && *lock->name)
        snprintf(name, sizeof name, "'%.80s'", lock->name);
    else
        snprintf(name, sizeof name, "at 0x%" PRIx64, lock->address);
    describe_path(m, ", most in ", lock->waiter, waiter);
    describe_path(m, ", held most in ", lock->holder, holder);
    sw_findings_add(m->findings, SW_FINDING_LOCK, SW_ADVICE, SW_NO_SITE,
                    "contention: threads waited %s for the lock %s (%s time%s%s)%s: hold it for "
                    "less, or divide what it protects; worth at most %.0f%% of the run's time",
                    sw_units_cost(m->units, lock->waited, waited), name,
                    sw_units_count(lock->waits, waits), lock->waits == 1 ? "" : "s", waiter, holder,
                    of_effort(m, worth_of_lock(m, lock)));
    place_path(m, lock->holder ? lock->holder : lock->waiter);
}

/* A part or a lock. */
struct item {
    uint64_t lost;
    const struct sw_effort_region *region;
    const struct sw_effort_lock *lock;
    size_t order;
};

static int compare(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->lost != y->lost)
        return x->lost > y->lost ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Where locks have sentences, parts that hold them need none. */
static void find_items(const struct maker *m)
{
    size_t n = 0, n_locks = 0, most = m->regions->n + m->e->n_locks;
    struct item *items = calloc(most + 1, sizeof *items);
    if (!items) {
        m->findings->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < m->e->n_locks; i++) {
        const struct sw_effort_lock *lock = &m->e->locks[i];
        uint64_t worth = worth_of_lock(m, lock);
        if (sw_effort_share(m->tree, worth) >= SW_EFFORT_WORTH)
            items[n++] = (struct item){.lost = worth, .lock = lock, .order = i};
    }
    n_locks = n;
    for (size_t i = 0; i < m->regions->n; i++) {
        const struct sw_effort_region *r = &m->regions->items[i];
        uint64_t lost = sw_effort_lost(&r->sums);
        if (r->verdict != SW_VERDICT_EFFECTIVE &&
            sw_effort_share(m->tree, lost) >= SW_EFFORT_WORTH &&
            (r->verdict != SW_VERDICT_CONTENTION || !n_locks))
            items[n++] = (struct item){.lost = lost, .region = r, .order = m->e->n_locks + i};
    }
    qsort(items, n, sizeof *items, compare);
    for (size_t i = 0; i < n && i < MOST; i++) {
        if (items[i].lock)
            find_lock(m, items[i].lock);
        else
            find_region(m, items[i].region);
    }
    free(items);
}

/* The function that waited most itself; "" where nothing did. */
static void describe_waiter(const struct maker *m, char *text)
{
    struct sw_effort_rows rows;
    char name[SW_EFFORT_TEXT];
    *text = 0;
    if (sw_effort_functions(m->tree, SW_EFFORT_WAIT, 1, &rows)) {
        m->findings->error = -ENOMEM;
        return;
    }
    if (rows.n && rows.items[0].self.waited)
        snprintf(text, SW_EFFORT_TEXT + 32, "; most waiting was in %s",
                 sw_effort_describe(m->tree, rows.items[0].key, rows.items[0].line, name));
    sw_effort_rows_release(&rows);
}

/* What is neither work nor overhead nor idleness of somebody who worked. */
static void find_nobody(const struct maker *m)
{
    double share = nobody_share(m);
    char waiter[SW_EFFORT_TEXT + 32];
    if (share < SW_EFFORT_HIGH)
        return;
    describe_waiter(m, waiter);
    sw_findings_add(m->findings, SW_FINDING_WAIT, share < MOSTLY ? SW_INFO : SW_ADVICE, SW_NO_SITE,
                    "%.0f%% of the processors' time was nobody's: no thread ran there, as they "
                    "waited for files, the network, a clock, or as other programs had the "
                    "processors (all other shares are of the rest)%s",
                    100 * share, waiter);
}

static void find_effective(const struct maker *m)
{
    const struct sw_effort_sums *whole = &m->tree->nodes[0].total;
    int n = 0;
    if (sw_effort_judge(whole, m->e->processors) == SW_VERDICT_EFFECTIVE)
        return;
    for (size_t i = 0; i < m->regions->n && n < MOST_EFFECTIVE; i++) {
        const struct sw_effort_region *r = &m->regions->items[i];
        if (r->verdict != SW_VERDICT_EFFECTIVE ||
            sw_effort_share(m->tree, sw_effort_get(&r->sums, SW_EFFORT_ALL)) < SW_EFFORT_HIGH)
            continue;
        find_region(m, r);
        n++;
    }
}

void sw_effort_findings(struct sw_findings *findings, const struct sw_effort_tree *tree,
                        const struct sw_effort_regions *regions, const struct sw_units *units)
{
    struct maker m = {findings, tree, regions, units, &tree->profile->effort};
    find_doubts(&m);
    find_whole(&m);
    find_items(&m);
    find_nobody(&m);
    find_effective(&m);
}
