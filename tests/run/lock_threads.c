/* Has all it maps from now on locked and filled, then many threads: what their stacks take, if it may lock so much at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MUCH (64ul << 20)

static unsigned long locked_kb(void)
{
    char line[256];
    unsigned long kb = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, status))
        sscanf(line, "VmLck: %lu", &kb);
    fclose(status);
    return kb;
}

int main(void)
{
    mlockall(MCL_FUTURE);
    void *much = mmap(NULL, MUCH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (much == MAP_FAILED) {
        puts("not allowed");
        return 0;
    }
    unsigned long before = locked_kb(), n = 0;
#pragma omp parallel reduction(+ : n)
    n++;
    unsigned long more = locked_kb() - before;
    printf("%lu threads, %s\n", n, more < MUCH >> 10 ? "little" : "much");
    return 0;
}
