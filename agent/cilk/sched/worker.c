/* The life of workers, and of computations. */
#include "agent/cilk/sched/worker.h"
#include "agent/cilk/sched/overflow.h"
#include "agent/cilk/sched/sleep.h"
#include "base/processors.h"
#include "base/reserve.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct sw_cilk_parallel *__spanwise_parallel;
__thread struct sw_worker *__spanwise_worker;
static __thread struct sw_worker *of_thread; /* also outside computations */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key; /* gives a thread's worker back */
static unsigned system_workers;
int32_t sw_processors_here;
static struct sw_worker *threadless[SW_WORKERS_ALL]; /* the system's, until a computation begins */
static unsigned n_threadless;
static bool started;          /* or being started */
static _Atomic bool complete; /* `once` is over, and the system's workers have threads */
static bool forked;           /* inside a computation, whose other threads are gone */

_Noreturn void sw_sched_fail(const char *message)
{
    const char *parts[] = {"spanwise: ", message, "\n"};
    for (size_t i = 0; i < 3; i++)
        if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0)
            break;
    abort();
}

/* Under the lock. */
static struct sw_worker *make(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint32_t n = atomic_load(&__spanwise_counts.workers);
    struct sw_worker *w = n < SW_WORKERS_ALL ? sw_reserve(0, sizeof *w, 0, false) : NULL;
    struct sw_frame **base = w ? sw_reserve(0, SW_DEQUE_BYTES, page, false) : NULL;
    char *stack = base ? sw_reserve(0, SW_CILK_STACK, 0, false) : NULL;
    if (!stack)
        return NULL;
    *base++ = (struct sw_frame *)UINTPTR_MAX; /* no frame is above it, see __spanwise_trim() */
    w->deque.base = base;
    atomic_init(&w->deque.head, base);
    atomic_init(&w->deque.tail, base);
    w->deque.fenced = sw_fence_of_all() ? 0 : SW_FENCED;
    atomic_init(&w->deque.alarm, SW_ALARM | w->deque.fenced);
    w->deque.sched_sp = stack + SW_CILK_STACK - SW_SCHED_TOP;
    w->sched = (struct sw_sanitizer_stack){.low = stack, .bytes = SW_CILK_STACK};
    sw_sanitizer_reachable(w, sizeof *w);
    w->random = 0x9e3779b97f4a7c15ull * (n + 1);
    sw_workers[n] = w;
    atomic_store_explicit(&__spanwise_counts.workers, n + 1, memory_order_release);
    return w;
}

/* A worker that no thread has, or a new one. */
static struct sw_worker *take(void)
{
    struct sw_worker *w = NULL;
    pthread_mutex_lock(&lock);
    uint32_t n = atomic_load(&__spanwise_counts.workers);
    for (uint32_t i = 0; i < n && !w; i++)
        if (!atomic_exchange(&sw_workers[i]->taken, 1))
            w = sw_workers[i];
    if (!w && (w = make()))
        atomic_store(&w->taken, 1);
    pthread_mutex_unlock(&lock);
    return w;
}

static void give_back(void *worker)
{
    struct sw_worker *w = worker;
    of_thread = NULL;
    sw_overflow_leave(w);
    atomic_store(&w->taken, 0);
}

static void start_scheduling(struct sw_worker *w, struct sw_frame *frame)
{
    (void)frame;
    sw_sanitizer_switch(&w->own, &w->sched);
    sw_sched_tell_idle(w);
    sw_schedule(w);
}

static void *system_worker(void *worker)
{
    sw_overflow_watch(worker);
    atomic_fetch_add(&__spanwise_counts.idle, 1);
    __spanwise_worker = worker;
    sw_switch(worker, NULL, start_scheduling);
}

static bool start_thread(struct sw_worker *w)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    int error = pthread_create(&thread, &attributes, system_worker, w);
    pthread_attr_destroy(&attributes);
    return error == 0;
}

static void say(const char *message)
{
    if (write(STDERR_FILENO, message, strlen(message)) < 0)
        return;
}

