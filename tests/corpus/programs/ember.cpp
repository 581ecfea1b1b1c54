// A pool of threads that renders the tiles of pictures.
#include "shared.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool
{
  public:
    explicit Pool(int n)
    {
        for (int i = 0; i < n; i++)
            threads.emplace_back([this] { work(); });
    }
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> guard(mutex);
            ends = true;
        }
        changed.notify_all();
        for (std::thread &t : threads)
            t.join();
    }
    void submit(std::function<void()> job)
    {
        {
            std::lock_guard<std::mutex> guard(mutex);
            jobs.push(std::move(job));
        }
        changed.notify_one();
    }

  private:
    void work()
    {
        std::unique_lock<std::mutex> lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return ends || !jobs.empty(); });
            if (jobs.empty())
                return;
            std::function<void()> job = std::move(jobs.front());
            jobs.pop();
            lock.unlock();
            job();
            lock.lock();
        }
    }
    std::vector<std::thread> threads;
    std::queue<std::function<void()>> jobs;
    std::mutex mutex;
    std::condition_variable changed;
    bool ends = false;
};

static uint32_t tile(uint32_t number)
{
    uint32_t sum = 0;
    for (uint32_t pixel = 0; pixel < 4096; pixel++) {
        uint32_t x = number * 4096 + pixel;
        for (int k = 0; k < 30; k++)
            x = (x ^ x >> 15) * 2246822519u;
        sum += x;
    }
    return sum;
}

int main(int argc, char **argv)
{
    std::vector<uint32_t> tiles(static_cast<size_t>(scaled(argc, argv, 5000)));
    {
        Pool pool(threads_wanted());
        for (size_t i = 0; i < tiles.size(); i++)
            pool.submit([&tiles, i] { tiles[i] = tile(static_cast<uint32_t>(i)); });
    }
    uint64_t sum = 0;
    for (uint32_t t : tiles)
        sum = sum * 31 + t;
    return print_sum(sum);
}
