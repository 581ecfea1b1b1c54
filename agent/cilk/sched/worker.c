/*
 * The life of workers, and of computations; how many workers there are; and what is said when
 * one's stack overflows.
 */
#include "agent/cilk/sched/worker.h"
#include "base/processors.h"
#include "base/reserve.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/*
 * Says that a stack has overflowed, where else there is a bare SIGSEGV. A program that has a handler for that
 * signal when it spawns first, or installs one later, has its own only; and the program dies of the
 * signal as ever.
 */

#define NEAR      (64u << 10) /* a function's variables may reach over the page that none may touch */
#define ALTERNATE (64u << 10)

static bool watching; /* the handler is ours, or was */

static uint64_t stack_low(const struct sw_worker *w)
{
    const struct sw_worker *root = atomic_load(&w->serves);
    if (w->fiber)
        return (uint64_t)w->fiber->known.low;
    return root ? root->stack_low : 0;
}

static uint64_t stack_bytes(const struct sw_worker *w)
{
    const struct sw_worker *root = atomic_load(&w->serves);
    return w->fiber ? w->fiber->known.bytes : root->stack_bytes;
}

/* In a handler: snprintf() is not promised to be safe there, but of whole numbers it takes no lock or memory
 * in glibc, and the program is at its end. */
static void tell(const struct sw_worker *w, uint64_t address)
{
    char line[256];
    int n = 0;
    unsigned long deep = (unsigned long)(atomic_load(&w->deque.tail) - w->deque.base);
    uint64_t low = stack_low(w), end = (uint64_t)w->deque.base + SW_DEQUE_BYTES;
    if (low && address + NEAR >= low && address < low + NEAR)
        n = snprintf(
            line, sizeof line,
            "spanwise: stack overflow: %lu spawns deep on a stack of %lu kB; allow for more "
            "('ulimit -s'), or recurse less deeply\n",
            deep, (unsigned long)(stack_bytes(w) >> 10));
    else if (address + NEAR >= end && address < end + NEAR)
        n = snprintf(
            line, sizeof line,
            "spanwise: %lu spawns deep: no more can be open at a time; recurse less deeply\n",
            deep);
    if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0)
        return;
}

/* What follows is the program's end: the instruction is tried again, or the signal sent. */
static void handle(int number, siginfo_t *info, void *context)
{
    const struct sw_worker *w = __spanwise_worker;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    (void)context;
    if (w && info->si_code > 0)
        tell(w, (uint64_t)info->si_addr);
    sigaction(number, &usual, NULL);
    if (info->si_code <= 0)
        raise(number);
}

/* Once: the handler. */
static void sw_overflow_init(void)
{
    struct sigaction now, ours = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (sigaction(SIGSEGV, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
        now.sa_handler == SIG_DFL)
        watching = sigaction(SIGSEGV, &ours, NULL) == 0;
}

/* The first thread's stack grows down from what the kernel has put on its top, the program's name last, as far
 * as its limit allows. libc would read /proc/self/maps for it, in every program that spawns. */
static void note_first_stack(struct sw_worker *w)
{
    struct rlimit limit;
    uint64_t here = (uint64_t)__builtin_frame_address(0), page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t top = (getauxval(AT_EXECFN) + page) & -page;
    if (getrlimit(RLIMIT_STACK, &limit) < 0 || top - here >= limit.rlim_cur)
        return; /* it has none, or this is the child of another thread */
    w->stack_low = top - limit.rlim_cur;
    w->stack_bytes = limit.rlim_cur;
}

static void note_stack(struct sw_worker *w)
{
    pthread_attr_t attributes;
    void *low;
    size_t bytes;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return;
    if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
        w->stack_low = (uint64_t)low;
        w->stack_bytes = bytes;
    }
    pthread_attr_destroy(&attributes);
}

/* This thread is that worker's from now on; or no longer. A thread that has no alternate stack for signals gets one. */
static void sw_overflow_watch(struct sw_worker *w)
{
    stack_t now, ours = {.ss_size = ALTERNATE};
    if (!watching)
        return;
    w->stack_low = 0;
    if (gettid() == getpid())
        note_first_stack(w);
    else
        note_stack(w);
    if (sigaltstack(NULL, &now) < 0 || !(now.ss_flags & SS_DISABLE))
        return;
    if (!w->alternate)
        w->alternate = mmap(NULL, ALTERNATE, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ours.ss_sp = w->alternate;
    if (w->alternate == MAP_FAILED)
        w->alternate = NULL;
    else
        sigaltstack(&ours, NULL);
}

static void sw_overflow_leave(struct sw_worker *w)
{
    stack_t now, none = {.ss_flags = SS_DISABLE};
    if (w->alternate && sigaltstack(NULL, &now) == 0 && now.ss_sp == w->alternate)
        sigaltstack(&none, NULL);
}

/* 0: not a number of workers. */
static unsigned parse(const char *text)
{
    char *end;
    if (*text < '0' || *text > '9')
        return 0;
    unsigned long n = strtoul(text, &end, 10);
    return *end || n > SW_WORKERS_MAX ? 0 : (unsigned)n;
}

static _Atomic unsigned asked_for; /* by the program; 0: it does not say */

/* As the program or CILK_NWORKERS says, or as many as the process has processors. */
static unsigned workers_wanted(void)
{
    const char *given = getenv("CILK_NWORKERS");
    if (atomic_load(&asked_for))
        return atomic_load(&asked_for);
    if (!given || !*given) {
        unsigned n = sw_processors();
        return n < SW_WORKERS_MAX ? n : SW_WORKERS_MAX;
    }
    unsigned asked = parse(given);
    if (asked)
        return asked;
    fprintf(stderr, "spanwise: CILK_NWORKERS=%s: not a number of workers from 1 to %d\n", given,
            SW_WORKERS_MAX);
    exit(2);
}

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
    system_workers = workers_wanted() - 1;
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
    void *leg = __spanwise_parallel ? begin_leg(__spanwise_parallel) : NULL;
    atomic_fetch_and_explicit(&frame->state, ~(uint64_t)SW_FRAME_ROOT, memory_order_relaxed);
    do { /* a signal's handler that begins a computation of its own meanwhile takes all of this away */
        w->deque.root = frame;
        w->views = NULL;
        w->leg = leg;
        atomic_store_explicit(&w->serves, w, memory_order_relaxed);
        atomic_signal_fence(memory_order_seq_cst);
        __spanwise_worker = w;
        atomic_signal_fence(memory_order_seq_cst);
    } while (w->deque.root != frame);
    atomic_fetch_add(&__spanwise_counts.roots, 1);
    atomic_fetch_add(&__spanwise_counts.working, 1);
    errno = saved;
    return w;
}

/* Does nobody steal? */
static bool sw_workers_alone(void)
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
    if (set > 0 && set <= SW_WORKERS_MAX && !started)
        atomic_store(&asked_for, (unsigned)set);
    return (int)(started ? system_workers + 1 : workers_wanted());
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
