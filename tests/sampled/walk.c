/*
 * Walks compared with those of the compiler's own library, from as many places as can be: on x86-64 after
 * every instruction (the trap flag), elsewhere whenever a timer comes. What runs is meant to have all
 * kinds of frames: small and large ones, realigned and of variable size, recursion, libc calling back,
 * calls through the linker's stubs, handlers of signals, on a stack of their own too.
 */
#include "agent/sampler/unwind/walk.h"
#include "tests/check.h"
#include "tests/sampled/modules.h"
#include "tests/sampled/restorer.h"

#include <alloca.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

enum { MOST = 400 };

static struct sw_unwinder unwinder;
static uint64_t stack_high;
static volatile uint64_t n_walks, n_equal, n_cut, n_wrong, n_bare, n_bare_whole;
static volatile uint64_t n_bounded, n_slots, n_wrong_slots, n_better, n_returns, limit;
static char other_stack[1 << 16] __attribute__((aligned(16)));
static volatile double sink;
static sigjmp_buf crashed;
static volatile int may_crash;
static volatile uint64_t n_crashed;

struct theirs {
    uint64_t from; /* where it was interrupted: frames of the handler come before */
    uint64_t at[MOST];
    unsigned n;
    unsigned n_called; /* with those of the handler */
};

static _Unwind_Reason_Code add(struct _Unwind_Context *context, void *data)
{
    struct theirs *t = data;
    int exact;
    uint64_t pc = _Unwind_GetIPInfo(context, &exact);
    if (++t->n_called == 2 * MOST)
        return _URC_END_OF_STACK; /* it may go round for ever */
    if (!t->n && !(exact && pc == t->from))
        return _URC_NO_REASON;
    if (t->n < MOST && pc)
        t->at[t->n++] = exact ? pc : pc - 1;
    return _URC_NO_REASON;
}

static void print(const char *what, const struct theirs *t, const struct sw_unwind_walk *w)
{
    if (n_wrong > 3)
        return;
    fprintf(stderr, "%s: theirs %u, ours %u\n", what, t->n, w->n);
    for (unsigned i = 0; i < t->n || i < w->n; i++)
        fprintf(stderr, "  %#lx %#lx\n", i < t->n ? (unsigned long)t->at[i] : 0,
                i < w->n ? (unsigned long)w->frames[i].pc : 0);
}

/* All that ours has is in theirs, where that comes so far; and if it says that it is whole, theirs has
 * no more. */
static void compare(const struct theirs *t, const struct sw_unwind_walk *w)
{
    unsigned n = 0;
    while (n < t->n && n < w->n && t->at[n] == w->frames[n].pc)
        n++;
    n_walks++;
    n_equal += n == w->n && n == t->n && w->whole;
    if (n < w->n && n < t->n) {
        n_wrong++;
        print("different", t, w);
    } else if (!w->whole) {
        if (n_cut++ < 3)
            print("cut", t, w);
    } else if (w->n < t->n) {
        n_wrong++;
        print("too short", t, w);
    }
}

/*
 * At the end of a function on aarch64, from where on the register has the caller: nothing but instructions that leave it alone is between
 * here and the return. Compilers have no tables of what is left of the frame there (clang 14), or wrong ones: theirs is no yardstick, and may
 * come to no end.
 */
static bool is_at_return(struct sw_unwind_registers r)
{
#if defined __aarch64__
    enum { RET = 0xd65f03c0, LINK = 30, MOST_LEFT = 8 };
    const uint32_t *code = (const uint32_t *)r.pc;
    for (int i = 0; i < MOST_LEFT; i++) {
        bool is_pair = (code[i] & 0x3a000000) == 0x28000000; /* LDP, STP */
        bool is_branch = (code[i] & 0x1c000000) == 0x14000000;
        if (code[i] == (uint32_t)RET)
            return true;
        if (is_branch || (code[i] & 31) == LINK || (is_pair && (code[i] >> 10 & 31) == LINK))
            return false;
    }
#else
    (void)r;
#endif
    return false;
}

