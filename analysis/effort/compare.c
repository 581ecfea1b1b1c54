#include "analysis/effort/compare.h"
#include "analysis/compare/diff.h"
#include "analysis/workspan/noise.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"

#define LEAST_SHARE \
    0.05 /* of the effort: what a run differs from the next by, whatever samples tell */

SW_ORDER(compare_functions, struct sw_effort_moved, strcmp(x->name, y->name),
         strcmp(sw_base_name(x->file), sw_base_name(y->file)), SW_RISING(x->started, y->started),
         SW_RISING(x->presence, y->presence))

static bool is_same_function(const struct sw_effort_moved *x, const struct sw_effort_moved *y)
{
    return !strcmp(x->name, y->name) && x->started == y->started &&
           !strcmp(sw_base_name(x->file), sw_base_name(y->file));
}

static int by_size(int64_t x, int64_t y)
{
    return SW_FALLING(llabs(x), llabs(y));
}

SW_ORDER(largest_first, struct sw_effort_moved, by_size(x->effort.growth, y->effort.growth),
         by_size(x->waited.growth, y->waited.growth), compare_functions(a, b))

enum moved { IDLE, OVERHEAD, WORK, EFFORT, WAITED, MOVED }; /* as the row has them */

static void add_all(struct sw_effort_moved *to, const struct sw_effort_moved *more)
{
    for (int i = 0; i < MOVED; i++) {
        to->all[i].before += more->all[i].before;
        to->all[i].after += more->all[i].after;
    }
    if (to->presence != more->presence)
        to->presence = SW_IN_BOTH;
    if (more->presence == SW_AFTER_ONLY && more->line)
        to->line = more->line;
}

static void list_side(struct sw_effort_diff *d, int which, const struct sw_effort_rows *rows)
{
    static const enum sw_effort_metric metrics[MOVED] = {
        SW_EFFORT_IDLE, SW_EFFORT_OVERHEAD, SW_EFFORT_WORK, SW_EFFORT_ALL, SW_EFFORT_WAIT};
    SW_EACH (row, rows->items, rows->n) {
        struct sw_effort_moved *to = &d->functions[d->n_functions++];
        *to = (struct sw_effort_moved){.name = sw_effort_name(&d->trees[which], row->key),
                                       .file = sw_effort_file(&d->trees[which], row->key),
                                       .line = row->line,
                                       .started = row->key.started,
                                       .presence = which ? SW_AFTER_ONLY : SW_BEFORE_ONLY};
        for (int k = 0; k < MOVED; k++)
            to->all[k].at[which] = sw_effort_get(&row->self, metrics[k]);
    }
}

static void unite(struct sw_effort_diff *d)
{
    size_t n = 0;
    qsort(d->functions, d->n_functions, sizeof *d->functions, compare_functions);
    for (size_t i = 0; i < d->n_functions; i++) {
        if (n && is_same_function(&d->functions[n - 1], &d->functions[i]))
            add_all(&d->functions[n - 1], &d->functions[i]);
        else
            d->functions[n++] = d->functions[i];
    }
    d->n_functions = n;
    SW_EACH (f, d->functions, n)
        SW_EACH (change, f->all, MOVED)
            sw_change_settle(change);
    qsort(d->functions, n, sizeof *d->functions, largest_first);
}

static int list_functions(struct sw_effort_diff *d)
{
    struct sw_effort_rows rows[2] = {{0}, {0}};
    int error = 0;
    for (int i = 0; !error && i < 2; i++)
        error = sw_effort_functions(&d->trees[i], SW_EFFORT_ALL, SW_EFFORT_EVERY, &rows[i]);
    if (!error && SW_POOLED(&d->pool, d->functions, rows[0].n + rows[1].n)) {
        list_side(d, 0, &rows[0]);
        list_side(d, 1, &rows[1]);
        unite(d);
    }
    sw_effort_rows_release(&rows[0]);
    sw_effort_rows_release(&rows[1]);
    return d->functions ? 0 : -ENOMEM;
}

SW_ORDER(compare_locks, struct sw_effort_lock_moved, by_size(x->waited.growth, y->waited.growth),
         strcmp(x->name, y->name))

