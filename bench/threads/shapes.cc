// How programs of threads are made, each by its name: shapes NAME THREADS [SCALE]. The work is the same whatever the number of threads, about a
// third of a second at a scale of 100, and so is the checksum that is printed.
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <vector>

static long n, scale = 100;

// About 0.3 us each.
static __attribute__((noinline)) uint64_t work(uint64_t x, long times)
{
    for (long i = 0; i < times * 400; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x >> 33;
}

template <class F> static void in_parallel(long threads, F run)
{
    std::vector<std::thread> all;
    for (long i = 0; i < threads; i++)
        all.emplace_back(run, i);
    for (auto &t : all)
        t.join();
}

// So many pieces, dealt out in turn, to so many threads.
template <class F> static uint64_t dealt(long threads, long pieces, F run)
{
    std::atomic<uint64_t> sum{0};
    in_parallel(threads, [&](long i) {
        uint64_t own = 0;
        for (long k = i; k < pieces; k += threads)
            own += run(k);
        sum += own;
    });
    return sum;
}

static uint64_t even()
{
    return dealt(n, scale * 20, [](long k) { return work(k, 500); });
}

static uint64_t more_threads()
{
    return dealt(4 * n, scale * 20, [](long k) { return work(k, 500); });
}

static uint64_t uneven()
{
    return dealt(n, scale * 20, [](long k) { return work(k, k % 2 ? 250 : 750); });
}

static uint64_t serial()
{
    uint64_t sum = work(1, scale * 3000);
    return sum + dealt(n, scale * 14, [](long k) { return work(k, 500); });
}

static std::mutex one;
static uint64_t shared_sum;

static uint64_t lock()
{
    dealt(n, scale * 200, [](long k) {
        uint64_t mine = work(k, 30);
        std::lock_guard<std::mutex> hold(one);
        shared_sum += mine + work(k, 20);
        return 0;
    });
    return shared_sum;
}

static uint64_t short_lock()
{
    dealt(n, scale * 200, [](long k) {
        uint64_t mine = work(k, 45);
        std::lock_guard<std::mutex> hold(one);
        shared_sum += mine + work(k, 5);
        return 0;
    });
    return shared_sum;
}

static uint64_t sharded()
{
    static struct {
        std::mutex m;
        uint64_t sum;
    } shards[64];
    dealt(n, scale * 500, [](long k) {
        auto &shard = shards[work(k, 10) % 64];
        std::lock_guard<std::mutex> hold(shard.m);
        shard.sum += work(~(uint64_t)k, 10);
        return 0;
    });
    uint64_t sum = 0;
    for (auto &s : shards)
        sum += s.sum;
    return sum;
}

static uint64_t readers()
{
    static std::shared_mutex m;
    static uint64_t value;
    return dealt(n, scale * 200,
                 [](long k) {
                     if (k % 20) {
                         std::shared_lock<std::shared_mutex> hold(m);
                         return work(k, 50);
                     }
                     std::unique_lock<std::shared_mutex> hold(m);
                     value += work(k, 50);
                     return value * 0;
                 }) +
           value;
}

// One makes the items, others take them: a queue with room for 16.
static uint64_t queue()
{
    std::mutex m;
    std::condition_variable fuller, emptier;
    std::deque<long> items;
    std::atomic<uint64_t> sum{0};
    const long pieces = scale * 40;
    in_parallel(n, [&](long i) {
        if (!i) {
            for (long k = 0; k < pieces + n - 1; k++) {
                uint64_t made = k < pieces ? work(k, 100) % 1000 + 1 : 0;
                std::unique_lock<std::mutex> hold(m);
                emptier.wait(hold, [&] { return items.size() < 16; });
                items.push_back((long)made);
                fuller.notify_one();
            }
            return;
        }
        for (;;) {
            std::unique_lock<std::mutex> hold(m);
            fuller.wait(hold, [&] { return !items.empty(); });
            long item = items.front();
            items.pop_front();
            emptier.notify_one();
            hold.unlock();
            if (!item)
                return;
            sum += work((uint64_t)item, 150);
        }
    });
    return sum;
}

static uint64_t futures()
{
    std::mutex m;
    std::condition_variable more;
    std::deque<std::packaged_task<uint64_t()>> tasks;
    bool over = false;
    std::vector<std::thread> pool;
    for (long i = 0; i < n; i++)
        pool.emplace_back([&] {
            for (;;) {
                std::unique_lock<std::mutex> hold(m);
                more.wait(hold, [&] { return over || !tasks.empty(); });
                if (tasks.empty())
                    return;
                auto task = std::move(tasks.front());
                tasks.pop_front();
                hold.unlock();
                task();
            }
        });
    uint64_t sum = 0;
    for (int round = 0; round < 10; round++) {
        std::vector<std::future<uint64_t>> results;
        for (long k = 0; k < scale * 10; k++) {
            std::packaged_task<uint64_t()> task([k] { return work(k, 100); });
            results.push_back(task.get_future());
            std::lock_guard<std::mutex> hold(m);
            tasks.push_back(std::move(task));
            more.notify_one();
        }
        for (auto &r : results)
            sum += r.get();
    }
    {
        std::lock_guard<std::mutex> hold(m);
        over = true;
    }
    more.notify_all();
    for (auto &t : pool)
        t.join();
    return sum;
}

static uint64_t tree_of(uint64_t seed, int depth)
{
    if (!depth)
        return work(seed, scale * 40);
    auto left = std::async(std::launch::async, tree_of, 2 * seed, depth - 1);
    uint64_t right = tree_of(2 * seed + 1, depth - 1);
    return left.get() + right;
}

static uint64_t async_tree()
{
    return tree_of(1, 8);
}

static uint64_t stencil()
{
    enum { CELLS = 1 << 16 };
    static double cells[2][CELLS + 2];
    pthread_barrier_t all;
    pthread_barrier_init(&all, nullptr, (unsigned)n);
    for (int i = 0; i < CELLS; i++)
        cells[0][i] = i % 100;
    in_parallel(n, [&](long i) {
        for (long step = 0; step < scale * 30; step++) {
            const double *from = cells[step % 2];
            double *to = cells[(step + 1) % 2];
            for (long c = 1 + i * CELLS / n; c <= (i + 1) * CELLS / n; c++)
                to[c] = (from[c - 1] + from[c] + from[c + 1]) * (1.0 / 3);
            pthread_barrier_wait(&all);
        }
    });
    pthread_barrier_destroy(&all);
    return (uint64_t)(cells[0][CELLS / 2] * 1000);
}

static uint64_t barriers()
{
    std::latch begin(n);
    std::barrier round(n, [] {});
    std::atomic<uint64_t> sum{0};
    in_parallel(n, [&](long i) {
        uint64_t own = 0;
        begin.arrive_and_wait();
        for (long k = 0; k < scale * 10; k++) {
            for (long p = i; p < 8; p += n)
                own += work(8 * k + p, 125);
            round.arrive_and_wait();
        }
        sum += own;
    });
    return sum;
}

// Stages, one thread each, with room for 4 between them.
static uint64_t pipeline()
{
    enum { ROOM = 4, STAGES = 3 };
    static const int costs[STAGES] = {100, 200, 150};
    static uint64_t slots[STAGES][ROOM], sum;
    std::vector<std::unique_ptr<std::counting_semaphore<>>> full, empty;
    for (int s = 0; s < STAGES; s++) {
        full.push_back(std::make_unique<std::counting_semaphore<>>(0));
        empty.push_back(std::make_unique<std::counting_semaphore<>>(ROOM));
    }
    const long pieces = scale * 22;
    in_parallel(STAGES, [&](long s) {
        for (long k = 0; k < pieces; k++) {
            uint64_t item = (uint64_t)k;
            if (s) {
                full[s]->acquire();
                item = slots[s][k % ROOM];
                empty[s]->release();
            }
            item = work(item, costs[s]);
            if (s == STAGES - 1) {
                sum += item;
                continue;
            }
            empty[s + 1]->acquire();
            slots[s + 1][k % ROOM] = item;
            full[s + 1]->release();
        }
    });
    return sum;
}

// A token goes round by waits for an atomic; each works before it hands it on, and beside it.
static uint64_t ring()
{
    std::atomic<long> turn{0};
    std::atomic<uint64_t> sum{0};
    in_parallel(n, [&](long i) {
        uint64_t own = 0;
        for (long k = i; k < scale * 40; k += n) {
            own += work(k, 170);
            for (long now; (now = turn.load()) != k;)
                turn.wait(now);
            own += work(k, 80);
            turn = k + 1;
            turn.notify_all();
        }
        sum += own;
    });
    return sum;
}

static uint64_t create()
{
    std::atomic<uint64_t> sum{0};
    for (long k = 0; k < scale * 10; k++)
        in_parallel(n, [&](long i) {
            uint64_t own = 0;
            for (long p = i; p < 4; p += n)
                own += work(4 * k + p, 250);
            sum += own;
        });
    return sum;
}

// Memory from the heap, in each thread.
static uint64_t heap()
{
    return dealt(n, scale * 200, [](long k) {
        std::unordered_map<std::string, long> words;
        uint64_t sum = 0;
        for (long i = 0; i < 400; i++)
            words["word " + std::to_string(work(k + i, 0) + (uint64_t)((k * 7 + i) % 90))] += i;
        for (const auto &w : words)
            sum += (uint64_t)w.second * w.first.size();
        return sum;
    });
}

// Through pipes: what a thread sends, the next one works on.
static uint64_t pipes()
{
    int ends[2];
    uint64_t sum = 0;
    if (pipe(ends))
        std::abort();
    std::thread sender([&] {
        for (long k = 0; k < scale * 40; k++) {
            uint64_t made = work(k, 120);
            if (write(ends[1], &made, sizeof made) != sizeof made)
                std::abort();
        }
        close(ends[1]);
    });
    for (uint64_t got; read(ends[0], &got, sizeof got) == sizeof got;)
        sum += work(got, 130);
    sender.join();
    return sum;
}

// What cannot be predicted.
static uint64_t spin()
{
    static std::atomic_flag flag;
    dealt(n, scale * 10000, [](long k) {
        while (flag.test_and_set(std::memory_order_acquire))
            while (flag.test(std::memory_order_relaxed))
                ;
        shared_sum += work((uint64_t)k, 1);
        flag.clear(std::memory_order_release);
        return 0;
    });
    return shared_sum;
}

static uint64_t hot_lock()
{
    std::latch begin(n);
    in_parallel(n, [&](long) {
        begin.arrive_and_wait();
        for (long k = 0; k < scale * 500; k++) {
            std::lock_guard<std::mutex> hold(one);
            shared_sum += (uint64_t)k;
        }
    });
    return shared_sum;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        uint64_t (*run)();
    } all[] = {{"even", even},
               {"more_threads", more_threads},
               {"uneven", uneven},
               {"serial", serial},
               {"lock", lock},
               {"short_lock", short_lock},
               {"sharded", sharded},
               {"readers", readers},
               {"queue", queue},
               {"futures", futures},
               {"async_tree", async_tree},
               {"stencil", stencil},
               {"barriers", barriers},
               {"pipeline", pipeline},
               {"ring", ring},
               {"create", create},
               {"heap", heap},
               {"pipes", pipes},
               {"spin", spin},
               {"hot_lock", hot_lock}};
    n = argc > 2 ? std::atol(argv[2]) : 1;
    scale = argc > 3 ? std::atol(argv[3]) : 100;
    for (const auto &shape : all)
        if (argc > 1 && n > 0 && !std::strcmp(argv[1], shape.name)) {
            std::printf("%016llx\n", (unsigned long long)shape.run());
            return 0;
        }
    std::fprintf(stderr, "usage: shapes NAME THREADS [SCALE]\n");
    return 2;
}