static void take_workers(void)
{
    struct sw_worker *w;
    for (n_threadless = 0; n_threadless < system_workers && (w = take()); n_threadless++)
        threadless[n_threadless] = w;
}

/* By the first thread that spawns, whose signal mask they get: a program blocks what it waits for before that, but not before a
 * profiler prepares its run. */
static void start_workers(void)
{
    unsigned n = 0;
    pthread_mutex_lock(&lock);
    if (!atomic_load(&complete)) {
        while (n < n_threadless && start_thread(threadless[n]))
            n++;
        for (unsigned i = n; i < n_threadless; i++)
            atomic_store(&threadless[i]->taken, 0);
        if (n < system_workers)
            say("spanwise: cannot start all workers that CILK_NWORKERS or the processors ask "
                "for\n");
        atomic_store(&complete, true);
    }
    pthread_mutex_unlock(&lock);
}

/* In the child: only the thread that forked is left. */
static void after_fork(void)
{
    uint32_t n = atomic_load(&__spanwise_counts.workers);
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    sw_fiber_after_fork();
    forked = __spanwise_worker != NULL;
    sw_fence_init(sw_fence_of_all()); /* the registration is the process's */
    for (uint32_t i = 0; i < n; i++) {
        struct sw_worker *w = sw_workers[i];
        if (w == of_thread || w == __spanwise_worker)
            continue;
        atomic_store(&w->deque.lock, 0);
        w->deque.is_mine = false;
        atomic_store(&w->deque.tail, w->deque.base);
        atomic_store(&w->deque.head, w->deque.base);
        atomic_store(&w->asleep, 0);
        atomic_store(&w->ready, NULL);
        atomic_store(&w->taken, 0);
        w->spare = w->fiber = w->buried = NULL;
        w->spare_views = NULL;
        w->spare_stolen = NULL;
    }
    atomic_store(&__spanwise_counts.sleepers, 0);
    atomic_store(&__spanwise_counts.idle, 0);
    atomic_store(&__spanwise_counts.working, forked);
    atomic_store(&__spanwise_counts.roots, forked);
    if (!forked) {
        once = (pthread_once_t)PTHREAD_ONCE_INIT;
        atomic_store(&complete, false);
    }
}

static void start(void)
{
    static bool prepared;
    if (!prepared) {
        prepared = true;
        sw_fence_init(!getenv("SPANWISE_FENCE"));
        if (getenv("SPANWISE_EAGER"))
            sw_patience_none();
        sw_overflow_init();
        pthread_key_create(&key, give_back);
        pthread_atfork(NULL, NULL, after_fork);
    }
    started = true;
    system_workers = sw_workers_wanted() - 1;
    sw_processors_here = system_workers ? (int32_t)sw_processors() : 1;
    take_workers();
    atomic_store(&complete, !system_workers); /* by no lock: a profiler would count it */
}

static void *worker_of_thread(void)
{
    pthread_once(&once, start);
    struct sw_worker *w = of_thread;
    if (w)
        return w;
    w = take();
    if (!w)
        sw_sched_fail("no memory for a worker of this thread");
    pthread_setspecific(key, w);
    sw_overflow_watch(w);
    w->own = (struct sw_sanitizer_stack){0};
    sw_sched_spare(w, sizeof *w);
    sw_sched_spare(w->deque.base, SW_DEQUE_USUAL);
    return of_thread = w;
}

void __spanwise_prepare(void)
{
    struct sw_worker *w = worker_of_thread();
    *w->deque.base = NULL; /* the page is there from now on */
}

static void *worker_to_begin(void)
{
    struct sw_worker *w = worker_of_thread();
    if (!atomic_load(&complete))
        start_workers();
    return w;
}

/* Saving vector registers takes longer than many a computation. */
static void *begin_leg(const struct sw_cilk_parallel *p)
{
    void *leg = p->begin_again ? p->begin_again() : NULL;
    return leg ? leg : sw_with_vectors_kept(p->begin);
}

/* Between two computations of a thread there may be next to nothing: this changes general registers only,
 * but for the first time. */
