// A pool of threads that looks after many small accounts.
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

static uint32_t interest(uint32_t account)
{
    for (int i = 0; i < 120; i++)
        account = (account ^ account >> 15) * 2246822519u + 1;
    return account;
}

static void look_after(Pool &pool, std::vector<uint32_t> &accounts)
{
#ifdef REPAIRED
    const size_t each = 500;
#else
    const size_t each = 1;
#endif
    for (size_t i = 0; i < accounts.size(); i += each)
        pool.submit([&accounts, i, each] {
            for (size_t a = i; a < i + each && a < accounts.size(); a++)
                accounts[a] = interest(static_cast<uint32_t>(a));
        });
}

int main(int argc, char **argv)
{
    std::vector<uint32_t> accounts(static_cast<size_t>(scaled(argc, argv, 1500000)));
    {
        Pool pool(threads_wanted());
        look_after(pool, accounts);
    }
    uint64_t sum = 0;
    for (uint32_t a : accounts)
        sum = sum * 31 + a;
    return print_sum(sum);
}
