/* What C++11 has of the forms; what it prints is what the serial elision prints. */
#include <cilk/cilk.h>

#include <cstdio>
#include <string>
#include <vector>

static int fib(int n)
{
    if (n < 2)
        return n;
    int x = cilk_spawn fib(n - 1);
    int y = fib(n - 2);
    cilk_sync;
    return x + y;
}

template <class T> struct Tree {
    T value;
    Tree *left, *right;
    explicit Tree(int depth, T v) : value(v), left(nullptr), right(nullptr)
    {
        if (!depth)
            return;
        left = cilk_spawn make(depth - 1, 2 * v);
        right = make(depth - 1, 2 * v + 1);
    }
    static Tree *make(int depth, T v)
    {
        return new Tree(depth, v);
    }
    T sum() const
    {
        T l = T(), r = T();
        if (left)
            l = cilk_spawn left->sum();
        if (right)
            r = right->sum();
        cilk_sync;
        return value + l + r;
    }
    ~Tree()
    {
        cilk_spawn [](Tree *t) { delete t; }(left);
        delete right;
    }
};

static std::string join(std::string a, const std::string &b)
{
    return a + b;
}

struct Failure {
    int n;
};

static int fails(int n)
{
    if (n > 3)
        throw Failure{n};
    return n;
}

static int handled(int from)
{
    int a = 0, b = 0;
    try {
        a = cilk_spawn fails(from);
        b = cilk_spawn fails(from + 1);
        cilk_sync;
    } catch (const Failure &f) {
        return -f.n;
    }
    return a + b;
}

int main()
{
    std::vector<int> v(100);
    cilk_for (std::vector<int>::iterator it = v.begin(); it != v.end(); ++it)
        *it = fib((int)(it - v.begin()) % 12);
    long sum = 0;
    for (int x : v)
        sum += x;
    Tree<long> *tree = Tree<long>::make(8, 1);
    std::string s = cilk_spawn join("a", "b"), t;
    t = cilk_spawn join(std::string("c"), "d");
    cilk_sync;
    std::printf("%d %ld %ld %s %s\n", fib(15), sum, tree->sum(), s.c_str(), t.c_str());
    delete tree;
    std::printf("%d %d %d\n", handled(1), handled(3), handled(7));
}
