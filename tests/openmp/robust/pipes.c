/* A thread of a region blocks in the kernel until another thread does something: a pipe, a sleep. */
#include "../constructs/suite.h"
#include <poll.h>
#include <unistd.h>

int main(void)
{
    int there[2], back[2], sum = 0;
    holds(!pipe(there) && !pipe(back));
#pragma omp parallel num_threads(2) reduction(+ : sum)
    for (int i = 0; i < 5; i++) {
        char byte = (char)i;
        if (omp_get_thread_num() == 0) {
            same(read(there[0], &byte, 1), 1); /* the other has not written yet */
            sum += byte;
            same(write(back[1], &byte, 1), 1);
        } else {
            same(write(there[1], &byte, 1), 1);
            struct pollfd p = {.fd = back[0], .events = POLLIN};
            same(poll(&p, 1, 10000), 1);
            same(read(back[0], &byte, 1), 1);
            sum += byte;
        }
    }
    same(sum, 20);
#pragma omp parallel num_threads(3)
    {
        usleep(3000);
#pragma omp barrier
    }
    return finish();
}
