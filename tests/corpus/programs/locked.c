/* C, OpenMP: a lock of OpenMP's around all of what a function does. */
#include "shared.h"

#include <omp.h>
#include <string.h>

static struct {
    omp_lock_t lock;
    char lines[64][256];
    unsigned n;
} journal;

__attribute__((noinline)) static void write_line(const char *line)
{
    omp_set_lock(&journal.lock);
    for (int i = 0; i < 120; i++)
        memmove(journal.lines[(journal.n + (unsigned)i) % 64], line, 256);
    journal.n++;
    omp_unset_lock(&journal.lock);
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 400000);
    omp_init_lock(&journal.lock);
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
        char line[256] = {0};
        uint32_t x = (uint32_t)i;
        for (int k = 0; k < 100; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        line[x % 256] = (char)x;
        write_line(line);
    }
    omp_destroy_lock(&journal.lock);
    return print_sum(journal.n);
}
