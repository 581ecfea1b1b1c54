/* Spawns wherever C++ may have them; profiled.sh knows their lines and names. */
#include <cilk/cilk.h>
#include <cstdio>
#include <spanwise.h>
#include <vector>

#define APART __attribute__((noinline))

static APART long burn(long n)
{
    volatile long x = n;
    for (int i = 0; i < 2000; i++)
        x = x + i;
    return n;
}

static inline long inlined(long n)
{
    volatile long x = n;
    x = x + 1;
    return x;
}

namespace app {
template <class T> struct Tree {
    std::vector<T> values;
    explicit APART Tree(int n) : values(n)
    {
        for (int i = 0; i < n; i++)
            values[i] = cilk_spawn make(i); // constructor
    }
    APART ~Tree()
    {
        cilk_spawn burn(1); // destructor
    }
    APART T make(int i) const
    {
        return (T)burn(i);
    }
    APART long walk(int from, int to)
    {
        if (to - from == 1)
            return burn(values[from]);
        int middle = (from + to) / 2;
        long left = cilk_spawn walk(from, middle); // method
        long right = walk(middle, to);
        cilk_sync;
        return left + right;
    }
    APART Tree &operator+=(int by)
    {
        for (auto &value : values)
            value += cilk_spawn make(by); // operator
        return *this;
    }
};

template <class F> APART long apply(F f, int n)
{
    long a = cilk_spawn f(n); // template
    long b = f(n + 1);
    cilk_sync;
    return a + b;
}
} // namespace app

int main()
{
    app::Tree<int> tree(8);
    spanwise_begin("walk");
    long walked = tree.walk(0, 8);
    spanwise_end("walk");
    tree += 2;
    auto lambda = [&](int n) APART { // a lambda
        long x = cilk_spawn inlined(n); // in a lambda
        long y = burn(n);
        cilk_sync;
        return x + y;
    };
    long applied = app::apply(lambda, 5), squares[16], last = 0;
    cilk_for (int i = 0; i < 16; i++) // loop
        squares[i] = burn(i);
    cilk_spawn [&](long n) APART { last = burn(n); }(3); // spawned lambda
    cilk_sync;
    std::printf("%ld %ld %ld %ld\n", walked, applied, squares[15], last);
}
