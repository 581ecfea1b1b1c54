// C++'s own threads, locks and futures inside regions.
#include "../constructs/suite.h"
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static std::once_flag flag;
static int turn, count, inits;

int main()
{
    int n = omp_get_max_threads() < 2 ? 2 : omp_get_max_threads();
#pragma omp parallel num_threads(n)
    {
        int t = omp_get_thread_num();
        {
            std::unique_lock<std::mutex> held(m);
            changed.wait(held, [&] { return turn == n - 1 - t; });
            turn++;
        }
        changed.notify_all();
        std::call_once(flag, [] { inits++; });
        std::lock_guard<std::mutex> held(m);
#pragma omp critical
        count++;
    }
    same(turn, n);
    same(inits, 1);
    same(count, n);
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    int got = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            got = future.get();
        else
            promise.set_value(5);
    }
    same(got, 5);
    std::atomic<int> sum(0);
#pragma omp parallel num_threads(3)
    {
        std::thread other([&] { sum += 1; });
        other.join();
        sum += std::async(std::launch::async, [] { return 10; }).get();
        static int local = [] { return 7; }(); // initialized once, under the compiler's lock
        sum += local;
    }
    same(sum, 54);
    std::thread outer([&] {
#pragma omp parallel num_threads(4)
        sum++;
    });
    outer.join();
    same(sum, 58);
    return finish();
}
