// Regions in constructors and destructors of static objects, and at exit.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sched.h>

static int sum()
{
    int n = 0;
#pragma omp parallel
    __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED);
    return n;
}

struct object {
    int n = sum();
    ~object() { std::printf("destructor: %d\n", n == sum()); }
};
static object first;

static std::once_flag once;
static int calls;

struct slow {
    slow()
    {
        for (int i = 0; i < 9; i++)
            sched_yield();
        calls++;
    }
};

int main()
{
    std::atexit([] { std::printf("atexit: %d\n", first.n == sum()); });
    int thrown = 0;
#pragma omp parallel
    {
        static slow made_once;
        std::call_once(once, [] {
            for (int i = 0; i < 4; i++)
                sched_yield();
            calls++;
        });
        try {
            for (int i = 0; i < 4; i++)
                sched_yield();
            throw 1;
        } catch (int x) {
            __atomic_add_fetch(&thrown, x, __ATOMIC_RELAXED);
        }
    }
    std::printf("main: %d %d\n", calls, thrown == first.n);
}
