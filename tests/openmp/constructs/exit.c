/* exit() in a region: handlers run, what was printed comes out, the status is the program's. */
#include "suite.h"

static void bye(void)
{
    puts("bye");
}

int main(void)
{
    atexit(bye);
    puts("begins"); /* waits in the buffer for the end */
#pragma omp parallel
    {
#pragma omp barrier
#pragma omp single nowait
        exit(7);
#pragma omp barrier
    }
    return 0;
}
