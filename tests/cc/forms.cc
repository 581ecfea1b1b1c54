/* Every form of the keywords in C++; what it prints is what the serial elision prints, on any number of workers. */
#include "forms.hh"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using std::string;
using std::vector;

static long spin(long n)
{
    volatile long x = n;
    for (int i = 0; i < 300; i++)
        x = x + i % 3;
    return n;
}

/* --- what is called --- */

static int twice(int n)
{
    return (int)spin(2 * n);
}

namespace outer {
namespace inner {
static int plus(int a, int b)
{
    return (int)spin(a + b);
}
} // namespace inner
template <class T> T half(T n)
{
    return n / 2;
}
} // namespace outer

static int over(int n)
{
    return n + 1;
}
static double over(double n)
{
    return n + 0.5;
}
static string over(const char *s)
{
    return string(s) + "!";
}
static int standard(int a, int b = 10, int c = 100)
{
    return a + b + c;
}
static void null(const int *p, int *out)
{
    *out = p ? *p : -1;
}

struct Counter {
    int n = 0;
    explicit Counter(int from = 0) : n(from) {}
    int add(int m)
    {
        spin(m);
        return n + m;
    }
    int get() const
    {
        return n;
    }
    static int zero(int m)
    {
        return m - m;
    }
    template <class T> T scale(T by) const
    {
        return by * n;
    }
    int operator()(int m) const
    {
        return n * m;
    }
    int operator[](int m) const
    {
        return n - m;
    }
    Counter operator+(const Counter &other) const
    {
        return Counter(n + other.n);
    }
    int both(int m)
    {
        int a = cilk_spawn add(m);
        int b = cilk_spawn this->add(2 * m);
        int c = cilk_spawn Counter::zero(3);
        int d = cilk_spawn this->template scale<int>(m);
        cilk_sync;
        return a + b + c + d;
    }
    virtual int shape()
    {
        return 1;
    }
    virtual ~Counter() {}
};

struct Square : Counter {
    vector<int> values;
    /* A constructor that spawns. */
    explicit Square(int count) : Counter(count), values(count)
    {
        for (int i = 0; i < count; i++)
            values[i] = cilk_spawn twice(i);
        cilk_sync;
    }
    int shape() override
    {
        return 4;
    }
    long total() const
    {
        long sum = 0;
        for (int v : values)
            sum += v;
        return sum;
    }
    friend int friendly(Square &s);
};

namespace own {
struct Hidden {
    int n;
    friend int unseen(const Hidden &h)
    {
        return h.n + 1;
    }
};
static int near_by(const Hidden &h)
{
    return h.n + 2;
}
static int near_by(const Hidden &h, int more)
{
    return h.n + more;
}
static Hidden &itself(Hidden &h)
{
    return h;
}
static Hidden next(Hidden h)
{
    h.n += (int)spin(1);
    return h;
}
static void add_to(Hidden &h, int by)
{
    h.n += by;
}
static void swap(Hidden &a, Hidden &b)
{
    std::swap(a.n, b.n);
}
template <class T, class... More> int sum_with(const T &h, More... more)
{
    int all[] = {h.n, more...}, sum = 0;
    for (int one : all)
        sum += one;
    return sum;
}
} // namespace own

struct Global {
    int n;
    friend int unseen(Global g)
    {
        return 3 * g.n;
    }
};

namespace user {
template <class T> void exchange(T &a, T &b)
{
    cilk_spawn swap(a, b);
    cilk_sync;
}
struct Uses {
    own::Hidden h;
    template <class... A> int run(A... a)
    {
        int x = cilk_spawn sum_with(h, a...);
        int y = cilk_spawn near_by(h);
        cilk_sync;
        return x + y;
    }
};
} // namespace user

