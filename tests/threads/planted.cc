// Programs of C++ threads, each with one thing that keeps it from scaling. The argument says which. Lines that are to be named say so.
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

static __attribute__((noinline)) void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * 400; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

static long n;
static std::mutex table;

static void insert()
{
    std::lock_guard<std::mutex> hold(table); // LOCK
    work(50);
}

template <class F> static void in_parallel(long threads, F run)
{
    std::vector<std::thread> all;
    for (long i = 0; i < threads; i++)
        all.emplace_back(run, i); // START
    for (auto &t : all)
        t.join(); // JOIN
}

static void locked()
{
    in_parallel(n, [](long) {
        for (int i = 0; i < 20; i++) {
            work(50);
            insert();
        }
    });
}

// Half of the work is under one lock, a quarter under another: without the first, the second decides. Inside both, what may happen
// inside a lock: another lock, a signal, a thread that is told to go on.
static std::mutex first_lock, second_lock, inner_lock;
static std::condition_variable nobody_waits;

static void two_locks()
{
    in_parallel(n, [](long) {
        for (int i = 0; i < 20; i++) {
            work(25);
            {
                std::lock_guard<std::mutex> hold(first_lock); // FIRST
                work(25);
                std::lock_guard<std::mutex> inner(inner_lock);
                nobody_waits.notify_one();
                work(25);
            }
            std::lock_guard<std::mutex> hold(second_lock); // SECOND
            work(25);
        }
    });
}

// Steps of equal shares, but between two of them one thread alone does as much as all.
static void alternating()
{
    pthread_barrier_t all_there;
    pthread_barrier_init(&all_there, nullptr, static_cast<unsigned>(n));
    in_parallel(n, [&](long i) {
        for (int k = 0; k < 10; k++) {
            work(100);
            pthread_barrier_wait(&all_there);
            if (!i)
                work(100 * n);
            pthread_barrier_wait(&all_there); // STEP
        }
    });
}

// Threads that do little before they end.
static void brief()
{
    for (int k = 0; k < 20; k++)
        in_parallel(n, [](long) { work(100); });
}

static void uneven()
{
    in_parallel(n, [](long i) { work(i ? 1000 : 8000); });
}

// They end in the order in which they are joined, and in the other one.
static void ascending()
{
    in_parallel(n, [](long i) { work(1000 * (i + 1)); });
}

static void descending()
{
    in_parallel(n, [](long i) { work(1000 * (n - i)); });
}

static __attribute__((noinline)) void read_input()
{
    work(8000);
}

static void serial()
{
    read_input();
    in_parallel(n, [](long) { work(1000); });
}

static void few()
{
    in_parallel(2, [](long) { work(4000); });
}

// One makes items for all others, and takes as long for one as four of them do.
static std::mutex queue_lock;
static std::condition_variable fuller;
static std::deque<int> queue;

static void take()
{
    for (;;) {
        std::unique_lock<std::mutex> hold(queue_lock);
        fuller.wait(hold, [] { return !queue.empty(); }); // WAIT
        int item = queue.front();
        queue.pop_front();
        hold.unlock();
        if (item < 0)
            return;
        work(400);
    }
}

static void starved()
{
    std::vector<std::future<void>> all;
    for (long i = 1; i < n; i++)
        all.push_back(std::async(std::launch::async, take)); // ASYNC
    for (long i = 0; i < 100 + n - 1; i++) {
        work(i < 100 ? 100 : 0);
        std::lock_guard<std::mutex> hold(queue_lock);
        queue.push_back(i < 100 ? 1 : -1);
        fuller.notify_one();
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)();
    } all[] = {{"locked", locked},
               {"two_locks", two_locks},
               {"alternating", alternating},
               {"brief", brief},
               {"uneven", uneven},
               {"serial", serial},
               {"few", few},
               {"starved", starved},
               {"ascending", ascending},
               {"descending", descending}};
    n = (long)std::thread::hardware_concurrency();
    for (auto &one : all)
        if (argc > 1 && !strcmp(argv[1], one.name))
            one.run();
}
