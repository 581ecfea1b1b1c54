#include "target/threads/watch.h"
#include "base/raw.h"
#include "target/core/handler.h"
#include "target/process/own_code.h"
#include "target/threads/libc.h"
#include "target/threads/simulator.h"
#include "target/threads/wait.h"

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#define EVERY_NS     1000000
#define NEARBY       256 /* bytes of code that a loop has at most that waits for a variable */
#define ASLEEP_LOOKS 2   /* in a row that find a thread asleep: it has lost the baton */
#define TICK_LOOKS \
    1 /* in a row without a hook: what it takes by atomics, others may have had in the meantime */
#define COUNTED_LOOK \
    400 /* where instructions are counted: a signal adds some, and runs would differ */

#if defined __x86_64__
enum { REGISTERS = 15 }; /* but for the stack pointer's, which is the last */
#else
enum { REGISTERS = 31 };
#endif

static struct {
    pthread_t thread;
    bool exists;
    _Atomic bool is_over;
    int signal;
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

static int note_zone(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (unsigned i = 0; is_zone(info->dlpi_name) && i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uint64_t low = info->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_LOAD && h->p_flags & PF_X && n_zones < sizeof zones / sizeof *zones)
            zones[n_zones++] = (struct sw_range){low, low + h->p_memsz};
    }
    return 0;
}

static bool is_in_zone(uint64_t pc)
{
    for (unsigned i = 0; i < n_zones; i++)
        if (pc >= zones[i].low && pc < zones[i].high)
            return true;
    return false;
}

static uint64_t pc_of(const void *context)
{
    const ucontext_t *u = context;
#if defined __x86_64__
    return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
#else
    return (uint64_t)u->uc_mcontext.pc;
#endif
}

/* Where a thread was at its last tick, to be compared with the next one: who computes changes registers, who waits for a variable in a
 * loop does not. */
struct place {
    uint64_t pc, registers[REGISTERS];
};

static struct place place_of(const void *context)
{
    const ucontext_t *u = context;
    struct place p = {.pc = pc_of(context)};
    for (unsigned i = 0; i < REGISTERS; i++)
#if defined __x86_64__
        p.registers[i] = (uint64_t)u->uc_mcontext.gregs[i];
#else
        p.registers[i] = (uint64_t)u->uc_mcontext.regs[i];
#endif
    return p;
}

static bool is_same(const struct place *a, const struct place *b)
{
    uint64_t apart = a->pc > b->pc ? a->pc - b->pc : b->pc - a->pc;
    return apart < NEARBY && !memcmp(a->registers, b->registers, sizeof a->registers);
}

static void on_tick(int number, siginfo_t *info, void *context)
{
    static __thread struct place last;
    static __thread uint64_t last_events;
    struct sw_vthread *t = sw_vself;
    int error = errno;
    if (info->si_code != SI_QUEUE || info->si_ptr != &watch) {
        sw_handler_pass(number, info, context);
        return;
    }
    if (!t || t->pos != SW_POS_OUTSIDE || is_in_zone(pc_of(context)))
        return;
    struct place now = place_of(context);
    bool spins = t->events == last_events && is_same(&now, &last);
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

/* One that is ignored by default: it must not kill what the program may become by exec(). */
static int take_signal(void)
{
    static const int signals[] = {SIGURG, SIGWINCH};
    struct sigaction ours = {.sa_sigaction = on_tick,
                             .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER},
                     old;
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sw_handler_real(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL &&
            sw_handler_real(signals[i], &ours, NULL) == 0) {
            sw_handler_keep(signals[i]);
            return signals[i];
        }
    return 0;
}

static bool is_ours(int number)
{
    struct sigaction now;
    return number && sw_handler_real(number, NULL, &now) == 0 && now.sa_flags & SA_SIGINFO &&
           now.sa_sigaction == on_tick;
}

static void send_tick(const struct sw_vthread *t)
{
    siginfo_t info = {.si_code = SI_QUEUE};
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_ptr = &watch; /* none that another one might send */
    if (is_ours(watch.signal))
        sw_raw4(SYS_rt_tgsigqueueinfo, getpid(), t->tid, watch.signal, (long)&info);
}

static uint64_t bit_of(int64_t signal)
{
    return signal ? UINT64_C(1) << (signal - 1) : 0;
}

static uint64_t set_mask(int how, uint64_t set)
{
    uint64_t old = 0;
    sw_raw4(SYS_rt_sigprocmask, how, (long)&set, (long)&old, sizeof set);
    return old;
}

uint64_t sw_watch_hold(void)
{
    uint64_t ours = bit_of(watch.signal) | bit_of(sw_live->sampling.signal);
    return ours & ~set_mask(SIG_BLOCK, ours);
}

void sw_watch_release(uint64_t held)
{
    set_mask(SIG_UNBLOCK, held);
}

void sw_watch_admit(void)
{
    if (watch.signal)
        set_mask(SIG_UNBLOCK, bit_of(watch.signal));
}

const sigset_t *sw_watch_held(const sigset_t *mask, sigset_t *copy)
{
    if (!mask)
        return NULL;
    *copy = *mask;
    if (watch.signal)
        sigaddset(copy, watch.signal);
    if (sw_live->sampling
            .signal) /* one of the time before may be on its way: nothing has come that the program waits for */
        sigaddset(copy, (int)sw_live->sampling.signal);
    return copy;
}

const sigset_t *sw_watch_without(const sigset_t *mask, sigset_t *copy)
{
    if (!mask || !watch.signal)
        return mask;
    *copy = *mask;
    sigdelset(copy, watch.signal);
    return copy;
}

/* --- Looks --- */

/* 'S', 'R', ...: as the system has it; 0: not known. */
static char state_of(int tid)
{
    char text[512] = "/proc/self/task/";
    char *end = text + strlen(text);
    for (int digits = 1000000000; digits; digits /= 10)
        if (tid >= digits)
            *end++ = (char)('0' + tid / digits % 10);
    strcpy(end, "/stat");
    long fd = sw_raw_open(text, O_RDONLY), n = fd < 0 ? 0 : sw_raw_read(fd, text, sizeof text - 1);
    if (fd >= 0)
        sw_raw_close(fd);
    if (n <= 0)
        return 0;
    text[n] = 0;
    end = strrchr(text, ')');
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
        if (atomic_load(&sw_sim.back) || sw_real_ns() >= atomic_load(&sw_sim.idle_until))
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
    watch.signal = take_signal();
    sw_watch_admit();
    dl_iterate_phdr(note_zone, NULL);
    struct sw_range own = sw_own_code();
    if (n_zones < sizeof zones / sizeof *zones)
        zones[n_zones++] = own;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 << 10);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    sw_libc()->pthread_sigmask(SIG_SETMASK, &all, &before);
    sw_libc()->pthread_create(&watch.thread, &attributes, run, NULL);
    sw_libc()->pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

void sw_watch_end(void)
{
    atomic_store(&watch.is_over, true);
}

void sw_watch_forget(void)
{
    watch.exists = false;
}
