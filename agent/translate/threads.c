/*
 * Brings threads that exist already when translation starts, such as a scheduler's workers, into
 * translated code.
 */
#include "agent/translate/threads.h"
#include "agent/translate/cache.h"
#include "agent/translate/entry.h"
#include "base/raw.h"

#include <signal.h>
#include <ucontext.h>

/* libc's own, for setuid(): the one that no thread blocks. It is given back. */
#define SIGNAL       33
#define MOST         4096
#define WAIT_NS      1000000
#define WAIT_TIMES   500
#define SA_RESTORER_ 0x04000000

static int asked[MOST];
static unsigned n_asked;
static _Atomic unsigned n_taken;

/* On the thread itself, which was in code of the program's: it returns to the copy. */
static void take(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    uint64_t mask;
#if defined __x86_64__
    uint64_t *pc = (uint64_t *)&u->uc_mcontext.gregs[REG_RIP];
#else
    uint64_t *pc = (uint64_t *)&u->uc_mcontext.pc;
#endif
    (void)signal;
    if (info->si_code != SI_TKILL)
        return; /* a sample */
    sw_cache_lock(&mask);
    struct sw_block *b = sw_cache_get(*pc);
    sw_cache_unlock(mask);
    if (b)
        *pc = (uint64_t)b->code;
    atomic_fetch_add(&n_taken, 1);
}

/* False: it was asked already, or is gone. */
static bool ask(int process, int thread)
{
    for (unsigned i = 0; i < n_asked; i++)
        if (asked[i] == thread)
            return false;
    if (n_asked == MOST || sw_raw4(SYS_tgkill, process, thread, SIGNAL, 0) < 0)
        return false;
    asked[n_asked++] = thread;
    return true;
}

struct entry {
    uint64_t inode, offset;
    uint16_t bytes;
    uint8_t type;
    char name[];
};

/* Asks all threads that have not been asked; true: there were some. */
static bool ask_all(void)
{
    static char entries[4096] __attribute__((aligned(8)));
    int process = (int)sw_raw4(SYS_getpid, 0, 0, 0, 0), self = (int)sw_raw4(SYS_gettid, 0, 0, 0, 0);
    long n, fd = sw_raw_open("/proc/self/task", O_RDONLY | O_DIRECTORY);
    bool some = false;
    if (fd < 0)
        return false;
    while ((n = sw_raw4(SYS_getdents64, fd, (long)entries, sizeof entries, 0)) > 0)
        for (long at = 0; at < n;) {
            const struct entry *e = (const struct entry *)(entries + at);
            int thread = 0;
            for (const char *p = e->name; *p >= '0' && *p <= '9'; p++)
                thread = 10 * thread + (*p - '0');
            if (thread && thread != self)
                some |= ask(process, thread);
            at += e->bytes;
        }
    sw_raw_close(fd);
    return some;
}

static bool wait_for_all(void)
{
    const struct {
        int64_t s, ns;
    } pause = {0, WAIT_NS};
    for (unsigned i = 0; i < WAIT_TIMES && atomic_load(&n_taken) < n_asked; i++)
        sw_raw4(SYS_nanosleep, (long)&pause, 0, 0, 0);
    return atomic_load(&n_taken) >= n_asked;
}

/* Those that are there may be starting others meanwhile. */
void sw_threads_take(void)
{
    struct sw_raw_action ours = {(uint64_t)take, SA_SIGINFO | SA_RESTART, 0, ~0ull}, old;
#if defined __x86_64__
    ours.flags |= SA_RESTORER_;
    ours.restorer = (uint64_t)sw_entry_restorer;
#endif
    if (sw_raw4(SYS_rt_sigaction, SIGNAL, (long)&ours, (long)&old, 8) < 0)
        return;
    while (ask_all() && wait_for_all())
        ;
    sw_raw4(SYS_rt_sigaction, SIGNAL, (long)&old, 0, 8);
}
