/*
 * The thread that looks every millisecond whether the one with the baton is blocked or has run
 * for too long.
 */
#include "agent/core/held.h"
#include "agent/core/libc.h"
#include "agent/process/interrupted.h"
#include "agent/process/own_code.h"
#include "agent/process/signal.h"
#include "agent/process/task_file.h"
#include "agent/threads/simulator.h"
#include "base/clock.h"
#include "base/raw.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>

#define EVERY_NS     1000000
#define NEARBY       256 /* bytes of code that a loop has at most that waits for a variable */
#define ASLEEP_LOOKS 2   /* in a row that find a thread asleep: it has lost the baton */
#define TICK_LOOKS \
    1 /* in a row without a hook: what it takes by atomics, others may have had in the meantime */
#define COUNTED_LOOK \
    400 /* where instructions are counted: a signal adds some, and runs would differ */

static struct {
    pthread_t thread;
    bool exists;
    _Atomic bool is_over;
    _Atomic(const struct sw_vthread *) ticks; /* who is being sent a tick */
} watch;

/* --- Ticks --- */

/* Code in which a thread may hold locks that nobody sees: libc's and the loader's. */
static struct sw_range zones[8];
static unsigned n_zones;

static bool is_zone(const char *path)
{
    static const char *const names[] = {"libc.so", "ld-linux", "libpthread", "linux-vdso",
                                        "libc-2."};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    return false;
}

/* What malloc() is in, if that is neither libc nor the program itself. */
static struct sw_range allocator;

static bool is_in(const struct sw_range *range, uint64_t pc)
{
    return pc >= range->low && pc < range->high;
}

bool sw_watch_is_allocator(const void *caller)
{
    return is_in(&allocator, (uint64_t)caller);
}

static int note_zone(struct dl_phdr_info *info, size_t size, void *malloc_at)
{
    bool is_one = is_zone(info->dlpi_name);
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uint64_t low = info->dlpi_addr + h->p_vaddr;
        struct sw_range code = {low, low + h->p_memsz};
        if (h->p_type != PT_LOAD || !(h->p_flags & PF_X))
            continue;
        if (is_one && n_zones < sizeof zones / sizeof *zones)
            zones[n_zones++] = code;
        else if (!is_one && *info->dlpi_name && is_in(&code, (uint64_t)malloc_at))
            allocator = code;
    }
    return 0;
}

static bool is_in_zone(uint64_t pc)
{
    unsigned i = 0;
    while (i < n_zones && !is_in(&zones[i], pc))
        i++;
    return i < n_zones || is_in(&allocator, pc);
}

static void tick(const void *context)
{
    static __thread struct sw_interrupted last;
    static __thread uint64_t last_events;
    struct sw_vthread *t = sw_vself;
    int error = errno;
    if (!t || t->pos != SW_POS_OUTSIDE || is_in_zone(sw_interrupted_pc(context)))
        return;
    sw_signal_let_in(context);
    struct sw_interrupted now = sw_interrupted(context);
    bool spins = t->events == last_events &&
                 sw_interrupted_is_same(&now, &last, SW_INTERRUPTED_REGISTERS - 1, NEARBY);
    uint64_t before = t->worked;
    t = sw_hook_begin();
    if (t) {
        if (spins) {
            sw_wait_spun(t, (const void *)(now.pc + 1), t->worked - before);
            sw_hook_settle(t); /* also with a lock that nobody is to wait for */
        }
        last = now;
        last_events = t->events;
        sw_hook_end(t);
    }
    errno = error;
}

static bool on_signal(siginfo_t *info, void *context)
{
    bool ours = sw_signal_is_sent(info, &watch);
    if (ours)
        tick(context);
    return ours;
}

/* A thread that is about to wait first says so and then looks at `ticks`; here it is the other way round. */
static void send_tick(const struct sw_vthread *t)
{
    atomic_store(&watch.ticks, t);
    if (!atomic_load(&t->is_held))
        sw_signal_send(t->tid, &watch);
    atomic_store(&watch.ticks, NULL);
}

