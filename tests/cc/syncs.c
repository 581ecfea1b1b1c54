/*
 * Syncs before a return, and syncs that only look so. The last_ functions have one LAST_SYNC each,
 * the others none: see sleds.sh.
 */
#include <cilk/cilk.h>

volatile int sink;

__attribute__((noinline)) int work(int x)
{
    return sink + x;
}

int last_fib(int n)
{
    if (n < 2)
        return n;
    int x = cilk_spawn last_fib(n - 1);
    int y = last_fib(n - 2);
    cilk_sync;
    return x + y;
}

void last_of_two(int n)
{
    cilk_spawn work(n);
    cilk_sync;
    cilk_sync;
}

int then_loop(int n)
{
    int x = cilk_spawn work(n);
    cilk_sync;
    for (int i = 0; i < n; i++)
        sink = i;
    return x;
}

int then_call(int n)
{
    int x = cilk_spawn work(n);
    cilk_sync;
    return x + work(x) + 1;
}

int then_if(int n)
{
    int x = cilk_spawn work(n);
    cilk_sync;
    if (x > n)
        sink = x;
    return x;
}

int then_much(int n)
{
    int x = cilk_spawn work(n);
    cilk_sync;
    sink = 1, sink = 2, sink = 3, sink = 4, sink = 5, sink = 6, sink = 7, sink = 8, sink = 9;
    sink = 10, sink = 11, sink = 12, sink = 13, sink = 14, sink = 15, sink = 16, sink = 17;
    return x;
}

int then_scope(int n)
{
    int x = cilk_spawn work(n);
    cilk_sync;
    cilk_scope
    {
        sink = x;
    }
    return x;
}

int then_assembly(int n)
{
    int x = cilk_spawn work(n);
    cilk_sync;
    __asm__ volatile("nop");
    return x;
}

int main(void)
{
    last_of_two(1);
    sink = 0;
    int sum = last_fib(10) + then_loop(1) + then_call(1) + then_if(1) + then_much(1);
    return sum + then_scope(1) + then_assembly(1) == 0;
}
