/* simd, alone and with for; declare simd. No runtime is needed for it, but the regions around. */
#include "suite.h"

#pragma omp declare simd notinbranch
static float twice(float x)
{
    return 2 * x;
}

int main(void)
{
    static float a[1024] __attribute__((aligned(64))), b[1024];
    float sum = 0;
    int last = 0, line = 0;
    printf("%d threads\n", omp_get_max_threads());
#pragma omp simd aligned(a : 64) safelen(8) simdlen(4)
    for (int i = 0; i < 1024; i++)
        a[i] = i % 32;
#pragma omp simd reduction(+ : sum) linear(line : 2) lastprivate(last)
    for (int i = 0; i < 1024; i++) {
        sum += a[i];
        last = line;
        line += 2;
    }
    same(sum, 15872);
    same(last, 2046);
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (int i = 0; i < 1024; i++) {
        b[i] = twice(a[i]);
        sum += b[i];
    }
    same(sum, 15872 * 3);
#pragma omp parallel for simd schedule(monotonic, simd : dynamic, 5) collapse(2) lastprivate(last)
    for (int i = 0; i < 32; i++) {
        for (int j = 0; j < 32; j++) {
            b[i * 32 + j] += 1;
            last = i * 32 + j;
        }
    }
    same(last, 1023);
    sum = 0;
#pragma omp parallel
    {
#pragma omp for simd schedule(guided) reduction(+ : sum) nowait
        for (int i = 0; i < 1024; i++)
            sum += b[i];
    }
    same(sum, 15872 * 2 + 1024);
    int previous = 0;
#pragma omp simd
    for (int i = 0; i < 64; i++) {
#pragma omp ordered simd
        previous += i;
    }
    same(previous, 2016);
    return finish();
}
