// The mean and the range of many numbers, by reducers.
#include "shared.h"

#include <cilk/cilk.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_opadd.h>

enum { BLOCK = 4096 };

static uint32_t number(long i)
{
    uint32_t x = static_cast<uint32_t>(i) * 2654435761u;
    x = (x ^ x >> 15) * 2246822519u;
    return x ^ x >> 13;
}

int main(int argc, char **argv)
{
    long blocks = scaled(argc, argv, 80000);
    cilk::reducer_opadd<uint64_t> sum(0);
    cilk::reducer_max<uint64_t> most;
    cilk_for (long b = 0; b < blocks; b++) {
        uint64_t mine = 0, largest = 0;
        for (long i = b * BLOCK; i < (b + 1) * BLOCK; i++) {
            uint32_t x = number(i);
            mine += x;
            largest = x > largest ? x : largest;
        }
        sum += mine;
        most.calc_max(largest);
    }
    return print_sum(sum.get_value() * 31 + most.get_value());
}
