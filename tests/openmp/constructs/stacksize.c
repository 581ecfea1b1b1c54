/* OMP_STACKSIZE: the threads' stacks have it. The list gives 32 MB and asks for 24. */
#include "suite.h"

static __attribute__((noinline)) long use(int megabytes)
{
    char room[1 << 20];
    memset(room, megabytes, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
    return megabytes ? room[1000] - megabytes + 1 + use(megabytes - 1) : 0;
}

int main(int argc, char **argv)
{
    int megabytes = argc > 1 ? atoi(argv[1]) : 1;
    long sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
        if (omp_get_thread_num())
            sum += use(megabytes);
    }
    same(sum, 3 * megabytes);
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task shared(sum)
        {
            long got = omp_get_thread_num() ? use(megabytes) : megabytes;
#pragma omp atomic
            sum += got;
        }
    }
    same(sum, 11 * megabytes);
    return finish();
}
