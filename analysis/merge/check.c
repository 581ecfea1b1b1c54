/* What is not to be merged, and why. */
#include "analysis/compare/match.h"
#include "analysis/merge/parts.h"
#include "analysis/workspan/sites.h"
#include "base/libc.h"

struct refusal {
    char *why;
    size_t size;
};

static int refuse(const struct refusal *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int refuse(const struct refusal *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->why, r->size, format, args);
    va_end(args);
    return -EINVAL;
}

static const char *first_name(const struct sw_merge *m)
{
    return m->ranks[0].name;
}

static int check_meter(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                       const struct refusal *r)
{
    const struct sw_profile *w = &m->whole;
    if (!strcmp(w->meter, sw_string(p->meter)) && !strcmp(w->unit, sw_string(p->unit)))
        return 0;
    return refuse(r,
                  "cannot merge '%s', measured in %s (meter '%s'), with '%s', in %s (meter '%s'): "
                  "measure all with the same meter",
                  first_name(m), w->unit, w->meter, name, sw_string(p->unit), sw_string(p->meter));
}

static int check_program(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                         const struct refusal *r)
{
    const struct sw_profile *w = &m->whole;
    const char *a = sw_base_name(w->program), *b = sw_base_name(sw_string(p->program));
    enum sw_sameness same = sw_match_builds(w, p);
    if (m->force || same == SW_SAME || (same == SW_NOT_KNOWN && !strcmp(a, b)))
        return 0;
    if (strcmp(a, b))
        return refuse(
            r,
            "cannot merge two programs: '%s' is of '%s', '%s' of '%s'; --force merges them anyway",
            first_name(m), w->program, name, sw_string(p->program));
    return refuse(r,
                  "cannot merge two builds of '%s', in '%s' and '%s'; --force merges them anyway",
                  a, first_name(m), name);
}

static int check_rank(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                      const struct refusal *r)
{
    int has = sw_profile_has_rank(p);
    if (has != (int)m->has_ranks)
        return refuse(r, "cannot merge '%s', which is of an MPI rank, with '%s', which is not",
                      has ? name : first_name(m), has ? first_name(m) : name);
    if (!has || m->force || m->whole.rank.size == p->rank.size)
        return 0;
    return refuse(r,
                  "cannot merge two runs: '%s' is of one with %" PRIu32 " ranks, '%s' of one with "
                  "%" PRIu32 "; --force merges them anyway",
                  first_name(m), m->whole.rank.size, name, p->rank.size);
}

int sw_merge_check(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                   char *why, size_t why_size)
{
    const struct refusal refusal = {why, why_size}, *r = &refusal;
    if (p->rank.merged)
        return refuse(r, "'%s' is a merge of %" PRIu32 " profiles: merge the originals instead",
                      name, p->rank.merged);
    if (!m->n_ranks)
        return 0;
    int error = check_meter(m, p, name, r);
    if (!error)
        error = check_program(m, p, name, r);
    return error ? error : check_rank(m, p, name, r);
}

int sw_merge_check_ranks(const struct sw_merge *m, char *why, size_t why_size)
{
    const struct refusal r = {why, why_size};
    for (size_t i = 1; i < m->n_ranks; i++)
        if (m->ranks[i - 1].rank == m->ranks[i].rank)
            return refuse(&r,
                          "'%s' and '%s' are both of rank %" PRIu64
                          ": they are of two runs, or the same file twice",
                          m->ranks[i - 1].name, m->ranks[i].name, m->ranks[i].rank);
    return 0;
}
