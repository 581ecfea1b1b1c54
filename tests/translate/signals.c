/* Signals: handlers at any moment, by a timer, that compute; jumps out of them; what they are told. */
#include "base/raw.h"
#include "tests/check.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static volatile sig_atomic_t seen;
static volatile uint64_t in_handler;

/* Calls, returns, flags, jumps by table: what uses slots. */
static __attribute__((noinline)) uint64_t mix(uint64_t x, unsigned depth)
{
    if (!depth)
        return x * 31 + 7;
    switch (x % 7) {
    case 0:
        return mix(x + 1, depth - 1) ^ depth;
    case 1:
        return mix(x * 3, depth - 1) + 2;
    case 2:
        return mix(x >> 1, depth - 1) - 5;
    case 3:
        return mix(~x, depth - 1) * 9;
    case 4:
        return mix(x ^ 0x5555, depth - 1) + depth;
    case 5:
        return mix(x << 1, depth - 1) | 1;
    default:
        return mix(x - 3, depth - 1) + mix(x / 5, depth > 3 ? 2 : 0);
    }
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static uint64_t work(unsigned rounds)
{
    uint64_t sum = 0;
    int numbers[64];
    for (unsigned i = 0; i < rounds; i++) {
        sum = sum * 33 + mix(i * 2654435761u, 12);
        for (unsigned k = 0; k < 64; k++)
            numbers[k] = (int)(mix(i + k, 2) % 1000);
        qsort(numbers, 64, sizeof *numbers, compare);
        sum += (uint64_t)numbers[i % 64];
    }
    return sum;
}

static void on_timer(int signal)
{
    int saved = errno;
    (void)signal;
    in_handler += mix((uint64_t)seen, 8);
    seen++;
    errno = saved;
}

static void every(long us)
{
    struct itimerval timer = {{0, us}, {0, us}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void test_any_moment(void)
{
    uint64_t want = work(1000);
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    every(100);
    for (int i = 0; i < 5 || seen < 500; i++)
        CHECK_EQ(work(1000), want);
    every(0);
    CHECK(seen >= 500);
}

static void other(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info, (void)context;
}

static void test_what_is_told(void)
{
    struct sigaction action = {.sa_sigaction = other, .sa_flags = SA_SIGINFO | SA_RESETHAND}, old;
    CHECK(!sigaction(SIGUSR1, &action, NULL));
    CHECK(!sigaction(SIGUSR1, NULL, &old));
    CHECK(old.sa_sigaction == other);
    CHECK(old.sa_flags & SA_SIGINFO);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &old);
    CHECK(old.sa_handler == SIG_DFL);
    CHECK(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    CHECK(signal(SIGUSR2, on_timer) == SIG_IGN);
    CHECK(signal(SIGUSR2, SIG_DFL) == on_timer);
    CHECK(sigaction(SIGKILL, &action, NULL) < 0 && errno == EINVAL);
    CHECK(sigaction(1000, &action, NULL) < 0 && errno == EINVAL);
}

static sigjmp_buf back;
static void *fault_at;
static uint64_t fault_pc;

static uint64_t pc_of(void *context)
{
#if defined __x86_64__
    return (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#else
    return ((ucontext_t *)context)->uc_mcontext.pc;
#endif
}

static void jump_out(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    fault_at = info->si_addr;
    fault_pc = pc_of(context);
    siglongjmp(back, 1);
}

extern char fault_instruction[];
static __attribute__((noinline)) void fault(volatile int *at)
{
#if defined __x86_64__
    __asm__ volatile(".globl fault_instruction\nfault_instruction: movl $1, (%0)" ::"r"(at)
                     : "memory");
#else
    __asm__ volatile(".globl fault_instruction\nfault_instruction: str wzr, [%0]" ::"r"(at)
                     : "memory");
#endif
}

static void test_jump_out(void)
{
    struct sigaction action = {.sa_sigaction = jump_out, .sa_flags = SA_SIGINFO};
    char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigaction(SIGSEGV, &action, NULL);
    for (volatile unsigned i = 0; i < 100; i++) {
        if (!sigsetjmp(back, 1)) {
            fault((volatile int *)(page + 4 * i));
            CHECK(!"there was a fault");
        }
        CHECK(fault_at == page + 4 * i);
        CHECK_EQ(fault_pc, fault_instruction);
    }
    /* A jump to where no code is. */
    if (!sigsetjmp(back, 1))
        ((void (*)(void))(uintptr_t)page)();
    CHECK(fault_at == page);
    CHECK_EQ(fault_pc, page);
    signal(SIGSEGV, SIG_DFL);
}

/* The handler makes the page writable: the instruction runs again, and stores. */
static char *volatile guarded;

static void open_page(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info, (void)context;
    mprotect(guarded, 4096, PROT_READ | PROT_WRITE);
    in_handler += work(3);
}

static void test_again(void)
{
    struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    guarded = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *(volatile int *)guarded = 77;
    CHECK_EQ(*(volatile int *)guarded, 77);
    signal(SIGSEGV, SIG_DFL);
}

/* The handler sends the thread elsewhere. */
static volatile int landed;

static void land(void)
{
    landed = 1;
    siglongjmp(back, 2);
}

static void redirect(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    (void)signal, (void)info;
#if defined __x86_64__
    u->uc_mcontext.gregs[REG_RIP] = (greg_t)land;
    u->uc_mcontext.gregs[REG_RSP] = ((u->uc_mcontext.gregs[REG_RSP] - 256) & ~15ll) - 8;
#else
    u->uc_mcontext.pc = (uint64_t)land;
#endif
}

static void test_redirect(void)
{
    struct sigaction action = {.sa_sigaction = redirect, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    if (!sigsetjmp(back, 1)) {
        raise(SIGUSR1);
        CHECK(!"it landed elsewhere");
    }
    CHECK_EQ(landed, 1);
}

/* Traps, which are told as the processor does: of x86-64 when they are done. After the first there is code, after the second there is none,
 * and the handler knows where to go on. */
extern char trap_instruction[], trap_without_code[];
static uint64_t trap_pc;

static void step_over(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    (void)signal;
    trap_pc = pc_of(context);
#if defined __x86_64__
    CHECK_EQ((uint64_t)info->si_addr, 0); /* as the kernel has it */
    u->uc_mcontext.gregs[REG_RIP] += trap_pc == (uint64_t)trap_without_code + 1;
#else
    CHECK_EQ((uint64_t)info->si_addr, trap_pc);
    u->uc_mcontext.pc += trap_pc == (uint64_t)trap_without_code ? 8 : 4;
#endif
}

static void test_trap(void)
{
    struct sigaction action = {.sa_sigaction = step_over, .sa_flags = SA_SIGINFO};
    sigaction(SIGTRAP, &action, NULL);
    for (int i = 0; i < 10; i++) {
        uint64_t x = 1;
#if defined __x86_64__
        enum { PAST = 1 };
        __asm__ volatile(".globl trap_instruction\ntrap_instruction: int3\nadd $2, %0"
                         : "+r"(x)::"memory");
        CHECK_EQ(trap_pc, (uint64_t)trap_instruction + PAST);
        __asm__ volatile(".globl trap_without_code\ntrap_without_code: int3\n.byte 6\nadd $4, %0"
                         : "+r"(x)::"memory");
#else
        enum { PAST = 0 };
        __asm__ volatile(".globl trap_instruction\ntrap_instruction: brk 1\nadd %0, %0, 2"
                         : "+r"(x)::"memory");
        CHECK_EQ(trap_pc, (uint64_t)trap_instruction + PAST);
        __asm__ volatile(
            ".globl trap_without_code\ntrap_without_code: brk 1\n.word 0\nadd %0, %0, 4"
            : "+r"(x)::"memory");
#endif
        CHECK_EQ(trap_pc, (uint64_t)trap_without_code + PAST);
        CHECK_EQ(x, 7);
    }
    signal(SIGTRAP, SIG_DFL);
}

/* Where the instruction is, not our copy of it. */
extern const char illegal_instruction[];
static void *illegal_at;

static void step_over_illegal(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    (void)signal;
    illegal_at = info->si_addr;
    CHECK_EQ(pc_of(context), (uint64_t)illegal_instruction);
#if defined __x86_64__
    u->uc_mcontext.gregs[REG_RIP] += 2;
#else
    u->uc_mcontext.pc += 4;
#endif
}

static void test_illegal(void)
{
    struct sigaction action = {.sa_sigaction = step_over_illegal, .sa_flags = SA_SIGINFO};
    sigaction(SIGILL, &action, NULL);
#if defined __x86_64__
    __asm__ volatile(".globl illegal_instruction\nillegal_instruction: ud2" ::: "memory");
#else
    __asm__ volatile(".globl illegal_instruction\nillegal_instruction: udf 0" ::: "memory");
#endif
    CHECK_EQ((uint64_t)illegal_at, (uint64_t)illegal_instruction);
    signal(SIGILL, SIG_DFL);
}

/* libc's own signal, by which samples and ticks come: they switch from the handler to other code, which is the program's. */
extern const char __executable_start, etext;
static uint64_t libcs_at;

static void on_libcs(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info;
    libcs_at = pc_of(context);
}

static void test_libcs(void)
{
    struct sw_raw_action before, action = {(uint64_t)on_libcs, SA_SIGINFO, 0, ~0ull};
#if defined __x86_64__
    struct sigaction any = {.sa_handler = SIG_IGN};
    struct sw_raw_action libcs;
    sigaction(SIGUSR2, &any, NULL);
    sw_raw4(SYS_rt_sigaction, SIGUSR2, 0, (long)&libcs, 8);
    action.flags |= 0x04000000; /* SA_RESTORER */
    action.restorer = libcs.restorer;
#endif
    CHECK(sw_raw4(SYS_rt_sigaction, 33, (long)&action, (long)&before, 8) == 0);
    sw_raw4(SYS_tgkill, getpid(), (long)sw_raw4(SYS_gettid, 0, 0, 0, 0), 33, 0);
    CHECK(libcs_at >= (uint64_t)&__executable_start && libcs_at < (uint64_t)&etext);
    sw_raw4(SYS_rt_sigaction, 33, 0, (long)&action, 8);
    CHECK_EQ(action.handler, (uint64_t)on_libcs);
    sw_raw4(SYS_rt_sigaction, 33, (long)&before, 0, 8);
}

static void on_stack(int signal)
{
    char here;
    stack_t now;
    (void)signal;
    sigaltstack(NULL, &now);
    CHECK(&here > (char *)now.ss_sp && &here < (char *)now.ss_sp + now.ss_size);
    CHECK(now.ss_flags & SS_ONSTACK);
    in_handler += work(2);
    seen++;
}

static void test_stack(void)
{
    stack_t stack = {.ss_size = 65536, .ss_sp = malloc(65536)};
    struct sigaction action = {.sa_handler = on_stack, .sa_flags = SA_ONSTACK};
    int before = seen;
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    CHECK_EQ(seen, before + 1);
}

/* Cancelled in a blocking call: cleanups run, which the unwinder finds by the program's addresses. */
static volatile int cleaned;

static void clean(void *data)
{
    (void)data;
    cleaned++;
}

static void *block(void *data)
{
    pthread_cleanup_push(clean, data);
    for (;;)
        nanosleep(&(struct timespec){100, 0}, NULL);
    pthread_cleanup_pop(0);
    return NULL;
}

static void test_cancel(void)
{
    pthread_t t;
    void *result = NULL;
    pthread_create(&t, NULL, block, NULL);
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    CHECK(result == PTHREAD_CANCELED);
    CHECK_EQ(cleaned, 1);
}

int main(void)
{
    test_any_moment();
    test_what_is_told();
    test_jump_out();
    test_again();
    test_redirect();
    test_trap();
    test_illegal();
    test_libcs();
    test_stack();
    test_cancel();
    return check_done();
}
