/* Threads wait for each other by loops that no runtime knows of, each in its turn and backwards. */
#include "robust.h"

#include <stdatomic.h>

static volatile int turn;
static atomic_int atomic_turn;

static void bare(int mine)
{
    while (turn != mine)
        ;
    turn = mine + 1;
}

static void pausing(int mine)
{
    long times = 0;
    while (atomic_load(&atomic_turn) != mine) {
        times++;
#if defined __x86_64__
        __builtin_ia32_pause();
#else
        __asm__ volatile("yield");
#endif
    }
    sink = (double)times;
    atomic_store(&atomic_turn, mine + 1);
}

/* Nothing tells it from a computation: others have their turns, but they come late. */
static void counting(int mine)
{
    volatile long times = 0;
    while (turn != mine)
        times++;
    turn = mine + 1;
}

static bool is_mine(int mine)
{
    return turn == mine;
}

static bool (*volatile ask)(int) = is_mine;

static void calling(int mine)
{
    while (!ask(mine))
        ;
    turn = mine + 1;
}

static void go_round(void (*wait)(int), int rounds)
{
    turn = 0;
    atomic_turn = 0;
#pragma omp parallel
    {
        int n = omp_get_num_threads(), me = n - 1 - omp_get_thread_num();
        for (int i = 0; i < rounds; i++)
            wait(i * n + me);
    }
}

int main(void)
{
    go_round(bare, 3);
    go_round(pausing, 3);
    go_round(calling, 3);
    if (omp_get_max_threads() <= 4)
        go_round(counting, 1);
    puts("ok");
    return 0;
}
