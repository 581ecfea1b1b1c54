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

#define MANY_ENTRIES   100000
#define TINY_NS        2000 /* in a lock, each time */

enum { WAITS_SIZE = 256, DETAIL_SIZE = 128, LOCK_PLACE = 2 * SW_EFFORT_TEXT + 64 };

struct maker {
    struct sw_findings *findings;
    const struct sw_effort_tree *tree;
    const struct sw_account *account;
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

/* Of what the processors could have done on a machine of their own. */
static double of_all(const struct maker *m, double part)
{
    return m->account->all > 0 ? 100 * part / m->account->all : 0;
}

/* ": idleness 40%, overhead 12%" in words; what the whole is short of is what the verdict says. */
static void find_whole(const struct maker *m)
{
    static const char *const shortages[] = {
        [SW_ADVISE_COARSEN] = "too fine a grain: starting threads and tasks, and handing out work, "
                              "takes too much; make fewer and larger pieces",
        [SW_ADVISE_REFINE] = "too little runs at the same time",
        [SW_ADVISE_PARALLELIZE] = "nearly all of it is serial",
        [SW_ADVISE_UNLOCK] = "contention, threads wait for locks",
        [SW_ADVISE_BALANCE] = "imbalance, threads wait for those that have more to do",
    };
    const struct sw_effort_sums *s = &m->tree->nodes[0].total;
    uint64_t n = m->e->processors, all = sw_effort_get(s, SW_EFFORT_ALL);
    double at_work = sw_account_speedup(m->account);
    char losses[DETAIL_SIZE];
    if (!all)
        return;
    describe_losses(s, all, losses);
    enum sw_effort_advice advice = sw_account_advice(m->account);
    if (advice != SW_ADVISE_NOTHING)
        sw_findings_add(m->findings, SW_FINDING_EFFORT, SW_ADVICE, SW_NO_SITE,
                        "on average %.1f of %" PRIu64 " cores worked: %s (%s)", at_work, n,
                        shortages[advice], losses);
    else if (of_all(m, m->account->lost[SW_ACCOUNT_AWAY]) < 100 * SW_EFFORT_HIGH)
        sw_findings_add(m->findings, SW_FINDING_EFFORT, SW_INFO, SW_NO_SITE,
                        "effectively parallel: on average %.1f of %" PRIu64
                        " cores worked (%s); if the work itself takes longer than on one core, it "
                        "is memory bandwidth ('spanwise bench --copies')",
                        at_work, n, losses);
}

static void find_serial(const struct maker *m, const struct sw_effort_region *r, const char *name)
{
    uint64_t all = sw_effort_get(&r->sums, SW_EFFORT_ALL);
    char time[SW_UNITS_SIZE];
    sw_findings_add(m->findings, SW_FINDING_SERIAL_CODE, SW_ADVICE, SW_NO_SITE,
                    "nothing else ran while %s worked: %.0f%% of the time (%s); parallelize it, "
                    "shorten it, or run something else meanwhile: if it were perfectly parallel, "
                    "the run would take %.0f%% less (a bound)",
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
    switch (r->advice) {
    case SW_ADVISE_NOTHING:
        sw_findings_add(m->findings, SW_FINDING_SCALES, SW_INFO, SW_NO_SITE,
                        "%s is effectively parallel (%.0f%% of the time; of its effort, %s)", name,
                        share, losses);
        break;
    case SW_ADVISE_COARSEN:
        sw_findings_add(m->findings, SW_FINDING_GRAIN, SW_ADVICE, SW_NO_SITE,
                        "too fine a grain: %s spends its time on overhead (%.0f%% of the time; of "
                        "its effort, %s): make fewer and larger pieces of it; saves at most %.0f%% "
                        "of the run",
                        name, share, losses,
                        of_effort(m, sw_account_part(m->account, &r->sums, SW_ACCOUNT_FINE)));
        break;
    case SW_ADVISE_REFINE:
        sw_findings_add(m->findings, SW_FINDING_PARALLELISM, SW_ADVICE, SW_NO_SITE,
                        "too little parallelism: while %s ran, on average %.1f of %" PRIu64
                        " cores had nothing to do (%.0f%% of the time; of its effort, %s): divide "
                        "it into more and smaller pieces; saves at most %.0f%% of the run",
                        name, idle, m->e->processors, share, losses, of_effort(m, r->sums.idle));
        break;
    case SW_ADVISE_BALANCE:
        sw_findings_add(m->findings, SW_FINDING_IMBALANCE, SW_ADVICE, SW_NO_SITE,
                        "imbalance: while %s ran, on average %.1f of %" PRIu64
                        " cores had nothing to do, as other threads were done, or waited for it "
                        "(%.0f%% of the time; of its effort, %s): make the pieces more even%s; "
                        "saves at most %.0f%% of the run",
                        name, idle, m->e->processors, share, losses,
                        is_openmp(m) ? " (a loop: try schedule(dynamic))"
                                     : ", or hand them out one by one",
                        of_effort(m, r->sums.idle_by[SW_IDLE_UNEVEN]));
        break;
    case SW_ADVISE_PARALLELIZE:
        find_serial(m, r, name);
        break;
    case SW_ADVISE_UNLOCK:
        sw_findings_add(m->findings, SW_FINDING_LOCK, SW_ADVICE, SW_NO_SITE,
                        "contention: while %s ran, on average %.1f of %" PRIu64 " cores had "
                        "nothing to do, because threads waited for locks (%s of waiting for what "
                        "it held): hold them more briefly, or split what they protect; saves at "
                        "most %.0f%% of the run",
                        name, idle, m->e->processors, sw_units_cost(m->units, r->sums.blamed, cost),
                        of_effort(m, sw_account_part(m->account, &r->sums, SW_ACCOUNT_LOCKS)));
    }
    place_region(m, r);
}

/* Its share of what all locks cost. */
static double worth_of_lock(const struct maker *m, const struct sw_effort_lock *lock)
{
    double all = 0;
    for (size_t i = 0; i < m->e->n_locks; i++)
        all += (double)m->e->locks[i].waited + (double)m->e->locks[i].held;
    double part = (double)lock->waited + (double)lock->held;
    return all > 0 ? m->account->lost[SW_ACCOUNT_LOCKS] * part / all : 0;
}

/* Of a function that by its name is a lock's own (uv_mutex_lock), the caller is of interest. */
static void add_caller(const struct maker *m, uint32_t path, struct sw_effort_key key, char *text)
{
    const struct sw_effort_node *node = &m->tree->nodes[m->tree->of_path[path]];
    const char *function = sw_effort_name(m->tree, key);
    char name[SW_EFFORT_TEXT];
    size_t used = strlen(text);
    if (node->parent && sw_account_is_lock_name(function))
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

/* Taken so often, for so little, that something else than a lock is meant. */
static int is_tiny(const struct sw_effort_lock *lock)
{
    return lock->entries >= MANY_ENTRIES && lock->held / lock->entries < TINY_NS;
}

/* ", for 40% of the work: never more than 2.5x on any number of cores" */
static void describe_bound(const struct maker *m, const struct sw_effort_lock *lock, char *text)
{
    double bound = sw_account_lock_bound(m->account, lock);
    *text = 0;
    if (1 / bound >= SW_EFFORT_HIGH)
        snprintf(text, DETAIL_SIZE,
                 ", for %.0f%% of the work: never more than %.1fx on any number of cores",
                 fmin(100, 100 / bound), fmax(1, bound));
}

static bool describe_holder(const struct maker *m, const struct sw_effort_lock *lock,
                            struct sw_account_place *place, char *text)
{
    char name[SW_EFFORT_TEXT];
    *text = 0;
    if (!sw_account_lock_place(m->tree, lock, place))
        return false;
    snprintf(text, LOCK_PLACE, ", held most in %s",
             sw_effort_describe(m->tree, place->key, place->line, name));
    return true;
}

static void find_lock(const struct maker *m, const struct sw_effort_lock *lock)
{
    struct sw_account_place place;
    char name[SW_EFFORT_LOCK_NAME], waited[SW_UNITS_SIZE], waits[SW_UNITS_SIZE],
        entries[SW_UNITS_SIZE];
    char waiter[LOCK_PLACE], holder[LOCK_PLACE], bound[DETAIL_SIZE], taken[DETAIL_SIZE] = "";
    sw_account_lock_name(m->tree, lock, name);
    describe_path(m, ", most in ", lock->waiter, waiter);
    bool is_placed = describe_holder(m, lock, &place, holder);
    describe_bound(m, lock, bound);
    if (is_tiny(lock))
        snprintf(taken, sizeof taken, ", which is taken %s times",
                 sw_units_count(lock->entries, entries));
    sw_findings_add(m->findings, SW_FINDING_LOCK, SW_ADVICE, SW_NO_SITE,
                    "contention: threads waited %s for the lock %s%s (%s time%s%s)%s%s; %s; saves "
                    "at most %.0f%% of the run",
                    sw_units_cost(m->units, lock->waited, waited), name, taken,
                    sw_units_count(lock->waits, waits), lock->waits == 1 ? "" : "s", waiter, holder,
                    bound,
                    is_tiny(lock) ? "so little is done in it that a reduction, an atomic operation "
                                    "or a copy for each thread is better than a lock"
                                  : "hold it more briefly, or split the data it protects",
                    of_all(m, worth_of_lock(m, lock)));
    if (is_placed)
        sw_findings_place(m->findings, sw_effort_file(m->tree, place.key), place.line,
                          sw_effort_name(m->tree, place.key));
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

/* What contradicts the whole, or what is told of more of the same code, is not told: whoever reads it could do but one of them. */
static bool is_told(const struct maker *m, const struct item *told, size_t n,
                    const struct sw_effort_region *r)
{
    if (r->advice == SW_ADVISE_REFINE && sw_account_advice(m->account) == SW_ADVISE_COARSEN)
        return true;
    for (size_t i = 0; i < n; i++)
        if (told[i].region &&
            (sw_effort_region_contains(m->tree, told[i].region, r) ||
             sw_effort_region_contains(m->tree, r, told[i].region)) &&
            (r->advice == SW_ADVISE_NOTHING ||
             sw_effort_opposes(told[i].region->advice, r->advice)))
            return true;
    return false;
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
static void find_phase(const struct maker *m, const struct item *told, size_t n)
{
    struct phase phase = longest_phase(m);
    double known = 0, share = sw_effort_share(m->tree, (uint64_t)phase.lost);
    char from[SW_UNITS_SIZE], to[SW_UNITS_SIZE], name[LOCK_PLACE];
    for (size_t i = 0; i < n; i++)
        if (told[i].region && told[i].region->advice != SW_ADVISE_COARSEN)
            known += (double)told[i].region->sums.idle;
    if (share < SW_EFFORT_HIGH || 2 * known >= phase.lost || m->e->processors < 2 ||
        m->account->lost[SW_ACCOUNT_SERIAL] < SW_EFFORT_WORTH * m->account->all)
        return;
    describe_path(m, ", mostly in ", phase.path, name);
    sw_findings_add(
        m->findings, SW_FINDING_SERIAL_CODE, SW_ADVICE, SW_NO_SITE,
        "from %s to %s only one core worked%s: parallelize or shorten what runs then; if all cores "
        "shared it, the run would take %.0f%% less (a bound)",
        sw_units_cost(m->units, phase.from * m->e->stretch, from),
        sw_units_cost(m->units, phase.to * m->e->stretch, to), name, 100 * share);
    place_path(m, phase.path);
}

static void find_effective(const struct maker *m, const struct item *told, size_t n)
{
    int found = 0;
    if (sw_account_advice(m->account) == SW_ADVISE_NOTHING)
        return;
    for (size_t i = 0; i < m->regions->n && found < MOST_EFFECTIVE; i++) {
        const struct sw_effort_region *r = &m->regions->items[i];
        if (r->advice != SW_ADVISE_NOTHING || is_told(m, told, n, r) ||
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
        double worth = worth_of_lock(m, lock);
        if (of_all(m, worth) >= 100 * SW_EFFORT_WORTH)
            items[n++] = (struct item){.lost = (uint64_t)worth, .lock = lock, .order = i};
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
    struct item *items = calloc(m->regions->n + m->e->n_locks + 1, sizeof *items);
    size_t n = items ? list_items(m, items) : 0, told = 0;
    if (!items) {
        m->findings->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < n && told < MOST; i++) {
        if (items[i].region && is_told(m, items, told, items[i].region))
            continue;
        if (items[i].lock)
            find_lock(m, items[i].lock);
        else
            find_region(m, items[i].region);
        items[told++] = items[i];
    }
    find_phase(m, items, told);
    find_effective(m, items, told);
    free(items);
}

/* ", for a clock 40%, for input 3%" */
static void describe_waits(const struct maker *m, char *text)
{
    static const char *const names[] = {[SW_WAIT_LOCK] = "a lock",
                                        [SW_WAIT_CLOCK] = "a clock (sleep)",
                                        [SW_WAIT_INPUT] = "input, signals or other processes",
                                        [SW_WAIT_THREADS] = "each other"};
    int n = 0;
    *text = 0;
    for (int i = 0; i < SW_WAIT_DELAY; i++)
        if (of_all(m, m->account->waits[i]) >= 1)
            n += snprintf(text + n, WAITS_SIZE - (size_t)n, "%sfor %s %.0f%%", n ? ", " : "",
                          names[i], of_all(m, m->account->waits[i]));
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

/* No thread ran, of the program's own doing. */
static void find_nobody(const struct maker *m)
{
    double waits = 0, away = m->account->lost[SW_ACCOUNT_AWAY];
    char waiter[SW_EFFORT_TEXT + 32], why[WAITS_SIZE];
    for (int i = 0; i < SW_WAIT_DELAY; i++)
        waits += m->account->waits[i];
    waits += m->account->unknown;
    double share = of_all(m, waits > away ? waits : away) / 100;
    if (share < SW_EFFORT_HIGH)
        return;
    describe_waiter(m, waiter);
    describe_waits(m, why);
    sw_findings_add(m->findings, SW_FINDING_WAIT, share < MOSTLY ? SW_INFO : SW_ADVICE, SW_NO_SITE,
                    "%.0f%% of the cores' time was not used because threads waited%s%s%s%s",
                    100 * share, *why ? ", with none running " : " for files or devices", why,
                    *why ? "" : ", as far as is known", waiter);
}

/* What the machine did is no fault of the program's, and in none of the shares. */
static void find_others(const struct maker *m)
{
    double all = (double)m->e->processors * (double)m->e->time;
    double used = m->e->time ? (double)m->e->others / (double)m->e->time : 0;
    char time[SW_UNITS_SIZE], due[SW_UNITS_SIZE], who[DETAIL_SIZE];
    if (m->account->taken < SW_EFFORT_HIGH * all || !(m->e->due || m->e->others))
        return;
    if (used >= 0.05)
        snprintf(who, sizeof who, "other programs used %.1f of %" PRIu64 " cores", used,
                 m->e->processors);
    else
        snprintf(who, sizeof who, "threads waited for cores that they did not get");
    sw_findings_add(
        m->findings, SW_FINDING_OTHERS, SW_INFO, SW_NO_SITE,
        "%s: the run took %s, and would have taken about %s without them; what is "
        "said here is without them",
        who, sw_units_cost(m->units, m->e->time, time),
        sw_units_cost(m->units, (uint64_t)(m->account->all / (double)m->e->processors), due));
}

void sw_effort_findings(struct sw_findings *findings, const struct sw_effort_tree *tree,
                        const struct sw_account *account, const struct sw_effort_regions *regions,
                        const struct sw_units *units)
{
    struct maker m = {findings, tree, account, regions, units, &tree->profile->effort};
    find_doubts(&m);
    find_whole(&m);
    find_items(&m);
    find_nobody(&m);
    find_others(&m);
}