static bool have_called(uint64_t at, struct sw_unwind_registers r)
{
    return at + 1 == sw_unwind_strip(r.link);
}

#if defined __x86_64__
/* A function without tables, as those that the compiler's start files have. */
void bare(void);
extern const char bare_end[];
__asm__(".text; .globl bare; bare: nop; push %rbp; mov %rsp, %rbp; nop; pop %rbp; ret; bare_end:");

static void note_bare(const struct sw_unwind_walk *w)
{
    if (w->frames[0].pc - (uint64_t)bare >= (uint64_t)(bare_end - (const char *)bare))
        return;
    n_bare++;
    n_bare_whole += w->whole;
}
#else
static void bare(void)
{
}

static void note_bare(const struct sw_unwind_walk *w)
{
    (void)w;
}
#endif

static void bounded(void);
static void all(void);

/* Return addresses are where the walk says that they are. */
static void check_slots(const struct sw_unwind_walk *w)
{
    for (unsigned i = 1; i < w->n; i++) {
        if (!w->frames[i].slot)
            continue;
        uint64_t there = sw_unwind_strip(*(const uint64_t *)w->frames[i].slot);
        n_slots++;
        n_wrong_slots += there != w->frames[i].pc + 1;
    }
}

/*
 * A walk that takes what it can from the one before finds the same. Where a realigned frame is taken down, gcc's
 * tables are wrong for an instruction or two, and lose a frame, or all, that the one before may have had.
 */
static void check_before(struct sw_unwind_registers r, const struct sw_unwind_walk *plain)
{
    static struct sw_unwind_frame walks[2][MOST], *frames = walks[0];
    static unsigned n_before;
    struct sw_unwind_walk w = *plain;
    unsigned same = 0, more;
    w.before = frames;
    w.n_before = n_before;
    w.frames = frames = walks[frames == walks[0]];
    sw_unwind_walk(&unwinder, r, &w);
    while (same < w.n && same < plain->n && frames[same].pc == plain->frames[same].pc)
        same++;
    more = w.n - same;
    for (unsigned i = 0; i < more && same < plain->n; i++)
        same += frames[w.n - more + i].pc == plain->frames[same].pc;
    if (plain->whole)
        n_wrong += same < plain->n || w.n > plain->n + 1 || !w.whole;
    n_better += w.n > plain->n;
    n_before = w.whole ? w.n : 0;
}

/* A walk that ends at a limit is the beginning of the whole one, and what is before the limit is in it. */
static void check_bounded(struct sw_unwind_registers r, const struct sw_unwind_walk *whole)
{
    static struct sw_unwind_frame frames[MOST];
    struct sw_unwind_walk w = *whole;
    w.frames = frames;
    w.end = (struct sw_unwind_stack){limit, stack_high};
    sw_unwind_walk(&unwinder, r, &w);
    n_bounded++;
    bool same = w.whole && w.n < whole->n;
    for (unsigned i = 0; i < w.n && same; i++)
        same = frames[i].pc == whole->frames[i].pc;
    /* What has the limit in its frame may be told from what called it, or not. */
    uint64_t next = whole->frames[w.n].start;
    same = same && (next == sw_unwind_function(&unwinder, (uint64_t)bounded) ||
                    next == sw_unwind_function(&unwinder, (uint64_t)all));
    n_wrong += !same;
}

