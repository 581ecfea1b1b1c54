/* omp_display_env(): as libgomp prints it. What OMP_DISPLAY_ENV asks for is printed by the real one, which
 * is loaded as well and reads the same environment. */
#include "agent/openmp/api/api.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static const char *yes_or_no(bool yes)
{
    return yes ? "TRUE" : "FALSE";
}

static bool is_set_to(const char *name, const char *value)
{
    const char *text = getenv(name);
    return text && !strcasecmp(text, value);
}

static void print_threads(FILE *to)
{
    fprintf(to, "  OMP_NUM_THREADS = '%u", sw_omp_settings.initial.threads);
    for (unsigned i = 0; i < sw_omp_settings.n_nested; i++)
        fprintf(to, ",%u", sw_omp_settings.nested_threads[i]);
    fputs("'\n", to);
}

/* A chunk of 1 is the default, but for static; a modifier is said where it is not. */
static void print_schedule(FILE *to)
{
    static const char *const names[] = {"STATIC", "DYNAMIC", "GUIDED", "AUTO"};
    const struct sw_omp_icv *icv = &sw_omp_settings.initial;
    bool is_static = icv->schedule == SW_OMP_STATIC;
    fputs("  OMP_SCHEDULE = '", to);
    if (icv->monotonic && !is_static)
        fputs("MONOTONIC:", to);
    else if (!icv->monotonic && is_static)
        fputs("NONMONOTONIC:", to);
    fputs(names[icv->schedule], to);
    if (icv->schedule != SW_OMP_AUTO && icv->chunk != !is_static)
        fprintf(to, ",%d", icv->chunk);
    fputs("'\n", to);
}

static void print_bind(FILE *to)
{
    static const char *const names[] = {"FALSE", "TRUE", "MASTER", "CLOSE", "SPREAD"};
    const char *text = getenv("OMP_PROC_BIND");
    fprintf(to, "  OMP_PROC_BIND = '%s", names[sw_omp_settings.proc_bind]);
    for (; text && *text; text++) /* the first one is known */
        if (*text == ',')
            for (int i = 2; i < 5; i++)
                if (!strncasecmp(text + 1, names[i], 5))
                    fprintf(to, ",%s", names[i]);
    fputs("'\n  OMP_PLACES = '", to);
    const struct sw_omp_places *places = sw_omp_places();
    for (unsigned i = 0; i < places->n; i++) {
        const struct sw_omp_place *p = &places->list[i];
        fprintf(to, "%s{%u", i ? "," : "", p->first);
        if (p->n > 1)
            fprintf(to, ":%u", p->n);
        if (p->n > 1 && p->step != 1)
            fprintf(to, ":%d", (int)p->step);
        fputs("}", to);
    }
    fputs("'\n", to);
}

static void print_rest(FILE *to)
{
    const struct sw_omp_settings *s = &sw_omp_settings;
    bool active = is_set_to("OMP_WAIT_POLICY", "active");
    fprintf(to, "  OMP_STACKSIZE = '%" PRIu64 "'\n", s->stack_size);
    fprintf(to, "  OMP_WAIT_POLICY = '%s'\n", active ? "ACTIVE" : "PASSIVE");
    fprintf(to, "  OMP_THREAD_LIMIT = '%u'\n", s->initial.thread_limit);
    fprintf(to, "  OMP_MAX_ACTIVE_LEVELS = '%u'\n", s->initial.max_active_levels);
    fprintf(to, "  OMP_NUM_TEAMS = '%u'\n", s->num_teams);
    fprintf(to, "  OMP_TEAMS_THREAD_LIMIT = '%u'\n", s->teams_thread_limit);
    fprintf(to, "  OMP_CANCELLATION = '%s'\n", yes_or_no(s->cancellation));
    fprintf(to, "  OMP_DEFAULT_DEVICE = '%d'\n", s->initial.default_device);
    fprintf(to, "  OMP_MAX_TASK_PRIORITY = '%u'\n", s->max_task_priority);
    fprintf(to, "  OMP_DISPLAY_AFFINITY = '%s'\n",
            yes_or_no(is_set_to("OMP_DISPLAY_AFFINITY", "true")));
    fprintf(to, "  OMP_AFFINITY_FORMAT = '%s'\n", sw_api_affinity_format());
    fprintf(to, "  OMP_ALLOCATOR = '%s'\n", sw_omp_allocator_names[s->initial.allocator - 1]);
    fprintf(to, "  OMP_TARGET_OFFLOAD = '%s'\n",
            is_set_to("OMP_TARGET_OFFLOAD", "mandatory")  ? "MANDATORY"
            : is_set_to("OMP_TARGET_OFFLOAD", "disabled") ? "DISABLED"
                                                          : "DEFAULT");
}

static void print_own(FILE *to)
{
    const char *affinity = getenv("GOMP_CPU_AFFINITY");
    const char *spins = is_set_to("OMP_WAIT_POLICY", "active")    ? "30000000000"
                        : is_set_to("OMP_WAIT_POLICY", "passive") ? "0"
                                                                  : "300000";
    fprintf(to, "  GOMP_CPU_AFFINITY = '%s'\n", affinity ? affinity : "");
    fprintf(to, "  GOMP_STACKSIZE = '%" PRIu64 "'\n", sw_omp_settings.stack_size);
    fprintf(to, "  GOMP_SPINCOUNT = '%s'\n", spins);
}

SW_API void omp_display_env(int verbose)
{
    sw_omp_settings_init();
    fputs("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '201511'\n", stderr);
    fprintf(stderr, "  OMP_DYNAMIC = '%s'\n", yes_or_no(sw_omp_settings.initial.dynamic));
    fprintf(stderr, "  OMP_NESTED = '%s'\n",
            yes_or_no(sw_omp_settings.initial.max_active_levels > 1));
    print_threads(stderr);
    print_schedule(stderr);
    print_bind(stderr);
    print_rest(stderr);
    if (verbose)
        print_own(stderr);
    fputs("OPENMP DISPLAY ENVIRONMENT END\n", stderr);
}

SW_OMP_CALL(void, omp_display_env_, (const int32_t *verbose), omp_display_env(*verbose))
SW_OMP_CALL(void, omp_display_env_8_, (const int64_t *verbose), omp_display_env(*verbose != 0))
