/* One thread of a process that is watched: its state and times from /proc, and its registers and stack while it is stopped. */
#include "base/clock.h"
#include "tool/measure/attach_parts.h"

#include <elf.h>
#include <linux/futex.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

static int open_file(pid_t pid, pid_t tid, const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "/proc/%d/task/%d/%s", (int)pid, (int)tid, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

bool sw_attached_open(struct sw_attached_thread *t, pid_t pid, pid_t tid)
{
    *t = (struct sw_attached_thread){.tid = tid, .is_listed = true, .is_new = true};
    t->state_file = open_file(pid, tid, "stat");
    t->times_file = open_file(pid, tid, "schedstat");
    t->call_file = open_file(pid, tid, "syscall");
    if (t->state_file >= 0)
        return true;
    sw_attached_close(t);
    return false;
}

void sw_attached_close(struct sw_attached_thread *t)
{
    int files[] = {t->state_file, t->times_file, t->call_file};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] >= 0)
            close(files[i]);
}

static bool read_text(int file, char *text, size_t size)
{
    ssize_t n = file < 0 ? 0 : pread(file, text, size - 1, 0);
    text[n > 0 ? n : 0] = 0;
    return n > 0;
}

/* "123 (name) R ...": the name may hold anything. */
static char state_of(const struct sw_attached_thread *t)
{
    char text[512];
    const char *end = read_text(t->state_file, text, sizeof text) ? strrchr(text, ')') : NULL;
    return end && end[1] ? end[2] : 'X';
}

/* Its time on processors, and the time that it waited for one. */
static void look_at_times(struct sw_attached_thread *t)
{
    char text[96];
    unsigned long long cpu, delay;
    if (!read_text(t->times_file, text, sizeof text) ||
        sscanf(text, "%llu %llu", &cpu, &delay) != 2)
        return;
    if (!t->is_new)
        t->unpaid_ns += cpu - t->cpu_ns;
    t->cpu_ns = cpu;
    t->delay_ns = delay;
    t->is_new = false;
}

/* A lock of glibc's is waited for with the value 2: taken, and waited for. */
static void look_at_futex(struct sw_attached_thread *t, const unsigned long long *args)
{
    unsigned command = (unsigned)args[1] & FUTEX_CMD_MASK;
    t->futex = args[0];
    t->is_lock = command == FUTEX_LOCK_PI || (command == FUTEX_WAIT && (unsigned)args[2] == 2);
    t->waits = t->is_lock ? SW_WAIT_LOCK : SW_WAIT_THREADS;
}

/* "NUMBER ARGUMENT ...", or "running", or "-1 ..." where it is in no call. */
static void look_at_call(struct sw_attached_thread *t)
{
    char text[256];
    long number;
    unsigned long long args[3];
    uint64_t before = t->futex;
    t->futex = 0;
    t->waits = SW_WAIT_INPUT;
    if (!read_text(t->call_file, text, sizeof text) ||
        sscanf(text, "%ld %llx %llx %llx", &number, &args[0], &args[1], &args[2]) != 4)
        return;
    if (number == SYS_futex)
        look_at_futex(t, args);
    else if (number == SYS_nanosleep || number == SYS_clock_nanosleep)
        t->waits = SW_WAIT_CLOCK;
    if (t->futex != before)
        t->is_placed = false;
}

#define STOP_NS 100000 /* of its time, that a stop takes at most */

void sw_attached_look(struct sw_attached_thread *t)
{
    uint64_t cpu = t->cpu_ns;
    char state = state_of(t);
    look_at_times(t);
    if (t->is_held && state != 'Z' && state != 'X')
        return; /* it is what it was */
    if (t->cpu_ns - cpu > STOP_NS)
        t->is_placed = false; /* it has been elsewhere meanwhile */
    if (state == 'R') {
        t->state = SW_ATTACHED_RUNS;
        t->futex = 0;
    } else if (state == 'S' || state == 'D') {
        t->state = SW_ATTACHED_WAITS;
        look_at_call(t);
    } else {
        t->state = state == 'Z' || state == 'X' ? SW_ATTACHED_GONE : SW_ATTACHED_STOPPED;
    }
}

/* --- a stop --- */

#define PATIENCE_NS \
    5000000 /* that a thread which runs takes to stop, at most: one that has begun to wait for a disk takes longer */