static void add_lock(struct sw_effort_diff *d, int which, const struct sw_effort_lock *lock)
{
    const char *name = sw_string(lock->name);
    uint32_t alone = which ? SW_AFTER_ONLY : SW_BEFORE_ONLY;
    size_t i = 0;
    while (i < d->n_locks && strcmp(d->locks[i].name, name))
        i++;
    if (i == d->n_locks)
        d->locks[d->n_locks++] = (struct sw_effort_lock_moved){.name = name, .presence = alone};
    else if (d->locks[i].presence != alone)
        d->locks[i].presence = SW_IN_BOTH;
    d->locks[i].waits.at[which] += lock->waits;
    d->locks[i].waited.at[which] += lock->waited;
    d->waited.at[which] += lock->waited;
}

enum { LOCKS_MOST = 1000 }; /* of each: those that were waited for longest come first */

static int list_locks(struct sw_effort_diff *d)
{
    if (!SW_POOLED(&d->pool, d->locks, 2 * LOCKS_MOST))
        return -ENOMEM;
    for (int which = 0; which < 2; which++) {
        const struct sw_effort *e = &(which ? d->after : d->before)->effort;
        for (size_t i = 0; i < e->n_locks && i < LOCKS_MOST; i++)
            add_lock(d, which, &e->locks[i]);
    }
    for (size_t i = 0; i < d->n_locks; i++) {
        sw_change_settle(&d->locks[i].waits);
        sw_change_settle(&d->locks[i].waited);
    }
    sw_change_settle(&d->waited);
    qsort(d->locks, d->n_locks, sizeof *d->locks, compare_locks);
    return 0;
}

/* Without what other programs took, where that is known. */
static uint64_t own_time(const struct sw_profile *p)
{
    return p->effort.due ? p->effort.due : p->effort.time;
}

static double cores(const struct sw_effort_tree *t)
{
    uint64_t time = own_time(t->profile);
    return time ? (double)t->nodes[0].total.work / (double)time : NAN;
}

static struct sw_change change_of(const struct sw_effort_diff *d, enum sw_effort_metric metric)
{
    return sw_change_make(sw_effort_get(&d->trees[0].nodes[0].total, metric),
                          sw_effort_get(&d->trees[1].nodes[0].total, metric));
}

/* The larger of what runs and what samples are off by. */
static uint64_t least_change(const struct sw_effort_diff *d)
{
    uint64_t a = d->before->sampled.taken, b = d->after->sampled.taken;
    double off = sw_samples_points(a < b ? a : b) / 100;
    double effort =
        (double)(d->trees[0].effort > d->trees[1].effort ? d->trees[0].effort : d->trees[1].effort);
    return sw_rounded(effort * (off > LEAST_SHARE ? off : LEAST_SHARE));
}

static bool is_sure(const struct sw_effort_diff *d, const struct sw_change *c)
{
    return (uint64_t)llabs(c->growth) > d->least;
}

static bool is_time_noise(const struct sw_effort_diff *d)
{
    return sw_noise_explains(d->before, d->after, SW_NOISY_WORK, sw_change_ratio(&d->time));
}

static void judge(struct sw_effort_diff *d)
{
    d->is_equal = !d->time.growth && !d->unused.growth && !d->waited.growth;
    d->is_noise = is_time_noise(d) && !is_sure(d, &d->waited);
    SW_EACH (f, d->functions, d->n_functions) {
        d->is_equal &= !f->work.growth && !f->overhead.growth && !f->idle.growth &&
                       !f->waited.growth && f->presence == SW_IN_BOTH;
        d->is_noise &= !is_sure(d, &f->work) && !is_sure(d, &f->overhead) && !is_sure(d, &f->idle);
    }
}

static int make(struct sw_effort_diff *d)
{
    int error = 0;
    for (int i = 0; !error && i < 2; i++) {
        const struct sw_profile *p = i ? d->after : d->before;
        error = sw_functions_make(&d->names[i], p)
                    ?: sw_effort_tree_make(&d->trees[i], p, &d->names[i], false, SW_EFFORT_ALL);
    }
    return error ?: list_functions(d) ?: list_locks(d);
}

int sw_effort_diff_make(struct sw_effort_diff *d, const struct sw_profile *before,
                        const struct sw_profile *after)
{
    *d = (struct sw_effort_diff){.before = before, .after = after};
    int error = make(d);
    if (error) {
        sw_effort_diff_release(d);
        return error;
    }
    d->time = sw_change_make(own_time(before), own_time(after));
    d->work = change_of(d, SW_EFFORT_WORK);
    d->overhead = change_of(d, SW_EFFORT_OVERHEAD);
    d->idle = change_of(d, SW_EFFORT_IDLE);
    d->unused = sw_change_make(d->trees[0].nobody, d->trees[1].nobody);
    d->cores_before = cores(&d->trees[0]);
    d->cores_after = cores(&d->trees[1]);
    d->least = least_change(d);
    judge(d);
    return 0;
}

