/* Appends a line to the file `log`; before, works in parallel: by CILK, OPENMP, ANNOTATED, THREADS or TBB. C, and C++ for TBB. */
#include <stdio.h>

enum { PARTS = 64, TIMES = 300000 };
static double parts[PARTS];

static void work(int part)
{
    for (int i = 1; i < TIMES; i++)
        parts[part] += 1.0 / (i + part);
}

#if defined CILK
#include <cilk/cilk.h>
static void all(void)
{
    cilk_for (int i = 0; i < PARTS; i++)
        work(i);
}
#elif defined ANNOTATED
#include <spanwise.h>
static void all(void)
{
    PAR_SEC_BEGIN("work");
    for (int i = 0; i < PARTS; i++) {
        PAR_TASK_BEGIN("part");
        work(i);
        PAR_TASK_END();
    }
    PAR_SEC_END(1);
}
#elif defined THREADS
#include <pthread.h>
static void *half(void *from)
{
    for (int i = from ? PARTS / 2 : 0; i < (from ? PARTS : PARTS / 2); i++)
        work(i);
    return NULL;
}
static void all(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, half, parts);
    half(NULL);
    pthread_join(thread, NULL);
}
#elif defined TBB
#include <tbb/parallel_for.h>
static void all(void)
{
    tbb::parallel_for(0, (int)PARTS, work);
}
#else
static void all(void)
{
#pragma omp parallel for
    for (int i = 0; i < PARTS; i++)
        work(i);
}
#endif

int main(void)
{
    all();
    FILE *log = fopen("log", "a");
    if (!log)
        return 1;
    fputs("line\n", log);
    return fclose(log);
}
