/* Starts the translator, and finds the code to go on with where a thread leaves a block. */
#include "agent/translate/cache.h"
#include "agent/translate/calls.h"
#include "agent/translate/emit.h"
#include "agent/translate/entry.h"
#include "agent/translate/ranges.h"
#include "agent/translate/windows.h"

#include <signal.h>

/* --- Threads that there are already when translation starts: the scheduler's workers, for one --- */

#define MOST       4096
#define WAIT_NS    1000000
#define WAIT_TIMES 500

static int asked[MOST];
static unsigned n_asked;
static _Atomic unsigned n_taken;

/* On the thread itself, which was in code of the program's: it returns to the copy. */
static void take(int signal, siginfo_t *info, void *context)
{
    uint64_t *pc = sw_signals_pc(context);
    (void)signal;
    if (info->si_code != SI_TKILL)
        return; /* a sample */
    const struct sw_block *b = sw_cache_get_now(*pc);
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
    if (n_asked == MOST || sw_raw4(SYS_tgkill, process, thread, SW_SIGNAL, 0) < 0)
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

/* Has them all go on translated, wherever they are, if they can be reached within half a second: there
 * may be threads that are not the program's (qemu's). Those that are there may be starting others meanwhile. */
static void take_threads(void)
{
    struct sw_raw_action ours = sw_signals_own((uint64_t)take), old;
    if (sw_raw4(SYS_rt_sigaction, SW_SIGNAL, (long)&ours, (long)&old, 8) < 0)
        return;
    while (ask_all() && wait_for_all())
        ;
    sw_raw4(SYS_rt_sigaction, SW_SIGNAL, (long)&old, 0, 8);
}

/* --- The translator --- */

__thread struct sw_translated sw_translated;

_Static_assert(offsetof(struct sw_translated, slots[0]) == SW_SLOT_0, "entry_*.S knows it");
_Static_assert(offsetof(struct sw_translated, slots[1]) == SW_SLOT_1, "entry_*.S knows it");
_Static_assert(offsetof(struct sw_translated, slots[2]) == SW_SLOT_2, "entry_*.S knows it");
_Static_assert(offsetof(struct sw_translated, slots[4]) == SW_SLOT_4, "entry_*.S knows it");

static bool started, gave_up;
static char *trouble;
static size_t trouble_bytes;

bool sw_translate_init(const char **why)
{
    if (sw_cache_init())
        return true;
    *why = "no memory to translate the program's code, or none that code can be run in; try "
           "--engine=qemu";
    return false;
}

static void own(enum sw_own_call what, uint64_t low, uint64_t high)
{
    if (started)
        sw_raw4(SW_OWN_CALL, what, (long)low, (long)high, 0);
    else
        sw_calls_own(what, low, high);
}

void sw_translate_range(uint64_t low, uint64_t high, bool counted)
{
    own(counted ? SW_OWN_COUNTED : SW_OWN_NOT_COUNTED, low, high);
}

void sw_translate_own(uint64_t low, uint64_t high)
{
    sw_ranges_set_own(low, high);
    sw_translate_range(low, high, false);
}

void sw_translate_changed(uint64_t low, uint64_t high)
{
    own(SW_OWN_CHANGED, low, high);
}

/* A thread that runs as it is anyhow makes the call of the kernel. */
void sw_translate_aside(void (*function)(void *), void *argument)
{
    if (sw_raw4(SW_OWN_CALL, SW_OWN_ASIDE, (long)function, (long)argument, 0))
        function(argument);
}

static char *put_text(char *to, const char *text)
{
    while (*text)
        *to++ = *text++;
    return to;
}

static char *put_hex(char *to, uint64_t value, unsigned digits)
{
    while (digits-- > 0)
        *to++ = "0123456789abcdef"[value >> (4 * digits) & 15];
    return to;
}

static void say(const char *line, size_t n)
{
    static const char prefix[] = "spanwise: ";
    sw_raw_say(line, n);
    size_t from = sizeof prefix - 1, left = n - 1 - from;
    for (size_t i = 0; i < left && i + 1 < trouble_bytes; i++)
        trouble[i] = line[from + i];
}

void sw_translate_start(bool only, char *to, size_t bytes)
{
    started = true;
    trouble = to;
    trouble_bytes = to ? bytes : 0;
    sw_ranges_count_all(!only);
    sw_calls_init();
    take_threads();
    sw_signals_init();
    sw_windows_start();
    sw_entry_start();
}

void sw_translate_enclose(void)
{
    if (started)
        own(SW_OWN_ENCLOSE, 0, 0);
}

/* A thread that runs as it is makes the call of the kernel, which does not know it. */
void sw_translate_look(void)
{
    static const char lost[] =
        "spanwise: a thread that ran before the profiler started could not be "
        "reached: it is not counted; try --engine=qemu\n";
    if (gave_up || sw_raw4(SW_OWN_CALL, SW_OWN_NOTHING, 0, 0, 0) == 0)
        return;
    gave_up = true;
    say(lost, sizeof lost - 1);
}

/* The program goes on as it is: what it cannot run, it cannot run there either. */
static uint64_t give_up(uint64_t address)
{
    static const char unknown[] =
        "spanwise: the system does not tell where the program's code is (/proc/self/maps): "
        "nothing is counted; try --engine=qemu\n";
    char line[256], *p = line;
    const struct sw_code_range *range = sw_ranges_find(address);
    if (gave_up || (!range && !sw_cache_is_empty()))
        return address; /* where no code is, the fault is the program's own */
    gave_up = true;
    if (!range) {
        say(unknown, sizeof unknown - 1);
        return address;
    }
    p = put_text(p, "spanwise: cannot translate the instruction at 0x");
    p = put_hex(p, address, 12);
    p = put_text(p, range->unreadable ? " (it cannot be read " : " (");
    for (unsigned i = 0; i < 8 && address + i < range->high && !range->unreadable; i++) {
        p = put_hex(p, ((const uint8_t *)address)[i], 2);
        *p++ = ' ';
    }
    p[-1] = ')';
    p = put_text(p, ": nothing is counted from there on; try --engine=qemu\n");
    say(line, (size_t)(p - line));
    return address;
}

static uint64_t code_of(struct sw_block *block, uint64_t address)
{
    return block ? sw_emit_way_in(block) : sw_emit_native(give_up(address));
}

uint64_t sw_entry_on_exit(struct sw_saved *saved, struct sw_exit *exit)
{
    uint64_t mask;
    (void)saved;
    sw_cache_lock(&mask);
    struct sw_block *b = sw_cache_get(exit->target);
    if (b)
        sw_cache_link(exit, b);
    uint64_t to = code_of(b, exit->target);
    sw_cache_unlock(mask);
    return to;
}

uint64_t sw_entry_on_miss(struct sw_saved *saved, uint64_t address)
{
    uint64_t mask;
    struct sw_block *b = sw_cache_find(address);
    (void)saved;
    if (b && atomic_load_explicit(&b->indirect, memory_order_acquire) && !b->checked) {
        atomic_store_explicit(&sw_cache_jumps[SW_JUMP_OF(address)], b, memory_order_release);
        return sw_emit_way_in(b);
    }
    sw_cache_lock(&mask);
    b = sw_cache_get(address);
    if (b)
        sw_cache_announce(b);
    uint64_t to = code_of(b, address);
    sw_cache_unlock(mask);
    return to;
}
