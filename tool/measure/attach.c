/* Watches a running process from outside: which of its threads run, at each look; what they wait for; and the time between looks. */
#include "tool/measure/attach.h"
#include "base/clock.h"
#include "base/grow.h"
#include "collect/symbols/symbols.h"
#include "console/message.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/attach_parts.h"
#include "tool/measure/profiling.h"

#include <dirent.h>
#include <sched.h>
#include <sys/uio.h>

#define LIST_NS    100000000  /* how often its threads are listed */
#define REFRESH_NS 1000000000 /* ... and what is mapped, at most */

struct attached {
    const struct sw_attach_options *options;
    struct sw_attached_thread *threads;
    size_t n, room;
    struct sw_attached_stacks stacks;
    struct sw_attached_record record;
    struct sw_stopped stopped;
    unsigned processors;
    uint64_t began, last, listed, refreshed;
    int error; /* why the first thread could not be stopped */
};

static void say_refused(pid_t pid, int error)
{
    char text[8] = "";
    bool is_scoped =
        sw_file_start("/proc/sys/kernel/yama/ptrace_scope", text, sizeof text - 1) > 0 &&
        *text != '0';
    if (error == ESRCH || error == ENOENT)
        sw_error("there is no process %d", (int)pid);
    else if (error == ENOEXEC)
        sw_error("cannot watch process %d: it is a 32-bit program", (int)pid);
    else if (is_scoped)
        sw_error("cannot watch process %d: %s; kernel.yama.ptrace_scope is %c here, so only root "
                 "may ('sudo spanwise sample -p %d'); or start it with 'spanwise sample PROGRAM'",
                 (int)pid, strerror(error), *text, (int)pid);
    else
        sw_error(
            "cannot watch process %d: %s; that takes the right to trace it, as for a debugger: it "
            "has to be your own process, or you need root, or CAP_SYS_PTRACE in a container",
            (int)pid, strerror(error));
}

/* The command line of a process as the kernel has it; the process may have changed it. Its size. */
static size_t read_command(pid_t pid, char *text, size_t most)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)pid);
    ssize_t size = sw_file_start(path, text, most - 1);
    text[size > 0 ? size : 0] = 0;
    return size > 0 ? (size_t)size : 0;
}

/* If it was started by a symbolic link, its user knows it by that: the link's path takes the place of the file's. */
static void prefer_link(pid_t pid, char *path)
{
    char typed[PATH_MAX], cwd[64], folder[PATH_MAX] = "", link[2 * PATH_MAX], real[PATH_MAX];
    if (!read_command(pid, typed, sizeof typed))
        return;
    snprintf(cwd, sizeof cwd, "/proc/%d/cwd", (int)pid);
    const char *relative = typed + (strncmp(typed, "./", 2) ? 0 : 2);
    if (*typed == '/')
        strcpy(link, typed);
    else if (strchr(typed, '/') && readlink(cwd, folder, sizeof folder - 1) > 0)
        snprintf(link, sizeof link, "%s/%s", folder, relative);
    else if (!sw_program_find(typed, link))
        return;
    if (strlen(link) < PATH_MAX && realpath(link, real) && !strcmp(real, path))
        strcpy(path, link);
}

bool sw_attach_find(pid_t pid, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/exe", (int)pid);
    ssize_t n = readlink(link, path, PATH_MAX - 1);
    path[n > 0 ? n : 0] = 0;
    if (n <= 0)
        say_refused(pid, errno);
    else
        prefer_link(pid, path);
    return n > 0;
}

/* --- threads --- */

static struct sw_attached_thread *find_thread(const struct attached *a, pid_t tid)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->threads[i].tid == tid)
            return &a->threads[i];
    return NULL;
}

static void add_thread(struct attached *a, pid_t tid)
{
    if (!SW_GROW(a->threads, a->n, a->room)) {
        a->record.no_memory = true;
        return;
    }
    a->record.threads++;
    if (!sw_attached_open(&a->threads[a->n], a->options->pid, tid))
        return;
    if (a->record.n_lanes < SW_LANES_MOST)
        a->threads[a->n].lane = (uint32_t)++a->record.n_lanes;
    a->n++;
}

/* What a thread has left when it goes is where it was found last. */
static void settle(struct attached *a, struct sw_attached_thread *t)
{
    a->record.paths[t->path].sums.work += t->unpaid_ns;
    a->record.cpu_ns += t->unpaid_ns;
    t->unpaid_ns = 0;
}

