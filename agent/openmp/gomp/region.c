/*
 * OMP_DISPLAY_AFFINITY, as libgomp has it: a line for each thread where a region has another number of them than the
 * last one had, not counting those of one thread; inside others, always.
 */
#include "agent/openmp/gomp/region.h"
#include "agent/openmp/api/affinity.h"
#include "agent/openmp/core/region.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static bool is_wanted;

static void read_wish(void)
{
    const char *text = getenv("OMP_DISPLAY_AFFINITY");
    while (text && isspace((unsigned char)*text))
        text++;
    is_wanted = text && !strncasecmp(text, "true", 4);
}

static void display(const struct sw_omp_team *team)
{
    char text[4096];
    for (unsigned i = 0; i < team->n; i++) {
        sw_api_affinity_text(team->threads[i], sw_api_affinity_format(), text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
}

struct sw_omp_team *sw_gomp_team_begin(struct sw_omp_thread *t, unsigned n,
                                       void (*function)(void *), void *data, const void *address)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct sw_omp_team *team = sw_omp_team_begin(t, n, function, data, address);
    unsigned *last = &t->simulator->displayed;
    pthread_once(&once, read_wish);
    if (!is_wanted || team->n == 1)
        return team;
    if (team->outer->level || *last != team->n)
        display(team);
    if (!team->outer->level)
        *last = team->n;
    return team;
}