static void walk_from(const ucontext_t *context)
{
    static struct sw_unwind_frame frames[MOST];
    static struct theirs theirs;
    struct sw_unwind_registers r;
#if defined __aarch64__
    r = (struct sw_unwind_registers){.pc = context->uc_mcontext.pc,
                                     .sp = context->uc_mcontext.sp,
                                     .fp = context->uc_mcontext.regs[29],
                                     .link = context->uc_mcontext.regs[30]};
#else
    const greg_t *g = context->uc_mcontext.gregs;
    r = (struct sw_unwind_registers){.pc = (uint64_t)g[REG_RIP],
                                     .sp = (uint64_t)g[REG_RSP],
                                     .fp = (uint64_t)g[REG_RBP],
                                     .other = (uint64_t)g[REG_R10],
                                     .base = (uint64_t)g[REG_RBX]};
#endif
    bool is_other = r.sp - (uint64_t)other_stack < sizeof other_stack;
    uint64_t other_high = (uint64_t)other_stack + sizeof other_stack;
    const struct sw_unwind_stack stacks[] = {
        {is_other ? r.sp : stack_high - (1 << 16), is_other ? other_high : stack_high},
        {is_other ? stack_high - (1 << 16) : r.sp, stack_high},
    };
    struct sw_unwind_walk w = {.stacks = stacks, .n_stacks = 2, .frames = frames, .most = MOST};
    sw_unwind_walk(&unwinder, r, &w);
    check_before(r, &w);
    note_bare(&w);
    check_slots(&w);
    if (limit && !is_other && w.whole)
        check_bounded(r, &w);
    if (is_at_return(r)) {
        n_returns++;
        n_wrong += w.n < 2 || !have_called(w.frames[1].pc, r);
        return;
    }
    theirs.from = r.pc;
    theirs.n = theirs.n_called = 0;
    if (sigsetjmp(crashed, 1)) {
        n_crashed++;
        return;
    }
    may_crash = 1;
    _Unwind_Backtrace(add, &theirs);
    may_crash = 0;
    if (theirs.n)
        compare(&theirs, &w);
}

/* Theirs is not made for every place: it does not look where it reads. */
static void on_crash(int number)
{
    if (!may_crash)
        abort();
    (void)number;
    may_crash = 0;
    siglongjmp(crashed, 1);
}

/* --- what is walked from --- */

#if !defined __x86_64__
static bool stepping;

/* Once: the program is to get on, however long a walk takes. */
static void set_timer(void)
{
    struct itimerval t = {{0, 0}, {0, stepping ? 200 : 0}};
    setitimer(ITIMER_REAL, &t, NULL);
}
#endif

static void walk(int number, siginfo_t *info, void *data)
{
    (void)number;
    (void)info;
    walk_from(data);
#if !defined __x86_64__
    set_timer();
#endif
}

