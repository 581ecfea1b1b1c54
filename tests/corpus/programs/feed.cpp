// C++, std::thread: one thread makes what the others wait for, in a queue with a condition variable.
#include "shared.h"

#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

static std::mutex m;
static std::condition_variable ready;
static std::queue<uint32_t> jobs;
static bool done;

static uint32_t make_job(uint32_t x)
{
    for (int k = 0; k < 60000; k++)
        x = (x ^ x >> 15) * 2246822519u + 1;
    return x;
}

static void feed(long n)
{
    for (long i = 0; i < n; i++) {
        uint32_t job = make_job(static_cast<uint32_t>(i));
        std::lock_guard<std::mutex> guard(m);
        jobs.push(job);
        ready.notify_one();
    }
    std::lock_guard<std::mutex> guard(m);
    done = true;
    ready.notify_all();
}

static void consume(uint64_t &sum)
{
    for (;;) {
        std::unique_lock<std::mutex> guard(m);
        ready.wait(guard, [] { return done || !jobs.empty(); });
        if (jobs.empty())
            return;
        uint32_t x = jobs.front();
        jobs.pop();
        guard.unlock();
        for (int k = 0; k < 20000; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        sum += x;
    }
}

int main(int argc, char **argv)
{
    std::vector<uint64_t> sums(static_cast<size_t>(threads_wanted()));
    std::vector<std::thread> threads;
    for (auto &sum : sums)
        threads.emplace_back(consume, std::ref(sum));
    feed(scaled(argc, argv, 10000));
    for (auto &thread : threads)
        thread.join();
    return print_sum(sums[0] == 0);
}