/* False: the process is gone. */
static bool list_threads(struct attached *a, uint64_t now)
{
    char path[64];
    struct dirent *entry;
    size_t kept = 0;
    if (a->n && now - a->listed < LIST_NS)
        return true;
    a->listed = now;
    snprintf(path, sizeof path, "/proc/%d/task", (int)a->options->pid);
    DIR *tasks = opendir(path);
    for (size_t i = 0; i < a->n; i++)
        a->threads[i].is_listed = false;
    while (tasks && (entry = readdir(tasks))) {
        struct sw_attached_thread *known = find_thread(a, atoi(entry->d_name));
        if (known)
            known->is_listed = true;
        else if (atoi(entry->d_name) > 0)
            add_thread(a, atoi(entry->d_name));
    }
    if (tasks)
        closedir(tasks);
    for (size_t i = 0; i < a->n; i++) {
        if (a->threads[i].is_listed) {
            a->threads[kept++] = a->threads[i];
        } else {
            settle(a, &a->threads[i]);
            sw_attached_close(&a->threads[i]);
        }
    }
    a->n = kept;
    a->record.threads_most = kept > a->record.threads_most ? kept : a->record.threads_most;
    return kept;
}

/* --- a look --- */

struct look {
    uint64_t now, length; /* since the last one */
    size_t running, alive, locks, away;
    bool by_clock, by_input;
    uint32_t alone; /* the path of who ran last */
    uint64_t work, overhead;
    size_t stretch;
};

/* Code that is mapped nowhere was loaded since. */
static void refresh(struct attached *a, uint64_t now)
{
    if (now - a->refreshed < REFRESH_NS || dwfl_addrmodule(a->stacks.dwfl, a->stopped.pc))
        return;
    a->refreshed = now;
    sw_attached_stacks_refresh(&a->stacks);
}

/* Where a thread is: its path; 0: it could not be stopped. */
static uint32_t find_path(struct attached *a, struct sw_attached_thread *t, uint64_t now)
{
    if (!sw_attached_stop(t, &a->stopped)) {
        a->record.failed += errno != EAGAIN; /* which is for the next look */
        a->error = errno;
        return 0;
    }
    refresh(a, now);
    bool is_whole = sw_attached_unwind(&a->stacks, &a->stopped);
    a->record.cut += !is_whole;
    return sw_attached_path(&a->record, a->stacks.addresses, a->stacks.n, is_whole);
}

static void charge_running(struct attached *a, struct sw_attached_thread *t, struct look *l)
{
    uint32_t path = find_path(a, t, l->now);
    if (!path)
        return;
    a->record.cost_ns += a->stopped.took_ns;
    bool is_runtime = sw_attached_is_runtime(&a->stacks, a->stopped.pc);
    struct sw_effort_path *sums = &a->record.paths[path].sums;
    *(is_runtime ? &sums->overhead[SW_OVERHEAD_SYNCHRONIZE] : &sums->work) += t->unpaid_ns;
    *(is_runtime ? &l->overhead : &l->work) += t->unpaid_ns;
    struct sw_lane_cell *cell = sw_attached_cell(&a->record, t, l->stretch);
    if (cell) {
        cell->parts[is_runtime ? SW_LANE_OVERHEAD : SW_LANE_WORK] += t->unpaid_ns;
        sw_majority_vote(&cell->path, path, 1);
    }
    a->record.cpu_ns += t->unpaid_ns;
    a->record.paths[path].samples++;
    a->record.taken++;
    t->unpaid_ns = 0;
    t->path = l->alone = path;
}

/* A mutex of glibc's has the number of who holds it 8 bytes behind. */
static const struct sw_attached_thread *holder_of(const struct attached *a, uint64_t lock)
{
    int32_t owner = 0;
    struct iovec to = {&owner, sizeof owner}, from = {(void *)(lock + 8), sizeof owner};
    if (process_vm_readv(a->options->pid, &to, 1, &from, 1, 0) != sizeof owner || owner <= 0)
        return NULL;
    return find_thread(a, owner);
}

