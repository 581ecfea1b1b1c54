/* The same of a class, by who takes its lock; and places that are reached by way of libstdc++: all that is told is on a line of this file. */
#include <future>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

struct Cache {
    long values[16] = {};
    bool met = false;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    __attribute__((noinline)) bool enter()
    {
        return pthread_mutex_lock(&m) == 0;
    }
    void add(int i);
};

static void work()
{
    for (volatile int i = 0; i < 300000; i = i + 1)
        ;
}

__attribute__((noinline)) void Cache::add(int i)
{
    values[i % 16] += enter();
    work();
#ifndef SIMULATED
    while (!met && __atomic_load_n(reinterpret_cast<int *>(&m), __ATOMIC_RELAXED) != 2)
        sched_yield();
    met = true; // somebody waits: there are four
#endif
    pthread_mutex_unlock(&m);
}

static void many(Cache *cache)
{
    for (int i = 0; i < 4; i++)
        cache->add(i);
}

int main()
{
    Cache *cache = new Cache;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back(many, cache); // START
    for (auto &thread : threads)
        thread.join(); // JOIN
    std::vector<std::future<void>> futures;
    for (int i = 0; i < 4; i++)
        futures.push_back(std::async(std::launch::async, work)); // ASYNC
    for (auto &future : futures)
        future.get(); // GET
    delete cache;
}
