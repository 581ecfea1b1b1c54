/* The machine's own OpenMP runtimes, by the functions that compiled code calls, and a team of one of them in which things are timed. */
#include "helpers/calibrate/openmp_team.h"

#include <dlfcn.h>

/* --- Runtimes --- */

struct named {
    const char *name;
    void *to; /* a pointer to a function */
};

static bool find_all(const char *const *libraries, const struct named *functions)
{
    void *library = NULL;
    for (; !library && *libraries; libraries++)
        library = dlopen(*libraries, RTLD_NOW | RTLD_GLOBAL);
    for (; library && functions->name; functions++)
        if (!(*(void **)functions->to = dlsym(library, functions->name)))
            return false;
    return library;
}

/* gcc's has more to say of a task. */
static void (*gomp_task)(sw_omp_body *, void *, void (*)(void *, void *), long, long, bool,
                         unsigned, void **, int, void *);

struct work {
    sw_omp_body *body;
    void *data;
};

static void enter_gomp_task(void *data)
{
    const struct work *work = data;
    work->body(work->data);
}

static void make_gomp_task(sw_omp_body *body, void *data)
{
    struct work work = {body, data};
    gomp_task(enter_gomp_task, &work, NULL, sizeof work, sizeof(void *), true, 0, NULL, 0, NULL);
}

static bool (*gomp_doacross_start)(unsigned, long *, long, long *, long *);
static void (*gomp_post)(long *);
static void (*gomp_sink)(long, ...);

static void start_gomp_doacross(long n)
{
    long from, to;
    gomp_doacross_start(1, &n, 0, &from, &to);
}

static void post_gomp(long iteration)
{
    gomp_post(&iteration);
}

static void sink_gomp(long iteration)
{
    gomp_sink(iteration);
}

static bool find_libgomp(struct sw_omp_runtime *omp)
{
    static const char *const libraries[] = {"libgomp.so.1", NULL};
    const struct named functions[] = {
        {"GOMP_parallel", &omp->parallel},
        {"GOMP_barrier", &omp->barrier},
        {"GOMP_loop_nonmonotonic_dynamic_start", &omp->dynamic_start},
        {"GOMP_loop_nonmonotonic_dynamic_next", &omp->dynamic_next},
        {"GOMP_loop_end", &omp->loop_end},
        {"GOMP_loop_ordered_static_start", &omp->ordered_start},
        {"GOMP_loop_ordered_static_next", &omp->ordered_next},
        {"GOMP_ordered_start", &omp->turn_start},
        {"GOMP_ordered_end", &omp->turn_end},
        {"GOMP_loop_doacross_static_start", &gomp_doacross_start},
        {"GOMP_doacross_post", &gomp_post},
        {"GOMP_doacross_wait", &gomp_sink},
        {"GOMP_critical_start", &omp->critical_start},
        {"GOMP_critical_end", &omp->critical_end},
        {"GOMP_task", &gomp_task},
        {"GOMP_taskwait", &omp->taskwait},
        {"omp_get_thread_num", &omp->thread},
        {"omp_get_num_threads", &omp->threads},
        {"omp_set_max_active_levels", &omp->set_levels},
        {NULL, NULL},
    };
    omp->task = make_gomp_task;
    omp->doacross_start = start_gomp_doacross;
    omp->post = post_gomp;
    omp->sink = sink_gomp;
    if (!find_all(libraries, functions))
        return false;
    omp->doacross_end = omp->loop_end;
    return true;
}

/* clang's wants to be told where it is called, and by which thread. */
static struct {
    int32_t reserved, flags, reserved_2, reserved_3;
    const char *source;
} here = {.flags = 2, .source = ";unknown;unknown;0;0;;"};
static __thread int32_t self;

typedef int32_t task_entry(int32_t, void *);
enum { DYNAMIC = 35 | 1 << 30, ORDERED_STATIC = 65, TIED = 1 };

static struct {
    int32_t (*thread)(void *);
    void (*push)(void *, int32_t, int32_t);
    void (*fork)(void *, int32_t, void (*)(int32_t *, int32_t *, sw_omp_body *, void *), ...);
    void (*barrier)(void *, int32_t);
    void (*dispatch)(void *, int32_t, int32_t, int64_t, int64_t, int64_t, int64_t);
    int32_t (*next)(void *, int32_t, int32_t *, int64_t *, int64_t *, int64_t *);
    void (*iteration_ends)(void *, int32_t), (*ordered)(void *, int32_t),
        (*end_ordered)(void *, int32_t);
    void (*critical)(void *, int32_t, void *), (*end_critical)(void *, int32_t, void *);
    void *(*task_alloc)(void *, int32_t, int32_t, size_t, size_t, task_entry *);
    int32_t (*task)(void *, int32_t, void *), (*taskwait)(void *, int32_t);
    void (*doacross)(void *, int32_t, int32_t, const int64_t *), (*doacross_end)(void *, int32_t);
    void (*post)(void *, int32_t, const int64_t *), (*sink)(void *, int32_t, const int64_t *);
} kmpc;