/* Functions that the namespaces of their arguments have as well, and that are called if they fit better. */
namespace own {
struct Base {
    int n;
};
struct Better : Base {
    explicit Better(int m) : Base{m} {}
    friend int rival3(Better b, int k, int more = 3)
    {
        return b.n * k + more;
    }
};
static int rival1(const Better &b)
{
    return 1000 + b.n;
}
static int rival2(Better b, const char *)
{
    return 2000 + b.n;
}
static int rival4(int *)
{
    return 1;
}
template <class A, class B> auto rival5(A a, B b)
{
    return a.n + b;
}
} // namespace own
static int rival5(int a, int b)
{
    return a * b;
}
static int rival1(const own::Base &b)
{
    return b.n;
}
static int rival2(own::Base b, const char *)
{
    return b.n;
}
static int rival3(int a, int b)
{
    return a + b;
}
static int rival4(string s, Counter c)
{
    spin(4);
    return (int)s.size() + c.n;
}

static void rivals()
{
    own::Better better(3);
    Counter counter(4);
    string s = "by value, though the name is used elsewhere, too";
    int a = cilk_spawn rival1(better), b = cilk_spawn rival2(better, "constant"), c = cilk_spawn rival3(better, 6);
    int d = cilk_spawn rival3(1, 2), e = cilk_spawn rival4(s, counter);
    int f = cilk_spawn rival5(better, 0x1F), g = cilk_spawn rival5(4, 5);
    s = "changed";
    cilk_sync;
    printf("rivals %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g);
}

/* Functions that only the namespaces of their arguments have. */
static void by_arguments()
{
    own::Hidden a = {1}, b = {5};
    int c, d;
    c = cilk_spawn unseen(a);
    d = cilk_spawn unseen(Global{4});
    own::Hidden &e = cilk_spawn itself(a);
    auto &f = cilk_spawn itself(b);
    own::Hidden g = cilk_spawn next(a);
    auto h = cilk_spawn next(own::Hidden{8});
    const auto &i = cilk_spawn next(b);
    int j = cilk_spawn sum_with(a, 3, 4), k = cilk_spawn near_by(b, j - j + 7);
    cilk_sync;
    printf("by arguments %d %d %d %d %d %d %d %d %d", c, d, &e == &a, &f == &b, g.n, h.n, i.n, j, k);
    cilk_spawn add_to(a, 10);
    cilk_spawn add_to(b, 20);
    cilk_sync;
    cilk_spawn swap(a, b);
    cilk_sync;
    printf(" %d %d", a.n, b.n);
    user::exchange(a, b);
    vector<int> v = {3, 1, 2};
    cilk_spawn sort(v.begin(), v.end());
    cilk_sync;
    long sum = 0;
    sum += cilk_spawn near_by(a);
    sum += cilk_spawn near_by(b);
    auto lambda = [&](int n) {
        int x = cilk_spawn near_by(b, n);
        cilk_sync;
        return x;
    };
    cilk_sync;
    printf(" %d %d %d %ld %d %d\n", a.n, b.n, v[0], sum, lambda(1), user::Uses{a}.run(1, 2));
}

int friendly(Square &s)
{
    int x = cilk_spawn s.add(1);
    cilk_sync;
    return x;
}

static void callees()
{
    int a, b, c, d;
    a = cilk_spawn twice(4);
    b = cilk_spawn outer::inner::plus(a = 3, 4);
    c = cilk_spawn outer::half<int>(9);
    d = cilk_spawn ::twice(5);
    cilk_sync;
    printf("names %d %d %d\n", b, c, d);
    int o1 = cilk_spawn over(1);
    double o2 = cilk_spawn over(1.5);
    string o3 = cilk_spawn over("over");
    cilk_sync;
    printf("overloads %d %g %s\n", o1, o2, o3.c_str());
    a = cilk_spawn standard(1);
    b = cilk_spawn standard(1, 2);
    c = cilk_spawn standard(1, 2, 3);
    cilk_spawn null(0, &d);
    cilk_sync;
    printf("defaults %d %d %d %d\n", a, b, c, d);
    cilk_spawn null(nullptr, &d);
    cilk_sync;
    Counter counter(7), *pointer = &counter;
    a = cilk_spawn counter.add(1);
    b = cilk_spawn pointer->add(2);
    c = cilk_spawn counter.get();
    d = cilk_spawn counter(3);
    int e = cilk_spawn counter.operator[](3);
    Counter f = cilk_spawn counter.operator+(Counter(5));
    int g = cilk_spawn (*pointer)(4);
    int h = cilk_spawn Counter(9).get();
    cilk_sync;
    printf("methods %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f.n, g, h);
    Square square(20);
    Counter &base = square;
    a = cilk_spawn base.shape();
    b = cilk_spawn counter.both(5);
    c = cilk_spawn friendly(square);
    cilk_sync;
    printf("classes %d %d %d %ld\n", a, b, c, square.total());
    auto lambda = [&](int n) { return n + counter.n; };
    auto generic = [](auto n) { return n + n; };
    std::function<int(int)> function = lambda;
    int (*table[])(int) = {twice, over};
    a = cilk_spawn lambda(1);
    b = cilk_spawn generic(2);
    c = cilk_spawn function(3);
    d = cilk_spawn table[1](4);
    cilk_spawn [&e](int n) { e = n; }(11);
    g = cilk_spawn [](int n) { return n * n; }(12);
    cilk_sync;
    printf("objects %d %d %d %d %d %d\n", a, b, c, d, e, g);
    std::unique_ptr<Counter> owner(new Counter(6));
    a = cilk_spawn owner->add(1);
    b = cilk_spawn owner.get()->add(2);
    cilk_sync;
    printf("smart pointers %d %d\n", a, b);
    own::Hidden hidden = {1};
    a = cilk_spawn [](const own::Hidden &h) { return unseen(h); }(hidden);
    b = cilk_spawn own::near_by(hidden);
    cilk_sync;
    printf("by their arguments %d %d\n", a, b);
}

/* --- what it is given --- */

static size_t by_value(string s, vector<int> v)
{
    spin(1);
    return s.size() * 100 + v.size();
}
static void by_reference(string &s, const string &t)
{
    s += t;
}
static size_t by_move(string &&s)
{
    string mine = std::move(s);
    return mine.size();
}
static int by_owner(std::unique_ptr<int> p)
{
    spin(3);
    return *p;
}
static int by_array(const int (&a)[3])
{
    return a[0] + a[1] + a[2];
}
struct Pair {
    int a, b;
};
static int by_pair(Pair p)
{
    spin(2);
    return p.a * 10 + p.b;
}
static double many(int a, long b, double c, float d, char e, const void *f, unsigned short g, long double h)
{
    spin(2);
    return a + b + c + d + e + (f ? 1 : 0) + g + (double)h;
}
template <class... T> long sum_of(T... t)
{
    long all[] = {0, (long)t...}, sum = 0;
    for (long one : all)
        sum += one;
    return sum;
}
template <class... T> long sum_spawned(T... t)
{
    long a = cilk_spawn sum_of(t...);
    long b = cilk_spawn sum_of(1, t..., 2);
    cilk_sync;
    return a + b;
}
template <class T> void assign(T &to, T from)
{
    spin(1);
    to = from;
}

static void arguments()
{
    string s = "string", t;
    vector<int> v(3);
    size_t a = cilk_spawn by_value(s, v);
    s = "changed after the spawn";
    v.resize(50);
    size_t b = cilk_spawn by_value(s + "!", {1, 2});
    cilk_spawn by_reference(t, s);
    cilk_sync;
    size_t c = cilk_spawn by_move(std::move(t));
    size_t d = cilk_spawn by_move("literal");
    std::unique_ptr<int> owned(new int(5));
    int e = cilk_spawn by_owner(std::move(owned));
    int f = cilk_spawn by_owner(std::unique_ptr<int>(new int(6)));
    int array[3] = {1, 2, 3};
    int g = cilk_spawn by_array(array);
    Pair pair = {1, 2};
    int h = cilk_spawn by_pair(pair);
    pair.a = 9;
    int i = cilk_spawn by_pair({3, 4});
    double j = cilk_spawn many(1, 2, 3.5, 4.5f, 'a', &pair, 6, 7.0L);
    long k = cilk_spawn sum_spawned(1, 2L, 'c', 4.0);
    cilk_sync;
    printf("arguments %zu %zu %zu %zu %d %d %d %d %d %g %ld\n", a, b, c, d, e, f, g, h, i, j, k);
    /* Variables that go on changing. */
    int values[10], n = 0;
    for (n = 0; n < 10; n++)
        cilk_spawn assign(values[n], n);
    cilk_sync;
    for (int value : values)
        printf("%d ", value);
    vector<int> many_values(10);
    auto at = many_values.begin();
    for (n = 0; at != many_values.end(); ++at, n++)
        cilk_spawn [](vector<int>::iterator to, int from) { *to = (int)spin(from); }(at, n * n);
    cilk_sync;
    printf("%d\n", std::accumulate(many_values.begin(), many_values.end(), 0));
}

/* --- what becomes of its result --- */

struct NoDefault {
    string text;
    explicit NoDefault(string t) : text(std::move(t)) {}
    NoDefault(NoDefault &&) = default;
};
static NoDefault make(const char *text)
{
    spin(4);
    return NoDefault(text);
}
static int &element(vector<int> &v, int i)
{
    return v[(size_t)i];
}

/* References: bound by the child, to what is there or to what is kept as long as they are. */
static int alive;
struct Base {
    string text;
    explicit Base(const char *t) : text(t)
    {
        alive++;
    }
    Base(const Base &other) : text(other.text)
    {
        alive++;
    }
    virtual int kind() const
    {
        return 1;
    }
    virtual ~Base()
    {
        alive--;
    }
};
struct Derived : Base {
    Derived() : Base("derived") {}
    int kind() const override
    {
        return 2;
    }
};
struct Immovable {
    int n;
    explicit Immovable(int m) : n(m) {}
    Immovable(const Immovable &) = delete;
};
static Base base_of(const char *text)
{
    spin(2);
    return Base(text);
}
static Derived derived()
{
    return Derived();
}
static Immovable immovable(int n)
{
    return Immovable(n);
}
static const string &same(const string &s)
{
    return s;
}
static string &&moved(string &s)
{
    return std::move(s);
}
static const char *literal()
{
    return "literal";
}
static int (&numbers())[3]
{
    static int three[3] = {1, 2, 3};
    return three;
}
template <class T> T &element_of(vector<T> &v, int i)
{
    T &r = cilk_spawn v.at((size_t)i);
    cilk_sync;
    cilk_spawn [&] { r++; }();
    cilk_sync;
    auto &&s = cilk_spawn element(v, r - r + i);
    cilk_sync;
    return s;
}

static void references()
{
    vector<int> v = {1, 2, 3, 4};
    string text = "text";
    int &a = cilk_spawn element(v, 1);
    auto &b = cilk_spawn element(v, 2);
    const int &c = cilk_spawn element(v, 3), &d = cilk_spawn twice(9), e = 5;
    auto &&f = cilk_spawn element(v, 0);
    auto &&g = cilk_spawn twice(10);
    auto const &h = cilk_spawn same(text);
    string &&i = cilk_spawn moved(text);
    const string &j = cilk_spawn literal();
    const long &k = cilk_spawn twice(11);
    auto &l = cilk_spawn numbers();
    const auto &m = cilk_spawn [&](int n) -> int & { return v[(size_t)n]; }(2);
    cilk_sync;
    a += 10, b += 20, f += 30, g++;
    static_assert(std::is_same<decltype(c), const int &>::value && std::is_same<decltype(f), int &>::value, "");
    printf("references %d %d %d %d %d %d %d", v[0], v[1], v[2], c, d, e, g);
    printf(" %d %d %s %ld %d %d\n", &h == &text, &i == &text, j.c_str(), k, l[2], &m == &b);
    cilk_for (int n = 0; n < 100; n++)
        if (n == 50)
            a++;
    a = cilk_spawn twice(a);
    cilk_sync;
    bool is_same = &element_of(v, 3) == &v[3]; /* arguments of printf() are worked out in any order */
    printf("%d %d %d\n", v[1], is_same, v[3]);
    {
        const Base &x = cilk_spawn base_of("x");
        Base &&y = cilk_spawn base_of("y");
        const Base &z = cilk_spawn derived();
        auto &&w = cilk_spawn immovable(7);
        cilk_sync;
        printf("%s %s %s %d %d %d\n", x.text.c_str(), y.text.c_str(), z.text.c_str(), z.kind(), w.n, alive);
    }
    printf("%d\n", alive);
    auto square = cilk_spawn [](int n) -> int { return n * n; }(12);
    cilk_sync;
    printf("%d\n", square);
}

static std::pair<int, string> both_of(int n)
{
    return {n, "pair"};
}

static void results()
{
    NoDefault a = cilk_spawn make("made");
    auto b = cilk_spawn make("auto");
    const string c = cilk_spawn over("const");
    auto d = cilk_spawn twice(21);
    const int e = cilk_spawn twice(22);
    cilk_sync;
    printf("results %s %s %s %d %d\n", a.text.c_str(), b.text.c_str(), c.c_str(), d, e);
    vector<int> v(4);
    std::map<string, string> m;
    Pair p = {0, 0}, *q = &p;
    string &reference = m["reference"];
    m["key"]; /* a map must not be changed by two at a time */
    v[0] = cilk_spawn twice(1);
    v.at(1) = cilk_spawn twice(2);
    p.a = cilk_spawn twice(3);
    q->b = cilk_spawn twice(4);
    m["key"] = cilk_spawn over("map");
    reference = cilk_spawn over("bound");
    cilk_spawn v[2] = twice(5);
    cilk_sync;
    int *address = cilk_spawn std::max_element(v.data(), v.data() + 4);
    int copy = cilk_spawn element(v, 1);
    cilk_sync;
    printf("%d %d %d %d %s %s %d %d %d\n", v[0], v[1], p.a, p.b, m["key"].c_str(), reference.c_str(), v[2],
           *address, copy);
    long sum = 0;
    unsigned bits = 0;
    for (int i = 0; i < 20; i++) {
        sum += cilk_spawn twice(i);
        bits |= cilk_spawn twice(1 << i);
    }
    cilk_sync;
    printf("updates %ld %x\n", sum, bits);
    std::pair<int, string> pair = cilk_spawn both_of(5), plain, other = cilk_spawn both_of(6);
    decltype(twice(1)) typed = cilk_spawn twice(7);
    cilk_sync;
    printf("%d %d %s %d\n", pair.first, other.first, pair.second.c_str(), typed + plain.first);
    (void)cilk_spawn twice(1);
    if (sum)
        cilk_spawn by_reference(reference, "?");
    else
        cilk_spawn by_reference(reference, "!");
    cilk_sync;
    printf("%s\n", reference.c_str());
}

/* --- where it stands --- */

template <class T, class Less> void quick(T first, T last, Less less)
{
    if (last - first < 20) {
        std::sort(first, last, less);
        return;
    }
    auto pivot = *(first + (last - first) / 2);
    T middle1 = std::partition(first, last, [&](const auto &x) { return less(x, pivot); });
    T middle2 = std::partition(middle1, last, [&](const auto &x) { return !less(pivot, x); });
    cilk_spawn quick(first, middle1, less);
    quick(middle2, last, less);
}

template <int N> struct Fib {
    static int value()
    {
        if constexpr (N < 2) {
            return N;
        } else {
            int x = cilk_spawn Fib<N - 1>::value();
            int y = Fib<N - 2>::value();
            cilk_sync;
            return x + y;
        }
    }
};

static long deep(int n)
{
    if (n < 2)
        return n;
    auto go = [=](int m) -> long {
        long x = cilk_spawn deep(m - 1), y;
        y = deep(m - 2);
        cilk_sync;
        return x + y;
    };
    return go(n);
}

static int in_switch(int n)
{
    int a = 0, b = 0;
    switch (n) {
    case 1:
        a = cilk_spawn twice(1);
        break;
    case 2: {
        cilk_scope
        {
            a = cilk_spawn twice(2);
            b = twice(3);
        }
        break;
    }
    default:
        do
            a += cilk_spawn twice(n);
        while (--n > 3);
    }
    cilk_sync;
    return a + b;
}

static int scoped(int n)
{
    int a = 0;
    cilk_scope
    {
        a = cilk_spawn twice(n);
        if (n > 5) {
            cilk_sync;
            return a;
        }
    }
    return -a;
}

static void places()
{
    vector<unsigned> numbers(3'000);
    unsigned x = 1;
    for (auto &number : numbers)
        number = x = x * 1664525u + 1013904223u;
    quick(numbers.begin(), numbers.end(), [](unsigned a, unsigned b) { return a < b; });
    printf("sorted %d\n", (int)std::is_sorted(numbers.begin(), numbers.end()));
    quick(numbers.data(), numbers.data() + numbers.size(), std::greater<unsigned>());
    printf("sorted %d\n", (int)std::is_sorted(numbers.rbegin(), numbers.rend()));
    printf("templates %d %ld\n", Fib<10>::value(), deep(12));
    printf("blocks %d %d %d %d %d\n", in_switch(1), in_switch(2), in_switch(7), scoped(3), scoped(9));
    struct Local {
        int n;
        int f()
        {
            int a = cilk_spawn twice(n);
            cilk_sync;
            return a;
        }
    };
    printf("local class %d header %d\n", Local{4}.f(), from_header(10));
    const char *raw = R"x(cilk_spawn "f()" cilk_sync;)x";
    puts(raw);
    auto nested = [&] {
        int sum = 0;
        auto inner = [&sum](int n) {
            sum += cilk_spawn twice(n);
            sum += cilk_spawn twice(n + 1);
        };
        inner(1);
        inner(5);
        return sum;
    };
    int in_lambda = cilk_spawn nested();
    cilk_spawn [&] {
        int a = cilk_spawn twice(8);
        cilk_sync;
        spin(a);
    }();
    cilk_sync;
    printf("lambdas %d\n", in_lambda);
}

/* --- loops --- */

struct Grid {
    vector<long> cells;
    explicit Grid(size_t n) : cells(n) {}
    void fill(long by)
    {
        cilk_for (size_t i = 0; i < cells.size(); ++i)
            cells[i] = spin((long)i * by);
    }
    template <class F> void each(F f)
    {
        cilk_for (auto it = cells.begin(); it != cells.end(); ++it)
            f(*it);
    }
};

static void loops()
{
    vector<int> v(1000);
    cilk_for (int i = 0; i < 1000; i++)
        v[(size_t)i] = i;
    printf("loops %ld", std::accumulate(v.begin(), v.end(), 0L));
#pragma cilk grainsize 7
    cilk_for (unsigned char i = 10; i <= 200; i += 3)
        v[i] = -i;
    printf(" %ld", std::accumulate(v.begin(), v.end(), 0L));
    cilk_for (int *p = v.data() + 999; p >= v.data(); p -= 2)
        *p = 1;
    printf(" %ld", std::accumulate(v.begin(), v.end(), 0L));
    cilk_for (auto it = v.begin() + 10; it < v.end(); it += 10)
        *it = 1000;
    printf(" %ld", std::accumulate(v.begin(), v.end(), 0L));
    cilk_for (auto it = v.rbegin(); v.rend() != it; it++)
        *it += 1;
    printf(" %ld", std::accumulate(v.begin(), v.end(), 0L));
    int k;
    cilk_for (k = 100; k > 0; --k) {
        if (k % 2)
            continue;
        v[(size_t)k] = 0;
    }
    printf(" %ld %d\n", std::accumulate(v.begin(), v.end(), 0L), k);
    Grid grid(500);
    grid.fill(2);
    long add = 5;
    grid.each([add](long &cell) { cell += add; });
    printf("grid %ld\n", std::accumulate(grid.cells.begin(), grid.cells.end(), 0L));
    vector<vector<long>> rows(20, vector<long>(20));
    cilk_for (size_t i = 0; i < rows.size(); i++) {
        cilk_for (size_t j = 0; j < rows[i].size(); j++)
            rows[i][j] = (long)(i * j);
        long a = cilk_spawn deep(3);
        cilk_sync;
        rows[i][0] = a;
    }
    long sum = 0;
    for (auto &row : rows)
        sum = std::accumulate(row.begin(), row.end(), sum);
    auto pair = std::make_unique<std::pair<int, int>>(3, 4);
    auto &[first, second] = *pair;
    printf("nested %ld\n", sum + first - first + second - second);
    vector<string> words = {"a", "bc", "def"};
    vector<size_t> sizes(3);
    cilk_for (long i = 2; i >= 0; i--)
        sizes[(size_t)i] = words[(size_t)i].size();
    cilk_for (int i = 5; i < 5; i++)
        sizes.clear();
    printf("sizes %zu %zu %zu\n", sizes[0], sizes[1], sizes[2]);
}

namespace own {
struct Range {
    int a[10];
};
static int *begin(Range &r)
{
    return r.a;
}
static int *end(Range &r)
{
    return r.a + 10;
}
} // namespace own

template <class R> void increase(R &&range)
{
    cilk_for (auto &&x : range)
        x += 1;
}

static void ranges()
{
    vector<int> v(1000);
    std::iota(v.begin(), v.end(), 0);
    cilk_for (auto &x : v)
        x *= (int)spin(2);
    int evaluated = 0;
    auto once = [&]() -> vector<int> & { return evaluated++, v; };
#pragma cilk grainsize 3
    cilk_for (int &x : once()) {
        if (x % 4)
            continue;
        x++;
    }
    int array[50], sum = 0;
    cilk_for (auto &x : array)
        x = (int)(&x - array);
    cilk_for (const int x : vector<int>(100, 3))
        __atomic_fetch_add(&sum, x, __ATOMIC_RELAXED);
    cilk_for (int x : {1, 2, 3})
        __atomic_fetch_add(&sum, x, __ATOMIC_RELAXED);
    own::Range range = {};
    cilk_for (int &x : range)
        x = 7;
    increase(range.a);
    increase(v);
    vector<std::pair<int, string>> pairs(20, {1, "x"});
    cilk_for (auto &[number, text] : pairs) {
        number++;
        text += "y";
    }
    const vector<int> twos(10, 2);
    cilk_for (auto two : twos) {
        vector<int> inner(3);
        cilk_for (auto &x : inner)
            x = two;
        int four = cilk_spawn twice(inner[2]);
        cilk_sync;
        __atomic_fetch_add(&sum, four, __ATOMIC_RELAXED);
    }
    cilk_for (auto shifted = [](int x) { return x + 1; }; auto &x : array)
        x = shifted(x);
    cilk_for (vector<int> owned(10, 4); int x : owned)
        __atomic_fetch_add(&sum, x, __ATOMIC_RELAXED);
    vector<int> none;
    cilk_for (auto &x : none)
        sum = x;
    printf("ranges %ld %d %d %d %d", std::accumulate(v.begin(), v.end(), 0L), evaluated, array[49], sum, range.a[9]);
    printf(" %d %s\n", pairs[19].first, pairs[19].second.c_str());
}

int main()
{
    callees();
    by_arguments();
    rivals();
    arguments();
    results();
    references();
    places();
    loops();
    ranges();
    printf("workers %d\n", __cilkrts_get_nworkers() > 0);
}
