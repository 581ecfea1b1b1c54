// Queens on a board: lambdas with captures that are spawned, a reducer, and a vector that every child copies.
#include "bench.hh"

#include <cilk/reducer_opadd.h>
#include <vector>

using Board = std::vector<signed char>;
static cilk::reducer_opadd<long> found;

static bool is_safe(const Board &board, int column)
{
    int row = static_cast<int>(board.size());
    for (int i = 0; i < row; i++) {
        int other = board[static_cast<std::size_t>(i)];
        if (other == column || other - column == row - i || column - other == row - i)
            return false;
    }
    return true;
}

static void place(const Board &board, int n)
{
    if (static_cast<int>(board.size()) == n) {
        found += 1;
        return;
    }
    for (int column = 0; column < n; column++)
        if (is_safe(board, column))
            cilk_spawn[&board, column, n]
            {
                Board next;
                next.reserve(board.size() + 1);
                next = board;
                next.push_back(static_cast<signed char>(column));
                place(next, n);
            }
    ();
}

int main(int argc, char **argv)
{
    place(Board(), static_cast<int>(bench_size(argc, argv, 13)));
    bench_say(found.get_value());
}
