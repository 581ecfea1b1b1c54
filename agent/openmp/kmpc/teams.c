/* teams on the host. Of how many teams and threads as libomp: never more than there are processors. */
#include "agent/openmp/core/league.h"
#include "agent/openmp/kmpc/region.h"

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

SW_KMPC void __kmpc_push_num_teams(struct sw_kmpc_ident *loc, int32_t global, int32_t teams,
                                   int32_t threads)
{
    (void)loc, (void)global;
    struct sw_kmpc_thread *state = sw_kmpc_thread(sw_omp_self());
    state->teams = teams > 0 ? (unsigned)teams : 0;
    state->limit = threads > 0 ? (unsigned)threads : 0;
}

/* At least so many, at most so many: the most that there are processors for. */
SW_KMPC void __kmpc_push_num_teams_51(struct sw_kmpc_ident *loc, int32_t global, int32_t lower,
                                      int32_t upper, int32_t threads)
{
    __kmpc_push_num_teams(loc, global, upper > 0 ? upper : lower, threads);
}

SW_KMPC void __kmpc_set_thread_limit(struct sw_kmpc_ident *loc, int32_t global, int32_t threads)
{
    (void)loc, (void)global;
    if (threads > 0)
        sw_omp_self()->task->icv.thread_limit = (unsigned)threads;
}

static void decide(struct sw_omp_league *league)
{
    const struct sw_omp_settings *s = &sw_omp_settings;
    const struct sw_omp_thread *t = sw_omp_self();
    struct sw_kmpc_thread *state = sw_kmpc_thread((struct sw_omp_thread *)t);
    unsigned teams = state->teams ? state->teams : s->num_teams ? s->num_teams : 1;
    league->teams = least(teams, s->processors);
    league->limit = state->limit;
    unsigned threads = state->limit            ? state->limit
                       : s->teams_thread_limit ? s->teams_thread_limit
                                               : s->processors;
    league->most = least(least(threads, t->task->icv.threads), s->processors / league->teams);
    state->teams = state->limit = 0;
}

SW_KMPC void __kmpc_fork_teams(struct sw_kmpc_ident *loc, int32_t n, sw_kmpc_micro *function, ...)
{
    (void)loc;
    void *arguments[n > 0 ? n : 1];
    va_list list;
    va_start(list, function);
    sw_kmpc_read_arguments(arguments, n, list);
    va_end(list);
    struct sw_kmpc_region region = {function, n, arguments};
    struct sw_omp_league league = {
        .function = sw_kmpc_region_run, .data = &region, .address = HERE};
    decide(&league);
    sw_omp_league(&league);
}
