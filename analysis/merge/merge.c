#include "analysis/merge/merge.h"
#include "base/libc.h"

#include "analysis/merge/parts.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"

void sw_merge_init(struct sw_merge *m, int force)
{
    *m = (struct sw_merge){.force = force, .by_name.by_name = 1};
    sw_profile_init(&m->whole);
}

void sw_merge_release(struct sw_merge *m)
{
    for (size_t i = 0; i < m->n_ranks; i++) {
        free(m->ranks[i].name);
        free(m->ranks[i].host);
    }
    for (size_t i = 0; i < m->n_warnings; i++)
        free(m->warnings[i].text);
    free(m->ranks);
    free(m->warnings);
    free(m->by_rank);
    free(m->foreign);
    free(m->by_address.slots);
    free(m->by_name.slots);
    free(m->now);
    sw_profile_release(&m->whole);
    *m = (struct sw_merge){0};
}

static int copy(char **to, const char *text)
{
    char *string = strdup(sw_string(text));
    if (string)
        *to = string;
    return string ? 0 : -ENOMEM;
}

/* What the first one says stands for all. */
static int begin(struct sw_merge *m, const struct sw_profile *p)
{
    struct sw_profile *w = &m->whole;
    size_t n = 0;
    while (p->args && p->args[n])
        n++;
    w->front_end = sw_front_end_named(sw_profile_front_end(p)); /* the whole is of no samples */
    w->args = calloc(n + 1, sizeof *w->args);
    if (!w->args || copy(&w->program, p->program) || copy(&w->meter, p->meter) ||
        copy(&w->unit, p->unit) ||
        copy(&w->front_end_text, *sw_front_end_name(w->front_end) ? "" : p->front_end_text) ||
        copy(&w->level, p->level) || copy(&w->host, p->host) || copy(&w->tool, p->tool) ||
        copy(&w->rank.host, p->rank.host))
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        if (copy(&w->args[i], p->args[i]))
            return -ENOMEM;
    m->has_ranks = (uint32_t)sw_profile_has_rank(p);
    w->rank.size = p->rank.size;
    w->started_unix = p->started_unix;
    w->burden = p->burden;
    w->circumstances.workers = p->circumstances.workers;
    return copy(&w->rank.launcher, m->has_ranks ? p->rank.launcher : "files");
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void add_circumstances(struct sw_merge *m, const struct sw_circumstances *c)
{
    struct sw_circumstances *w = &m->whole.circumstances;
    w->events += c->events;
    w->events_dropped += c->events_dropped;
    w->events_elsewhere += c->events_elsewhere;
    w->overhead += c->overhead;
    w->preempted += c->preempted;
    w->call_cost_ps = larger(w->call_cost_ps, c->call_cost_ps);
    w->threads += c->threads;
    w->forks += c->forks;
    w->unprofiled_work += c->unprofiled_work;
    m->unprofiled += c->unprofiled_work != 0;
    w->max_depth = larger(w->max_depth, c->max_depth);
    w->memory += c->memory;
    w->workers = larger(w->workers, c->workers);
    w->steals += c->steals;
    w->spawn_cost_ps = larger(w->spawn_cost_ps, c->spawn_cost_ps);
    w->piece_cost_ps = larger(w->piece_cost_ps, c->piece_cost_ps);
    w->loop_cost_ps = larger(w->loop_cost_ps, c->loop_cost_ps);
    w->spawns_beside += c->spawns_beside;
    w->pieces_together += c->pieces_together;
    w->spawn_least_ps = larger(w->spawn_least_ps, c->spawn_least_ps);
}

static void note_differences(struct sw_merge *m, const struct sw_profile *p)
{
    const struct sw_profile *w = &m->whole;
    if (strcmp(w->level, sw_string(p->level)))
        m->differs |= SW_MERGE_LEVELS;
    if (w->burden != p->burden)
        m->differs |= SW_MERGE_BURDENS;
    if (w->circumstances.workers != p->circumstances.workers)
        m->differs |= SW_MERGE_WORKERS;
    if (strcmp(w->host, sw_string(p->host)))
        m->differs |= SW_MERGE_HOSTS;
}

/* Work, span and all that is one number; the span is that of the slowest. */
static void add_head(struct sw_merge *m, const struct sw_profile *p, uint64_t rank, int is_slowest)
{
    struct sw_profile *w = &m->whole;
    uint64_t span = is_slowest ? p->whole.span : w->whole.span;
    uint64_t burdened = larger(w->whole.burdened_span, p->whole.burdened_span);
    sw_figures_add(&w->whole, &p->whole);
    w->whole.count = 1;
    w->whole.span = span;
    w->whole.burdened_span = burdened;
    w->flags |= p->flags;
    if (p->status && !w->status)
        w->status = p->status;
    if (p->started_unix < w->started_unix)
        w->started_unix = p->started_unix;
    w->rank.apart += p->rank.apart;
    w->rank.time_ns = larger(w->rank.time_ns, p->rank.time_ns);
    add_circumstances(m, &p->circumstances);
    sw_spread_add(&m->work, rank, p->whole.work);
    sw_spread_add(&m->span, rank, p->whole.span);
    sw_spread_add(&m->apart, rank, p->rank.apart);
    sw_spread_add(&m->time, rank, p->rank.time_ns);
}

static int add_row(struct sw_merge *m, const struct sw_profile *p, const char *name, uint64_t rank)
{
    if (!(m->n_ranks & (m->n_ranks - 1))) {
        size_t room = m->n_ranks ? 2 * m->n_ranks : 1;
        struct sw_rank_row *rows = realloc(m->ranks, room * sizeof *rows);
        if (!rows)
            return -ENOMEM;
        m->ranks = rows;
    }
    struct sw_rank_row *row = &m->ranks[m->n_ranks++];
    *row = (struct sw_rank_row){.rank = rank,
                                .name = strdup(name),
                                .host = strdup(sw_string(p->rank.host)),
                                .whole = p->whole,
                                .apart = p->rank.apart,
                                .time_ns = p->rank.time_ns,
                                .flags = p->flags,
                                .status = p->status};
    return row->name && row->host ? 0 : -ENOMEM;
}

static int add(struct sw_merge *m, const struct sw_profile *p, const char *name)
{
    uint64_t rank = sw_profile_has_rank(p) ? p->rank.rank : m->n_ranks;
    int error = m->n_ranks ? 0 : begin(m, p);
    if (error)
        return error;
    int is_slowest = !m->span.n || p->whole.span > m->span.most ||
                     (p->whole.span == m->span.most && rank < m->span.rank);
    note_differences(m, p);
    add_head(m, p, rank, is_slowest);
    error = sw_merge_sites(m, p, rank, is_slowest);
    if (!error)
        error = sw_merge_regions(m, p);
    if (!error)
        error = sw_merge_warnings(m, p, rank);
    return error ? error : add_row(m, p, name, rank);
}

int sw_merge_add(struct sw_merge *m, const struct sw_profile *profile, const char *name, char *why,
                 size_t why_size)
{
    int error = sw_merge_check(m, profile, name, why, why_size);
    if (!error)
        error = add(m, profile, name);
    if (error == -ENOMEM)
        snprintf(why, why_size, "not enough memory");
    return error;
}

static int compare_ranks(const void *a, const void *b)
{
    const struct sw_rank_row *x = a, *y = b;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* A site that some ranks do not have is nothing there. */
static void finish_spreads(struct sw_merge *m)
{
    for (size_t i = 0; i < m->whole.n_sites; i++) {
        struct sw_by_rank *by = &m->by_rank[i];
        if (by->work.n < m->n_ranks)
            by->work.least = by->local_work.least = 0;
    }
}

static int finish_warnings(struct sw_merge *m)
{
    int error = 0;
    for (size_t i = 0; !error && i < m->n_warnings; i++) {
        const struct sw_rank_warning *w = &m->warnings[i];
        if (w->n == 1)
            error = sw_profile_warn(&m->whole, "rank %" PRIu64 ": %s", w->rank, w->text);
        else
            error = sw_profile_warn(&m->whole, "%" PRIu64 " ranks: %s", w->n, w->text);
    }
    if (!error && m->n_warnings_left)
        error = sw_profile_warn(&m->whole, "%zu more warnings are in the ranks' own profiles",
                                m->n_warnings_left);
    return error;
}

/* The whole is of one machine, or says of how many ranks it is. */
static int finish_head(struct sw_merge *m)
{
    struct sw_profile *w = &m->whole;
    w->rank.merged = (uint32_t)m->n_ranks;
    if (m->unprofiled < m->n_ranks)
        w->circumstances.unprofiled_work = 0; /* not of all */
    if (!(m->differs & SW_MERGE_HOSTS))
        return 0;
    free(w->host);
    free(w->rank.host);
    w->host = w->rank.host = sw_profile_empty;
    return copy(&w->host, "several machines");
}

int sw_merge_finish(struct sw_merge *m, char *why, size_t why_size)
{
    qsort(m->ranks, m->n_ranks, sizeof *m->ranks, compare_ranks);
    int error = sw_merge_check_ranks(m, why, why_size);
    if (error)
        return error;
    finish_spreads(m);
    error = finish_head(m);
    if (!error)
        error = finish_warnings(m);
    if (error == -ENOMEM)
        snprintf(why, why_size, "not enough memory");
    return error;
}