static void step(bool on)
{
#if defined __x86_64__
    if (on)
        __asm__ volatile(
            "lea -128(%%rsp), %%rsp; pushfq; orq $0x100, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::
                : "cc", "memory");
    else
        __asm__ volatile(
            "lea -128(%%rsp), %%rsp; pushfq; andq $~0x100, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::
                : "cc", "memory");
#else
    stepping = on;
    set_timer();
#endif
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

__attribute__((noinline)) static double variable(unsigned n)
{
    double *a = alloca(n * sizeof *a);
    for (unsigned i = 0; i < n; i++)
        a[i] = sin(i * 1.7);
    qsort(a, n, sizeof *a, by_value);
    return a[n / 2];
}

__attribute__((noinline)) static double realigned(double x)
{
    double a[16] __attribute__((aligned(64)));
    for (int i = 0; i < 16; i++)
        a[i] = x * i;
    sink += a[3];
    return fmod(a[7], 3.3) + (((uintptr_t)a & 63) ? 1 : 0);
}

/* Both at once: the compiler needs one more register to find the frame. */
__attribute__((noinline)) static double realigned_variable(unsigned n, double x)
{
    double a[8] __attribute__((aligned(64)));
    double *b = alloca(n * sizeof *b);
    for (unsigned i = 0; i < n; i++)
        b[i] = x + i;
    for (int i = 0; i < 8; i++)
        a[i] = b[i % n];
    sink += a[5];
    return realigned(a[2]);
}

__attribute__((noinline)) static double tiny(double x)
{
    return x + 1;
}

__attribute__((noinline)) static double many_arguments(int a, int b, int c, int d, int e, int f,
                                                       double g, long h, long i, long j, long k)
{
    return tiny(a + b + c + d + e + f + g) + (double)(h ^ i ^ j ^ k);
}

__attribute__((noinline)) static double recursive(int n)
{
    if (n == 0)
        return variable(9);
    double x = recursive(n - 1);
    return x + (n & 1 ? tiny(x) : many_arguments(n, 2, 3, 4, 5, 6, x, 8, n, 10, 11));
}

static void on_user_signal(int number)
{
    (void)number;
    sink += realigned(2);
    sink += recursive(3);
}

__attribute__((noinline)) static void bounded(void)
{
    limit = (uint64_t)__builtin_frame_address(0);
    sink += recursive(3);
    sink += realigned_variable(5, 1);
    limit = 0;
}

/* From where it is called. */
__attribute__((noinline)) static unsigned walk_here(struct sw_unwind_frame *frames)
{
    struct sw_unwind_registers r = sw_unwind_here();
    const struct sw_unwind_stack stack = {r.sp, stack_high};
    struct sw_unwind_walk w = {.stacks = &stack, .n_stacks = 1, .frames = frames, .most = MOST};
    sw_unwind_walk(&unwinder, r, &w);
    return w.whole ? w.n : 0;
}

__attribute__((noinline)) static void all(void)
{
    char text[64];
    sink += recursive(20);
    sink += realigned_variable(5, 1);
    sink += realigned_variable(77, 2);
    snprintf(text, sizeof text, "%d %s %.3f", 42, "hello", sink);
    sink += strtod(text, NULL);
    raise(SIGUSR1);
    raise(SIGUSR2); /* on its own stack */
    free(strdup(text));
    bare();
    bounded();
    sink += 1; /* it is no jump */
}

static bool is_unknown;

/* An emulator has handlers return to a page that is no module's. */
static void note_return(int number)
{
    struct sw_unwind_module module;
    (void)number;
    is_unknown = !modules_find(NULL, (uint64_t)__builtin_return_address(0), &module);
}

static void handle(int number, unsigned flags)
{
    struct sigaction user = {.sa_handler = on_user_signal, .sa_flags = (int)flags};
    if (is_unknown)
        restorer_handle(number, on_user_signal, flags);
    else
        sigaction(number, &user, NULL);
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = walk, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigaction crash = {.sa_handler = on_crash};
    stack_t other = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    pthread_attr_t attributes;
    void *low;
    size_t size;
    modules_note();
    signal(SIGUSR1, note_return);
    raise(SIGUSR1);
    unwinder.find = modules_find;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &low, &size);
    stack_high = (uint64_t)low + size;
    sigaltstack(&other, NULL);
    handle(SIGUSR1, 0);
    handle(SIGUSR2, SA_ONSTACK);
    sigaction(SIGSEGV, &crash, NULL);
    sigaction(SIGTRAP, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    all(); /* symbols are bound now, or on the way: LD_BIND_NOW decides */
    step(true);
    sink += erf(sink); /* and this one on the way, in the loader */
    for (int i = 0; i < 200000 && n_walks < 6000; i++)
        all();
    step(false);
    printf("%llu walks, %llu equal, %llu cut, %llu at a return; %llu crashes of theirs\n",
           (unsigned long long)n_walks, (unsigned long long)n_equal, (unsigned long long)n_cut,
           (unsigned long long)n_returns, (unsigned long long)n_crashed);
    CHECK_EQ(n_wrong, 0);
    CHECK_EQ(n_bare_whole, n_bare);
    CHECK_EQ(n_wrong_slots, 0);
    CHECK(n_slots > n_walks);
    CHECK(n_better * 500 <= n_walks);
#if defined __x86_64__
    CHECK(n_bounded > 10);
#endif
    static struct sw_unwind_frame frames[MOST];
    CHECK(walk_here(frames) >= 3 &&
          frames[0].start == sw_unwind_function(&unwinder, (uint64_t)walk_here) &&
          frames[1].start == sw_unwind_function(&unwinder, (uint64_t)main));
    CHECK(n_walks > 500);
    CHECK(n_cut * 200 <= n_walks);
    return check_done();
}
