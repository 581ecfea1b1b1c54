/* Limits of the system's and of one's own: descriptors, memory, time, calls. */
#include "behave.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

static void limit(int what, rlim_t to)
{
    struct rlimit r = {to, to};
    say("%d", setrlimit(what, &r));
}
BEHAVIOUR(shows_its_limits)
{
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        struct rlimit r = {0, 0};
        if (!getrlimit(i, &r))
            say("%d: %llu %llu", i, (unsigned long long)r.rlim_cur, (unsigned long long)r.rlim_max);
    }
}
BEHAVIOUR(limits_its_files)
{
    limit(RLIMIT_NOFILE, 3);
    int fd = open("/dev/null", O_RDONLY);
    say("%d %s", fd, fd < 0 ? strerror(errno) : "");
}
BEHAVIOUR(has_no_files_left)
{
    limit(RLIMIT_NOFILE, 0);
    int fd = open("/dev/null", O_RDONLY);
    say("%d %s", fd, strerror(errno));
}
BEHAVIOUR(limits_its_core)
{
    limit(RLIMIT_CORE, 0);
}
BEHAVIOUR(limits_its_stack)
{
    struct rlimit r;
    getrlimit(RLIMIT_STACK, &r);
    r.rlim_cur = 256 << 10;
    say("%d", setrlimit(RLIMIT_STACK, &r));
}
BEHAVIOUR(limits_its_stack_and_execs)
{
    struct rlimit r;
    getrlimit(RLIMIT_STACK, &r);
    r.rlim_cur = 256 << 10;
    say("%d", setrlimit(RLIMIT_STACK, &r));
    execl("/proc/self/exe", behave_argv[0], "end_plainly", (char *)NULL);
}
BEHAVIOUR(writes_too_long_a_file)
{
    limit(RLIMIT_FSIZE, 100);
    int fd = open("long", O_WRONLY | O_CREAT, 0600);
    char block[200] = "";
    ssize_t first = write(fd, block, sizeof block);
    dprintf(2, "%zd\n", first);
    dprintf(2, "%zd\n", write(fd, block, sizeof block));
}
BEHAVIOUR(writes_too_long_a_file_unharmed)
{
    signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_FSIZE, 1000);
    int fd = open("long", O_WRONLY | O_CREAT, 0600);
    char block[2000] = "";
    ssize_t first = write(fd, block, sizeof block), second = write(fd, block, sizeof block);
    say("%zd %zd %s", first, second, strerror(errno));
}
BEHAVIOUR(works_too_long)
{
    struct rlimit r = {1, 2};
    setrlimit(RLIMIT_CPU, &r);
    for (volatile unsigned long i = 0;; i++)
        ;
}
BEHAVIOUR(may_have_no_processes)
{
    limit(RLIMIT_NPROC, 4096);
}
/* What is loaded into it has 64 GB of addresses, which count (doc/security.md). */
BEHAVIOUR(has_no_memory)
{
    struct rlimit r = {128ull << 30, 128ull << 30};
    say("%d", setrlimit(RLIMIT_AS, &r));
    say("%d", malloc((size_t)129 << 30) == NULL);
    work();
}
BEHAVIOUR(asks_for_too_much)
{
    void *volatile all = malloc(SIZE_MAX / 2 - 4096);
    say("%d %s", all == NULL, strerror(errno));
}
#define LOCKED_MOST \
    (2ull << 30) /* far more than it has, if nothing that is loaded into it is filled as well */
