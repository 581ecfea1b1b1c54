/*
 * The thread that looks at all simulators every millisecond, and the ticks that it sends where a
 * thread seems stuck: does that one compute, or wait for another?
 */
#include "agent/core/held.h"
#include "agent/core/libc.h"
#include "agent/openmp/guard/guard.h"
#include "agent/process/interrupted.h"
#include "agent/process/signal.h"
#include "agent/process/task_file.h"
#include "base/raw.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Knows the code of libc, the loader and ours, where a tick must not switch threads. */

#define RANGES 8

static struct sw_range ranges[RANGES];
static unsigned n_ranges;

enum { WANTED = 4 };

static bool holds(const struct dl_phdr_info *info, const ElfW(Phdr) * p, uint64_t address)
{
    uint64_t from = info->dlpi_addr + p->p_vaddr;
    return p->p_type == PT_LOAD && address >= from && address < from + p->p_memsz;
}

static bool is_wanted(const struct dl_phdr_info *info, const uint64_t *wanted)
{
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        for (unsigned k = 0; k < WANTED; k++)
            if (holds(info, &info->dlpi_phdr[i], wanted[k]))
                return true;
    return false;
}

/* The program itself comes first; one that has a malloc of its own is left at its own risk. */
static int look_at_module(struct dl_phdr_info *info, size_t size, void *data)
{
    static bool is_program;
    (void)size;
    if (!is_program) {
        is_program = true;
        return 0;
    }
    if (!is_wanted(info, data))
        return 0;
    for (unsigned i = 0; i < info->dlpi_phnum && n_ranges < RANGES; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
            continue;
        uint64_t low = info->dlpi_addr + p->p_vaddr;
        ranges[n_ranges++] = (struct sw_range){low, low + p->p_memsz};
    }
    return 0;
}

/* Once, before the first tick; takes the loader's lock. */
static void sw_omp_zone_init(void)
{
    uint64_t wanted[WANTED] = {(uint64_t)dlsym(RTLD_DEFAULT, "malloc"),
                               (uint64_t)dlsym(RTLD_DEFAULT, "gnu_get_libc_version"),
                               (uint64_t)getauxval(AT_BASE), (uint64_t)&ranges};
    if (!n_ranges)
        dl_iterate_phdr(look_at_module, wanted);
}

bool sw_omp_zone_has(uint64_t pc)
{
    for (unsigned i = 0; i < n_ranges; i++)
        if (pc >= ranges[i].low && pc < ranges[i].high)
            return true;
    return false;
}

/*
 * What a thread of a region does that comes to no event for a while, though others could run: does it
 * compute, or does it wait for one of them in a way that we do not see? Then it would wait for ever,
 * because they run when it lets them. So it is interrupted now and then, and the signal's
 * handler looks and goes on with another one; the handler's frame stays on the stack of who was
 * interrupted, and the handler returns when its turn has come again.
 *
 *   - It is in a system call: it may be for a lock, or for data of another thread. Others run. In
 *     futex(), what it waited is not its work.
 *   - It spins: its registers are the same as before, in code nearby, or it is at an instruction for
 *     those who wait (pause). Others run, and what it does
 *     since is not its work. In simulated time it has waited for them.
 *   - It computes, or spins in a way that cannot be told from that. It goes on, but others have their
 *     turn every now and then, rarer each time; what it did is its work.
 *
 * Nobody is left inside the runtime, nor in code that holds locks which the runtime needs, nor
 * on a signal stack, of which there is one for all.
 */

#define SW_OMP_TICK_LOOKS 4 /* that are compared */

#define NEARBY            512        /* bytes of code that a spin has at most */
#define COMPUTE_NS        2000000ull /* before others have their turn for the first time */
#define SHORTLY           64         /* looks in a row */
#define COMPUTE_TIMES     4          /* it is twice as long the next time */

/* What was seen of the thread that runs, since the last event. */
struct look {
    struct sw_interrupted at;
    bool pausing;
};

struct sw_omp_looks {
    uint64_t begun; /* what the meter said when the handler began */
    const struct sw_omp_thread *thread;
    uint64_t events, since;
    unsigned n, n_pausing;
    struct look looks[SW_OMP_TICK_LOOKS];
};

/* Keeps what it sees. True: nothing has changed since one of the last times. */
static bool has_not_moved(struct sw_omp_looks *l, const struct look *now)
{
    bool same = false;
    for (unsigned i = 0; i < l->n && i < SW_OMP_TICK_LOOKS; i++)
        same |= sw_interrupted_is_same(&now->at, &l->looks[i].at, SW_INTERRUPTED_REGISTERS, NEARBY);
    l->looks[l->n++ % SW_OMP_TICK_LOOKS] = *now;
    l->n_pausing += now->pausing;
    return same || l->n_pausing > 1;
}

