/* What C++ adds: exceptions, objects with an end. */
extern "C" {
#include "behave.h"
}
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

struct ending {
    const char *word;
    ~ending() { say("%s is over", word); }
};

static void __attribute__((noinline)) thrower(int n)
{
    ending e = {"a frame"};
    if (!n)
        throw std::runtime_error("thrown");
    thrower(n - 1);
}
BEHAVIOUR(throws_and_catches)
{
    try {
        thrower(3);
    } catch (const std::exception &e) {
        say("%s", e.what());
    }
    work();
}
BEHAVIOUR(throws_often)
{
    int n = 0;
    for (int i = 0; i < 1000; i++)
        try {
            throw i;
        } catch (int) {
            n++;
        }
    say("%d", n);
}
BEHAVIOUR(throws_and_nobody_catches) { throw std::runtime_error("nobody"); }
BEHAVIOUR(throws_in_a_thread)
{
    std::thread([] {
        try {
            throw std::string("there");
        } catch (const std::string &s) {
            say("%s", s.c_str());
        }
    }).join();
}
static thread_local ending of_thread = {"a thread's object"};
BEHAVIOUR(has_objects_of_threads)
{
    std::thread([] { of_thread.word = "another thread's object"; }).join();
    of_thread.word = "the first thread's object";
}
BEHAVIOUR(has_objects_of_the_program)
{
    static ending one = {"one"}, two = {"two"};
    say("%s %s", one.word, two.word);
}
BEHAVIOUR(finds_no_memory)
{
    try {
        volatile std::size_t much = ~std::size_t(0) / 4;
        delete[] new char[much];
    } catch (const std::bad_alloc &) {
        say("none");
    }
}
BEHAVIOUR(waits_for_a_thread_forgotten)
{
    std::thread t([] {});
    (void)t; /* its end is std::terminate() */
}
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <vector>
BEHAVIOUR(waits_for_a_future)
{
    std::vector<std::future<int>> all;
    for (int i = 0; i < 10; i++)
        all.push_back(std::async(std::launch::async, [i] { return i * i; }));
    int sum = 0;
    for (auto &f : all)
        sum += f.get();
    say("%d", sum);
}
BEHAVIOUR(throws_through_a_future)
{
    std::promise<int> promise;
    std::thread t([&] { promise.set_exception(std::make_exception_ptr(std::runtime_error("sent"))); });
    try {
        promise.get_future().get();
    } catch (const std::exception &e) {
        say("%s", e.what());
    }
    t.join();
}
BEHAVIOUR(shares_a_lock_of_cxx)
{
    std::shared_timed_mutex lock;
    int value = 0, wrong = 0;
    std::vector<std::thread> all;
    for (int i = 0; i < 4; i++)
        all.emplace_back([&, i] {
            for (int k = 0; k < 200; k++)
                if (i) {
                    std::shared_lock<std::shared_timed_mutex> l(lock);
                    wrong += value < 0;
                } else {
                    std::lock_guard<std::shared_timed_mutex> l(lock);
                    value++;
                }
        });
    for (auto &t : all)
        t.join();
    say("%d %d", value, wrong);
}
BEHAVIOUR(waits_with_a_time_of_cxx)
{
    std::mutex lock;
    std::condition_variable never;
    std::unique_lock<std::mutex> l(lock);
    say("%d", never.wait_for(l, std::chrono::milliseconds(5)) == std::cv_status::timeout);
    say("%d", never.wait_until(l, std::chrono::system_clock::now()) == std::cv_status::timeout);
}
