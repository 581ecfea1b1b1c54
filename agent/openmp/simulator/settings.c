/*
 * Reads OMP_NUM_THREADS and the other environment variables of OpenMP, and what constructs cost
 * on this machine.
 */
#include "agent/core/timing.h"
#include "agent/openmp/simulator/simulator.h"
#include "base/grow.h"
#include "live/live.h"
#include "live/options.h"

#include <ctype.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void sw_omp_costs_read(struct sw_omp_costs *costs, const struct sw_live *live, bool is_time)
{
    static const char *const names[] = {SW_OMP_COST_NAMES};
    _Static_assert(sizeof names / sizeof *names == SW_OMP_COSTS, "each cost has a name");
    uint64_t all[SW_OMP_COSTS] = {0};
    uint64_t said = sw_costs_read(all, names, SW_OMP_COSTS, "SPANWISE_OPENMP_COSTS", live, is_time);
    memcpy(costs, all, sizeof all);
    /* If it is said it may be nothing: libomp gives all of them at once. */
    if (!(said >> offsetof(struct sw_omp_costs, chunk_of_one) / sizeof *all & 1))
        costs->chunk_of_one = costs->chunk;
    if (!costs->chunk)
        costs->chunk = costs->chunk_of_one;
    if (!costs->hand_over_empty)
        costs->hand_over_empty = costs->hand_over_back;
    if (!costs->queue_moved)
        costs->queue_moved = costs->queue_busy;
    if (costs->task_make > costs->task)
        costs->task_make = costs->task;
}

struct sw_omp_settings sw_omp_settings;

const char *const sw_omp_allocator_names[SW_OMP_ALLOCATORS] = {
    "omp_default_mem_alloc", "omp_large_cap_mem_alloc", "omp_const_mem_alloc",
    "omp_high_bw_mem_alloc", "omp_low_lat_mem_alloc",   "omp_cgroup_mem_alloc",
    "omp_pteam_mem_alloc",   "omp_thread_mem_alloc"};

static const char *skip(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* A number from 1 on; 0: it is none. */
static unsigned long number(const char *text, const char **end)
{
    char *after;
    text = text ? skip(text) : "";
    if (!isdigit((unsigned char)*text))
        return 0;
    unsigned long value = strtoul(text, &after, 10);
    *end = skip(after);
    return value;
}

static unsigned whole(const char *name, unsigned otherwise)
{
    const char *end, *text = getenv(name);
    unsigned long value = number(text, &end);
    return value && value <= INT_MAX && !*end ? (unsigned)value : otherwise;
}

static bool is_true(const char *name)
{
    const char *text = getenv(name);
    return text && !strncasecmp(skip(text), "true", 4);
}

static bool yes(const char *name)
{
    const char *text = getenv(name);
    return is_true(name) || (text && *skip(text) == '1');
}

/* OMP_NUM_THREADS=4,2: one for each level. */
static void read_threads(struct sw_omp_settings *s)
{
    const char *text = getenv("OMP_NUM_THREADS"), *end = NULL;
    unsigned long n = number(text, &end);
    if (!n || n > INT_MAX)
        return;
    s->initial.threads = (unsigned)n;
    while (*end == ',' && s->n_nested < SW_OMP_LEVELS && (n = number(end + 1, &end)))
        s->nested_threads[s->n_nested++] = (unsigned)n;
}

/* [monotonic:|nonmonotonic:]KIND[,CHUNK] */
static void read_schedule(struct sw_omp_icv *icv, bool libomp)
{
    static const char *const names[] = {"static", "dynamic", "guided", "auto"};
    const char *text = getenv("OMP_SCHEDULE"), *end;
    icv->schedule = libomp ? SW_OMP_STATIC : SW_OMP_DYNAMIC;
    icv->chunk = libomp ? 0 : 1;
    if (!text)
        return;
    text = skip(text);
    bool monotonic = !strncasecmp(text, "monotonic:", 10);
    bool nonmonotonic = !strncasecmp(text, "nonmonotonic:", 13);
    text += monotonic ? 10 : nonmonotonic ? 13 : 0;
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(text, names[i], length))
            continue;
        icv->schedule = i;
        icv->monotonic = monotonic || (i == SW_OMP_STATIC && !nonmonotonic);
        icv->chunk = i == SW_OMP_STATIC || (libomp && i == SW_OMP_AUTO) ? 0 : 1;
        text += length;
        unsigned long chunk = *text == ',' ? number(text + 1, &end) : 0;
        if (chunk && chunk <= INT_MAX)
            icv->chunk = (int)chunk;
        return;
    }
}

/* OMP_STACKSIZE: kilobytes, or with a letter. */
static uint64_t read_stack_size(void)
{
    static const char units[] = "BKMG";
    const char *text = getenv("OMP_STACKSIZE"), *end;
    if (!text)
        text = getenv("GOMP_STACKSIZE");
    unsigned long n = number(text, &end);
    if (!n)
        return 0;
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    n <<= 10 * (unit ? unit - units : 1);
    return n < (unsigned long)PTHREAD_STACK_MIN ? 0 : n;
}

