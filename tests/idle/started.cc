// A thread by way of the C++ library: what it runs, and where it was started, are the reader's.
#include <cstdio>
#include <thread>

static void __attribute__((noinline)) grind(unsigned long n, unsigned long *to)
{
    unsigned long x = 1;
    for (unsigned long i = 0; i < n; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    *to = x;
}

int main()
{
    unsigned long result;
    std::thread thread(grind, 400000000ul, &result); // WANT started
    thread.join();
    std::printf("%lu\n", result & 1);
}