/* Its lane: for whom, and which lock, if that is what it waits for. */
static void draw_wait(struct attached *a, const struct sw_attached_thread *t, const struct look *l)
{
    struct sw_lane_cell *cell = sw_attached_cell(&a->record, t, l->stretch);
    bool is_lock = t->futex && t->is_lock;
    const struct sw_attached_thread *holder = is_lock ? holder_of(a, t->futex) : NULL;
    const struct sw_attached_lock *lock = is_lock ? sw_attached_lock(&a->record, t->futex) : NULL;
    if (!cell)
        return;
    cell->parts[is_lock                       ? SW_LANE_LOCK
                : t->waits == SW_WAIT_THREADS ? SW_LANE_THREADS
                                              : SW_LANE_AWAY] += l->length;
    if (holder && holder->lane)
        sw_majority_vote(&cell->whom, holder->lane, 1);
    if (lock)
        sw_majority_vote(&cell->on, (uint32_t)(lock - a->record.locks) + 1, 1);
}

/* A sleep in futex(2) is looked at once; the time of each look counts for where it is. */
static void charge_waiting(struct attached *a, struct sw_attached_thread *t, struct look *l)
{
    bool is_begun = !t->is_placed;
    draw_wait(a, t, l);
    if (!t->futex)
        return;
    if (is_begun) {
        uint32_t path = find_path(a, t, l->now);
        if (!path)
            return;
        t->path = path;
        t->is_placed = true;
    }
    a->record.waiting++;
    a->record.paths[t->path].sums.waited += l->length;
    struct sw_attached_lock *lock = t->is_lock ? sw_attached_lock(&a->record, t->futex) : NULL;
    if (!lock)
        return;
    const struct sw_attached_thread *owner = holder_of(a, t->futex);
    uint32_t holder = owner ? owner->path : 0;
    lock->waits += is_begun;
    lock->waited += l->length;
    sw_majority_vote(&lock->waiter, t->path, 1);
    if (!holder)
        return;
    sw_majority_vote(&lock->holder, holder, 1);
    a->record.paths[holder].sums.blamed += l->length;
}

/* Cores that had nothing to do count for who ran, in equal parts; where nobody did, for what is waited for. */
static void charge_idle(struct attached *a, const struct look *l)
{
    struct sw_attached_record *r = &a->record;
    uint64_t idle = a->processors > l->running ? (a->processors - l->running) * l->length : 0;
    size_t by_locks = l->locks < a->processors ? l->locks : a->processors;
    size_t at = l->stretch;
    if (!l->running) {
        r->nobody[l->by_input   ? SW_WAIT_INPUT
                  : l->by_clock ? SW_WAIT_CLOCK
                  : l->locks    ? SW_WAIT_LOCK
                                : SW_WAIT_THREADS] += l->length;
        return;
    }
    r->stretches[at].work += l->work;
    r->stretches[at].overhead += l->overhead;
    r->stretches[at].idle += idle;
    if (l->running == 1 && l->alone)
        sw_majority_vote(&r->stretches[at].alone, l->alone, 1);
    SW_EACH (t, a->threads, a->n) {
        struct sw_effort_path *sums = &r->paths[t->path].sums;
        if (t->state != SW_ATTACHED_RUNS)
            continue;
        uint64_t part = idle / l->running;
        uint64_t locks = by_locks * l->length / l->running;
        sums->idle += part;
        sums->idle_by[SW_IDLE_LOCKS] += locks < part ? locks : part;
    }
}

/* All states first: they are to be of one moment. */
static void look(struct attached *a, uint64_t now)
{
    struct look l = {.now = now,
                     .length = now - a->last,
                     .stretch = sw_attached_stretch(&a->record, now - a->began)};
    a->last = now;
    SW_EACH (t, a->threads, a->n) {
        sw_attached_look(t);
        l.running += t->state == SW_ATTACHED_RUNS;
        l.alive += t->state != SW_ATTACHED_GONE;
        if (t->state != SW_ATTACHED_WAITS)
            continue;
        l.locks += t->waits == SW_WAIT_LOCK;
        l.by_clock |= t->waits == SW_WAIT_CLOCK;
        l.by_input |= t->waits == SW_WAIT_INPUT;
    }
    for (size_t i = 0; i < a->n && !a->record.no_memory; i++)
        if (a->threads[i].state == SW_ATTACHED_RUNS)
            charge_running(a, &a->threads[i], &l);
    for (size_t i = 0; i < a->n && !a->record.no_memory; i++)
        if (a->threads[i].state == SW_ATTACHED_WAITS)
            charge_waiting(a, &a->threads[i], &l);
    charge_idle(a, &l);
}

