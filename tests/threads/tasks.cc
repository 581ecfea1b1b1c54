// Programs of oneTBB: what they would gain on N processors is known. The argument says which, a second one how often. Lines that are to be named say so.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <execution>
#include <mutex>
#include <numeric>
#include <tbb/tbb.h>
#include <vector>

static __attribute__((noinline)) void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * 400; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

static void balanced()
{
    tbb::parallel_for(0, 6400, [](int) { work(100); }); // FOR
}

static __attribute__((noinline)) void read_input()
{
    work(371200); // SERIAL
}

static void serial() // 58%
{
    read_input();
    tbb::parallel_for(0, 2688, [](int) { work(100); });
}

static void reduce()
{
    volatile double sum = tbb::parallel_reduce(
        tbb::blocked_range<int>(0, 6400), 0.0,
        [](const tbb::blocked_range<int> &r, double sum) {
            for (int i = r.begin(); i < r.end(); i++) {
                work(100);
                sum += i;
            }
            return sum;
        },
        [](double a, double b) { return a + b; });
    (void)sum;
}

// The last stage, in order, takes a quarter of each item.
static void pipeline()
{
    int next = 0;
    tbb::parallel_pipeline( // PIPE
        128, tbb::make_filter<void, int>(tbb::filter_mode::serial_in_order,
                                         [&](tbb::flow_control &flow) {
                                             if (next == 800)
                                                 flow.stop();
                                             return next++;
                                         }) &
                 tbb::make_filter<int, int>(tbb::filter_mode::parallel,
                                            [](int i) {
                                                work(600); // COMPRESS
                                                return i;
                                            }) &
                 tbb::make_filter<int, void>(tbb::filter_mode::serial_in_order, [](int) {
                     work(200); // WRITE
                 }));
}

// One node takes as long as the three others together, one item at a time.
static void flow()
{
    tbb::flow::graph graph;
    tbb::flow::function_node<int, int> decode(graph, tbb::flow::unlimited, [](int i) {
        work(200); // DECODE
        return i;
    });
    tbb::flow::function_node<int, int> merge(graph, tbb::flow::serial, [](int i) {
        work(300); // MERGE
        return i;
    });
    tbb::flow::function_node<int> store(graph, tbb::flow::unlimited, [](int) {
        work(100); // STORE
    });
    tbb::flow::make_edge(decode, merge);
    tbb::flow::make_edge(merge, store);
    for (int i = 0; i < 1000; i++)
        decode.try_put(i);
    graph.wait_for_all(); // GRAPH
}

static void divide(int depth)
{
    if (!depth) {
        work(2500); // LEAF
        return;
    }
    tbb::task_group group;
    group.run([=] { divide(depth - 1); });
    group.run([=] { divide(depth - 1); });
    group.wait(); // GROUP
}

static void recursion()
{
    divide(8);
}

static void algorithm()
{
    std::vector<int> all(6400);
    std::for_each(std::execution::par, all.begin(), all.end(), [](int) { work(100); });
}

static void tiny()
{
    static std::vector<double> all(40000, 1.5);
    for (int pass = 0; pass < 20; pass++)
        tbb::parallel_for( // TINY
            tbb::blocked_range<size_t>(0, all.size(), 1),
            [](const tbb::blocked_range<size_t> &r) {
                for (size_t i = r.begin(); i < r.end(); i++)
                    all[i] = all[i] * 1.5 + 1;
            },
            tbb::simple_partitioner());
}

static std::mutex table;

static void locked() // a quarter
{
    tbb::parallel_for(0, 1600, [](int) {
        work(300);
        std::lock_guard<std::mutex> hold(table); // LOCK
        work(100);
    });
}

// The first piece, which is not divided further, has half of the work.
static void uneven()
{
    tbb::parallel_for( // UNEVEN
        tbb::blocked_range<int>(0, 256, 4),
        [](const tbb::blocked_range<int> &r) {
            for (int i = r.begin(); i < r.end(); i++)
                work(i < 4 ? 64000 : 1000);
        },
        tbb::simple_partitioner());
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)();
    } all[] = {{"balanced", balanced}, {"serial", serial},     {"reduce", reduce},
               {"pipeline", pipeline}, {"flow", flow},         {"recursion", recursion},
               {"algorithm", algorithm}, {"tiny", tiny},       {"locked", locked},
               {"uneven", uneven}};
    for (auto &one : all)
        for (int i = 0; argc > 1 && !strcmp(argv[1], one.name) && i < (argc > 2 ? atoi(argv[2]) : 1); i++)
            one.run();
}
