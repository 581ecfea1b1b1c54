// Ways through a grid, step by step, that avoid some of its places.
#include "shared.h"

static bool blocked(int x, int y)
{
    uint32_t h = static_cast<uint32_t>(x * 7 + y * 13);
    for (int i = 0; i < 60; i++)
        h = (h ^ h >> 15) * 2246822519u;
    return h % 11 == 5;
}

class Grid
{
  public:
    explicit Grid(int size) : size(size)
    {
    }

    uint64_t ways(int x, int y) const
    {
        if (x == size && y == size)
            return 1;
        if (x > size || y > size || blocked(x, y))
            return 0;
#ifdef REPAIRED
        if (x + y > size / 2)
            return ways_serially(x + 1, y) + ways_serially(x, y + 1);
#endif
        uint64_t right, down;
#pragma omp task shared(right)
        right = ways(x + 1, y);
        down = ways(x, y + 1);
#pragma omp taskwait
        return right + down;
    }

  private:
    uint64_t ways_serially(int x, int y) const
    {
        if (x == size && y == size)
            return 1;
        if (x > size || y > size || blocked(x, y))
            return 0;
        return ways_serially(x + 1, y) + ways_serially(x, y + 1);
    }
    int size;
};

int main(int argc, char **argv)
{
    Grid grid(11);
    uint64_t sum = 0;
    long times = scaled(argc, argv, 5);
    for (long t = 0; t < times; t++) {
#pragma omp parallel
#pragma omp single
        sum += grid.ways(0, 0) * static_cast<uint64_t>(t + 1);
    }
    return print_sum(sum);
}
