/*
 * OMP_PLACES: threads, cores or sockets, with (n) for so many of them, or a list of {first:n:step} or
 * {a,b,c}, each with :n:step for n places that are so far from each other. A processor of the simulated
 * machine is a core with one thread, all are one socket.
 */
#include "agent/openmp/simulator/places.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct sw_omp_places places;

static const char *skip(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

static bool add(struct sw_omp_place place)
{
    struct sw_omp_place *more = realloc(places.list, (places.n + 1) * sizeof *more);
    if (!more || !place.n || place.first >= sw_omp_settings.processors)
        return more ? (places.list = more, false) : false;
    places.list = more;
    places.list[places.n++] = place;
    return true;
}

static void add_each(unsigned number, unsigned size)
{
    for (unsigned i = 0; i < number; i++)
        add((struct sw_omp_place){i * size, size, 1});
}

static bool read_number(const char **at, long *number)
{
    char *end;
    *number = strtol(skip(*at), &end, 10);
    bool any = end != *at;
    *at = skip(end);
    return any;
}

/* [:n[:step]] */
static bool read_repeat(const char **at, long *n, long *step)
{
    *n = *step = 1;
    if (**at != ':')
        return true;
    ++*at;
    if (!read_number(at, n) || *n < 1)
        return false;
    if (**at != ':')
        return true;
    ++*at;
    return read_number(at, step);
}

/* What is between braces; of single processors, those with one distance. */
static bool read_place(const char **at, struct sw_omp_place *place)
{
    long first, n, step, next;
    if (*(*at)++ != '{' || !read_number(at, &first) || first < 0 || !read_repeat(at, &n, &step))
        return false;
    for (long i = 1; **at == ','; i++) {
        ++*at;
        if (!read_number(at, &next))
            return false;
        step = i == 1 ? next - first : step;
        n = i + 1;
    }
    if (**at != '}')
        return false;
    *at = skip(*at + 1);
    *place = (struct sw_omp_place){(unsigned)first, (unsigned)n, (unsigned)step};
    return true;
}

static bool read_list(const char *at)
{
    struct sw_omp_place place;
    long n, step;
    do {
        at = skip(at);
        if (!read_place(&at, &place) || !read_repeat(&at, &n, &step))
            return false;
        for (long i = 0; i < n; i++) {
            add(place);
            place.first += (unsigned)step;
        }
    } while (*at++ == ',');
    return !at[-1];
}

static bool read_name(const char *at, unsigned processors)
{
    static const char *const names[] = {"threads", "cores", "ll_caches", "numa_domains", "sockets"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        long most = i < 2 ? (long)processors : 1;
        if (strncasecmp(at, names[i], length))
            continue;
        at = skip(at + length);
        if (*at == '(' && at++ && read_number(&at, &most) && most < 1)
            return false;
        if (i < 2)
            add_each((unsigned)most < processors ? (unsigned)most : processors, 1);
        else
            add_each(1, processors);
        return true;
    }
    return false;
}

/* Without places, but with binding, each processor is one. */
static void read(void)
{
    const char *text = getenv("OMP_PLACES");
    sw_omp_settings_init();
    if (text) {
        text = skip(text);
        if (!(*text == '{' ? read_list(text) : read_name(text, sw_omp_settings.processors)))
            places.n = 0;
    } else if (sw_omp_settings.proc_bind > SW_OMP_BIND_FALSE) {
        add_each(sw_omp_settings.processors, 1);
    }
}

const struct sw_omp_places *sw_omp_places(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read);
    return &places;
}

int sw_omp_bind_read(void)
{
    static const char *const names[] = {"false", "true", "primary", "close", "spread", "master"};
    const char *text = getenv("OMP_PROC_BIND");
    bool any = getenv("OMP_PLACES") || getenv("GOMP_CPU_AFFINITY");
    for (int i = 0; text && i < 6; i++)
        if (!strncasecmp(skip(text), names[i], strlen(names[i])))
            return i < 5 ? i : SW_OMP_BIND_PRIMARY;
    return any ? SW_OMP_BIND_TRUE : SW_OMP_BIND_FALSE;
}
