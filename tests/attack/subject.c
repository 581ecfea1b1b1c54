/* A program to be mutated: a few functions, one inlined, with all that a linker and a debugger want to know of them. */
#include <pthread.h>
#include <stdio.h>

static inline __attribute__((always_inline)) int inlined(int x)
{
    return x * 3;
}

static __attribute__((noinline)) int called(int x)
{
    return inlined(x) + 1;
}

static void *start(void *of)
{
    return called(1) ? of : NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, start, argv))
        return 1;
    pthread_join(thread, NULL);
    return printf("%d\n", called(argc)) < 0;
}
