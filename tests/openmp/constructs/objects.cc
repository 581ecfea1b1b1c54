// C++ objects as private data: constructed, copied, assigned and destroyed as often as it takes.
#include "suite.h"
#include <atomic>
#include <string>
#include <vector>

static std::atomic<int> alive;

struct object {
    int value;
    std::string text;
    object(int v = 1) : value(v), text(40, 'x') { alive++; }
    object(const object &o) : value(o.value), text(o.text) { alive++; }
    object &operator=(const object &o) = default;
    ~object() { alive--; }
};

object operator+(const object &a, const object &b)
{
    return object(a.value + b.value);
}
#pragma omp declare reduction(+ : object : omp_out = omp_out + omp_in) initializer(omp_priv(0))

static void regions(int n)
{
    object a(5), b(6);
    int sum = 0;
#pragma omp parallel private(a) firstprivate(b) reduction(+ : sum)
    {
        same(a.value, 1);
        same(b.value, 6);
        b.value += omp_get_thread_num();
        a = b;
        sum += a.value;
    }
    same(sum, 6 * n + n * (n - 1) / 2);
    same(a.value, 5);
    object total(0);
#pragma omp parallel for reduction(+ : total) schedule(dynamic)
    for (int i = 0; i < 100; i++)
        total = total + object(i);
    same(total.value, 4950);
    object last(0);
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < 100; i++)
        last = object(i);
    same(last.value, 99);
#pragma omp parallel
    {
        object own(0);
#pragma omp single copyprivate(own)
        own = object(42);
        same(own.value, 42);
    }
}

static void tasks()
{
    std::atomic<int> sum(0);
    std::vector<int> numbers(100);
#pragma omp parallel
#pragma omp single
    {
        object made(0);
        for (int i = 0; i < 100; i++) {
            made.value = i;
#pragma omp task firstprivate(made) shared(sum, numbers)
            {
                sum += made.value;
                same(made.text.size(), 40);
                numbers[i] = made.value;
            }
        }
#pragma omp taskloop firstprivate(made) shared(sum) grainsize(9)
        for (int i = 0; i < 100; i++)
            sum += made.value - 98;
#pragma omp taskwait
    }
    same(sum, 4950 + 100);
    for (int i = 0; i < 100; i++)
        same(numbers[i], i);
}

static void iterators()
{
    std::vector<long> v(500, 1);
    long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 7)
    for (std::vector<long>::iterator i = v.begin(); i < v.end(); ++i)
        sum += *i;
    same(sum, 500);
#pragma omp parallel for schedule(static)
    for (std::vector<long>::reverse_iterator i = v.rbegin(); i < v.rend(); i += 2)
        *i = 2;
    sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(guided)
    for (auto &x : v)
        sum += x;
    same(sum, 750);
}

template <typename T> static T added(T from, T to)
{
    T sum = 0;
    auto step = [&](T x) {
#pragma omp atomic
        sum += x;
    };
#pragma omp parallel for
    for (T i = from; i < to; i++)
        step(i);
    return sum;
}

int main()
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
    regions(n);
    tasks();
    iterators();
    same(added<int>(0, 100), 4950);
    same(added<unsigned long>(0, 100), 4950);
    same(added<short>(0, 10), 45);
    same(alive, 0);
    return finish();
}