/* Its DWARF numbers: of the System V ABI's supplement for each processor. */
static bool take_registers(pid_t tid, struct sw_stopped *s)
{
    struct user_regs_struct r;
    struct iovec all = {&r, sizeof r};
    if (ptrace(PTRACE_GETREGSET, tid, (void *)NT_PRSTATUS, &all) < 0)
        return false;
    if (all.iov_len != sizeof r) {
        errno = ENOEXEC; /* a program of 32 bits */
        return false;
    }
#if defined __aarch64__
    for (unsigned i = 0; i < 31; i++)
        s->registers[i] = r.regs[i];
    s->registers[31] = r.sp;
    s->n_registers = 32;
    s->pc = r.pc;
    s->sp = r.sp;
#else
    const uint64_t numbered[] = {r.rax, r.rdx, r.rcx, r.rbx, r.rsi, r.rdi, r.rbp, r.rsp, r.r8,
                                 r.r9,  r.r10, r.r11, r.r12, r.r13, r.r14, r.r15, r.rip};
    memcpy(s->registers, numbered, sizeof numbered);
    s->n_registers = sizeof numbered / sizeof *numbered;
    s->pc = r.rip;
    s->sp = r.rsp;
#endif
    return true;
}

/* As far as it is mapped: a piece that is not ends it. */
static void copy_stack(pid_t tid, struct sw_stopped *s)
{
    enum { PIECE = 4096, PIECES = SW_STACK_COPY / PIECE + 1 };
    struct iovec to = {s->stack, sizeof s->stack}, from[PIECES];
    uint64_t at = s->sp, end = s->sp + sizeof s->stack;
    size_t n = 0;
    while (at < end && n < PIECES) {
        uint64_t next = (at / PIECE + 1) * PIECE;
        next = next < end ? next : end;
        from[n++] = (struct iovec){(void *)at, next - at};
        at = next;
    }
    ssize_t size = process_vm_readv(tid, &to, 1, from, n, 0);
    s->size = size > 0 ? (size_t)size : 0;
}

/* What stopped it: 0: we have; else a signal that it is to get. */
static int signal_of(int status)
{
    return status >> 16 == PTRACE_EVENT_STOP ? 0 : WSTOPSIG(status);
}

static void let_go(struct sw_attached_thread *t, int status)
{
    ptrace(PTRACE_DETACH, t->tid, NULL, (void *)(intptr_t)signal_of(status));
    t->is_held = false;
}

/* Whether it has stopped by now; else whoever asks next time finds out. */
static bool wait_for_stop(struct sw_attached_thread *t, uint64_t until_ns, int *status)
{
    const struct timespec some = {0, 10000};
    for (;;) {
        pid_t found = waitpid(t->tid, status, __WALL | WNOHANG);
        if (found < 0 || (found == t->tid && !WIFSTOPPED(*status))) {
            t->is_held = false;
            t->state = SW_ATTACHED_GONE;
            return false;
        }
        if (found == t->tid)
            return true;
        if (sw_clock_ns() > until_ns)
            return false;
        nanosleep(&some, NULL);
    }
}

/* How long we have waited for a processor: others have had it, this process perhaps. */
static uint64_t own_delay_ns(void)
{
    static int file = -1;
    char text[96];
    unsigned long long delay = 0;
    if (file < 0)
        file = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    if (read_text(file, text, sizeof text))
        sscanf(text, "%*u %llu", &delay);
    return delay;
}

/* Asks it to. One that did not in time, as others had the processor, is looked at when it has. */
static bool ask(struct sw_attached_thread *t)
{
    if (t->is_held)
        return true;
    if (ptrace(PTRACE_SEIZE, t->tid, NULL, NULL) < 0)
        return false;
    t->is_held = true;
    look_at_times(t);
    t->asked_ns = sw_clock_ns();
    t->before_ns = t->cpu_ns + t->delay_ns + own_delay_ns();
    ptrace(PTRACE_INTERRUPT, t->tid, NULL, NULL);
    return true;
}

uint64_t sw_attached_still_ns(uint64_t elapsed_ns, uint64_t meanwhile_ns, uint64_t seen_ns)
{
    uint64_t still_ns = elapsed_ns > meanwhile_ns ? elapsed_ns - meanwhile_ns : 0;
    return still_ns > seen_ns ? still_ns : seen_ns;
}

bool sw_attached_stop(struct sw_attached_thread *t, struct sw_stopped *s)
{
    int status;
    if (!ask(t))
        return false;
    if (!wait_for_stop(t, sw_clock_ns() + PATIENCE_NS, &status)) {
        errno = EAGAIN;
        return false;
    }
    uint64_t seen_ns = sw_clock_ns() - own_delay_ns();
    bool is_taken = take_registers(t->tid, s);
    int error = errno;
    if (is_taken)
        copy_stack(t->tid, s);
    look_at_times(t);
    let_go(t, status);
    uint64_t now = sw_clock_ns(), ours = own_delay_ns();
    s->took_ns = sw_attached_still_ns(
        now - t->asked_ns, t->cpu_ns + t->delay_ns + ours - t->before_ns, now - ours - seen_ns);
    errno = error;
    return is_taken;
}
