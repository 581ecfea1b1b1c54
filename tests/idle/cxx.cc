// C++: threads, conditions, and exceptions that leave waits and threads' functions.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <iostream>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::shared_mutex shared;
static std::condition_variable condition;
static int turn;

static void take_turns(int self)
{
    for (int i = 0; i < 200; i++) {
        std::unique_lock<std::mutex> lock(mutex);
        condition.wait(lock, [&] { return turn % 3 == self; });
        turn++;
        condition.notify_all();
        std::shared_lock<std::shared_mutex> reading(shared);
    }
}

static int throws(int n)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::lock_guard<std::mutex> lock(mutex);
    throw std::runtime_error("number " + std::to_string(n));
}

int main()
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        threads.emplace_back(take_turns, i);
    for (auto &thread : threads)
        thread.join();
    auto later = std::async(std::launch::async, throws, 7);
    try {
        later.get();
    } catch (const std::exception &e) {
        std::cout << turn << ' ' << e.what() << std::endl;
    }
    std::unique_lock<std::mutex> lock(mutex);
    auto status = condition.wait_for(lock, std::chrono::milliseconds(5));
    return status == std::cv_status::timeout ? 0 : 1;
}