#define OWN (1 << 20)
/* A process that ends this one before the machine has no memory left; inside the call it answers to nothing but SIGKILL. */
static pid_t watch(void)
{
    pid_t parent = getpid(), child = fork();
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)parent);
    while (!child && getppid() == parent) {
        char text[64] = "";
        int fd = open(path, O_RDONLY);
        char *used = read(fd, text, sizeof text - 1) > 0 ? strchr(text, ' ') : NULL;
        close(fd);
        if (used && strtoull(used, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) > LOCKED_MOST)
            kill(parent, SIGKILL);
        usleep(1000);
    }
    if (!child)
        _exit(0);
    return child;
}
static void *map_some(void)
{
    return mmap(NULL, OWN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static bool is_resident(void *some)
{
    unsigned char pages[OWN / 4096] = "";
    size_t n = OWN / (size_t)sysconf(_SC_PAGESIZE), in = 0;
    mincore(some, OWN, pages);
    for (size_t i = 0; i < n; i++)
        in += pages[i] & 1;
    return in == n;
}
/* Whether it may depends on the user, and on what he may lock: not a thing to say. */
static void lock_all(int flags, bool by_number)
{
    void *before = map_some();
    pid_t watcher = watch();
    int failed = by_number ? (int)syscall(SYS_mlockall, flags) : mlockall(flags);
    say("%d", !failed || errno == ENOMEM || errno == EPERM);
    void *after = failed ? MAP_FAILED : map_some();
    say("%d", failed || !(flags & MCL_CURRENT) || is_resident(before));
    say("%d", after == MAP_FAILED || is_resident(after) == !!(flags & MCL_FUTURE));
    work();
    kill(watcher, SIGKILL);
    behave_wait(watcher);
}
BEHAVIOUR(locks_its_memory)
{
    lock_all(MCL_CURRENT, false);
}
BEHAVIOUR(locks_its_memory_by_number)
{
    lock_all(MCL_CURRENT, true);
}
BEHAVIOUR(locks_its_memory_to_come)
{
    lock_all(MCL_FUTURE, false);
}
BEHAVIOUR(locks_all_its_memory)
{
    lock_all(MCL_CURRENT | MCL_FUTURE, false);
}
BEHAVIOUR(locks_its_memory_as_it_is_used)
{
    say("%d", mlockall(MCL_CURRENT | MCL_ONFAULT) == 0 || errno == ENOMEM || errno == EPERM);
}
static void filter(struct sock_filter *code, unsigned short n)
{
    struct sock_fprog all = {n, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all))
        exit(1);
}
#define CALL(number, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), (yes), (no))
#define LOAD                  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define END(how)              BPF_STMT(BPF_RET | BPF_K, (how))
static void say_and_leave(void)
{
    _exit(write(1, "alive\n", 6) != 6);
}
BEHAVIOUR(goes_into_a_strict_sandbox)
{
    pid_t child = fork(); /* which has one thread: no other call than that may end it */
    if (!child) {
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
            _exit(1);
        if (write(1, "alive\n", 6) == 6)
            syscall(SYS_exit, 3);
    }
    behave_wait(child);
}
BEHAVIOUR(goes_into_a_sandbox)
{
    struct sock_filter code[] = {LOAD, CALL(SYS_write, 2, 0), CALL(SYS_exit_group, 1, 0),
                                 END(SECCOMP_RET_KILL_PROCESS), END(SECCOMP_RET_ALLOW)};
    filter(code, sizeof code / sizeof *code);
    say_and_leave();
}
static void forbid(unsigned how)
{
    struct sock_filter code[] = {LOAD,
                                 CALL(SYS_clock_gettime, 4, 0),
                                 CALL(SYS_gettid, 3, 0),
                                 CALL(SYS_perf_event_open, 2, 0),
                                 CALL(SYS_ptrace, 1, 0),
                                 END(SECCOMP_RET_ALLOW),
                                 END(how)};
    filter(code, sizeof code / sizeof *code);
    work();
}
BEHAVIOUR(works_in_a_sandbox)
{
    forbid(SECCOMP_RET_KILL_PROCESS);
}
BEHAVIOUR(works_in_a_sandbox_that_refuses)
{
    forbid(SECCOMP_RET_ERRNO | EPERM);
}
BEHAVIOUR(does_what_its_sandbox_forbids)
{
    struct sock_filter code[] = {LOAD, CALL(SYS_getpriority, 0, 1), END(SECCOMP_RET_KILL_PROCESS),
                                 END(SECCOMP_RET_ALLOW)};
    filter(code, sizeof code / sizeof *code);
    syscall(SYS_getpriority, 0, 0);
}

/* Limits that what it becomes has from the start. */
static void exec_with(int what, rlim_t to)
{
    limit(what, to);
    execl("/proc/self/exe", behave_argv[0], "end_plainly", (char *)NULL);
    say("%s", strerror(errno));
}
#define EXECS_WITH(name, what, to) \
    BEHAVIOUR(execs_with_##name)   \
    {                              \
        exec_with(what, to);       \
    }
EXECS_WITH(few_addresses, RLIMIT_AS, 300ull << 20)
EXECS_WITH(more_addresses, RLIMIT_AS, 3ull << 30)
EXECS_WITH(little_data, RLIMIT_DATA, 200 << 20)
EXECS_WITH(few_files, RLIMIT_NOFILE, 4)
EXECS_WITH(some_files, RLIMIT_NOFILE, 8)
EXECS_WITH(small_files, RLIMIT_FSIZE, 4096)
EXECS_WITH(no_core, RLIMIT_CORE, 0)
EXECS_WITH(little_time, RLIMIT_CPU, 100)
EXECS_WITH(no_locked_memory, RLIMIT_MEMLOCK, 0)
EXECS_WITH(no_pending_signals, RLIMIT_SIGPENDING, 0)
EXECS_WITH(no_messages, RLIMIT_MSGQUEUE, 0)
EXECS_WITH(much_stack, RLIMIT_STACK, 1ull << 30)
EXECS_WITH(endless_stack, RLIMIT_STACK, RLIM_INFINITY)

/* And has more again before it works: whether what is left of the heap is enough, chance says. */
BEHAVIOUR(has_little_data)
{
    struct rlimit old, none = {0};
    getrlimit(RLIMIT_DATA, &old);
    none.rlim_max = old.rlim_max;
    say("%d", setrlimit(RLIMIT_DATA, &none));
    say("%d", malloc(64 << 20) == NULL);
    say("%d", setrlimit(RLIMIT_DATA, &old));
    work();
}
BEHAVIOUR(has_no_processes_left)
{
    limit(RLIMIT_NPROC, 0);
    say("%d", setresuid(65534, 65534, 65534) == 0 || errno == EPERM || errno == EAGAIN);
    pid_t child = fork();
    if (!child)
        _exit(0);
    say("%d", child < 0 ? errno : 0);
}
BEHAVIOUR(sets_limits_of_others)
{
    struct rlimit r = {50, 100}, old;
    pid_t child = fork();
    if (!child)
        for (;;)
            usleep(1000000);
    say("%d", prlimit(child, RLIMIT_NOFILE, &r, NULL));
    say("%d", prlimit(child, RLIMIT_NOFILE, NULL, &old));
    say("%d %d", (int)old.rlim_cur, (int)old.rlim_max);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    behave_result(prlimit(0, 1000, NULL, &old));
}
BEHAVIOUR(knows_its_limits)
{
    struct rlimit r;
    getrlimit(RLIMIT_NOFILE, &r);
    say("%d %d", sysconf(_SC_OPEN_MAX) == (long)r.rlim_cur, getdtablesize() == (int)r.rlim_cur);
    r.rlim_cur = r.rlim_max < 2000 ? r.rlim_max : 2000;
    say("%d", setrlimit(RLIMIT_NOFILE, &r));
    say("%d", sysconf(_SC_OPEN_MAX) == (long)r.rlim_cur);
}
BEHAVIOUR(raises_no_limit)
{
    struct rlimit r = {10, 5};
    behave_result(setrlimit(RLIMIT_NOFILE, &r));
    behave_result(setrlimit(77, &r));
}
static void *volatile used;
static void tell_time(int number)
{
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &more);
    used = (void *)(intptr_t)number;
}
BEHAVIOUR(is_told_that_it_works_too_long)
{
    struct rlimit r = {1, RLIM_INFINITY};
    signal(SIGXCPU, tell_time);
    setrlimit(RLIMIT_CPU, &r);
    while (!used)
        ;
    say("%d", (int)(intptr_t)used);
}
BEHAVIOUR(has_no_core)
{
    limit(RLIMIT_CORE, 0);
    raise(SIGQUIT);
}
static int __attribute__((noinline)) use_stack(int n)
{
    volatile char some[1024] = {(char)n};
    return n ? use_stack(n - 1) + some[0] : 0;
}
BEHAVIOUR(exceeds_its_stack)
{
    struct rlimit r;
    getrlimit(RLIMIT_STACK, &r);
    r.rlim_cur = 2 << 20;
    say("%d", setrlimit(RLIMIT_STACK, &r));
    say("%d", use_stack(100) != 1);
    say("%d", use_stack(10000));
}
