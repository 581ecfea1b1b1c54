/* Explains a stack overflow on stderr, where the program would otherwise die of a bare SIGSEGV. */
#include "agent/cilk/sched/overflow.h"
#include "agent/cilk/sched/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

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

void sw_overflow_init(void)
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

void sw_overflow_watch(struct sw_worker *w)
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

void sw_overflow_leave(struct sw_worker *w)
{
    stack_t now, none = {.ss_flags = SS_DISABLE};
    if (w->alternate && sigaltstack(NULL, &now) == 0 && now.ss_sp == w->alternate)
        sigaltstack(&none, NULL);
}
