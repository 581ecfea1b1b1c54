// Exceptions that are thrown and caught inside a region, a loop, a task; while others throw too.
#include "suite.h"
#include <exception>
#include <stdexcept>
#include <string>

static void thrower(int depth, int value)
{
    std::string held(100, 'x'); // destroyed on the way
    if (depth == 0)
        throw std::runtime_error(std::to_string(value));
    thrower(depth - 1, value);
}

static int caught(int value)
{
    try {
        thrower(10, value);
    } catch (const std::runtime_error &e) {
        return std::stoi(e.what());
    }
    return -1;
}

// Stays in the handler over switches: what is being handled is each thread's own.
static void handling(int n)
{
#pragma omp parallel
    {
        int t = omp_get_thread_num();
        try {
            thrower(3, t);
        } catch (const std::exception &e) {
#pragma omp barrier
            same(std::stoi(e.what()), t);
            try {
                thrower(3, 1000 + t);
            } catch (const std::exception &inner) {
#pragma omp barrier
                same(std::stoi(inner.what()), 1000 + t);
                same(std::stoi(e.what()), t);
            }
#pragma omp critical
            {
                try {
                    throw;
                } catch (const std::exception &again) {
                    same(std::stoi(again.what()), t);
                }
            }
#pragma omp barrier
            holds(std::current_exception() != nullptr);
        }
        holds(std::current_exception() == nullptr);
        same(std::uncaught_exceptions(), 0);
    }
    (void)n;
}

// A destructor that meets a barrier while its thread is being unwound.
struct waits {
    ~waits()
    {
        same(std::uncaught_exceptions(), 1);
#pragma omp barrier
        same(std::uncaught_exceptions(), 1);
    }
};

int main()
{
    int n = omp_get_max_threads(), sum = 0;
    printf("%d threads\n", n);
#pragma omp parallel reduction(+ : sum)
    sum += caught(omp_get_thread_num());
    same(sum, n * (n - 1) / 2);
    sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 200; i++)
        sum += caught(i);
    same(sum, 19900);
    sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 100; i++) {
#pragma omp task shared(sum)
        {
            try {
                thrower(2, i);
            } catch (const std::exception &e) {
#pragma omp taskyield
#pragma omp atomic
                sum += std::stoi(e.what());
            }
        }
    }
    same(sum, 4950);
    handling(n);
    int unwound = 0;
#pragma omp parallel reduction(+ : unwound)
    {
        try {
            waits w;
            thrower(1, 2);
        } catch (const std::exception &) {
            unwound++;
        }
    }
    same(unwound, n);
    try { // out of a function that ran a region
#pragma omp parallel
        caught(1);
        thrower(1, 3);
    } catch (const std::exception &e) {
        same(std::stoi(e.what()), 3);
    }
    return finish();
}
