/*
 * System calls without libc, for code that runs inside an event: it may interrupt the program
 * anywhere, so it must not touch errno, vector registers, or locks of libc. Results are as the
 * kernel gives them: -errno on failure.
 */
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

/* libc's own, for setuid(): the one that no thread blocks. */
#define SW_SIGNAL 33

static inline long sw_raw6(long number, long a, long b, long c, long d, long e, long f)
{
#if defined __aarch64__
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory", "cc");
    return x0;
#elif defined __x86_64__
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory", "cc");
    return result;
#else
#error "spanwise runs on x86-64 and aarch64"
#endif
}

static inline long sw_raw5(long number, long a, long b, long c, long d, long e)
{
    return sw_raw6(number, a, b, c, d, e, 0);
}

static inline long sw_raw4(long number, long a, long b, long c, long d)
{
    return sw_raw5(number, a, b, c, d, 0);
}

static inline long sw_raw_open(const char *path, int flags)
{
    return sw_raw4(SYS_openat, AT_FDCWD, (long)path, flags | O_CLOEXEC, 0);
}

static inline long sw_raw_read(long fd, void *data, size_t size)
{
    return sw_raw4(SYS_read, fd, (long)data, (long)size, 0);
}

static inline long sw_raw_write(long fd, const void *data, size_t size)
{
    return sw_raw4(SYS_write, fd, (long)data, (long)size, 0);
}

/* Whole words become zero: where an initializer would be a call of memset(). */
static inline void sw_raw_clear(void *at, size_t bytes)
{
    typedef uint64_t __attribute__((may_alias)) word;
    volatile word *words = at;
    for (size_t i = 0; i < bytes / sizeof *words; i++)
        words[i] = 0;
}

/* To stderr, which is the program's: a file that may grow no more, or a pipe that nobody reads, would end it by a signal. */
static inline void sw_raw_say(const char *text, size_t size)
{
    const uint64_t ours = 1ull << (SIGPIPE - 1) | 1ull << (SIGXFSZ - 1), no_time[2] = {0, 0};
    uint64_t before, pending = 0, came;
    sw_raw4(SYS_rt_sigprocmask, SIG_BLOCK, (long)&ours, (long)&before, 8);
    sw_raw4(SYS_rt_sigpending, (long)&pending, 8, 0, 0);
    long written = sw_raw_write(2, text, size);
    came = ours & ~pending;
    if (written < 0 && came)
        sw_raw4(SYS_rt_sigtimedwait, (long)&came, 0, (long)no_time, 8);
    sw_raw4(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, 8);
}

static inline long sw_raw_pwrite(long fd, const void *data, size_t size, uint64_t offset)
{
    return sw_raw4(SYS_pwrite64, fd, (long)data, (long)size, (long)offset);
}

static inline void sw_raw_close(long fd)
{
    sw_raw4(SYS_close, fd, 0, 0, 0);
}

/* Whether the process has that thread: 0; -ESRCH: it has ended. */
static inline long sw_raw_has_thread(int thread)
{
    return sw_raw4(SYS_tgkill, sw_raw4(SYS_getpid, 0, 0, 0, 0), thread, 0, 0);
}

/* A signal's action as the kernel has it; its sets have 64 signals. */
struct sw_raw_action {
    uint64_t handler, flags, restorer, mask;
};

/* For who waits for a lock that is held for microseconds, unless its owner has lost its processor. */
static inline void sw_wait(unsigned times)
{
    if (times % 256 == 0)
        sw_raw4(SYS_sched_yield, 0, 0, 0, 0);
#if defined __x86_64__
    __asm__ volatile("pause");
#else
    __asm__ volatile("yield");
#endif
}
