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