/* Whose interface the program is built for: one that has both is taken for gcc's. */
enum { LIBGOMP = 1, LIBOMP };

static int note_runtime(struct dl_phdr_info *info, size_t size, void *data)
{
    int *found = data;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *name = slash ? slash + 1 : info->dlpi_name;
    (void)size;
    if (!strncmp(name, "libgomp", 7))
        *found |= LIBGOMP;
    if (!strncmp(name, "libomp.", 7) || !strncmp(name, "libomp-", 7) ||
        !strncmp(name, "libiomp5", 8))
        *found |= LIBOMP;
    return 0;
}

static bool is_libomp(void)
{
    int found = 0;
    dl_iterate_phdr(note_runtime, &found);
    return found == LIBOMP;
}

/* Those that the process may use. */
static unsigned real_processors(void)
{
    cpu_set_t allowed;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    int n = sched_getaffinity(0, sizeof allowed, &allowed) ? 0 : CPU_COUNT(&allowed);
    return n > 0 ? (unsigned)n : online > 0 ? (unsigned)online : 1;
}

/* A list for inner levels, or of how threads are bound there, means that there are some. */
static unsigned read_levels(const struct sw_omp_settings *s)
{
    const char *bind = getenv("OMP_PROC_BIND"), *nested = getenv("OMP_NESTED"), *end;
    const char *text = getenv("OMP_MAX_ACTIVE_LEVELS");
    bool several = s->n_nested || (bind && strchr(bind, ','));
    unsigned otherwise = nested ? yes("OMP_NESTED") : several;
    unsigned long levels = number(text, &end);
    if (text && !levels && strspn(text, "0 ") == strlen(text) && *text)
        return 0;
    if (levels && !*end)
        return levels < sw_omp_levels() ? (unsigned)levels : sw_omp_levels();
    return otherwise ? sw_omp_levels() : 1;
}

static uintptr_t read_allocator(void)
{
    const char *text = getenv("OMP_ALLOCATOR");
    for (uintptr_t i = 0; text && i < SW_OMP_ALLOCATORS; i++)
        if (!strcasecmp(text, sw_omp_allocator_names[i]))
            return i + 1;
    return SW_OMP_DEFAULT_ALLOCATOR;
}

/* OMP_PROC_BIND; of a list, the first one. */
static int read_bind(void)
{
    static const char *const names[] = {"false", "true", "primary", "close", "spread", "master"};
    const char *text = getenv("OMP_PROC_BIND");
    bool any = getenv("OMP_PLACES") || getenv("GOMP_CPU_AFFINITY");
    for (int i = 0; text && i < 6; i++)
        if (!strncasecmp(skip(text), names[i], strlen(names[i])))
            return i < 5 ? i : SW_OMP_BIND_PRIMARY;
    return any ? SW_OMP_BIND_TRUE : SW_OMP_BIND_FALSE;
}

static void read_environment(void)
{
    struct sw_omp_settings *s = &sw_omp_settings;
    struct sw_live_options options;
    sw_options_parse(&options, secure_getenv("SPANWISE_OPTIONS"));
    s->processors = options.processors ? (unsigned)options.processors : real_processors();
    s->force = options.force_threads;
    s->libomp = is_libomp();
    s->initial = (struct sw_omp_icv){
        .threads = s->processors,
        .max_active_levels = 1,
        .thread_limit = whole("OMP_THREAD_LIMIT", UINT_MAX),
        .dynamic = yes("OMP_DYNAMIC"),
        .default_device = (int)whole("OMP_DEFAULT_DEVICE", 0),
        .allocator = read_allocator(),
    };
    read_threads(s);
    if (options.processors)
        s->initial.threads = s->processors;
    s->initial.max_active_levels = read_levels(s);
    read_schedule(&s->initial, s->libomp);
    s->cancellation = yes("OMP_CANCELLATION");
    s->display_affinity = is_true("OMP_DISPLAY_AFFINITY");
    s->max_task_priority = whole("OMP_MAX_TASK_PRIORITY", 0);
    s->num_teams = whole("OMP_NUM_TEAMS", 0);
    s->teams_thread_limit = whole("OMP_TEAMS_THREAD_LIMIT", 0);
    s->stack_size = read_stack_size();
    s->proc_bind = read_bind();
    s->baton = options.baton;
}

void sw_omp_settings_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_environment);
}

/*
 * OMP_PLACES: threads, cores or sockets, with (n) for so many of them, or a list of {first:n:step} or
 * {a,b,c}, each with :n:step for n places that are so far from each other. A processor of the simulated
 * machine is a core with one thread, all are one socket.
 */

static struct sw_omp_places places;

static void add(struct sw_omp_place place)
{
    if (place.n && place.first < sw_omp_settings.processors && SW_GROW_ALONE(places.list, places.n))
        places.list[places.n++] = place;
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
static void read_places(void)
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
    pthread_once(&once, read_places);
    return &places;
}