/* It goes on from where it was left, and if it is still there at the next look it did nothing else. */
static void look_on(struct sw_omp_thread *t, const struct look *before)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_looks *l = m->looks;
    l->thread = t;
    l->since = sw_meter_ticks();
    l->n = 1;
    l->n_pausing = before->pausing;
    l->looks[0] = *before;
    l->events = m->watched = m->events;
}

/* Of the thread that runs: its looks so far, or none if there was an event meanwhile. */
static struct sw_omp_looks *looks_of(struct sw_omp_thread *t)
{
    struct sw_omp_looks *l = t->simulator->looks;
    if (l->thread == t && l->events == t->simulator->events)
        return l;
    l->thread = t;
    l->since = sw_meter_ticks();
    l->n = l->n_pausing = 0;
    return l;
}

/* Real time, by the counter that all machines have; without a profile its speed is not known. */
static bool is_over(const struct sw_omp_thread *t, uint64_t since, uint64_t ns)
{
    const struct sw_thread *meter = t->simulator->meter;
    uint64_t passed = sw_meter_ticks() - since;
    return passed > (meter ? sw_live_to_ticks(meter->live, ns) : ns);
}

/* What the thread did up to the signal; functions of libc that the handler has called count as well. */
static void charge(struct sw_omp_thread *t)
{
    struct sw_thread *meter = t->simulator->meter;
    if (meter && meter->counter)
        meter->meter.seen += sw_meter_of(meter) - t->simulator->looks->begun;
    sw_omp_charge(t);
}

static void look(struct sw_omp_thread *t, const ucontext_t *context)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_looks *l = looks_of(t);
    struct look now = {.at = sw_interrupted(context)};
    long call = sw_interrupted_call(context);
    if (call < 0 && sw_omp_zone_has(now.at.pc)) {
        charge(t);
        l->events = m->watched = m->events;
        return;
    }
    if (call < 0 && sw_omp_spins_learn(now.at.pc))
        return; /* it is known when it has gone round */
    now.pausing = call < 0 && sw_interrupted_is_pausing(context);
    bool waits = call == SYS_futex || (call < 0 && has_not_moved(l, &now));
    if (!waits)
        charge(t);
    unsigned times = t->yields < COMPUTE_TIMES ? (unsigned)t->yields : COMPUTE_TIMES;
    if (waits || call >= 0) {
        m->stuck = 0; /* the next one is looked at soon: it may wait as well */
        if (waits)
            sw_omp_yield_to_all(t);
        else
            sw_omp_go_behind(t, t->clock);
        look_on(t, &now);
    } else if (is_over(t, l->since, COMPUTE_NS << times)) {
        t->yields++;
        if (m->meter)
            sw_omp_give_way(t); /* nobody else may do what it could still do before them */
        else
            sw_omp_go_behind(t, t->clock);
    } else {
        l->events = m->watched = m->events;
    }
}

/* All threads share the mask. One that has blocked all signals may do something that must not be interrupted, but not for long; and one
 * that is held does not wait for others, unless it takes long. */
static bool is_left_alone(const struct sw_omp_simulator *m, const ucontext_t *u)
{
    return m->stuck < SHORTLY &&
           (m->is_held || sw_signal_blocks_all(*(const uint64_t *)&u->uc_sigmask));
}

/* What is called here must not use thread-local storage after a switch; errno stays the same address. */
SW_ALIGNS_STACK static void tick(const void *context)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    int error = errno;
    if (!t)
        return;
    struct sw_omp_simulator *m = t->simulator;
    __atomic_store_n(&m->tick_sent, false, __ATOMIC_RELAXED);
    if (m->inside || !m->ready.n || !m->looks || sw_is_on_signal_stack(context) ||
        is_left_alone(m, context))
        return;
    m->inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    sw_signal_let_in(context);
    m->exact = true;
    m->looks->begun = m->meter ? sw_meter_of(m->meter) : 0;
    look(t, context);
    m->exact = true;
    sw_omp_leave(t);
    errno = error;
}

static const char ours; /* signals are known by its address */

static bool on_signal(siginfo_t *info, void *context)
{
    if (!sw_signal_is_sent(info, &ours))
        return false;
    tick(context);
    return true;
}

