/* As theory.c, of what C++20 has to wait by: futexes, by system calls of its own. */
#include <atomic>
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <latch>
#include <semaphore>
#include <thread>
#include <unistd.h>
#include <vector>

static long n;
static bool truth_only;

static __attribute__((noinline)) void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * 400; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

template <class Run> static void run_all(long threads, Run run)
{
    std::vector<std::thread> all;
    for (long i = 0; i < threads && !truth_only; i++)
        all.emplace_back(run, i);
    for (auto &one : all)
        one.join();
}

/* One has two parts of each round, which all others wait for. */
static double barrier()
{
    std::barrier met(n);
    run_all(n, [&](long i) {
        for (int round = 0; round < 20; round++) {
            work((i ? 4800 : 9600) / (n + 1));
            met.arrive_and_wait();
        }
    });
    return (double)(n + 1) / 2;
}

/* All wait for the last one, and have the rest together. */
template <class Open, class Wait> static double gate(Open open, Wait wait)
{
    run_all(n, [&](long i) {
        if (i == n - 1) {
            work(12000);
            open();
        }
        wait();
        work(48000 / n);
    });
    return 60000 / (12000 + 48000 / (double)n);
}

static double latch()
{
    std::latch first(1);
    return gate([&] { first.count_down(); }, [&] { first.wait(); });
}

static double flag()
{
    static std::atomic_flag is_open; /* no write has made its page the process's own */
    auto open = [&] {
        is_open.test_and_set();
        is_open.notify_all();
    };
    return gate(open, [&] { is_open.wait(false); });
}

/* Four threads wait for pieces, which the fifth makes in half the time. */
static double semaphore()
{
    enum { PIECES = 200, WORKERS = 4 };
    std::counting_semaphore<PIECES + WORKERS> made(0);
    std::atomic<int> taken = 0;
    run_all(WORKERS + 1, [&](long i) {
        for (int k = 0; i == WORKERS && k < PIECES; k++) {
            work(100);
            made.release();
        }
        if (i == WORKERS)
            made.release(WORKERS);
        else
            for (made.acquire(); taken++ < PIECES; made.acquire())
                work(200);
    });
    return n < 2 ? 1 : (double)(3 * PIECES) / (PIECES + 2);
}

static const struct {
    const char *name;
    double (*run)();
} all[] = {{"barrier", barrier},
           {"latch", latch},
           {"flag", flag},

           {"semaphore", semaphore}};

int main(int argc, char **argv)
{
    truth_only = argc > 2;
    n = truth_only ? atol(argv[2]) : sysconf(_SC_NPROCESSORS_ONLN);
    for (auto &one : all)
        if (argc > 1 && !strcmp(argv[1], one.name)) {
            double most = one.run();
            printf("%ld %.4f %.4f\n", n, most, most);
            return 0;
        }
    return 2;
}
