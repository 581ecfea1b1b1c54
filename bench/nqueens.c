/* All ways to place n queens on a board so that none attacks another: a spawn for each next queen.
 */
#include "bench.h"

enum { MOST = 16 };

struct board {
    signed char column[MOST]; /* of the queen in each row placed so far */
};

/* Whether a queen at (row, column) is attacked by none of the rows before. */
static bool is_safe(const struct board *b, int row, int column)
{
    for (int i = 0; i < row; i++) {
        int d = column - b->column[i];
        if (d == 0 || d == row - i || d == i - row)
            return false;
    }
    return true;
}

/* The number of ways to fill the rows from `row` on. */
long place(int n, int row, struct board b)
{
    long ways[MOST] = {0}, sum = 0;
    if (row == n)
        return 1;
    for (int column = 0; column < n; column++)
        if (is_safe(&b, row, column)) {
            b.column[row] = (signed char)column;
            ways[column] = cilk_spawn place(n, row + 1, b);
        }
    cilk_sync;
    for (int column = 0; column < n; column++)
        sum += ways[column];
    return sum;
}

int main(int argc, char **argv)
{
    static const long known[MOST + 1] = {1,   1,   0,    0,     2,     10,     4,       40,      92,
                                         352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
    int n = (int)bench_size(argc, argv, 13, 1, MOST);
    struct board empty = {{0}};
    bench_start();
    long ways = place(n, 0, empty);
    bench_stop();
    return bench_finish(ways == known[n]);
}