/* To the OS thread that the simulator's current thread is on; one that is held gets none, unless `anyway`. True: it is on its way. */
static bool sw_omp_tick_send(struct sw_omp_simulator *m, int thread, bool anyway)
{
    __atomic_store_n(&m->is_ticking, true, __ATOMIC_SEQ_CST);
    bool sent = (anyway || !__atomic_load_n(&m->is_held, __ATOMIC_SEQ_CST)) &&
                sw_signal_send(thread, (void *)&ours);
    __atomic_store_n(&m->is_ticking, false, __ATOMIC_SEQ_CST);
    return sent;
}

/* NULL as well in a child of vfork(), which has its parent's memory. */
static struct sw_omp_thread *self(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    return t && t->simulator->pid == sw_raw4(SYS_getpid, 0, 0, 0, 0) ? t : NULL;
}

/* A tick that was sent before arrives at the end of a system call. */
static void hold(void)
{
    struct sw_omp_thread *t = self();
    if (t) {
        __atomic_store_n(&t->simulator->is_held, true, __ATOMIC_SEQ_CST);
        for (unsigned i = 1; __atomic_load_n(&t->simulator->is_ticking, __ATOMIC_SEQ_CST); i++)
            sw_wait(i);
        sw_raw4(SYS_gettid, 0, 0, 0, 0);
    }
    sw_held_samples_begin();
}

static void release(void)
{
    struct sw_omp_thread *t = self();
    if (t)
        __atomic_store_n(&t->simulator->is_held, false, __ATOMIC_SEQ_CST);
    sw_held_samples_end();
}

#define EVERY_NS     1000000
#define AGAIN_NS     50000 /* a spin is known by looking again soon, a few times */
#define RARE_LOOK    64    /* so many times in vain: every eighth millisecond from then on */
#define TOLD_LOOK    128 /* so many times before who waits in poll() and the like is interrupted */
#define COUNTED_LOOK 400 /* ... before a thread whose instructions are counted is looked at */
#define REST         200 /* milliseconds without any region or event: it sleeps */

uint32_t sw_omp_watch_awake;

static struct {
    bool exists;
    unsigned simulators;
    unsigned generation; /* of the thread; one of another is to end */
    pthread_t thread;
    bool off;
} watch;

/* The OS thread that the simulator's current logical thread runs on. */
static int thread_of(const struct sw_omp_simulator *m)
{
    const struct sw_omp_thread *t = __atomic_load_n(&m->current, __ATOMIC_RELAXED);
    return sw_omp_switch_is_baton() && t != &m->root ? t->donor.tid : m->tid;
}

/* Not started again after a signal, whatever its handler says: the program would be told. */
static bool is_told_of_signals(long call)
{
    static const int calls[] = {
#if defined __x86_64__
        SYS_poll,
        SYS_select,
        SYS_epoll_wait,
        SYS_pause,
#endif
        SYS_ppoll,
        SYS_pselect6,
        SYS_epoll_pwait,
        SYS_rt_sigsuspend,
        SYS_rt_sigtimedwait,
        SYS_semop,
        SYS_semtimedop,
        SYS_msgrcv,
        SYS_msgsnd,
        SYS_nanosleep,
        SYS_clock_nanosleep,
        SYS_io_getevents,
    };
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i] == call)
            return true;
    return false;
}

/* The system call that the thread is in; -1: none, or it cannot be known. */
static long call_of(int tid)
{
    static struct sw_task_file file;
    char text[64];
    long n = sw_task_file_read(&file, tid, "/syscall", text, sizeof text), call = 0;
    if (!n || text[0] < '0' || text[0] > '9')
        return -1;
    for (long i = 0; i < n && text[i] >= '0' && text[i] <= '9'; i++)
        call = 10 * call + text[i] - '0';
    return call;
}

static void send_tick(struct sw_omp_simulator *m)
{
    if (__atomic_exchange_n(&m->tick_sent, true, __ATOMIC_RELAXED))
        return; /* not come yet: it is blocked, maybe */
    bool anyway = m->stuck % TOLD_LOOK == 0;
    if ((!anyway && is_told_of_signals(call_of(thread_of(m)))) ||
        !sw_omp_tick_send(m, thread_of(m), anyway))
        __atomic_store_n(&m->tick_sent, false, __ATOMIC_RELAXED);
}

static bool is_stuck(struct sw_omp_simulator *m)
{
    uint64_t events = __atomic_load_n(&m->events, __ATOMIC_RELAXED);
    bool same = __atomic_load_n(&m->watched, __ATOMIC_RELAXED) == events;
    __atomic_store_n(&m->watched, events, __ATOMIC_RELAXED);
    m->stuck = same ? m->stuck + 1 : 0;
    return same && !__atomic_load_n(&m->inside, __ATOMIC_RELAXED) &&
           __atomic_load_n(&m->ready.n, __ATOMIC_RELAXED);
}

