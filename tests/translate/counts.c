/* Work that is known to the instruction: counts N M prints what is done; see counts.sh. */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Three instructions a turn, n > 0. */
static __attribute__((noinline)) void turn(long n)
{
#if defined __x86_64__
    __asm__ volatile("1: nop\n dec %0\n jnz 1b" : "+r"(n)::"cc");
#else
    __asm__ volatile("1: nop\n subs %0, %0, #1\n b.ne 1b" : "+r"(n)::"cc");
#endif
}

/* As many instructions as bytes: a repeated one counts as often as it is repeated, once at least. */
static __attribute__((noinline)) size_t repeat(size_t n)
{
#if defined __x86_64__
    static char from[4096], to[4096];
    char *f = from, *t = to;
    size_t left = n;
    __asm__ volatile("rep movsb" : "+S"(f), "+D"(t), "+c"(left)::"memory");
    f = from, t = to;
    size_t compared = n + 5;
    to[n] = 1;
    __asm__ volatile("repe cmpsb" : "+S"(f), "+D"(t), "+c"(compared)::"memory", "cc");
    to[n] = 0;
    return compared;
#else
    return n - n + 4;
#endif
}

/* Flags that live across a call, a jump and a return: what adds to a counter must leave them alone. */
static __attribute__((noinline)) long carry(long n)
{
    long sum = 0;
#if defined __x86_64__
    __asm__ volatile("1: mov %1, %%rax\n neg %%rax\n"
                     "call 3f\n adc $0, %0\n"
                     "jmp 4f\n4: adc $0, %0\n"
                     "jz 5f\n5: adc $0, %0\n"
                     "dec %1\n jnz 1b\n jmp 2f\n"
                     "3: ret\n2:"
                     : "+r"(sum), "+r"(n)::"rax", "cc", "memory");
#else
    __asm__ volatile("1: subs x9, xzr, %1\n cmp x9, x9\n"
                     "bl 3f\n adc %0, %0, xzr\n"
                     "b 4f\n4: adc %0, %0, xzr\n"
                     "b.eq 5f\n5: adc %0, %0, xzr\n"
                     "subs %1, %1, #1\n b.ne 1b\n b 2f\n"
                     "3: ret\n2:"
                     : "+r"(sum), "+r"(n)::"x9", "x30", "cc", "memory");
#endif
    return sum;
}

static void both(long n, long m)
{
    cilk_spawn turn(n);
    turn(m);
    cilk_sync;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, m = argc > 2 ? atol(argv[2]) : 1000;
    both(n, m);
    size_t left = repeat((size_t)n % 4000);
    size_t none = repeat(0);
    long sum = carry(m);
    printf("%zu %zu %ld\n", left, none, sum);
    return left != 4 || none != 4;
}
