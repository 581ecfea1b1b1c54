/* A region whose threads use so many kilobytes of their stacks. */
#include "robust.h"

static __attribute__((noinline)) long use(volatile char *above, long kilobytes)
{
    volatile char here[1024];
    memset((void *)here, 1, sizeof here);
    return kilobytes ? use(here, kilobytes - 1) + here[0] : *above;
}

int main(int argc, char **argv)
{
    long kilobytes = argc > 1 ? atol(argv[1]) : 100;
#pragma omp parallel
    CHECK(use("", kilobytes) >= kilobytes);
    puts("ok");
    return 0;
}