void sw_effort_diff_release(struct sw_effort_diff *d)
{
    sw_pool_release(&d->pool);
    for (int i = 0; i < 2; i++) {
        sw_effort_tree_release(&d->trees[i]);
        sw_functions_release(&d->names[i]);
    }
    *d = (struct sw_effort_diff){0};
}

/* --- in words --- */

static void tell(struct sw_findings *findings, enum sw_severity severity,
                 struct sw_sentence *sentence)
{
    sw_findings_add(findings, SW_FINDING_CHANGE, severity, SW_NO_SITE, sentence);
}

#define SHARED 0.95 /* of the time is what it would have been alone: then others took some of it */

static bool was_shared(const struct sw_profile *p)
{
    return (double)own_time(p) < SHARED * (double)p->effort.time;
}

static void find_time(struct sw_findings *findings, const struct sw_effort_diff *d)
{
    double ratio = sw_change_ratio(&d->time);
    bool is_noise = is_time_noise(d);
    tell(findings, d->time.growth > 0 && !is_noise ? SW_ADVICE : SW_INFO,
         SW_SAY(RUN_CHANGED, was_shared(d->before) || was_shared(d->after), d->time.after,
                d->time.before, isfinite(ratio) ? SW_SAY(BY, ratio) : NULL, is_noise,
                d->cores_after, d->after->effort.processors, d->cores_before,
                d->before->effort.processors));
}

/* The function that changed most in the direction of the whole. */
static const struct sw_effort_moved *most_moved(const struct sw_effort_diff *d, enum moved what,
                                                bool grows)
{
    const struct sw_effort_moved *best = NULL;
    int64_t most = 0;
    SW_EACH (f, d->functions, d->n_functions) {
        int64_t growth = grows ? f->all[what].growth : -f->all[what].growth;
        if (growth > most) {
            most = growth;
            best = f;
        }
    }
    return best;
}

/* What it is: as the sentence has them. */
static void find_moved(struct sw_findings *findings, const struct sw_effort_diff *d,
                       enum moved what)
{
    const struct sw_change *const wholes[] = {&d->idle, &d->overhead, &d->work}, *c = wholes[what];
    const struct sw_effort_moved *f = most_moved(d, what, c->growth > 0);
    if (!is_sure(d, c) || !f)
        return;
    bool has_line = f->line && *f->file;
    tell(findings, c->growth > 0 ? SW_ADVICE : SW_INFO,
         SW_SAY(EFFORT_CHANGED, what, c->growth > 0, c->before, c->after,
                SW_SAY(SAMPLED_FUNCTION, f->name, has_line ? sw_base_name(f->file) : "", f->line),
                f->all[what].growth));
    if (has_line)
        sw_findings_place(findings, f->file, f->line, f->name);
}

static void find_locks(struct sw_findings *findings, const struct sw_effort_diff *d)
{
    const struct sw_effort_lock_moved *l = d->locks;
    if (!d->n_locks || !is_sure(d, &l->waited))
        return;
    tell(findings, l->waited.growth > 0 ? SW_ADVICE : SW_INFO,
         SW_SAY(LOCK_WAITS_CHANGED, l->name, l->waited.after, l->waited.before));
}

static void doubt_processors(struct sw_findings *findings, const struct sw_effort_diff *d)
{
    uint64_t a = d->before->effort.processors, b = d->after->effort.processors;
    if (a != b)
        sw_findings_add(findings, SW_FINDING_COMPARISON, SW_WARNING, SW_NO_SITE,
                        SW_SAY(OTHER_CORES, a, b));
}

int sw_effort_diff_findings(struct sw_findings *findings, const struct sw_effort_diff *d,
                            const struct sw_units *units)
{
    const struct sw_diff profiles = {.before = d->before, .after = d->after};
    sw_diff_doubts(findings, &profiles, units);
    doubt_processors(findings, d);
    if (d->is_equal)
        tell(findings, SW_INFO, SW_SAY(NO_DIFFERENCE));
    else
        find_time(findings, d);
    if (d->is_noise && !d->is_equal)
        tell(findings, SW_INFO, SW_SAY(ONLY_NOISE));
    find_moved(findings, d, IDLE);
    find_moved(findings, d, OVERHEAD);
    find_locks(findings, d);
    find_moved(findings, d, WORK);
    return findings->error;
}
