/* Tours of a knight on a small board. */
#include "shared.h"

#include <cilk/cilk.h>

enum { SIDE = 5, SQUARES = SIDE * SIDE };

static int step(int from, int move)
{
    static const int dx[8] = {1, 2, 2, 1, -1, -2, -2, -1}, dy[8] = {2, 1, -1, -2, -2, -1, 1, 2};
    int x = from % SIDE + dx[move], y = from / SIDE + dy[move];
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? -1 : y * SIDE + x;
}

#ifdef REPAIRED
static uint64_t ride_alone(int at, uint32_t been, int length)
{
    if (length == SQUARES)
        return 1;
    uint64_t found = 0;
    for (int move = 0; move < 8; move++) {
        int to = step(at, move);
        if (to >= 0 && !(been >> to & 1))
            found += ride_alone(to, been | 1u << to, length + 1);
    }
    return found;
}
#endif

static uint64_t ride(int at, uint32_t been, int length)
{
    if (length == SQUARES)
        return 1;
#ifdef REPAIRED
    if (length > 7)
        return ride_alone(at, been, length);
#endif
    uint64_t found[8] = {0}, sum = 0;
    for (int move = 0; move < 8; move++) {
        int to = step(at, move);
        if (to >= 0 && !(been >> to & 1))
            found[move] = cilk_spawn ride(to, been | 1u << to, length + 1);
    }
    cilk_sync;
    for (int move = 0; move < 8; move++)
        sum += found[move];
    return sum;
}

int main(int argc, char **argv)
{
    long times = scaled(argc, argv, 3);
    uint64_t sum = 0;
    for (long t = 0; t < times; t++)
        for (int from = 0; from < 6; from += 2)
            sum = sum * 31 + ride(from, 1u << from, 1);
    return print_sum(sum);
}
