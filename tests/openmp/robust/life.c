/* OpenMP before main, after it, and in atexit handlers. */
#include "../constructs/suite.h"
#include <unistd.h>

static int threads(void)
{
    int count = 0;
#pragma omp parallel num_threads(3) reduction(+ : count)
    count++;
    return count;
}

static int before;

__attribute__((constructor)) static void early(void)
{
    before = threads();
}

__attribute__((destructor)) static void late(void)
{
    char text[] = "after: 0\n";
    text[7] = (char)('0' + threads());
    if (write(1, text, 9) != 9)
        _exit(1);
}

static void at_exit(void)
{
    printf("at exit: %d\n", threads());
    fflush(stdout);
}

int main(void)
{
    same(before, 3);
    atexit(at_exit);
    same(threads(), 3);
    return finish();
}
