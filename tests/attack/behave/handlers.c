/* What handlers may do: be nested, jump out, run on stacks of their own, change where the program goes on; and what they are told. */
#include "behave.h"

#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

/* That the system needs for itself, which it tells on x86-64. */
#ifndef SA_RESTORER
#define SA_RESTORER 0x04000000
#endif

static volatile sig_atomic_t came;
static void take(int number, void (*handler)(int, siginfo_t *, void *), int flags)
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | flags};
    sigaction(number, &action, NULL);
}

static void nest(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    say("in %d", number);
    if (number == SIGUSR1)
        raise(SIGUSR2);
    if (number == SIGUSR2)
        raise(SIGURG);
    say("out of %d", number);
}
BEHAVIOUR(nests_handlers)
{
    take(SIGUSR1, nest, 0);
    take(SIGUSR2, nest, SA_ONSTACK);
    take(SIGURG, nest, 0);
    raise(SIGUSR1);
}
static void again(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    int depth = ++came;
    if (depth < 5)
        raise(number);
    say("%d", depth);
}
BEHAVIOUR(nests_a_handler_in_itself)
{
    take(SIGUSR1, again, SA_NODEFER);
    raise(SIGUSR1);
}
BEHAVIOUR(defers_a_handler_to_its_end)
{
    take(SIGUSR1, again, 0);
    raise(SIGUSR1);
}
static void show_mask(int number, siginfo_t *info, void *context)
{
    sigset_t now, *before = &((ucontext_t *)context)->uc_sigmask;
    (void)info;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    for (int i = 1; i < NSIG; i++)
        if (sigismember(&now, i) == 1 || sigismember(before, i) == 1)
            say("%d: %d, and before %d", i, sigismember(&now, i), sigismember(before, i));
    say("%d", number);
}
BEHAVIOUR(blocks_others_in_a_handler)
{
    struct sigaction action = {.sa_sigaction = show_mask, .sa_flags = SA_SIGINFO};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sigaddset(&action.sa_mask, SIGWINCH);
    sigaddset(&action.sa_mask, SIGURG);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    say("%d %d %d", sigismember(&set, SIGTERM), sigismember(&set, SIGWINCH),
        sigismember(&set, SIGUSR1));
}
static void block_after(int number, siginfo_t *info, void *context)
{
    (void)info;
    sigaddset(&((ucontext_t *)context)->uc_sigmask, number);
}
BEHAVIOUR(changes_its_mask_from_a_handler)
{
    sigset_t set;
    take(SIGUSR1, block_after, 0);
    raise(SIGUSR1);
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    say("%d", sigismember(&set, SIGUSR1));
}
static void show_stack(int number, siginfo_t *info, void *context)
{
    stack_t now;
    (void)info;
    sigaltstack(NULL, &now);
    say("%d %d %d", number, now.ss_flags, ((ucontext_t *)context)->uc_stack.ss_flags);
    behave_result(sigaltstack(&now, NULL));
}
BEHAVIOUR(shows_its_other_stack)
{
    static char space[1 << 16];
    stack_t stack = {.ss_sp = space, .ss_size = sizeof space}, now;
    sigaltstack(&stack, NULL);
    take(SIGUSR1, show_stack, SA_ONSTACK);
    take(SIGUSR2, show_stack, 0);
    raise(SIGUSR1);
    raise(SIGUSR2);
    sigaltstack(NULL, &now);
    say("%d %d %d", now.ss_sp == space, now.ss_size == sizeof space, now.ss_flags);
}
BEHAVIOUR(has_wrong_stacks)
{
    static char space[1 << 10];
    stack_t small = {.ss_sp = space, .ss_size = sizeof space},
            odd = {.ss_sp = space, .ss_size = 1 << 16, .ss_flags = 77};
    behave_result(sigaltstack(&small, NULL));
    behave_result(sigaltstack(&odd, NULL));
}
static void overflow_in_thread(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    pthread_exit((void *)5);
}
static int __attribute__((noinline)) recurse(volatile int *from)
{
    volatile int here[256] = {*from};
    return recurse(here) + here[3];
}
static void *overflow(void *space)
{
    stack_t stack = {.ss_sp = space, .ss_size = 1 << 16};
    volatile int first = 0;
    sigaltstack(&stack, NULL);
    return (void *)(intptr_t)recurse(&first);
}
BEHAVIOUR(survives_a_threads_stack)
{
    static char space[1 << 16];
    pthread_t thread;
    void *got = NULL;
    take(SIGSEGV, overflow_in_thread, SA_ONSTACK);
    pthread_create(&thread, NULL, overflow, space);
    pthread_join(thread, &got);
    say("%ld", (long)got);
}
static sigjmp_buf back;
static void jump(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    siglongjmp(back, number);
}
BEHAVIOUR(jumps_off_another_stack)
{
    static char space[1 << 16];
    stack_t stack = {.ss_sp = space, .ss_size = sizeof space};
    sigaltstack(&stack, NULL);
    take(SIGSEGV, jump, SA_ONSTACK);
    take(SIGUSR1, jump, SA_ONSTACK);
    for (volatile int i = 0; i < 100; i++) {
        if (!sigsetjmp(back, 1))
            *(volatile int *)NULL = 1;
        if (!sigsetjmp(back, 1))
            raise(SIGUSR1);
    }
    work();
    sigaltstack(NULL, &stack);
    say("%d", stack.ss_flags);
}
BEHAVIOUR(jumps_without_its_mask)
{
    sigset_t set;
    take(SIGUSR1, jump, 0);
    if (!sigsetjmp(back, 0))
        raise(SIGUSR1);
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    say("%d", sigismember(&set, SIGUSR1));
}
/* Where a fault was, which a handler is told, and that it steps over. */
#ifdef __aarch64__
#define ILLEGAL_SIZE 4
#define ILLEGAL      ".inst 0"
#define TRAP         "brk 0"
#define PC(context)  (((ucontext_t *)(context))->uc_mcontext.pc)
#else
#define ILLEGAL_SIZE 2
#define ILLEGAL      "ud2"
#define TRAP         "int3"
#define PC(context)  (((ucontext_t *)(context))->uc_mcontext.gregs[REG_RIP])
#endif
static void *address;
static int step;
static void show_fault(int number, siginfo_t *info, void *context)
{
    say("%d %d %d %d", number, info->si_code, info->si_addr == address,
        (uintptr_t)PC(context) == (uintptr_t)address);
    PC(context) += step;
}
BEHAVIOUR(steps_over_an_illegal_instruction)
{
    extern char illegal[] __asm__("behave_illegal");
    address = illegal;
    step = ILLEGAL_SIZE;
    take(SIGILL, show_fault, 0);
    __asm__ volatile(".globl behave_illegal\nbehave_illegal: " ILLEGAL ::: "memory");
    say("over it");
}
BEHAVIOUR(steps_over_a_trap)
{
    extern char trap[] __asm__("behave_trap");
    address = trap;
#ifdef __aarch64__
    step = 4;
#endif
    take(SIGTRAP, show_fault, 0);
    __asm__ volatile(".globl behave_trap\nbehave_trap: " TRAP ::: "memory");
    say("over it");
}
static void show_access(int number, siginfo_t *info, void *context)
{
    say("%d %d %d", number, info->si_code, info->si_addr == address);
    jump(number, info, context);
}
static void touch(void *at)
{
    address = at;
    take(SIGSEGV, show_access, 0);
    take(SIGBUS, show_access, 0);
    if (!sigsetjmp(back, 1))
        *(volatile char *)at = 1;
}
BEHAVIOUR(shows_faults_of_access)
{
    FILE *file = tmpfile();
    char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    touch(NULL);
    touch((void *)0x1234);
    touch(page + 77);
    touch((char *)mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0) + 4100);
    touch((void *)(~0ul << 12));
}
BEHAVIOUR(calls_what_cannot_run)
{
    static char data[16];
    static void *targets[3];
    targets[0] = data, targets[1] = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
    targets[2] = (void *)16;
    take(SIGSEGV, show_access, 0);
    for (volatile int i = 0; i < 3; i++) {
        address = targets[i];
        if (!sigsetjmp(back, 1))
            ((void (*)(void))address)();
    }
}
static void fault(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    *(volatile int *)(intptr_t)(number - SIGSEGV) = 1;
}
BEHAVIOUR(faults_in_its_handler)
{
    take(SIGSEGV, fault, 0);
    *(volatile int *)NULL = 1;
}
BEHAVIOUR(ignores_its_fault)
{
    signal(SIGSEGV, SIG_IGN);
    *(volatile int *)NULL = 1;
}
BEHAVIOUR(blocks_its_fault)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    *(volatile int *)NULL = 1;
}
static void count(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    __atomic_add_fetch(&came, number != 0, __ATOMIC_RELAXED);
}
BEHAVIOUR(aborts_in_spite_of_its_handler)
{
    take(SIGABRT, count, 0);
    abort();
}
BEHAVIOUR(jumps_out_of_abort)
{
    take(SIGABRT, jump, 0);
    if (!sigsetjmp(back, 1))
        abort();
    say("alive");
}
BEHAVIOUR(has_its_actions_told)
{
    struct sigaction set = {.sa_sigaction = count,
                            .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER},
                     old;
    sigaddset(&set.sa_mask, SIGINT);
    for (int i = 1; i < NSIG; i++) {
        int failed = sigaction(i, &set, NULL), error = failed ? errno : 0,
            got = sigaction(i, NULL, &old);
        if (failed || old.sa_sigaction != count || (old.sa_flags & ~SA_RESTORER) != set.sa_flags ||
            sigismember(&old.sa_mask, SIGINT) != 1 || sigismember(&old.sa_mask, SIGHUP))
            say("%d: %d %d %d %x", i, error, got, !got && old.sa_sigaction == count,
                got ? 0 : old.sa_flags & ~SA_RESTORER);
    }
    say("%d", signal(SIGURG, SIG_IGN) == (void (*)(int))count);
    say("%d", signal(SIGURG, SIG_DFL) == SIG_IGN);
    say("%d", signal(SIGWINCH, SIG_DFL) == (void (*)(int))count);
}
static void plain(int number)
{
    came += number;
}
BEHAVIOUR(has_old_ways)
{
    say("%d", sigset(SIGUSR1, plain) == SIG_DFL);
    sighold(SIGUSR1);
    raise(SIGUSR1);
    say("%d", came);
    sigrelse(SIGUSR1);
    say("%d", came);
    say("%d", siginterrupt(SIGUSR1, 1));
    say("%d", sigignore(SIGUSR1));
    raise(SIGUSR1);
    say("%d", came);
}
static void *raise_often(void *arg)
{
    for (int i = 0; i < 200; i++)
        pthread_kill(pthread_self(), SIGUSR1);
    return arg;
}
BEHAVIOUR(takes_signals_in_all_threads)
{
    pthread_t threads[4];
    take(SIGUSR1, count, 0);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, raise_often, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    say("%d", came);
}
static void show_sender(int number, siginfo_t *info, void *context)
{
    (void)context;
    say("%d %d %d %d", number, info->si_code, info->si_pid == getpid(), info->si_value.sival_int);
    came++;
}
BEHAVIOUR(sends_by_number)
{
    siginfo_t info = {.si_signo = SIGUSR1, .si_code = -50};
    info.si_pid = getpid(), info.si_value.sival_int = 9;
    take(SIGUSR1, show_sender, 0);
    say("%ld", syscall(SYS_tgkill, getpid(), gettid(), SIGUSR1));
    say("%ld", syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGUSR1, &info));
    say("%ld", syscall(SYS_tkill, gettid(), SIGUSR1));
    say("%d %d", kill(getpid(), 0), pthread_kill(pthread_self(), 0));
    behave_result(kill(getpid(), 65));
}
static void spoil(int number, siginfo_t *info, void *context)
{
    volatile double a = number, b = 3;
    (void)info, (void)context;
    for (int i = 0; i < 100; i++)
        a = a * b / 7;
    errno = ENOTTY;
}
BEHAVIOUR(keeps_its_registers)
{
    volatile double sum = 0;
    take(SIGUSR1, spoil, 0);
    double a = 1, b = 2, c = 3, d = 4;
    for (int i = 0; i < 1000; i++) {
        a = a * 1.01 + d, b = b * 0.5 + a, c += a - b, d = c / (i + 1);
        if (i % 10 == 0)
            raise(SIGUSR1);
    }
    sum = a + b + c + d;
    say("%.17g", sum);
}
static volatile sig_atomic_t stopping;
static void *jump_all_the_time(void *thread)
{
    while (!stopping) {
        pthread_kill(*(pthread_t *)thread, SIGUSR1);
        usleep(500);
    }
    return NULL;
}
/* Out of whatever it does then, that may be left so: its own code. */
BEHAVIOUR(jumps_out_of_its_work)
{
    pthread_t self = pthread_self(), other;
    static volatile unsigned long sum;
    volatile int jumps = 0;
    take(SIGUSR1, jump, 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&other, NULL, jump_all_the_time, &self);
    while (jumps < 100)
        if (!sigsetjmp(back, 1)) {
            pthread_sigmask(SIG_UNBLOCK, &set, NULL);
            for (;;)
                sum++;
        } else
            jumps++;
    stopping = 1;
    pthread_join(other, NULL);
    work();
    say("%d", jumps);
}
static int is_pending(void)
{
    sigset_t now;
    sigpending(&now);
    return sigismember(&now, SIGUSR1);
}
BEHAVIOUR(hands_nothing_pending_on)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    behave_fork(is_pending);
    say("%d", is_pending());
}
static int raise_both(void)
{
    raise(SIGURG);
    raise(SIGUSR1);
    return came;
}
BEHAVIOUR(hands_its_handlers_on)
{
    take(SIGURG, count, 0);
    take(SIGUSR1, count, 0);
    behave_fork(raise_both);
    say("%d", came);
}
BEHAVIOUR_BLOCKING(hands_what_is_pending_over_exec, SIGTERM)
{
    raise(SIGTERM);
    signal(SIGHUP, SIG_IGN);
    signal(SIGURG, SIG_IGN);
    execl("/bin/grep", "grep", "^Sig[BI]\\|^SigPnd", "/proc/self/status", (char *)NULL);
}