struct sw_worker *__spanwise_begin(struct sw_frame *frame)
{
    int saved = errno;
    struct sw_worker *w = atomic_load_explicit(&complete, memory_order_acquire) ? of_thread : NULL;
    if (!w)
        w = sw_with_vectors_kept(worker_to_begin);
    w->deque.root = frame;
    w->views = NULL;
    w->leg = __spanwise_parallel ? begin_leg(__spanwise_parallel) : NULL;
    atomic_store_explicit(&w->serves, w, memory_order_relaxed);
    atomic_fetch_and_explicit(&frame->state, ~(uint64_t)SW_FRAME_ROOT, memory_order_relaxed);
    __spanwise_worker = w;
    atomic_fetch_add(&__spanwise_counts.roots, 1);
    atomic_fetch_add(&__spanwise_counts.working, 1);
    errno = saved;
    return w;
}

bool sw_workers_alone(void)
{
    return system_workers == 0 || forked;
}

void sw_workers_jumped(void)
{
    if (!sw_workers_alone())
        sw_sched_fail("longjmp out of a spawned function: on several workers another one may have "
                      "gone on with its parent; run with CILK_NWORKERS=1");
}

static void end_root(struct sw_worker *w)
{
    if (atomic_load(&w->deque.tail) != w->deque.base) {
        sw_workers_jumped();
        atomic_store(&w->deque.tail, w->deque.base);
    }
    w->deque.root = NULL;
    __spanwise_worker = NULL;
    atomic_fetch_sub(&__spanwise_counts.working, 1);
    atomic_fetch_sub(&__spanwise_counts.roots, 1);
}

struct sw_stolen *sw_stolen_new(void)
{
    struct sw_stolen *stolen = calloc(1, sizeof *stolen);
    if (!stolen)
        sw_sched_fail("no memory for a steal");
    atomic_init(&stolen->count, -1);
    sw_sanitizer_before(stolen);
    return stolen;
}

void sw_stolen_free(struct sw_stolen *stolen)
{
    sw_sanitizer_after(stolen);
    free(stolen);
}

static void bury(struct sw_worker *w, struct sw_stolen *stolen)
{
    while (stolen->kept) {
        struct sw_fiber *fiber = stolen->kept;
        stolen->kept = fiber->next;
        fiber->next = w->buried;
        w->buried = fiber;
    }
    sw_stolen_free(stolen);
}

void __spanwise_end(uint64_t *fp)
{
    struct sw_frame *frame = (struct sw_frame *)((char *)fp - SW_FRAME_FP);
    struct sw_worker *w = __spanwise_worker;
    struct sw_stolen *stolen = sw_frame_stolen(frame);
    if (stolen)
        bury(w, stolen);
    if (!sw_frame_is_root(frame))
        return;
    if (w->deque.root != frame)
        sw_sched_fail("a computation has ended on another thread than it began on: a bug");
    end_root(w);
}

int __spanwise_worker_number(void)
{
    uint32_t n = atomic_load(&__spanwise_counts.workers);
    for (uint32_t i = 0; i < n; i++)
        if (sw_workers[i] == __spanwise_worker)
            return (int)((i + n - system_workers) % n); /* ours were made before the program's */
    return 0;
}

int __spanwise_workers_here(int set)
{
    if (set && !started)
        sw_workers_set(set);
    return (int)(started ? system_workers + 1 : sw_workers_wanted());
}

/* Cilk's rule. */
static unsigned long default_grain(unsigned long count)
{
    static _Atomic unsigned workers;
    unsigned n = atomic_load_explicit(&workers, memory_order_relaxed);
    if (!n) {
        n = (unsigned)__spanwise_workers_here(0);
        if (started)
            atomic_store_explicit(&workers, n, memory_order_relaxed);
    }
    unsigned long grain = (count + 8ul * n - 1) / (8ul * n);
    return grain > 2048 ? 2048 : grain;
}

unsigned long __spanwise_loop(unsigned long count, unsigned long grain)
{
    if (__builtin_expect(__spanwise_parallel != NULL, 0) && __spanwise_parallel->loop)
        return __spanwise_parallel->loop(count, grain);
    return grain ? grain : default_grain(count);
}
