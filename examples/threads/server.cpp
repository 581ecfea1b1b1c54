// Threads that answer requests from a cache with one lock: while one of them looks something up, the others wait.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

class Cache {
    std::mutex m;
    std::unordered_map<unsigned, unsigned> known;

public:
    unsigned get(unsigned key)
    {
        std::lock_guard<std::mutex> lock(m);
        unsigned &value = known[key % 1000];
        for (int i = 0; i < 8000; i++) // computed with the lock held
            value = value * 1664525u + key + 1013904223u;
        return value;
    }
};

static Cache cache;

static unsigned answer(unsigned request)
{
    unsigned value = cache.get(request);
    for (int i = 0; i < 2000; i++)
        value = value * 22695477u + request + 1;
    return value;
}

int main(int argc, char **argv)
{
    unsigned requests = argc > 1 ? std::atoi(argv[1]) : 40000;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 4; t++)
        threads.emplace_back([=] {
            volatile unsigned sum = 0;
            for (unsigned i = t; i < requests; i += 4)
                sum = sum + answer(i);
        });
    for (std::thread &thread : threads)
        thread.join();
    std::printf("%u requests answered\n", requests);
}