/* A tick that was sent before arrives at the end of a system call. */
void sw_watch_hold(struct sw_vthread *t)
{
    atomic_store(&t->is_held, true);
    for (unsigned i = 1; atomic_load(&watch.ticks) == t; i++)
        sw_wait(i);
    if (t->sampler)
        sw_sample_source_pause(&t->sampler->source);
    sw_raw4(SYS_gettid, 0, 0, 0, 0);
}

void sw_watch_release(struct sw_vthread *t)
{
    atomic_store(&t->is_held, false);
    if (t->sampler)
        sw_sample_source_go_on(&t->sampler->source);
}

/* Not a child of vfork(), which has its parent's memory. */
static bool is_one(const struct sw_vthread *t)
{
    return t && t != &sw_vnobody && t->tid == sw_raw4(SYS_gettid, 0, 0, 0, 0);
}

static void hold(void)
{
    if (is_one(sw_vself))
        sw_watch_hold(sw_vself);
}

static void release(void)
{
    if (is_one(sw_vself))
        sw_watch_release(sw_vself);
}

/* --- Looks --- */

/* 'S', 'R', ...: as the system has it; 0: not known. */
static char state_of(int tid)
{
    static struct sw_task_file file;
    char text[512];
    if (!sw_task_file_read(&file, tid, "/stat", text, sizeof text))
        return 0;
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' ? end[2] : 0;
}

/* Somebody else could run, or wants to. */
static bool is_wanted(void)
{
    const struct sw_cores *c = sw_sim.cores;
    return __atomic_load_n(&c->n_heap, __ATOMIC_RELAXED) > 1 ||
           __atomic_load_n(&c->n_ready, __ATOMIC_RELAXED) || atomic_load(&sw_sim.back);
}

struct look {
    const struct sw_vthread *thread;
    uint64_t events;
    unsigned same, asleep;
};

static void look(struct look *last)
{
    struct sw_vthread *t = atomic_load(&sw_sim.holder);
    if (!t) {
        if (atomic_load(&sw_sim.back) || sw_clock_ns() >= atomic_load(&sw_sim.idle_until))
            sw_baton_look();
        return;
    }
    uint64_t events = __atomic_load_n(&t->events, __ATOMIC_RELAXED);
    if (t == &sw_vnobody || t->pos != SW_POS_OUTSIDE || t != last->thread ||
        events != last->events) {
        *last = (struct look){.thread = t, .events = events};
        return;
    }
    char state = state_of(t->tid);
    last->asleep = state == 'S' || state == 'D' ? last->asleep + 1 : 0;
    last->same++;
    if (last->asleep >= ASLEEP_LOOKS) {
        sw_baton_take(t);
        *last = (struct look){0};
    } else if (is_wanted() && last->same % TICK_LOOKS == 0 &&
               (!t->meter->counter || last->same >= COUNTED_LOOK)) {
        send_tick(t);
    }
}

/* After main's pthread_exit() the process lives until its last thread has ended: it must not be this one. */
static bool is_last(void)
{
    return sw_sim.main_is_over && !__atomic_load_n(&sw_sim.cores->n_alive, __ATOMIC_RELAXED);
}

static void *run(void *unused)
{
    struct timespec pause = {.tv_nsec = EVERY_NS};
    struct look last = {0};
    sw_vself = &sw_vnobody;
    while (!atomic_load(&watch.is_over) && !is_last()) {
        sw_raw4(SYS_nanosleep, (long)&pause, 0, 0, 0);
        look(&last);
    }
    return unused;
}

/* Without it all is as before, but what blocks unseen hangs. */
void sw_watch_begin(void)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (watch.exists || atomic_load(&watch.is_over))
        return;
    watch.exists = true;
    dl_iterate_phdr(note_zone, dlsym(RTLD_DEFAULT, "malloc"));
    struct sw_range own = sw_own_code();
    if (n_zones < sizeof zones / sizeof *zones)
        zones[n_zones++] = own;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 << 10);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    sw_libc()->pthread_create(&watch.thread, &attributes, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    sw_held_begin = hold;
    sw_held_end = release;
    sw_signal_take(on_signal); /* libc has its own since the first thread */
}

void sw_watch_end(void)
{
    atomic_store(&watch.is_over, true);
}

void sw_watch_forget(void)
{
    watch.exists = false;
}
