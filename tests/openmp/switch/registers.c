/* Registers and modes of logical threads are their own, across switches and calls on other stacks. */
#include "agent/openmp/simulator/switch.h"
#include "tests/openmp/switch/lib.h"

#include <fenv.h>
#include <stdlib.h>
#include <sys/mman.h>

#if defined __x86_64__
#define KEPT 6
#else
#define KEPT 19
#endif
#define ROUNDS 1000
#define STACK  (256 << 10)

void through(void *function, const uint64_t *arguments, const uint64_t *before, uint64_t *after);

static uint64_t word(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Calls it with arbitrary values in the registers, which must be there afterwards. */
static void keeps(void *function, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t arguments[3] = {a, b, c}, before[KEPT], after[KEPT] = {0};
    for (int i = 0; i < KEPT; i++)
        before[i] = word();
    through(function, arguments, before, after);
    for (int i = 0; i < KEPT; i++)
        CHECK_EQ(after[i], before[i]);
}

static void switches(void *argument)
{
    struct other *o = argument;
    CHECK_EQ((uint64_t)__builtin_frame_address(0) % 16, 0);
    for (int i = 0; i < ROUNDS; i++)
        keeps((void *)sw_omp_switch, (uint64_t)&o->context, (uint64_t)&home, 0);
    stop(o);
}

static void test_registers(void)
{
    struct other o;
    start(&o, switches);
    for (int i = 0; i < ROUNDS; i++)
        keeps((void *)sw_omp_switch, (uint64_t)&home, (uint64_t)&o.context, 0);
    end(&o);
}

/* Stacks of calls. */
static char *stack;
static struct other *caller;
static int depth;

static int is_on(const char *low, const void *at)
{
    return (const char *)at >= low && (const char *)at < low + STACK;
}

static void called(void *argument)
{
    char *mine = stack + (uint64_t)depth * STACK;
    CHECK(is_on(mine, __builtin_frame_address(0)));
    CHECK_EQ((uint64_t)__builtin_frame_address(0) % 16, 0);
    CHECK_EQ(sw_omp_thread_pointer(), *(uint64_t *)argument);
    keeps((void *)sw_omp_switch, (uint64_t)&caller->context, (uint64_t)&home, 0);
    CHECK_EQ(sw_omp_thread_pointer(), *(uint64_t *)argument);
    if (++depth < 3)
        keeps((void *)sw_omp_call_on, (uint64_t)mine + 2 * STACK - 8, (uint64_t)called,
              (uint64_t)argument);
}

static void calls(void *argument)
{
    uint64_t pointer = sw_omp_thread_pointer();
    caller = argument;
    keeps((void *)sw_omp_call_on, (uint64_t)stack + STACK, (uint64_t)called, (uint64_t)&pointer);
    CHECK_EQ(depth, 3);
    stop(caller);
}

static void test_calls(void)
{
    struct other o;
    stack = mmap(NULL, 3 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    start(&o, calls);
    for (int i = 0; i < 4; i++)
        keeps((void *)sw_omp_switch, (uint64_t)&home, (uint64_t)&o.context, 0);
    end(&o);
    munmap(stack, 3 * STACK);
}

/* The modes and flags of floating point, as two words. */
struct modes {
    uint64_t one, two;
};

static struct modes modes(void)
{
#if defined __x86_64__
    uint32_t mxcsr;
    uint16_t control;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr), "=m"(control));
    return (struct modes){mxcsr, control};
#else
    struct modes m;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(m.one), "=r"(m.two));
    return m;
#endif
}

static void set_modes(struct modes m)
{
#if defined __x86_64__
    __asm__ volatile("ldmxcsr %0\n\tfldcw %1" ::"m"(m.one), "m"(m.two));
#else
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" ::"r"(m.one), "r"(m.two));
#endif
}

/* Of two threads: which way to round, what becomes of tiny numbers, precision, flags. */
#if defined __x86_64__
static const struct modes down = {0x1f80 | 1 << 13 | 0x8000, 0x37f | 1 << 10},
                          up = {0x1f80 | 2 << 13 | 0x20 | 0x40, 0x27f | 2 << 10};
#else
static const struct modes down = {2 << 22 | 1 << 24, 0}, up = {1 << 22 | 1 << 25, 0x10};
#endif

static void has_modes(struct modes want)
{
    static volatile double one = 1, three = 3;
    static volatile double third;
    struct modes got = modes();
    CHECK_EQ(got.one, want.one);
    CHECK_EQ(got.two, want.two);
    CHECK_EQ(fegetround(), want.one == up.one ? FE_UPWARD : FE_DOWNWARD);
    third = one / three;
    CHECK(third == (want.one == up.one ? 0x1.5555555555556p-2 : 0x1.5555555555555p-2));
    set_modes(want);
}

static void with_modes(void *argument)
{
    has_modes(down);
    set_modes(up);
    for (int i = 0; i < ROUNDS; i++) {
        back(argument);
        has_modes(up);
    }
    stop(argument);
}

static void test_modes(void)
{
    struct modes kept = modes();
    struct other o;
    set_modes(down);
    start(&o, with_modes); /* a new thread has those of its creator, as pthreads do */
    for (int i = 0; i < ROUNDS; i++) {
        to(&o);
        has_modes(down);
    }
    set_modes(kept);
    end(&o);
}

int main(int argc, char **argv)
{
    (void)argc;
    choose(argv[1]);
    test_registers();
    test_calls();
    test_modes();
    return check_done();
}