static bool is_over(const struct attached *a, uint64_t now)
{
    uint64_t duration = a->options->duration_ns;
    return sw_interrupt_asked() || a->record.no_memory || (duration && now - a->began >= duration);
}

/* A process that has ended is there until its parent knows. */
static bool is_alive(const struct attached *a)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->threads[i].state != SW_ATTACHED_GONE || a->threads[i].is_new)
            return true;
    return false;
}

static void watch(struct attached *a)
{
    uint64_t period = 1000000000 / a->options->rate, now = sw_clock_ns(), next = now;
    a->began = a->last = now;
    while (list_threads(a, now) && is_alive(a) && !is_over(a, now)) {
        look(a, now);
        sw_progress("sample: process %d, %.0f s", (int)a->options->pid,
                    (double)(now - a->began) / 1e9);
        now = sw_clock_ns();
        next = next + period > now ? next + period : now; /* a look may take longer than that */
        for (; now < next && !sw_interrupt_asked(); now = sw_clock_ns())
            sw_interrupt_wait(NULL, 0,
                              (int)((next - now + 999999) / 1000000)); /* stops are signals too */
    }
    sw_progress_erase();
    for (size_t i = 0; i < a->n; i++) {
        a->record.delay_ns += a->threads[i].delay_ns;
        settle(a, &a->threads[i]);
    }
}

static unsigned count_processors(pid_t pid)
{
    cpu_set_t set;
    int n = sched_getaffinity(pid, sizeof set, &set) < 0 ? 0 : CPU_COUNT(&set);
    return n > 0 ? (unsigned)n : 1;
}

static int describe(struct sw_profile *p, const struct sw_attach_options *o, char *exe)
{
    static char text[65536];
    char *words[256], *at = text;
    size_t n = 0, size = read_command(o->pid, text, sizeof text);
    for (; at < text + size && n < sizeof words / sizeof *words - 1; at += strlen(at) + 1)
        words[n++] = at;
    words[n] = NULL;
    words[0] = exe;
    if (!n)
        words[1] = NULL;
    struct sw_live_options options = SW_OPTIONS_DEFAULT;
    options.sample_rate = o->rate;
    p->sampled.rate = o->rate;
    p->started_unix = (uint64_t)time(NULL);
    return sw_profile_describe(p, words, &options);
}

static int fill(struct attached *a, struct sw_profile *p)
{
    p->effort.processors = a->processors;
    p->front_end = SW_FRONT_END_SAMPLE;
    int error = sw_attached_fill(p, &a->record, &a->stacks, a->last - a->began);
    if (!error)
        error = sw_symbols_resolve(p);
    if (!error)
        error = sw_profile_warn(p,
                                "process %d was watched from outside, which misses most waits "
                                "shorter than %.0f ms, and shows only the kind of a wait, except "
                                "in futex(2); 'spanwise sample PROGRAM' sees all of them",
                                (int)a->options->pid, 1000.0 / (double)a->options->rate);
    return error;
}

int sw_attach(struct sw_profile *p, const struct sw_attach_options *o)
{
    static struct attached a;
    char exe[PATH_MAX];
    a = (struct attached){.options = o, .processors = count_processors(o->pid)};
    if (!sw_attach_find(o->pid, exe))
        return 1;
    sw_interrupt_hold();
    bool is_ready = sw_attached_record_init(&a.record) && describe(p, o, exe) == 0 &&
                    sw_attached_stacks_init(&a.stacks, o->pid);
    if (is_ready) {
        sw_interrupt_begin(false);
        watch(&a);
        sw_interrupt_end();
    }
    int status = 0;
    if (!is_ready)
        sw_error("cannot watch process %d: %s", (int)o->pid,
                 a.stacks.dwfl ? dwfl_errmsg(-1) : "not enough memory");
    else if (!a.record.taken && a.error)
        say_refused(o->pid, a.error);
    else if (a.record.no_memory || fill(&a, p))
        sw_error("not enough memory");
    else
        status = -1;
    for (size_t i = 0; i < a.n; i++)
        sw_attached_close(&a.threads[i]);
    free(a.threads);
    sw_attached_record_release(&a.record);
    sw_attached_stacks_release(&a.stacks);
    return status < 0 ? 0 : 1;
}
