/* Code that has never run, on a stack with little room: translating it takes none of that but for what registers are saved. */
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

enum { MOST = 640 };
static ucontext_t outside, inside;
static char stack[1 << 15] __attribute__((aligned(64)));
static volatile unsigned sum;

static __attribute__((noinline)) void compute(void)
{
    for (unsigned i = 0; i < 1000; i++)
        switch (i % 5) {
        case 0:
            sum += i;
            break;
        case 1:
            sum ^= i * 3;
            break;
        case 2:
            sum = sum % 7 ? sum / 3 : sum * 5;
            break;
        default:
            sum -= i >> 1;
        }
}

static void nothing(void)
{
}

/* The bytes that it used of the stack. */
static size_t run(void (*function)(void))
{
    size_t unused = 0;
    memset(stack, 0x77, sizeof stack);
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = sizeof stack;
    inside.uc_link = &outside;
    makecontext(&inside, function, 0);
    swapcontext(&outside, &inside);
    while (stack[unused] == 0x77)
        unused++;
    return sizeof stack - unused;
}

int main(void)
{
    run(nothing); /* what the loader looks up is known */
    size_t used = run(compute);
    if (used > MOST)
        printf("%zu bytes of the stack were used", used);
    return used > MOST;
}
