/* setjmp and longjmp inside a thread, a task, a critical section, out of nested calls. */
#include "../constructs/suite.h"
#include <setjmp.h>

static void out(jmp_buf *b, int depth, int value)
{
    volatile char room[512];
    room[0] = 1;
    if (depth == 0)
        longjmp(*b, value);
    out(b, depth - room[0], value);
}

static __attribute__((noinline)) int jumps(int value)
{
    jmp_buf b;
    int got = setjmp(b);
    if (got == 0)
        out(&b, 20, value);
    return got;
}

/* Over barriers. In a function of its own: gcc's outlined ones do not know of setjmp. */
static __attribute__((noinline)) int again(void)
{
    jmp_buf b;
    volatile int times = 0;
    if (setjmp(b) < 3) {
#pragma omp barrier
        times++;
        longjmp(b, times);
    }
    return times;
}

int main(void)
{
    int n = omp_get_max_threads(), sum = 0;
#pragma omp parallel reduction(+ : sum)
    sum += again() + jumps(10);
    same(sum, 13 * n);
    sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 1; i <= 50; i++) {
#pragma omp task shared(sum)
        {
            int got = jumps(i);
#pragma omp critical
            sum += got + jumps(1) - 1;
        }
    }
    same(sum, 1275);
    return finish();
}
