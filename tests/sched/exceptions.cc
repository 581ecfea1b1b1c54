/*
 * Exceptions and objects: the serially first exception arrives, every object that was made is destroyed, and nothing is copied
 * or moved that the serial program would not. What it prints is the same on any number of workers.
 */
#include <cilk/cilk.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

static std::atomic<long> alive, copies, moves;

static void demand(bool holds, const char *what, long got = 0)
{
    if (holds)
        return;
    std::printf("%s: %ld\n", what, got);
    std::abort();
}

struct Object {
    long value;
    explicit Object(long v = 0) : value(v)
    {
        alive++;
    }
    Object(const Object &other) : value(other.value)
    {
        alive++;
        copies++;
    }
    Object(Object &&other) noexcept : value(other.value)
    {
        other.value = -1;
        alive++;
        moves++;
    }
    Object &operator=(const Object &other)
    {
        value = other.value;
        copies++;
        return *this;
    }
    Object &operator=(Object &&other) noexcept
    {
        value = other.value;
        other.value = -1;
        moves++;
        return *this;
    }
    ~Object()
    {
        alive--;
    }
};

struct Error {
    int n;
    Object object;
};

static void work(unsigned n)
{
    volatile unsigned x = n;
    for (int i = 0; i < 100; i++)
        x = x * 1664525u + 1013904223u;
}

static int leaf(int at, int bad)
{
    work((unsigned)at);
    if (at >= bad)
        throw Error{at, Object(at)};
    return at;
}

/* With a sync, and variables before and between the spawns. */
static long tree(int depth, int at, int bad)
{
    Object before(at);
    if (!depth)
        return leaf(at, bad);
    long a = cilk_spawn tree(depth - 1, 2 * at, bad);
    Object between(at);
    long b = cilk_spawn tree(depth - 1, 2 * at + 1, bad);
    cilk_sync;
    demand(before.value == at && between.value == at, "a variable");
    return a + b;
}

/* The sync at the end of the function; the parent throws as well. */
static int implicit(int depth, int at, int bad, std::vector<int> &out)
{
    Object local(at);
    if (!depth)
        return out[(size_t)at] = leaf(at, bad);
    cilk_spawn implicit(depth - 1, 2 * at, bad, out);
    return implicit(depth - 1, 2 * at + 1, bad, out);
}

/* A child uses what is destroyed at the end of the function, after the sync that it has there. */
static void use(const Object &object, long value, std::atomic<long> &sum)
{
    work(3);
    demand(object.value == value, "a variable that a child uses", object.value);
    sum += object.value;
}

static void raii(std::atomic<long> &sum)
{
    Object first(1);
    cilk_spawn use(first, 1, sum);
    Object second(2);
    std::string third = "three";
    cilk_spawn use(second, 2, sum);
    Object fourth(4);
    cilk_spawn use(fourth, 4, sum);
}

static int caught(int depth, int at, int bad)
{
    if (!depth)
        return leaf(at, bad) - at;
    int a = 0, b = 0;
    try {
        a = cilk_spawn caught(depth - 1, 2 * at, bad);
        b = caught(depth - 1, 2 * at + 1, bad);
        cilk_sync;
    } catch (Error &error) {
        demand(error.object.value == error.n, "the object of an exception", error.n);
        demand(std::current_exception() != nullptr, "the exception that is handled");
        int c = cilk_spawn caught(1, 1, bad);
        cilk_sync;
        return 1000 + error.n + c;
    }
    return a + b;
}

static long looped(int bad)
{
    std::atomic<long> sum(0);
    try {
        cilk_for (int i = 64; i < 128; i++) {
            Object object(i);
            sum += leaf(i, bad) - i + object.value - i;
        }
    } catch (Error &error) {
        return error.n;
    }
    return sum;
}

/* The result of a child that throws is not made. */
static Object made(int n, int bad)
{
    leaf(n, bad);
    return Object(n);
}

static long results(int bad)
{
    try {
        Object a = cilk_spawn made(1, bad);
        auto b = cilk_spawn made(2, bad);
        Object c(0);
        c = cilk_spawn made(3, bad);
        cilk_sync;
        return a.value + b.value + c.value;
    } catch (Error &error) {
        return -error.n;
    }
}

static void pass_on(int, const Object &)
{
    work(1);
}

/* Arguments that throw do so before anything is spawned. */
static int argument(int n)
{
    leaf(n, 5);
    return n;
}

static int thrown_by_argument(int n)
{
    int a = 0, b = 0;
    try {
        cilk_spawn work(1);
        a = cilk_spawn leaf(argument(n), 100);
        b = leaf(1, 100);
    } catch (Error &error) {
        return -error.n;
    }
    return a + b;
}

/* And they leave nothing on the stack: what is called then is where it was before. */
__attribute__((__noinline__, __noclone__)) static char *called()
{
    __asm__ __volatile__("");
    return static_cast<char *>(__builtin_frame_address(0));
}

static void thrown_often(long times)
{
    char *before = called();
    long thrown = 0;
    for (long i = 0; i < times; i++)
        try {
            int array[4] = {argument(1), 2, 3, 4};
            cilk_spawn pass_on(array[i % 4], Object(argument(6)));
        } catch (Error &) {
            thrown++;
        }
    demand(thrown == times, "arguments that throw", thrown);
    demand(called() == before, "bytes left on the stack", before - called());
}

/* By value, from a variable and a temporary; moved; into a result. */
static Object pass(Object object, Object &&moved)
{
    work(5);
    return Object(object.value + moved.value);
}

static void count(int times)
{
    long before_copies = copies, before_moves = moves;
    for (int i = 0; i < times; i++) {
        Object variable(i);
        Object result = cilk_spawn pass(variable, Object(1));
        variable.value = -5;
        cilk_sync;
        demand(result.value == i + 1, "what was passed", result.value);
    }
    demand(copies - before_copies == times, "copies", copies - before_copies);
#ifdef __spanwise__
    before_moves += times; /* of the copy that is made before the spawn, to the parameter */
#endif
    demand(moves == before_moves, "moves", moves - before_moves);
}

template <class F> static int first_of(F f)
{
    try {
        f();
    } catch (Error &error) {
        demand(error.object.value == error.n, "the object of an exception", error.n);
        return error.n;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int times = argc > 1 ? std::atoi(argv[1]) : 100;
    const int depth = 6;
    long sum = 0;
    for (int t = 0; t < times; t++) {
        int bad = 64 + t % 64;
        std::vector<int> out(128);
        std::atomic<long> used(0);
        int first = first_of([&] { tree(depth, 1, bad); });
        demand(first == bad, "the first exception of a tree", first);
        first = first_of([&] { implicit(depth, 1, bad, out); });
        demand(first == bad, "the first exception of a tree without syncs", first);
        for (int i = 64; i < bad; i++)
            demand(out[(size_t)i] == i, "what comes before the first exception", i);
        sum += caught(depth, 1, 127) + looped(bad) + results(t % 5) + thrown_by_argument(t % 10);
        raii(used);
        demand(used == 7, "what children used", used);
        count(5);
        demand(alive == 0, "objects that are left", alive);
        demand(!std::uncaught_exceptions(), "an exception that is not caught");
        demand(!std::current_exception(), "an exception that is still handled");
    }
    thrown_often(50L * times);
    demand(alive == 0, "objects that are left", alive);
    sum += tree(depth, 1, 1000);
    std::printf("%ld, %ld objects left\n", sum, alive.load());
}