static void outlined(int32_t *global, int32_t *bound SW_UNUSED, sw_omp_body *body, void *data)
{
    self = *global;
    body(data);
}

static void kmpc_parallel(sw_omp_body *body, void *data, unsigned threads, unsigned flags SW_UNUSED)
{
    int32_t outer = self;
    kmpc.push(&here, self, (int32_t)threads);
    kmpc.fork(&here, 2, outlined, body, data);
    self = outer;
}

/* Those that are told nothing else, or a critical section by its name. */
static _Alignas(64) int32_t name[8];
#define KMPC(function, ...)                        \
    static void kmpc_##function(void)              \
    {                                              \
        kmpc.function(&here, self, ##__VA_ARGS__); \
    }

KMPC(barrier)
KMPC(ordered)
KMPC(end_ordered)
KMPC(critical, name)
KMPC(end_critical, name)
KMPC(taskwait)
KMPC(doacross_end)

static bool kmpc_next(long *from, long *to)
{
    int64_t low, high, step;
    int32_t is_last;
    bool got = kmpc.next(&here, self, &is_last, &low, &high, &step);
    *from = low;
    *to = high + 1;
    return got;
}

static bool kmpc_start(long from, long end, long step, long chunk, long *low, long *high)
{
    kmpc.dispatch(&here, self, DYNAMIC, from, end - 1, step, chunk);
    return kmpc_next(low, high);
}

static bool kmpc_ordered_next(long *low, long *high)
{
    kmpc.iteration_ends(&here, self);
    return kmpc_next(low, high);
}

static bool kmpc_ordered_start(long from, long end, long step, long chunk, long *low, long *high)
{
    kmpc.dispatch(&here, self, ORDERED_STATIC, from, end - 1, step, chunk);
    return kmpc_next(low, high);
}

/* What the compiler knows of a task, and a program's own data behind it. */
struct task {
    void *shareds;
    task_entry *entry;
    int32_t part;
    void *data_1, *data_2;
    sw_omp_body *body;
    void *data;
};

static int32_t enter_task(int32_t global SW_UNUSED, void *data)
{
    struct task *task = data;
    task->body(task->data);
    return 0;
}

static int32_t enter_untied_task(int32_t global, void *data)
{
    struct task *task = data;
    if (task->part)
        return enter_task(global, data);
    task->part = 1;
    kmpc.task(&here, global, task);
    return 0;
}

static void make_kmpc_task(sw_omp_body *body, void *data, int32_t flags, task_entry *entry)
{
    struct task *task = kmpc.task_alloc(&here, self, flags, sizeof *task, 0, entry);
    task->body = body;
    task->data = data;
    kmpc.task(&here, self, task);
}

static void kmpc_task(sw_omp_body *body, void *data)
{
    make_kmpc_task(body, data, TIED, enter_task);
}

static void kmpc_untied_task(sw_omp_body *body, void *data)
{
    make_kmpc_task(body, data, 0, enter_untied_task);
}

static void kmpc_doacross(long n)
{
    const int64_t bounds[] = {0, n - 1, 1};
    kmpc.doacross(&here, self, 1, bounds);
}

static void kmpc_post(long iteration)
{
    kmpc.post(&here, self, &(const int64_t){iteration});
}

static void kmpc_sink(long iteration)
{
    kmpc.sink(&here, self, &(const int64_t){iteration});
}

static bool find_libomp(struct sw_omp_runtime *omp)
{
    static const char *const libraries[] = {"libomp.so.5", "libomp.so", "libiomp5.so", NULL};
    const struct named functions[] = {
        {"__kmpc_global_thread_num", &kmpc.thread},
        {"__kmpc_push_num_threads", &kmpc.push},
        {"__kmpc_fork_call", &kmpc.fork},
        {"__kmpc_barrier", &kmpc.barrier},
        {"__kmpc_dispatch_init_8", &kmpc.dispatch},
        {"__kmpc_dispatch_next_8", &kmpc.next},
        {"__kmpc_dispatch_fini_8", &kmpc.iteration_ends},
        {"__kmpc_ordered", &kmpc.ordered},
        {"__kmpc_end_ordered", &kmpc.end_ordered},
        {"__kmpc_critical", &kmpc.critical},
        {"__kmpc_end_critical", &kmpc.end_critical},
        {"__kmpc_omp_task_alloc", &kmpc.task_alloc},
        {"__kmpc_omp_task", &kmpc.task},
        {"__kmpc_omp_taskwait", &kmpc.taskwait},
        {"__kmpc_doacross_init", &kmpc.doacross},
        {"__kmpc_doacross_fini", &kmpc.doacross_end},
        {"__kmpc_doacross_post", &kmpc.post},
        {"__kmpc_doacross_wait", &kmpc.sink},
        {"omp_get_thread_num", &omp->thread},
        {"omp_get_num_threads", &omp->threads},
        {"omp_set_max_active_levels", &omp->set_levels},
        {NULL, NULL},
    };
    omp->parallel = kmpc_parallel;
    omp->barrier = omp->loop_end = kmpc_barrier;
    omp->dynamic_start = kmpc_start;
    omp->dynamic_next = kmpc_next;
    omp->ordered_start = kmpc_ordered_start;
    omp->ordered_next = kmpc_ordered_next;
    omp->turn_start = kmpc_ordered;
    omp->turn_end = kmpc_end_ordered;
    omp->critical_start = kmpc_critical;
    omp->critical_end = kmpc_end_critical;
    omp->task = kmpc_task;
    omp->untied_task = kmpc_untied_task;
    omp->taskwait = kmpc_taskwait;
    omp->doacross_start = kmpc_doacross;
    omp->doacross_end = kmpc_doacross_end;
    omp->post = kmpc_post;
    omp->sink = kmpc_sink;
    if (!find_all(libraries, functions))
        return false;
    self = kmpc.thread(&here);
    return true;
}

bool sw_omp_runtime_find(struct sw_omp_runtime *omp, bool libomp)
{
    return (!libomp && find_libgomp(omp)) || find_libomp(omp);
}

/* --- A team --- */

enum { LEAST = 10 };
#define STEADY_NS 100
#define HASTE_NS  2e6

struct sw_omp_runtime sw_omp;
struct sw_times sw_team_times;
double sw_team_clock_ns;
atomic_bool sw_team_more;
struct sw_team_had sw_team_had[2];

static double began_ns, most_each_ns, most_all_ns;
static _Alignas(128) int length;

void sw_team_begin(double each_ns, double all_ns)
{
    began_ns = sw_now_ns();
    most_each_ns = each_ns;
    most_all_ns = all_ns;
    sw_team_clock_ns = sw_clock_cost_ns();
}

bool sw_team_may_try(double since_ns)
{
    double now = sw_now_ns();
    return now - since_ns < most_each_ns && now - began_ns < most_all_ns;
}

void sw_team_run(sw_omp_body *function, void *data, unsigned threads)
{
    if (!sw_team_may_try(sw_now_ns())) /* the rest in haste */
        sw_team_times.limit_ns = HASTE_NS;
    sw_times_begin(&sw_team_times);
    sw_team_more = true;
    sw_omp.parallel(function, data, threads, 0);
}

struct sw_figure sw_team_time(sw_omp_body *function, unsigned threads)
{
    sw_team_run(function, NULL, threads);
    return sw_times_figure(&sw_team_times, 1);
}

bool sw_team_try(sw_omp_body *function, unsigned threads, struct sw_figure *figure)
{
    double start = sw_now_ns();
    while (sw_team_may_try(start)) {
        *figure = sw_team_time(function, threads);
        if (sw_team_value(0.25) > 0 && figure->value < SW_TEAM_MEETING_NS)
            return true;
        usleep(20000);
    }
    *figure = (struct sw_figure){0};
    return false;
}

double sw_team_value(double part)
{
    double low = sw_times_below(&sw_team_times, 0.05), value = sw_times_below(&sw_team_times, part);
    return sw_team_times.n < LEAST || value > 2 * low + STEADY_NS ? 0 : value;
}

bool sw_team_note_crowd(double ns, unsigned long own, unsigned long others)
{
    if (others < own / 3 || others > own * 3)
        return sw_team_may_try(sw_team_times.start_ns);
    return sw_times_note(&sw_team_times, ns / (double)(own + others));
}

void sw_team_set_work(int turns)
{
    length = turns;
}

void sw_team_work(void)
{
    for (int i = 0; i < length; i++)
        __asm__ volatile("");
}

double sw_team_work_ns(void)
{
    sw_times_begin(&sw_team_times);
    for (SW_TIMED(sw_team_note(start, 1)))
        sw_team_work();
    return sw_times_figure(&sw_team_times, 1).value;
}
