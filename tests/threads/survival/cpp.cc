// What C++ has for threads.
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <latch>
#include <mutex>
#include <numeric>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#include <vector>

#define CHECK(x)                                                                 \
    do {                                                                         \
        if (!(x)) {                                                              \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #x); \
            std::_Exit(99);                                                      \
        }                                                                        \
    } while (0)

static long tree(int depth)
{
    if (!depth)
        return 1;
    auto left = std::async(std::launch::async, tree, depth - 1);
    long right = tree(depth - 1);
    return left.get() + right;
}

struct counted {
    static inline std::atomic<int> n{0};
    ~counted()
    {
        n++;
    }
};

static int slow_static()
{
    static const int value = [] {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return 42;
    }();
    return value;
}

int main()
{
    CHECK(tree(5) == 32);
    std::promise<int> promise;
    std::thread setter([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        promise.set_value(5);
    });
    CHECK(promise.get_future().get() == 5);
    setter.join();
    std::future<int> late = std::async(std::launch::async, [] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return 1;
    });
    CHECK(late.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout);
    CHECK(late.get() == 1);
    std::latch latch(4);
    std::barrier barrier(4, [] {});
    std::counting_semaphore<4> two(2);
    std::atomic<int> inside{0}, word{0}, most{0};
    std::shared_mutex shared;
    std::once_flag once;
    int called = 0;
    std::vector<std::thread> all;
    for (int i = 0; i < 4; i++)
        all.emplace_back([&, i] {
            thread_local counted mine;
            (void)&mine;
            latch.arrive_and_wait();
            for (int k = 0; k < 20; k++)
                barrier.arrive_and_wait();
            two.acquire();
            int now = ++inside;
            CHECK(now <= 2);
            std::this_thread::yield();
            inside--;
            two.release();
            std::call_once(once, [&] {
                std::this_thread::yield();
                called++;
            });
            CHECK(called == 1 && slow_static() == 42);
            for (int k = 0; k < 10; k++) {
                if ((k + i) % 4) {
                    std::shared_lock lock(shared);
                    std::this_thread::yield();
                } else {
                    std::unique_lock lock(shared);
                    most++;
                }
            }
            if (i)
                word.wait(0);
            else {
                word = 1;
                word.notify_all();
            }
        });
    for (auto &t : all)
        t.join();
    CHECK(counted::n == 4 && most == 10);
    std::mutex m;
    std::condition_variable_any any;
    std::jthread stopped([&](std::stop_token stop) {
        std::unique_lock lock(m);
        CHECK(!any.wait(lock, stop, [] { return false; }));
    });
    stopped.request_stop();
    stopped.join();
    try {
        std::async(std::launch::async, []() -> int { throw 3; }).get();
        CHECK(false);
    } catch (int e) {
        CHECK(e == 3);
    }
    std::puts("ok");
}