/* Where instructions are counted, a signal adds some, so that two runs would differ: a thread that computes
 * is left alone for long. */
static unsigned patience(const struct sw_omp_simulator *m)
{
    const struct sw_thread *meter = m->meter;
    return meter && meter->counter ? COUNTED_LOOK : 0;
}

/* How long to the next look; `quiet` counts those in a row at which nothing was going on anywhere. */
static long look_at_all(unsigned *quiet)
{
    long pause = EVERY_NS;
    bool moved = false;
    for (struct sw_omp_simulator *m = sw_omp_simulators(); m; m = m->next) {
        if (m->unused)
            continue;
        uint64_t before = __atomic_load_n(&m->watched, __ATOMIC_RELAXED);
        if (is_stuck(m)) {
            moved = true;
            if (m->stuck >= patience(m) && (m->stuck < RARE_LOOK || m->stuck % 8 == 0))
                send_tick(m);
            if (m->stuck < SW_OMP_TICK_LOOKS)
                pause = AGAIN_NS;
        }
        moved |= before != __atomic_load_n(&m->events, __ATOMIC_RELAXED);
    }
    *quiet = moved ? 0 : *quiet + 1;
    return pause;
}

static bool is_last(unsigned generation)
{
    return __atomic_load_n(&watch.generation, __ATOMIC_SEQ_CST) == generation;
}

static void sleep_until_woken(unsigned generation)
{
    __atomic_store_n(&sw_omp_watch_awake, 0, __ATOMIC_SEQ_CST);
    while (is_last(generation) && !__atomic_load_n(&sw_omp_watch_awake, __ATOMIC_SEQ_CST))
        sw_raw6(SYS_futex, (long)&sw_omp_watch_awake, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
}

static void *watch_all(void *argument)
{
    unsigned generation = (unsigned)(uint64_t)argument;
    struct timespec pause = {.tv_nsec = EVERY_NS};
    unsigned quiet = 0;
    while (is_last(generation)) {
        sw_raw4(SYS_nanosleep, (long)&pause, 0, 0, 0);
        pause.tv_nsec = look_at_all(&quiet);
        if (quiet > REST) {
            quiet = 0;
            sleep_until_woken(generation);
        }
    }
    return NULL;
}

/* Without it all is as before, but a program that spins hangs. */
static void start(void)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    sw_omp_zone_init();
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&watch.thread, &attributes, watch_all,
                       (void *)(uint64_t)__atomic_load_n(&watch.generation, __ATOMIC_SEQ_CST)))
        watch.exists = false;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    sw_held_begin = hold;
    sw_held_end = release;
    sw_signal_take(on_signal); /* libc has its own since the first thread */
}

void sw_omp_watch_wake(struct sw_omp_simulator *m)
{
    if (!m->looks)
        m->looks = calloc(1, sizeof *m->looks);
    if (__atomic_exchange_n(&sw_omp_watch_awake, 1, __ATOMIC_SEQ_CST) || watch.off)
        return;
    if (!__atomic_exchange_n(&watch.exists, true, __ATOMIC_RELAXED))
        start();
    else
        sw_raw6(SYS_futex, (long)&sw_omp_watch_awake, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

void sw_omp_watch_join(void)
{
    __atomic_add_fetch(&watch.simulators, 1, __ATOMIC_SEQ_CST);
}

/* The thread is asked to end. False: there is none. */
static bool ask_to_end(void)
{
    __atomic_add_fetch(&watch.generation, 1, __ATOMIC_SEQ_CST);
    bool existed = __atomic_exchange_n(&watch.exists, false, __ATOMIC_SEQ_CST);
    __atomic_store_n(&sw_omp_watch_awake, 0, __ATOMIC_SEQ_CST);
    if (existed)
        sw_raw6(SYS_futex, (long)&sw_omp_watch_awake, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    return existed;
}

void sw_omp_watch_leave(void)
{
    if (!__atomic_sub_fetch(&watch.simulators, 1, __ATOMIC_SEQ_CST) && ask_to_end())
        pthread_detach(watch.thread);
}

void sw_omp_watch_end(void)
{
    watch.off = true;
    if (ask_to_end())
        sw_libc()->pthread_join(watch.thread, NULL);
}

void sw_omp_watch_forget(void)
{
    watch.exists = false;
    watch.simulators = sw_omp_self_if_any() != NULL;
    sw_omp_watch_awake = 0;
}
