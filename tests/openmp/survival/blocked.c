/* Threads that wait for each other inside libc and the kernel, where nobody sees it. */
#include "robust.h"

static int n;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static volatile int begun;

static void init(void)
{
    for (int i = 0; i < 3; i++)
        hop();
    begun++;
}

static void barriers(void)
{
    pthread_barrier_t barrier;
    int serial = 0, last = 0;
    pthread_barrier_init(&barrier, NULL, (unsigned)n);
#pragma omp parallel
    for (int i = 0; i < 3; i++) {
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            serial++;
    }
    CHECK(serial == 3 && !last);
    pthread_barrier_destroy(&barrier);
}

/* A byte goes round, against the order of the threads. */
static void pipes(void)
{
    int(*ends)[2] = calloc((size_t)n, sizeof *ends);
    for (int i = 0; i < n; i++)
        CHECK(!pipe(ends[i]));
    CHECK(write(ends[n - 1][1], "x", 1) == 1);
#pragma omp parallel
    {
        char c;
        int me = omp_get_thread_num();
        CHECK(read(ends[me][0], &c, 1) == 1);
        CHECK(write(ends[(me + n - 1) % n][1], &c, 1) == 1);
    }
    free(ends);
}

static void files(void)
{
    FILE *f = tmpfile();
#pragma omp parallel
    for (int i = 0; i < 3; i++) {
        flockfile(f);
        fputc('a', f);
        hop();
        fputc('b', f);
        funlockfile(f);
    }
    rewind(f);
    for (int i = 0; i < 3 * n; i++)
        CHECK(fgetc(f) == 'a' && fgetc(f) == 'b');
    fclose(f);
}

/* Long enough to be left in the middle, inside malloc as well. */
static void allocations(void)
{
#pragma omp parallel
    {
        void *blocks[64] = {0};
        unsigned random = (unsigned)omp_get_thread_num();
        for (int i = 0; i < 300000 / n; i++) {
            random = random * 1664525u + 1013904223u;
            void **b = &blocks[random >> 26];
            free(*b);
            *b = malloc(random >> 8 & 4095);
            memset(*b, 1, random >> 8 & 4095);
        }
        for (int i = 0; i < 64; i++)
            free(blocks[i]);
    }
}

int main(void)
{
#pragma omp parallel
    n = omp_get_num_threads();
    barriers();
    pipes();
    files();
    allocations();
#pragma omp parallel
    pthread_once(&once, init);
    CHECK(begun == 1);
    puts("ok");
    return 0;
}
