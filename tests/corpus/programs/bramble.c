/* Queens that do not attack each other. */
#include "shared.h"

enum { QUEENS = 13 };

static uint64_t serially(uint32_t columns, uint32_t left, uint32_t right)
{
    uint32_t all = (1u << QUEENS) - 1;
    if (columns == all)
        return 1;
    uint64_t found = 0;
    for (uint32_t free = all & ~(columns | left | right); free; free &= free - 1) {
        uint32_t queen = free & -free;
        found += serially(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return found;
}

static void place(uint32_t columns, uint32_t left, uint32_t right, int row, uint64_t *to)
{
    uint32_t all = (1u << QUEENS) - 1;
    for (uint32_t free = all & ~(columns | left | right); free; free &= free - 1) {
        uint32_t queen = free & -free;
        uint32_t c = columns | queen, l = (left | queen) << 1, r = (right | queen) >> 1;
#pragma omp task
        if (row == 1) {
            uint64_t found = serially(c, l, r);
#pragma omp atomic
            *to += found;
        } else {
            place(c, l, r, row + 1, to);
        }
    }
}

int main(int argc, char **argv)
{
    long times = scaled(argc, argv, 12);
    uint64_t found = 0;
#pragma omp parallel
#pragma omp single
    for (long t = 0; t < times; t++) {
#pragma omp task shared(found)
        place(0, 0, 0, 0, &found);
    }
    return print_sum(found);
}
