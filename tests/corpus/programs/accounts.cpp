// C++, std::thread: accounts on the heap, each with its lock; nearly all that happens is to one of them.
#include "shared.h"

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Account {
    std::mutex mutex;
    std::vector<uint32_t> history = std::vector<uint32_t>(2048);
    void deposit(uint32_t amount)
    {
        std::lock_guard<std::mutex> guard(mutex);
        for (auto &past : history)
            past = (past ^ amount) * 2246822519u;
    }
};

static void transfer(const std::vector<std::unique_ptr<Account>> &accounts, long n, uint32_t x)
{
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < 200; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        accounts[x % 100 < 95 ? 0 : 1 + x % (accounts.size() - 1)]->deposit(x);
    }
}

int main(int argc, char **argv)
{
    std::vector<std::unique_ptr<Account>> accounts;
    for (int i = 0; i < 16; i++)
        accounts.push_back(std::make_unique<Account>());
    int n = threads_wanted();
    long all = scaled(argc, argv, 600000);
    std::vector<std::thread> threads;
    for (int t = 0; t < n; t++)
        threads.emplace_back(transfer, std::cref(accounts), all / n, static_cast<uint32_t>(t + 1));
    for (auto &thread : threads)
        thread.join();
    return print_sum(accounts[0]->history[0] == 0);
}
