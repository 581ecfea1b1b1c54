/* Unusual forms in C++20; what it prints is what the serial elision prints, on any number of workers. */
#include <cilk/cilk.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <concepts>
#include <coroutine>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

static int f(int x) {
    volatile int y = x;
    for (int i = 0; i < 300; i++) y = y + i % 2;
    return x * 2;
}

static std::string str(std::string s) {
    f(1);
    return s + "!";
}

namespace args_odd {
struct NC {
    int n;
    NC(int k) : n(k) {}
    NC(NC &&o) : n(o.n) { o.n = -1; }
    NC(const NC &) = delete;
};
static int nc(NC a, NC &&b) { return a.n * 10 + b.n; }
static int arr(int (&a)[3], const char (&s)[4]) { return a[2] + s[1]; }
static int ini(std::initializer_list<int> l) {
    int s = 0;
    for (int x : l) s += x;
    return s;
}
static int fnarg(int (*g)(int), int k) { return g(k); }
static int fref(int (&g)(int), int k) { return g(k); }
static int any(std::function<int(int)> g, int k) { return g(k); }
static int vari(int n, ...) {
    va_list a;
    va_start(a, n);
    int s = 0;
    while (n--) s += va_arg(a, int);
    va_end(a);
    return s;
}
static int conv(std::string_view v, double d, bool b, unsigned char c) { return (int)v.size() + (int)d + b + c; }
template <class T> int tv(const std::vector<T> &v) { return (int)v.size(); }
static int opta(std::optional<int> o) { return o.value_or(-1); }
static int ptrs(const int *a, void *b, std::nullptr_t) { return *a + (b != nullptr); }
static int cstr(const char *s) { return s[0]; }
static int swp(int &a, int &b) {
    std::swap(a, b);
    return a;
}
static int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) { return a + b + c + d + e + f + g + h + i + j; }
static void run() {
    NC x(3);
    int a3[3] = {1, 2, 3};
    int a = cilk_spawn nc(std::move(x), NC(4));
    int a2 = cilk_spawn nc(5, 6);
    int b = cilk_spawn arr(a3, "abc");
    int c = cilk_spawn ini({1, 2, 3});
    int d = cilk_spawn fnarg(f, 3);
    int e = cilk_spawn fref(f, 4);
    int g = cilk_spawn any([](int k) { return k + 1; }, 5);
    int g2 = cilk_spawn any(f, 5);
    int h = cilk_spawn vari(3, 10, 20, 30);
    int i = cilk_spawn conv("abcd", 3, 2, 'a');
    int j = cilk_spawn tv(std::vector<int>{1, 2});
    int k = cilk_spawn opta({});
    int l = cilk_spawn opta(5);
    int m = cilk_spawn ptrs(a3, a3, nullptr);
    int n = cilk_spawn cstr("xyz");
    int p = 1, q = 2;
    int o = cilk_spawn swp(p, q);
    int r = cilk_spawn many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    cilk_sync;
    int s = cilk_spawn f(p < q ? 1 : 2);
    int t = cilk_spawn f((p, q));
    int w = cilk_spawn f(a3[0] + (int)sizeof(std::pair<int, int>));
    int y = cilk_spawn f(std::max<int>(p, q));
    int z = cilk_spawn tv<int>({1, 2, 3});
    cilk_sync;
    printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", a, a2, b, c, d, e, g, g2, h, i, j, k, l, m, n, o, r, s, t, w, y, z);
}
} // namespace args_odd

namespace attributes {
[[nodiscard]] static int nd(int k) { return f(k); }
[[gnu::noinline]] [[deprecated]] static int dep(int k) { return k; }
[[gnu::noinline]] static int go([[maybe_unused]] int unused, int k) {
    [[maybe_unused]] int a = cilk_spawn nd(k);
    int b = cilk_spawn nd(k + 1);
    if (k > 0) [[likely]] {
        cilk_sync;
        b = cilk_spawn nd(k);
    } else [[unlikely]] {
        b = 0;
    }
    switch (k) {
    case 1:
        cilk_sync;
        a++;
        [[fallthrough]];
    case 2:
        cilk_spawn nd(3);
        break;
    default:
        break;
    }
    cilk_sync;
    return a + b;
}
static void run() {
    printf("%d\n", go(1, 2));
    [[maybe_unused]] auto l = [](int k) __attribute__((noinline)) {
        int z = cilk_spawn f(k);
        cilk_sync;
        return z;
    };
    auto m = []<class T>(T k) -> T {
        T z = cilk_spawn f(k);
        cilk_sync;
        return z;
    };
    printf("%d %d\n", l(3), m(4));
}
} // namespace attributes

namespace comma_decl {
static void run() {
    int a = 1, b = cilk_spawn f(2), *p = &a, c = cilk_spawn f(3), d[2] = {1, 2}, e;
    e = cilk_spawn f(4);
    std::vector<std::pair<int, int>> v = {{1, 2}}, w;
    std::map<int, std::vector<int>> m, n = {{1, {2}}};
    const int x = cilk_spawn f(5), y = 6;
    unsigned long long ull = cilk_spawn f(7);
    long int li = cilk_spawn f(8), *lp = &li;
    std::pair<int, std::string> pr = cilk_spawn[](int k) { return std::make_pair(k, std::string("k")); }
    (3);
    auto q = cilk_spawn f(1), r = cilk_spawn f(2);
    int (*fp)(int) = f;
    int z = cilk_spawn fp(9);
    int z2 = cilk_spawn(*fp)(9);
    struct {
        int k;
    } anon;
    anon.k = cilk_spawn f(3);
    cilk_sync;
    printf("%d %d %d %d %d %d %d %d %llu %ld %d %s %d %d %d %d %d %zu\n", a, b, *p, c, d[1], e, x, y, ull, *lp, pr.first, pr.second.c_str(), q, r, z,
           z2, anon.k, v.size() + w.size() + m.size() + n.size());
}
} // namespace comma_decl

namespace concepts {
template <class T>
concept Num = std::integral<T> || std::floating_point<T>;
template <Num T> T dbl(T t) requires(sizeof(T) >= 4) {
    T a = cilk_spawn std::plus<T>()(t, t);
    cilk_sync;
    return a;
}
auto add(Num auto a, std::same_as<int> auto b) {
    auto r = cilk_spawn dbl(a);
    cilk_sync;
    return r + b;
}
template <class T>
requires requires(T t) {
    t.size();
    { t.begin() } -> std::same_as<typename T::iterator>;
}
long total(T &t) {
    std::atomic<long> s{0};
    cilk_for(auto &x : t) s += x;
    return s;
}
struct W {
    template <class T>
    requires std::integral<T>
    int m(T t) {
        int z = cilk_spawn f(t);
        cilk_sync;
        return z;
    }
};
struct Q {
    int a, b;
    auto operator<=>(const Q &) const = default;
};
static Q mq(int k) { return {.a = k, .b = f(k)}; }
static int sum(Q q) { return q.a + q.b; }
static void run() {
    std::vector<int> v{1, 2, 3};
    Q x = cilk_spawn mq(3);
    Q y = cilk_spawn mq(4);
    cilk_sync;
    bool l = (x <=> y) < 0;
    int s = cilk_spawn sum({.a = 5, .b = 6});
    int t = cilk_spawn sum(Q{.a = 1, .b = 2});
    cilk_sync;
    printf("%d %g %g %ld %d %d %d %d\n", dbl(3), dbl(1.5), add(2.5, 3), total(v), W().m(4), l, s, t);
}
} // namespace concepts

namespace constants {
consteval int sq(int k) { return k * k; }
constexpr int cf(int k) { return k + 1; }
template <auto N> int nt() { return N + f(1); }
template <class T, T... I> int seq(std::integer_sequence<T, I...>) {
    int s = 0;
    int r[] = {cf(I)...};
    cilk_for(int i = 0; i < (int)sizeof...(I); i++) __atomic_fetch_add(&s, r[i], 0);
    return s;
}
constinit static int ci = sq(3);
using enum std::memory_order;
static void run() {
    int a = cilk_spawn f(sq(4));
    int b = cilk_spawn cf(5);
    int c = cilk_spawn nt<sq(2)>();
    int d = cilk_spawn seq(std::make_integer_sequence<int, 10>{});
    cilk_sync;
    printf("%d %d %d %d %d\n", a, b, c, d, ci);
}
} // namespace constants

namespace constexpr_if {
template <class T> auto g(T t) {
    if constexpr (std::is_integral_v<T>) {
        T a = cilk_spawn f(t);
        cilk_sync;
        return a;
    } else if constexpr (std::is_same_v<T, std::string>) {
        auto s = cilk_spawn str(t);
        cilk_sync;
        return s;
    } else return t;
}
static void run() { printf("%d %s %g\n", g(3), g(std::string("x")).c_str(), g(1.5)); }
} // namespace constexpr_if

namespace coro_free {
template <class F> struct Defer {
    F g;
    ~Defer() { g(); }
};
template <class F> Defer(F) -> Defer<F>;
static int go(int k) {
    int a = 0;
    {
        Defer d{[&] { a++; }};
        a = cilk_spawn f(k);
        cilk_sync;
    }
    Defer e{[&] {
        int z = cilk_spawn f(1);
        cilk_sync;
        printf("deferred %d\n", z);
    }};
    int b = cilk_spawn f(k + 1);
    cilk_sync;
    return a + b;
}
static void run() { printf("%d\n", go(3)); }
} // namespace coro_free

/* A coroutine may have lambdas that spawn. */
namespace coroutines {
struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
};
static Task go(int k) {
    auto spawns = [](int n) {
        int a = cilk_spawn f(n);
        cilk_sync;
        return a;
    };
    int b = spawns(k);
    co_await std::suspend_never();
    printf("coroutine %d\n", b + spawns(1));
}
static int around(int k) {
    auto inner = [](int n) -> Task {
        printf("inner %d\n", n);
        co_return;
    };
    int a = cilk_spawn f(k);
    cilk_sync;
    inner(a);
    return a;
}
static void run() {
    go(3);
    printf("%d\n", around(4));
}
} // namespace coroutines

namespace ctor_init {
struct B {
    int n;
    explicit B(int k) : n(k) {
        int a = cilk_spawn f(k);
        cilk_sync;
        n += a;
    }
};
struct D : B {
    std::vector<int> v;
    std::string s;
    D(int k) : B{k}, v(k, 1), s{"abc"} {
        for (auto &x : v) x = cilk_spawn f(k);
        s = cilk_spawn str(s);
    }
    D() : D(4) {
        int z = cilk_spawn f(9);
        cilk_sync;
        n += z;
    }
    ~D() {
        int q = cilk_spawn f(n);
        cilk_sync;
        printf("dtor %d\n", q);
    }
};
static void run() {
    D d(5);
    D e;
    printf("%d %d %s %d\n", d.n, std::accumulate(d.v.begin(), d.v.end(), 0), d.s.c_str(), e.n);
}
} // namespace ctor_init

namespace defaults_this {
struct T {
    int n = 5;
    static int count;
    int m(int a, int b = count, int c = sizeof(T)) {
        f(a);
        return n + a + b + (c > 0);
    }
    int go(int k) {
        int x = cilk_spawn m(k);
        int y = cilk_spawn this->m(k, 2);
        int z = cilk_spawn(*this).m(k, 2, 3);
        cilk_sync;
        return x + y + z;
    }
    T &self() { return *this; }
    int call() {
        int a = cilk_spawn self().m(1);
        int b = cilk_spawn this->self().self().m(2);
        cilk_sync;
        return a + b;
    }
};
int T::count = 3;
static int df(int a, std::string s = "default", int *p = nullptr) { return a + (int)s.size() + (p ? *p : 0); }
static void run() {
    T t;
    int q = 100;
    int a = cilk_spawn df(1);
    int b = cilk_spawn df(1, "x");
    int c = cilk_spawn df(1, "x", &q);
    cilk_sync;
    printf("%d %d %d %d %d\n", t.go(4), t.call(), a, b, c);
}
} // namespace defaults_this

namespace exc_mixed {
static int live;
struct O {
    int k;
    O(int n) : k(n) { __atomic_fetch_add(&live, 1, 0); }
    O(const O &o) : k(o.k) { __atomic_fetch_add(&live, 1, 0); }
    ~O() { __atomic_fetch_sub(&live, 1, 0); }
};
static O mayb(O a, int k) {
    if (k % 3 == 0) throw k;
    return O(a.k + k);
}
static int deep(int n) {
    O o(n);
    if (n == 0) throw 42;
    int a = cilk_spawn deep(n - 1);
    O p(n);
    int b = f(n);
    cilk_sync;
    return a + b;
}
static int loop(int n) {
    int c = 0;
    for (int i = 0; i < n; i++) {
        try {
            O x = cilk_spawn mayb(O(i), i);
            O y = cilk_spawn mayb(i < 0 ? O(1) : O(2), i + 1);
            cilk_sync;
            c += 1;
        } catch (int k) { c += k; }
    }
    return c;
}
static int nested() {
    int r = 0;
    try {
        cilk_scope {
            cilk_spawn deep(3);
            f(1);
        }
    } catch (int k) { r += k * 100; }
    return r;
}
static int infor() {
    int r = 0;
    try {
        cilk_for(int i = 0; i < 100; i++) {
            O o(i);
            if (i == 37) throw 37;
            if (i == 80) throw 80;
        }
    } catch (int k) { r = k; }
    return r;
}
static void run() {
    int d = 0;
    try {
        deep(6);
    } catch (int k) { d = k; }
    int l = loop(20), n = nested(), i = infor();
    printf("%d %d %d %d %d\n", d, l, n, i, live);
}
} // namespace exc_mixed

namespace fn_try {
static int thr(int k) {
    if (k > 2) throw std::runtime_error("k" + std::to_string(k));
    return f(k);
}
static int t1(int k) try {
    int a = cilk_spawn thr(k);
    int b = f(1);
    cilk_sync;
    return a + b;
} catch (std::exception &e) {
    printf("%s\n", e.what());
    return -1;
}
struct C {
    int n;
    C(int k)
    try : n(thr(k)) {
        int a = cilk_spawn thr(k + 2);
        cilk_sync;
        n += a;
    } catch (std::exception &e) {
        printf("ctor %s\n", e.what());
        throw;
    }
};
static int t2(int k) {
    int r = 0;
    try {
        try {
            r = cilk_spawn thr(k);
            cilk_sync;
        } catch (int) { return 5; }
    } catch (const std::exception &) {
        r = cilk_spawn f(9);
        cilk_sync;
        r++;
    }
    return r;
}
static void run() {
    int x = t1(1), y = t1(5);
    try {
        C c(1);
    } catch (std::exception &e) { printf("%s\n", e.what()); }
    C d(0);
    printf("%d %d %d %d %d\n", x, y, d.n, t2(1), t2(7));
}
} // namespace fn_try

namespace goto_switch {
static int g(int k) {
    int r = 0;
again:
    if (k-- > 0) {
        r += cilk_spawn f(k);
        goto again;
    }
    cilk_sync;
    return r;
}
static int h(int k) {
    for (int i = 0; i < 5; i++) {
        if (i == k) break;
        if (i == 1) continue;
        int a = cilk_spawn f(i);
        cilk_sync;
        k += a > 100;
    }
    while (k > 0) {
        cilk_spawn f(k);
        if (k == 2) break;
        k--;
    }
    do {
        k++;
        cilk_spawn f(1);
    } while (k < 5);
    return k;
}
static int e(int k) {
    if (int z = f(k); z > 3) {
        int w = cilk_spawn f(z);
        cilk_sync;
        return w;
    } else if (k) cilk_spawn f(1);
    else cilk_sync;
    return 0;
}
static void run() { printf("%d %d %d %d\n", g(5), h(3), e(1), e(2)); }
} // namespace goto_switch

namespace into_things {
struct Bits {
    unsigned a : 3, b : 5;
    int c;
};
static void run() {
    std::optional<int> o;
    std::optional<std::string> os;
    std::vector<int> v(4);
    std::vector<bool> vb(4);
    std::array<std::string, 2> ar;
    std::tuple<int, std::string> t;
    std::variant<int, std::string> va;
    std::unique_ptr<int[]> up(new int[3]);
    std::map<std::string, int> m;
    m["a"];
    m["b"];
    std::shared_ptr<std::string> sp = std::make_shared<std::string>();
    std::deque<long> dq(5);
    std::span<int> spn(v);
    std::atomic<int> at{0};
    int grid[3][3] = {};
    Bits bt{};
    volatile int vol = 0;
    o = cilk_spawn f(3);
    os = cilk_spawn str("x");
    v[2] = cilk_spawn f(5);
    ar[1] = cilk_spawn str("y");
    std::get<0>(t) = cilk_spawn f(6);
    std::get<std::string>(t) = cilk_spawn str("z");
    va = cilk_spawn str("v");
    up[1] = cilk_spawn f(7);
    m["a"] = cilk_spawn f(8);
    m.at("b") = cilk_spawn f(9);
    *sp = cilk_spawn str("s");
    dq.back() = cilk_spawn f(1);
    spn[0] = cilk_spawn f(10);
    at = cilk_spawn f(11);
    grid[1][2] = cilk_spawn f(12);
    bt.c = cilk_spawn f(13);
    vol = cilk_spawn f(14);
    cilk_sync;
    printf("%d %s %d %s %d %s %s %d %d %d %s %ld %d %d %d %d %d\n", *o, os->c_str(), v[2], ar[1].c_str(), std::get<0>(t), std::get<1>(t).c_str(),
           std::get<1>(va).c_str(), up[1], m["a"], m["b"], sp->c_str(), dq.back(), v[0], at.load(), grid[1][2], bt.c, (int)vol);
}
} // namespace into_things

namespace lambda_move {
static void run() {
    auto p = std::make_unique<int>(7);
    auto l = [q = std::move(p)](int k) mutable {
        *q += f(k);
        return *q;
    };
    int a = cilk_spawn l(3);
    cilk_sync;
    auto u = std::make_unique<std::string>("moved");
    size_t n = 0;
    cilk_spawn[w = std::move(u), &n] {
        f(1);
        n = w->size();
    }
    ();
    cilk_sync;
    std::string s;
    s = cilk_spawn[t = std::string("abc")]() mutable {
        t += "d";
        return t;
    }
    ();
    cilk_sync;
    auto rec = [](auto self, int k) -> int {
        if (k < 2) return k;
        int x = cilk_spawn self(self, k - 1);
        int y = self(self, k - 2);
        cilk_sync;
        return x + y;
    };
    printf("%d %zu %s %d\n", a, n, s.c_str(), rec(rec, 12));
}
} // namespace lambda_move

namespace loops_enum {
enum E { A, B, C, D };
typedef int Int;
using L = long;
static void run() {
    std::atomic<long> s{0};
    cilk_for(Int i = 0; i < 10; ++i) s += i;
    cilk_for(L i = 10; i >= 0; i -= 1L) s += i;
    const int n = 7;
    cilk_for(auto i = 0; i < n; i++) s += i;
    cilk_for(auto i = 0u; i < sizeof(int) * 4; i++) { s += i; }
    cilk_for(std::ptrdiff_t i{0}; i < 5; i++) s += i;
    printf("%ld\n", s.load());
}
} // namespace loops_enum

namespace loops_iter {
struct It {
    int *p;
    using difference_type = long;
    friend long operator-(It a, It b) { return a.p - b.p; }
    friend It operator+(It a, long n) { return {a.p + n}; }
    friend bool operator!=(It a, It b) { return a.p != b.p; }
    friend bool operator<(It a, It b) { return a.p < b.p; }
    It &operator++() {
        ++p;
        return *this;
    }
    It &operator+=(long n) {
        p += n;
        return *this;
    }
    int &operator*() const { return *p; }
};
static void run() {
    std::deque<int> d(300);
    cilk_for(auto i = d.begin(); i != d.end(); ++i) *i = (int)(i - d.begin());
    std::vector<int> v(300);
    cilk_for(auto r = v.rbegin(); r != v.rend(); ++r) *r = (int)(r - v.rbegin());
    cilk_for(auto r = v.rbegin(); r < v.rend(); r += 3) *r += 1000;
    int a[101] = {};
    cilk_for(int *p = a + 100; p > a; p -= 2) *p = 1;
    cilk_for(const int *p = a; p != a + 101; p++) __atomic_fetch_add(&v[0], *p, 0);
    cilk_for(It i{a}; i != It{a + 101}; ++i) *i += 2;
    It end{a + 101};
    cilk_for(It i{a}; i < end; i += 5) *i += 10;
    cilk_for(auto &x : d) x += 1;
    std::deque<int> const &cd = d;
    std::atomic<long> s{0};
    cilk_for(int x : cd) s += x;
    cilk_for(auto i = cd.cbegin(); i < cd.cend(); i += 7) s += *i;
    std::string t = "hello world";
    cilk_for(char &c : t) c = (char)toupper(c);
    cilk_for(signed char c = 120; c > -120; c -= 7) s += c;
    cilk_for(unsigned u = 10; u != 0; u--) s += u;
    cilk_for(long long i = -5'000; i <= 5'000; i += 1'000) s += i;
    cilk_for(std::size_t i = 0; i < v.size(); ++i) v[i]++;
    printf("%d %d %ld %s %d %d\n", std::accumulate(v.begin(), v.end(), 0), std::accumulate(a, a + 101, 0), s.load(), t.c_str(), d[299], a[5]);
}
} // namespace loops_iter

#define SPAWN cilk_spawn
#define SYNC cilk_sync
#define PAR(x) cilk_spawn x;
#define FORALL(i, n) cilk_for(int i = 0; i < (n); i++)
#define LET(T, v, e) T v = cilk_spawn e
#define CALL2(g, ...) g(__VA_ARGS__)
namespace macros {
static int add(int a, int b) { return a + b; }
static void run() {
    const char *r = R"(cilk_spawn f(1); cilk_sync; "quotes" )";
    const char *q = "cilk_for (;;)"; /* cilk_spawn in comment */ // cilk_sync
    int a = SPAWN f(1);
    LET(int, b, f(2));
    int c;
    c = SPAWN CALL2(add, 3, 4);
    PAR(f(9)) SYNC;
    std::vector<int> v(20);
    FORALL(i, 20) v[i] = i;
    int big = 1'000'000;
    char ch = '\'';
    wchar_t wc = L'"';
    auto u8s = u8"cilk_scope";
    int hex = 0xFF'FF;
    double d = 1e+5;
    int e = SPAWN f(1'000);
    SYNC;
    const char *rr = R"cilk_sync()cilk_spawn)cilk_sync";
    printf("%s %s %d %d %d %d %d %c %d %d %g %d %s\n", r, q, a, b, c, v[19], big, ch, (int)wc, hex, d, e, rr);
    (void)u8s;
}
} // namespace macros

namespace members {
namespace a::b {
template <class T> class Tree {
    struct Node {
        T v;
        std::unique_ptr<Node> l, r;
    };
    std::unique_ptr<Node> root;
    static long sum(const Node *n) {
        if (!n) return 0;
        long x = cilk_spawn sum(n->l.get());
        long y = sum(n->r.get());
        cilk_sync;
        return x + y + n->v;
    }
    static void ins(std::unique_ptr<Node> &n, T v) {
        if (!n) n.reset(new Node{v, {}, {}});
        else ins(v < n->v ? n->l : n->r, v);
    }

  public:
    void insert(T v) { ins(root, v); }
    long total() const {
        long s = cilk_spawn sum(root.get());
        cilk_sync;
        return s;
    }
    template <class F> void each(F g) { walk(root.get(), g); }

  private:
    template <class F> static void walk(Node *n, F &g) {
        if (!n) return;
        cilk_spawn walk(n->l.get(), g);
        g(n->v);
        walk(n->r.get(), g);
    }
    friend long peek(Tree &t) {
        long q = cilk_spawn t.total();
        cilk_sync;
        return q;
    }
};
inline namespace v2 {
template <int N> struct K {
    static inline int calls = 0;
    enum { value = N };
    int run() const {
        int z = cilk_spawn f(value);
        cilk_sync;
        return z;
    }
};
} // namespace v2
} // namespace a::b
static void run() {
    a::b::Tree<int> t;
    for (int i = 0; i < 100; i++) t.insert(i * 37 % 101);
    std::atomic<long> s{0};
    t.each([&](int v) { s += v; });
    printf("%ld %ld %ld %d\n", t.total(), s.load(), peek(t), a::b::K<5>().run());
}
} // namespace members

namespace noexcepts {
static int ne(std::string s) noexcept { return (int)s.size(); }
struct N {
    int m(int k) const noexcept { return f(k); }
    int operator()(int k) noexcept { return k; }
};
static int outer(int k) noexcept {
    int a = cilk_spawn f(k);
    int b = cilk_spawn ne("abc");
    cilk_sync;
    return a + b;
}
static void run() {
    N n;
    std::string s = "0123456789012345678901234567890";
    int x = cilk_spawn ne(s);
    s = "z";
    int a = cilk_spawn n.m(3);
    int b = cilk_spawn n(4);
    int c = cilk_spawn outer(5);
    int (*fp)(std::string) noexcept = ne;
    int d = cilk_spawn fp("four");
    auto l = [](std::string q) noexcept { return (int)q.size(); };
    int e = cilk_spawn l(s);
    s = "yyy";
    cilk_sync;
    printf("%d %d %d %d %d %d\n", x, a, b, c, d, e);
}
} // namespace noexcepts

namespace nsdmi_lambda {
struct A {
    int n = [] {
        int a = cilk_spawn f(4);
        cilk_sync;
        return a;
    }();
    std::vector<int> v = {1, 2, [this] {
                              int b = cilk_spawn f(n);
                              cilk_sync;
                              return b;
                          }()};
};
static int at_file = [] {
    int a = cilk_spawn f(8);
    cilk_sync;
    return a;
}();
static void run() {
    A a;
    printf("%d %d %d\n", a.n, a.v[2], at_file);
}
} // namespace nsdmi_lambda

namespace op_templates {
struct Op {
    template <class T> T operator()(T t) const {
        f(1);
        return t + t;
    }
    template <class T, class U> auto operator()(T t, U u) { return t * u; }
};
template <class F> struct Wrap {
    F g;
    template <class... A> decltype(auto) operator()(A &&...a) {
        auto r = cilk_spawn g(std::forward<A>(a)...);
        cilk_sync;
        return r;
    }
};
template <class F> Wrap(F) -> Wrap<F>;
static void run() {
    Op o;
    int a = cilk_spawn o(3);
    double b = cilk_spawn o(1.5);
    auto c = cilk_spawn o(2, 2.5);
    auto s = cilk_spawn o(std::string("ab"));
    cilk_sync;
    Wrap w{[](int x, const std::string &t) { return x + (int)t.size(); }};
    int d = w(1, "four");
    printf("%d %g %g %s %d\n", a, b, c, s.c_str(), d);
}
} // namespace op_templates

namespace ops {
struct M {
    std::vector<double> d;
    M operator*(const M &o) const {
        M r{std::vector<double>(d.size())};
        cilk_for(size_t i = 0; i < d.size(); i++) r.d[i] = d[i] * o.d[i];
        return r;
    }
    M &operator+=(const M &o) {
        cilk_for(size_t i = 0; i < d.size(); i++) d[i] += o.d[i];
        return *this;
    }
    double operator[](size_t i) const {
        double x = cilk_spawn get(i);
        cilk_sync;
        return x;
    }
    double get(size_t i) const { return d[i]; }
    explicit operator bool() const {
        bool b = cilk_spawn some();
        cilk_sync;
        return b;
    }
    bool some() const { return !d.empty(); }
    M operator-() const {
        M m = *this;
        for (auto &x : m.d) cilk_spawn[&x] {
                x = -x;
            }
        ();
        return m;
    }
    friend M operator+(M a, const M &b) {
        a += b;
        return a;
    }
    M &operator++() {
        (*this) += *this;
        return *this;
    }
    auto operator->() { return this; }
    M &operator()(int k) {
        cilk_for(auto &x : d) x += k;
        return *this;
    }
};
M operator""_m(unsigned long long n) {
    M m{std::vector<double>(n, 1.0)};
    cilk_for(auto &x : m.d) x += 1;
    return m;
}
static void run() {
    M a = 10_m, b = 10_m;
    M c = cilk_spawn a.operator*(b);
    M d = cilk_spawn[](const M &x, const M &y) { return x + y; }
    (a, b);
    cilk_sync;
    M e = -(c + d);
    ++e;
    e(3)(4);
    a->d[0] = 5;
    printf("%g %g %g %g %d\n", c[3], d[4], e[5], a[0], (bool)a);
}
} // namespace ops

namespace overload_byval {
static int by(std::string s, int) {
    f(5);
    return (int)s.size();
}
static int by(std::string s, double) {
    f(5);
    return -(int)s.size();
}
template <class T> int tby(T t) {
    f(5);
    return (int)t.size();
}
static void run() {
    std::string s = "a string that is on the heap for sure yes";
    int a = cilk_spawn by(s, 1);
    int b = cilk_spawn by(s, 1.5);
    int c = cilk_spawn tby(s);
    cilk_sync;
    printf("%d %d %d\n", a, b, c);
}
} // namespace overload_byval

namespace packs {
template <class F, class... A> void each(F g, A &...a) {
    (
        (void)[&] {
            cilk_spawn g(a);
            cilk_sync;
        }(),
        ...);
}
template <class... A> int sum(A &&...a) {
    int s = 0;
    int r[] = {0, a...};
    for (int x : r) s += x;
    return s;
}
template <class... A> int fwd(A &&...a) {
    int x = cilk_spawn sum(std::forward<A>(a)..., 10);
    int y = cilk_spawn sum(f(a)...);
    int z = cilk_spawn sum();
    cilk_sync;
    return x * 1000 + y + z;
}
template <class... F> void par(F &&...fs) {
    auto run = [](auto &&g) { g(); };
    (void)std::initializer_list<int>{([&] { cilk_spawn run(fs); }(), 0)...};
}
static void run() {
    int a = 1, b = 2, c = 3;
    each([](int &x) { x = f(x); }, a, b, c);
    int r = fwd(a, b, 3);
    int p = 0, q = 0;
    par([&] { p = f(1); }, [&] { q = f(2); });
    printf("%d %d %d %d %d %d\n", a, b, c, r, p, q);
}
} // namespace packs

namespace ptm {
struct S {
    int n;
    int m(int k) { return f(k) + n; }
    int cm(std::string s) const { return (int)s.size() + n; }
};
static void run() {
    S s{3}, *p = &s;
    int (S::*pm)(int) = &S::m;
    int (S::*pc)(std::string) const = &S::cm;
    int a = cilk_spawn std::invoke(pm, s, 4);
    int b = cilk_spawn std::invoke(pm, p, 5);
    int c = cilk_spawn std::invoke(pc, s, "abcd");
    int d = cilk_spawn std::invoke(pm, s, 6);
    auto bound = std::bind(&S::m, &s, std::placeholders::_1);
    int e = cilk_spawn bound(7);
    auto mf = std::mem_fn(&S::m);
    int g = cilk_spawn mf(s, 8);
    cilk_sync;
    printf("%d %d %d %d %d %d\n", a, b, c, d, e, g);
}
} // namespace ptm

namespace range_temp {
struct V {
    std::vector<int> v;
    std::vector<int> &get() { return v; }
    const std::vector<int> &get() const { return v; }
    ~V() {
        for (auto &x : v) x = -1;
    }
};
static std::vector<int> mkv(int n) {
    std::vector<int> v(n);
    std::iota(v.begin(), v.end(), 0);
    return v;
}
static std::optional<std::vector<int>> opt() { return mkv(10); }
static void run() {
    std::atomic<long> s{0};
    cilk_for(int x : mkv(100)) s += x;
    cilk_for(auto &&x : mkv(50)) s += x;
    cilk_for(const auto &x : std::vector<std::string>{"a", "bb", "ccc"}) s += x.size();
    cilk_for(auto x : {1, 2, 3, 4}) s += x;
    auto o = opt();
    cilk_for(int x : *o) s += x;
    cilk_for(auto p : std::array<std::pair<int, int>, 3>{{{1, 2}, {3, 4}, {5, 6}}}) s += p.first * p.second;
    cilk_for(auto x : std::span<int>(o->data(), 5)) s += x;
    cilk_for(auto c : std::string_view("abc")) s += c;
    V w{mkv(5)};
    cilk_for(int &x : w.get()) x++;
    printf("%ld %d\n", s.load(), w.v[4]);
}
} // namespace range_temp

namespace refqual {
struct R {
    int n;
    int l() & { return f(n); }
    int l() && { return -f(n); }
    int c() const & { return 1; }
    int c() const && { return 2; }
    int only() && { return f(n) + 1; }
    int on_l(std::string s) & { return (int)s.size(); }
    int on_c(std::string s) const &noexcept { return (int)s.size(); }
};
static R mk(int k) { return {k}; }
static void run() {
    R r{4};
    const R cr{5};
    int a = cilk_spawn r.l();
    int b = cilk_spawn mk(3).l();
    int c = cilk_spawn cr.c();
    int d = cilk_spawn std::move(r).l();
    int e = cilk_spawn mk(2).only();
    int g = cilk_spawn R{9}.only();
    std::string s = "long enough to be on the heap, surely";
    int h = cilk_spawn r.on_l(s);
    int i = cilk_spawn cr.on_c(s);
    s = "changed";
    cilk_sync;
    printf("%d %d %d %d %d %d %d %d\n", a, b, c, d, e, g, h, i);
}
} // namespace refqual

namespace returns {
struct Big {
    std::array<long, 40> a;
    std::string s;
};
static Big mk(long k) {
    Big b{};
    b.a[3] = k;
    b.s = "big";
    return b;
}
static std::unique_ptr<int> up(int k) { return std::make_unique<int>(f(k)); }
static std::tuple<int, std::unique_ptr<int>> tp(int k) { return {k, up(k)}; }
static const int &cr(const int &x) { return x; }
static int *ptr(int *p) { return p; }
static void (*fnp(int))(int) {
    return [](int k) { printf("fn %d\n", k); };
}
static std::function<int(int)> fun(int k) {
    return [k](int x) { return k + x; };
}
enum class Col { red, green };
static Col col(int k) { return k ? Col::green : Col::red; }
static long double ld(int k) { return k + 0.25L; }
static bool bo(int k) { return k > 2; }
static std::nullptr_t np() { return nullptr; }
static __int128 wide(int k) { return (__int128)k << 70; }
struct Empty {};
static Empty em() { return {}; }
static void run() {
    Big b = cilk_spawn mk(7);
    auto u = cilk_spawn up(3);
    std::unique_ptr<int> u2;
    u2 = cilk_spawn up(4);
    auto t = cilk_spawn tp(5);
    int x = 9;
    int c = cilk_spawn cr(x);
    const int &r = cilk_spawn cr(x);
    int *p = cilk_spawn ptr(&x);
    auto q = cilk_spawn ptr(&x);
    auto *q2 = cilk_spawn ptr(&x);
    auto fp = cilk_spawn fnp(1);
    auto fu = cilk_spawn fun(3);
    Col co = cilk_spawn col(1);
    long double l = cilk_spawn ld(2);
    bool o = cilk_spawn bo(3);
    auto n = cilk_spawn np();
    __int128 w = cilk_spawn wide(1);
    Empty e = cilk_spawn em();
    const auto k = cilk_spawn f(5);
    decltype(f(1)) dt = cilk_spawn f(6);
    std::vector<Big> vb;
    vb.resize(2);
    vb[1] = cilk_spawn mk(8);
    cilk_sync;
    fp(1);
    (void)e;
    printf("%ld %s %d %d %d %d %d %d %d %d %d %d %Lg %d %d %d %d %d %ld\n", b.a[3], b.s.c_str(), *u, *u2, *std::get<1>(t), c, &r == &x, *p, *q, *q2,
           fu(4), (int)co, l, o, n == nullptr, (int)(w >> 70), k, dt, vb[1].a[3]);
}
} // namespace returns

namespace scope_in_for {
static void run() {
    std::vector<int> v(50);
    cilk_for(int i = 0; i < 50; i++) {
        int a, b;
        cilk_scope {
            a = cilk_spawn f(i);
            b = f(i + 1);
        }
        v[i] = a + b;
        cilk_for(int j = 0; j < 3; j++) {
            cilk_scope {
                int q = cilk_spawn f(j);
                cilk_sync;
                __atomic_fetch_add(&v[i], q, 0);
            }
        }
        if (i % 7 == 0) continue;
        cilk_spawn[&v, i] { v[i]++; }
        ();
    }
    cilk_scope {
        cilk_for(int i = 0; i < 50; i++) v[i]++;
        int z = cilk_spawn f(3);
        cilk_sync;
        cilk_scope { z = 0; }
    }
    printf("%d\n", std::accumulate(v.begin(), v.end(), 0));
}
} // namespace scope_in_for

namespace statics {
static std::atomic<int> made{0};
struct Lazy {
    Lazy() { made++; }
    int v = 3;
};
static Lazy &inst() {
    static Lazy l;
    return l;
}
thread_local int tl = 5;
static int usetl(int k) {
    tl = 5;
    return tl + k;
}
template <class T> T &single(T t) {
    static T s = [&] {
        T x = cilk_spawn f(t);
        cilk_sync;
        return x;
    }();
    return s;
}
static void run() {
    std::atomic<int> s{0};
    cilk_for(int i = 0; i < 50; i++) s += inst().v + usetl(i);
    printf("%d %d %d\n", s.load(), made.load(), single(4));
    static int st = f(3);
    st = cilk_spawn f(st);
    cilk_sync;
    printf("%d\n", st);
}
} // namespace statics

namespace structured {
static std::pair<int, std::string> two(int k) {
    f(k);
    return {k, "p" + std::to_string(k)};
}
struct S {
    int a;
    double b;
};
static S make(int k) { return {k, k + 0.5}; }
static void run() {
    auto pr = cilk_spawn two(3);
    cilk_sync;
    auto [x, y] = pr;
    auto &[z, w] = pr;
    S s = cilk_spawn make(4);
    cilk_sync;
    auto [p, q] = s;
    int r = cilk_spawn f(p);
    cilk_sync;
    z++;
    std::map<int, int> m{{1, 2}, {3, 4}};
    int t = 0;
    for (auto &[k, v] : m) { v = cilk_spawn f(k); }
    cilk_sync;
    for (auto [k, v] : m) t += v;
    int arr[2] = {1, 2};
    auto &[e0, e1] = arr;
    e0 = cilk_spawn f(e1);
    cilk_sync;
    printf("%d %s %d %s %d %g %d %d %d\n", x, y.c_str(), z, w.c_str(), p, q, r, t, arr[0]);
}
} // namespace structured

namespace vector_bool {
static bool odd(int k) { return f(k) % 4 == 2; }
static void run() {
    std::vector<bool> v(70);
    for (int i = 0; i < 70; i++) {
        v[i] = cilk_spawn odd(i);
        cilk_sync;
    }
    int n = 0;
    for (bool b : v) n += b;
    printf("%d\n", n);
}
} // namespace vector_bool

namespace virtuals {
struct B {
    virtual ~B() = default;
    virtual int v(int k) const { return f(k); }
    virtual std::unique_ptr<B> clone() const { return std::make_unique<B>(); }
};
struct D final : B {
    int v(int k) const override {
        int a = cilk_spawn B::v(k);
        int b = cilk_spawn this->B::v(k + 1);
        cilk_sync;
        return a + b + 1;
    }
    std::unique_ptr<B> clone() const override { return std::make_unique<D>(); }
};
static void run() {
    std::vector<std::unique_ptr<B>> v;
    v.push_back(std::make_unique<B>());
    v.push_back(std::make_unique<D>());
    int r[2];
    for (int i = 0; i < 2; i++) r[i] = cilk_spawn v[i]->v(i + 3);
    cilk_sync;
    std::unique_ptr<B> c = cilk_spawn v[1]->clone();
    cilk_sync;
    int q = cilk_spawn c->v(1);
    int w = cilk_spawn dynamic_cast<D &>(*c).v(2);
    cilk_sync;
    printf("%d %d %d %d\n", r[0], r[1], q, w);
}
} // namespace virtuals

namespace vla_stack {
static int v(int n) {
    int a[n];
    for (int i = 0; i < n; i++) { a[i] = cilk_spawn f(i); }
    cilk_sync;
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    int *p = (int *)__builtin_alloca(64);
    p[0] = cilk_spawn f(s);
    cilk_sync;
    return p[0];
}
static int w(int n) {
    int s = 0;
    for (int k = 1; k < n; k++) {
        int b[k];
        b[k - 1] = cilk_spawn f(k);
        cilk_sync;
        s += b[k - 1];
    }
    return s;
}
static int stmt(int n) {
    int x = ({
        int y = f(n);
        y + 1;
    });
    int z = cilk_spawn f(({ x + 1; }));
    cilk_sync;
    return x + z;
}
static void run() { printf("%d %d %d\n", v(20), w(20), stmt(3)); }
} // namespace vla_stack

namespace dependent {
struct A {
    static int st(int k) { return f(k); }
    template <class T> T foo(T t) const { return t + 1; }
    using type = std::function<int(int)>;
    struct Obj {
        int b;
        int operator()(int k) const { return k + b; }
    };
    int m(int k) { return k * 3; }
};
template <class T> struct Base {
    int bm(int k) { return f(k) + 1; }
    static int bs(std::string s) { return (int)s.size(); }

  protected:
    int pm(int k) const { return k; }
};
template <class T> struct Der : Base<T> {
    using Base<T>::pm;
    int go(T t, int k) {
        int a = cilk_spawn t.template foo<int>(k);
        int b = cilk_spawn T::st(k);
        typename T::Obj ob{5};
        int c = cilk_spawn ob(k);
        int d = cilk_spawn this->Base<T>::bm(k);
        int e = cilk_spawn this->bm(k);
        int g = cilk_spawn this->pm(k);
        int h = cilk_spawn Der::bs("abc");
        int i = cilk_spawn this->Base<T>::bm(k);
        int j = cilk_spawn t.m(k);
        cilk_sync;
        return a + b + c + d + e + g + h + i + j;
    }
};
static void run() {
    Der<A> d;
    printf("%d\n", d.go(A(), 4));
}
} // namespace dependent

namespace stdlib {
static void run() {
    std::vector<int> v(100);
    std::iota(v.begin(), v.end(), 0);
    std::vector<int> w = v;
    std::map<std::string, int> m;
    std::string s;
    int a = 1, b = 2;
    char buf[8] = {};
    int *p = (int *)malloc(4);
    cilk_spawn std::for_each(v.begin(), v.begin() + 50, [](int &x) { x *= 2; });
    cilk_spawn std::sort(w.begin(), w.end(), std::greater<>());
    cilk_spawn m.emplace("a", 1);
    cilk_spawn s.append("xyz");
    cilk_spawn std::swap(a, b);
    cilk_spawn std::memcpy(buf, "abc", 4);
    cilk_spawn free(p);
    cilk_sync;
    cilk_spawn v.push_back(3);
    cilk_sync;
    auto it = cilk_spawn std::find(v.begin(), v.end(), 4);
    auto sum = cilk_spawn std::accumulate(w.begin(), w.end(), 0L);
    int mx = cilk_spawn std::max(a, b);
    size_t n = cilk_spawn s.size();
    auto mm = cilk_spawn std::minmax_element(w.begin(), w.end());
    cilk_sync;
    cilk_spawn printf("%d %s\n", a, buf);
    cilk_sync;
    cilk_spawn puts("put");
    cilk_sync;
    cilk_spawn std::fill_n(w.begin(), 10, 7);
    cilk_spawn fflush(stdout);
    cilk_sync;
    auto u = cilk_spawn std::make_unique<int>(5);
    auto tp = cilk_spawn std::make_tuple(1, 2.5, std::string("t"));
    int ab = cilk_spawn std::abs(-3);
    std::string ts = cilk_spawn std::to_string(42);
    cilk_sync;
    printf("%ld %ld %d %zu %d %d %d %d %d %s %d\n", (long)(it - v.begin()), sum, mx, n, *mm.first, *mm.second, w[3], *u,
           (int)std::get<2>(tp).size() + ab, ts.c_str(), m["a"]);
}
} // namespace stdlib

namespace deduced {
static auto ag(int k) {
    if (k < 2) return k;
    int a = cilk_spawn f(k);
    cilk_sync;
    return a;
}
static decltype(auto) dg(std::vector<int> &v, int k) {
    cilk_spawn f(k);
    cilk_sync;
    return (v[k]);
}
template <class T> auto fibo(T n) -> T {
    if (n < 2) return n;
    auto x = cilk_spawn fibo(n - 1);
    auto y = fibo(n - 2);
    cilk_sync;
    return x + y;
}
static auto lam(int k) {
    return [=](int x) {
        int a = cilk_spawn f(x);
        cilk_sync;
        return a + k;
    };
}
static auto noret(int k) {
    if (k) {
        cilk_spawn f(k);
        return;
    }
    cilk_sync;
}
static auto pr(int k) noexcept(noexcept(k + 1)) {
    int a = cilk_spawn f(k);
    cilk_sync;
    return std::pair{a, k};
}
auto gl = [](auto... x) {
    int s = 0;
    cilk_for(int i = 0; i < 10; i++) __atomic_fetch_add(&s, (int)(0 + ... + x), 0);
    return s;
};
inline constexpr auto il = [](int k) {
    int a = cilk_spawn f(k);
    cilk_sync;
    return a;
};
static void run() {
    std::vector<int> v{1, 2, 3};
    dg(v, 1) = 9;
    noret(3);
    noret(0);
    printf("%d %d %d %d %d %d %d %d\n", ag(1), ag(5), v[1], fibo(10), lam(3)(4), pr(3).first, gl(1, 2L, 3u), il(6));
}
} // namespace deduced

namespace statements {
static void run() {
    int r[10] = {};
    for (int i = 0; i < 10; i++) cilk_spawn[](int &x, int k) {
            x = f(k);
        }
    (r[i], i);
    cilk_sync;
    for (int i = 0; i < 10; i++)
        if (i % 2) r[i] = cilk_spawn f(i);
        else if (i % 3) cilk_spawn f(i);
        else
            ;
    cilk_sync;
    int k = 3;
    while (k--) cilk_spawn f(k);
    do cilk_spawn f(1);
    while (0);
    cilk_sync;
    for (auto &x : r) x += cilk_spawn f(1);
    cilk_sync;
    switch (k) {
    case -1:
        cilk_spawn f(1);
    default:;
    }
    cilk_for(int i = 0; i < 3; i++);
    cilk_for(int i = 0; i < 3; i++) {}
    cilk_for(int i = 0; i < 10; i++) if (i > 4) continue;
    else r[i]++; cilk_for(int i = 0; i < 3; i++) cilk_for(int j = 0; j < 3; j++) r[i * 3 + j] += i * j;
    cilk_for(int i = 0; i < 3; i++) for (int i = 0; i < 2; i++) f(i);
    cilk_for(int i = 0; i < 2; i++) switch (i) {
    case 0:
        r[0]++;
        break;
    case 1:
        r[1]++;
    }
    cilk_for(int i = 0; i < 3; i++) {
        int j = i;
        auto l = [&] {
            j++;
            return i + j;
        };
        __atomic_fetch_add(&r[9], l(), 0);
    }
    cilk_for(int i = 0; i < 2; i++) try {
        if (i) throw 1;
    } catch (int) { r[8]++; }
    {
        cilk_spawn f(1);
        { cilk_sync; }
    }
    int s = 0;
    for (int x : r) s += x;
    printf("%d\n", s);
    if (s) cilk_sync;
}
} // namespace statements

namespace out_of_class {
template <class T> struct C {
    T v;
    C(T);
    ~C() noexcept(false);
    auto m(int k) const -> int;
    template <class U> U n(U u) &;
    int operator()(int) const noexcept;
    explicit(sizeof(T) > 1) operator bool() const;
    static C make(T t);
    C &operator=(const C &) &;
    C(const C &) = default;
};
template <class T> C<T>::C(T t) : v{t} {
    T a = cilk_spawn f((int)t);
    cilk_sync;
    v += a;
}
template <class T> C<T>::~C() noexcept(false) {
    int a = cilk_spawn f(1);
    cilk_sync;
    (void)a;
}
template <class T> auto C<T>::m(int k) const -> int {
    int a = cilk_spawn f(k);
    cilk_sync;
    return a + (int)v;
}
template <class T> template <class U> U C<T>::n(U u) & {
    U a = cilk_spawn std::plus<U>()(u, u);
    cilk_sync;
    return a;
}
template <class T> int C<T>::operator()(int k) const noexcept {
    int a = cilk_spawn m(k);
    cilk_sync;
    return a;
}
template <class T> C<T>::operator bool() const {
    bool b = cilk_spawn[this] { return v != 0; }
    ();
    cilk_sync;
    return b;
}
template <class T> C<T> C<T>::make(T t) {
    C c = cilk_spawn[](T u) { return C(u); }
    (t);
    cilk_sync;
    return c;
}
template <class T> C<T> &C<T>::operator=(const C &o) & {
    T x = cilk_spawn[&] { return o.v; }
    ();
    cilk_sync;
    v = x;
    return *this;
}
template <> int C<char>::m(int k) const {
    int a = cilk_spawn f(k + 100);
    cilk_sync;
    return a;
}
extern "C" int ext(int k) {
    int a = cilk_spawn f(k);
    cilk_sync;
    return a;
}
extern "C" {
static int ext2(int k) {
    int a = cilk_spawn ext(k);
    cilk_sync;
    return a;
}
}
static int run() try {
    C<int> c(3);
    C<char> d(1);
    C<int> e = C<int>::make(5);
    e = c;
    printf("%d %d %d %d %d %d %d %d\n", c.m(2), d.m(2), c.n(4), c(5), (bool)c, e.v, ext(1), ext2(2));
    return 0;
} catch (...) { return 1; }
} // namespace out_of_class

namespace this_capture {
struct S {
    int n = 3;
    std::vector<int> v = std::vector<int>(20);
    int a() {
        auto l = [=, this] {
            int x = cilk_spawn m(n);
            cilk_sync;
            return x;
        };
        return l();
    }
    int b() {
        auto l = [*this](int k) mutable {
            n += k;
            int x = cilk_spawn m(k);
            cilk_sync;
            return x + n;
        };
        return l(4);
    }
    int m(int k) { return f(k) + n; }
    void c() {
        cilk_for(int i = 0; i < 20; i++) v[i] = m(i);
        cilk_for(auto &x : v) x += n;
        std::for_each(v.begin(), v.end(), [this](int &x) {
            int y = cilk_spawn m(x);
            cilk_sync;
            x = y;
        });
    }
    int d() const {
        mutable_++;
        int z = cilk_spawn cm(2);
        int y = cilk_spawn S::cm(3);
        cilk_sync;
        return z + y;
    }
    int cm(int k) const { return k + n; }
    mutable int mutable_ = 0;
    int *ptr() {
        int *p = cilk_spawn addr();
        cilk_sync;
        return p;
    }
    int *addr() { return &n; }
    S &chain() {
        cilk_spawn m(1);
        return *this;
    }
};
static void run() {
    S s;
    s.c();
    printf("%d %d %d %d %d %d\n", s.a(), s.b(), std::accumulate(s.v.begin(), s.v.end(), 0), s.d(), *s.ptr(), s.chain().chain().n);
}
} // namespace this_capture

namespace mixins {
template <class D> struct Par {
    int run(int k) {
        auto &d = static_cast<D &>(*this);
        int a = cilk_spawn d.work(k);
        int b = cilk_spawn static_cast<D *>(this)->work(k + 1);
        cilk_sync;
        return a + b;
    }
};
struct W : Par<W> {
    int work(int k) { return f(k); }
};
template <class... M> struct Mix : M... {
    using M::operator()...;
    template <class T> int both(T t) {
        int a = cilk_spawn(*this)(t);
        cilk_sync;
        return a;
    }
};
template <class... M> Mix(M...) -> Mix<M...>;
template <template <class...> class C, class T> int tt(const C<T> &c) {
    std::atomic<int> s{0};
    cilk_for(const T &x : c) s += x;
    return s;
}
template <auto F> int ct(int k) {
    int a = cilk_spawn F(k);
    cilk_sync;
    return a;
}
template <class T, T V> struct IC {
    static constexpr T v = V;
    int operator()() const {
        int a = cilk_spawn f(v);
        cilk_sync;
        return a;
    }
};
template <class T = int, int N = 4> struct Arr {
    T d[N];
    T sum() const {
        T r[N];
        for (int i = 0; i < N; i++) r[i] = cilk_spawn ident(d[i]);
        cilk_sync;
        T s{};
        for (T x : r) s += x;
        return s;
    }
    static T ident(T t) { return t; }
};
template <class T>
T vt = [] {
    T x = cilk_spawn f(3);
    cilk_sync;
    return x;
}();
static void run() {
    W w;
    Mix m{[](int k) { return k; }, [](std::string s) { return (int)s.size(); }};
    Arr<> a{{1, 2, 3, 4}};
    printf("%d %d %d %d %d %d %d %d\n", w.run(3), m.both(4), m.both(std::string("xyz")), tt(std::vector<int>{1, 2}), ct<f>(5), IC<int, 6>()(),
           a.sum(), vt<int>);
}
} // namespace mixins

namespace more_exceptions {
static int live;
struct O {
    O() { __atomic_fetch_add(&live, 1, 0); }
    O(const O &) {
        __atomic_fetch_add(&live, 1, 0);
        if (live > 1000000) throw 1;
    }
    ~O() { __atomic_fetch_sub(&live, 1, 0); }
};
struct Th {
    Th(int k) {
        if (k == 3) throw std::string("ctor");
    }
    O o;
};
static Th mk(int k) { return Th(k); }
struct Cp {
    int k;
    Cp(int n) : k(n) {}
    Cp(const Cp &c) : k(c.k) {
        if (k == 5) throw 5.5;
    }
    O o;
};
static int usecp(Cp c) { return c.k; }
static int asg(int k) {
    if (k == 2) throw k;
    return k;
}
struct As {
    int v = 0;
    As &operator=(int k) {
        if (k == 4) throw 4L;
        v = k;
        return *this;
    }
};
template <class F> static std::string what(F g) {
    try {
        return g();
    } catch (const std::string &s) { return s; } catch (double d) {
        return "double";
    } catch (int) { return "int"; } catch (long) {
        return "long";
    } catch (...) { return "other"; }
}
static std::string t1(int k) {
    Th t = cilk_spawn mk(k);
    O o;
    cilk_sync;
    return "t";
}
static std::string t2(int k) {
    Cp c(k);
    int a = cilk_spawn usecp(c);
    cilk_sync;
    return std::to_string(a);
}
static std::string t3(int k) {
    As a;
    a = cilk_spawn asg(k);
    O o;
    cilk_sync;
    return std::to_string(a.v);
}
static std::string t4(int k) {
    std::vector<std::string> v(3);
    for (int i = 0; i < 3; i++) v[i] = cilk_spawn t1(i + k);
    cilk_sync;
    return v[0] + v[1] + v[2];
}
struct Dt {
    ~Dt() noexcept(false) {
        if (std::uncaught_exceptions() == 0) throw 7;
    }
};
static std::string t5() {
    cilk_spawn f(1);
    Dt d;
    cilk_spawn f(2);
    cilk_sync;
    return "no";
}
static std::string t6(int k) {
    try {
        cilk_spawn asg(k);
        f(3);
        cilk_sync;
        throw 1.5;
    } catch (double) { return "own"; } catch (int) {
        return "child";
    }
}
static std::string t7(int k) {
    std::string r;
    cilk_for(int i = 0; i < 4; i++) {
        try {
            O o;
            int z = cilk_spawn asg(i + k);
            cilk_sync;
            (void)z;
        } catch (int) {
            O p;
            r = "in loop";
        }
    }
    return r;
}
static void nested(int d) {
    O o;
    if (!d) throw d;
    try {
        cilk_spawn nested(d - 1);
        cilk_sync;
    } catch (int k) {
        O p;
        throw k + 1;
    }
}
static std::string t8() {
    try {
        nested(5);
    } catch (int k) { return std::to_string(k); }
    return "";
}
static std::string t9() {
    std::exception_ptr e;
    try {
        cilk_spawn asg(2);
        cilk_sync;
    } catch (...) { e = std::current_exception(); }
    try {
        std::rethrow_exception(e);
    } catch (int k) { return "ptr" + std::to_string(k); }
}
static void run() {
    for (int i = 0; i < 20; i++) {
        std::string s;
        s += what([] { return t1(1); }) + what([] { return t1(3); }) + what([] { return t2(1); }) + what([] { return t2(5); }) +
             what([] { return t3(1); }) + what([] { return t3(2); }) + what([] { return t3(4); }) + what([] { return t4(0); }) +
             what([] { return t4(1); }) + what([] { return t5(); }) + what([] { return t6(1); }) + what([] { return t6(2); }) +
             what([] { return t7(0); }) + what([] { return t8(); }) + what([] { return t9(); });
        if (i == 19) printf("%s %d\n", s.c_str(), live);
    }
}
} // namespace more_exceptions

namespace more_arguments {
struct Bt {
    unsigned b : 4;
    int c;
};
struct __attribute__((packed)) Pk {
    char c;
    int i;
};
struct Amp {
    int n;
    Amp *operator&() = delete;
};
static int amp(Amp &a) { return a.n; }
static int lock(std::unique_lock<std::mutex> l) { return l.owns_lock(); }
static int strs(std::initializer_list<std::string> l) {
    size_t n = 0;
    for (auto &s : l) n += s.size();
    return (int)n;
}
static int over(int k) { return k; }
static int over(double) { return 2; }
static int fa(int (*g)(int), int k) { return g(k); }
static int vol(volatile int &v) { return v; }
static int at(std::atomic<int> &a) { return a; }
static int cp(const Pk &p) { return p.i; }
static int arr2(int a[][2], int n) { return a[n][1]; }
static int dflt(int a = f(2), std::vector<int> v = {1, 2, 3}) { return a + (int)v.size(); }
static int rv(std::string &&a, std::string &b, const std::string &c) { return (int)(a.size() * 100 + b.size() * 10 + c.size()); }
static int sv(std::shared_ptr<int> p) { return *p + (int)(p.use_count() > 0); }
static int il(bool b, char c, short s, float q, long double ld, unsigned long u) { return b + c + s + (int)q + (int)ld + (int)u; }
static int fnref(const std::function<int(int)> &g) { return g(3); }
template <class F, class... A> auto inv(F &&g, A &&...a) { return g(std::forward<A>(a)...); }
static int vp(void *p) { return p != nullptr; }
static Amp mkamp(int k) { return {k}; }
static void run() {
    Bt b{5, 6};
    Pk p{'a', 7};
    Amp a{8};
    std::mutex mu;
    volatile int v = 9;
    std::atomic<int> q{10};
    int m2[2][2] = {{1, 2}, {3, 4}};
    std::string s1 = "a", s2 = "bb";
    auto sp = std::make_shared<int>(11);
    int x1 = cilk_spawn f(b.b);
    int x2 = cilk_spawn f(p.i);
    int x3 = cilk_spawn amp(a);
    int x4 = cilk_spawn lock(std::unique_lock<std::mutex>(mu));
    int x5 = cilk_spawn strs({"a", "bc", s2});
    int x6 = cilk_spawn fa(over, 3);
    int x7 = cilk_spawn vol(v);
    int x8 = cilk_spawn at(q);
    int x9 = cilk_spawn cp(p);
    int y1 = cilk_spawn arr2(m2, 1);
    int y2 = cilk_spawn dflt();
    int y3 = cilk_spawn dflt(1);
    int y4 = cilk_spawn dflt(1, {});
    int y5 = cilk_spawn rv(std::string("ccc"), s1, s1 + s2);
    int y6 = cilk_spawn sv(sp);
    sp.reset();
    int y7 = cilk_spawn il(1, 2, 3, 4, 5, 6);
    int y8 = cilk_spawn fnref([&](int k) { return k + (int)s1.size(); });
    int y9 = cilk_spawn inv(f, 5);
    int z1 = cilk_spawn inv([](auto &&t) { return (int)t.size(); }, s2);
    int z2 = cilk_spawn vp(&v ? (void *)&m2 : nullptr);
    Amp z3 = cilk_spawn mkamp(3);
    cilk_sync;
    a = cilk_spawn mkamp(4);
    int z4 = 0;
    cilk_sync;
    printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", x1, x2, x3, x4, x5, x6, x7, x8, x9, y1, y2, y3, y4, y5, y6, y7,
           y8, y9, z1, z2, z3.n, a.n, z4);
}
} // namespace more_arguments

namespace local_types {
static int g(int k) {
    enum E { one = 1, two };
    using I = int;
    struct L {
        I v;
        I get(I a) const {
            I x = cilk_spawn f(a);
            cilk_sync;
            return x + v;
        }
        static I s(I a) { return a * two; }
    };
    static_assert(sizeof(I) >= 4);
    L l{one};
    I a = cilk_spawn l.get(k);
    I b = cilk_spawn L::s(k);
    I c = cilk_spawn L{two}.get(k);
    typedef std::vector<L> V;
    V v{{1}, {2}};
    union U {
        int i;
        float q;
    } u;
    u.i = cilk_spawn f(4);
    cilk_sync;
    std::atomic<int> t{0};
    cilk_for(const auto &e : v) t += e.get(1);
template_free:
    if (k-- > 100) goto template_free;
    return a + b + c + u.i + t;
}
namespace {
enum class Kind : unsigned char { a, b };
Kind flip(Kind k) { return k == Kind::a ? Kind::b : Kind::a; }
struct Hid {
    Kind k;
};
int hid(Hid h) { return (int)h.k; }
} // namespace
static void run() {
    Kind k = cilk_spawn flip(Kind::a);
    cilk_sync;
    int h = cilk_spawn hid({k});
    int h2 = cilk_spawn hid(Hid{Kind::b});
    cilk_sync;
    printf("%d %d %d %d\n", g(3), (int)k, h, h2);
}
} // namespace local_types

/* A copy that fails is the parent's: nothing behind the spawn runs. */
namespace who_copies {
struct Fragile {
    Fragile() = default;
    Fragile(const Fragile &) { throw 1; }
    Fragile(Fragile &&) noexcept {}
};
#define COPIES(...)                          \
    {                                        \
        int on = 0;                          \
        try {                                \
            cilk_spawn __VA_ARGS__;          \
            on = 1;                          \
            cilk_sync;                       \
        } catch (int) {                      \
        }                                    \
        printf("%s: %d\n", #__VA_ARGS__, on); \
    }

static const Fragile fragile;
static void over(int) {}
static void over(std::string) {}
static void function(Fragile) {}
static void with(std::function<int()> g, Fragile) { g(); }

struct Base {
    void inherited(Fragile) {}
    void hidden(Fragile) {}
    void (*pointer)(Fragile) = function;
    std::function<void(Fragile)> object = function;
    virtual void virtual_one(Fragile) {}
    virtual ~Base() = default;
    template <class T> void of(T, Fragile) {}

  protected:
    void guarded(Fragile) {}
    static void guarded_static(Fragile) {}
};

struct Own : Base {
    int n = 0;
    void plain(Fragile) { n++; }
    void constant(Fragile) const {}
    void safe(Fragile) noexcept {}
    void both(Fragile) const noexcept {}
    void left(Fragile) & noexcept {}
    static void fixed(Fragile) {}
    void braced(std::pair<int, int>, Fragile) {}
    void hidden(int, Fragile) {}
    void virtual_one(Fragile) override {}
    template <int K> long times(Fragile) const { return K; }
    void several(int) {}
    void several(double) {}
    void operator()(Fragile) const {}
    Own &operator+=(Fragile) { return *this; }
    auto operator<=>(const Own &) const = delete;

    Own() {}
    explicit Own(int) {
        COPIES(plain(fragile))
        COPIES(this->plain(fragile))
    }
    void all();
    void outside();
    void inside() const {
        COPIES(constant(fragile))
        COPIES(both(fragile))
        COPIES(this->constant(fragile))
        COPIES(operator()(fragile))
    }
    static void no_object() {
        COPIES(fixed(fragile))
        COPIES(guarded_static(fragile))
        COPIES(Own::fixed(fragile))
        auto plain = [](auto) {}; /* not the method of that name */
        int x = 3;
        cilk_spawn plain(x);
        cilk_sync;
    }
    friend void a_friend(Own &o) {
        COPIES(fixed(fragile))
        COPIES(o.secret(fragile))
    }
    struct Nested {
        void mine(Fragile) {}
        void go() {
            COPIES(mine(fragile))
            COPIES(fixed(fragile))
        }
    };

  private:
    void secret(Fragile) {}
};

void Own::all() {
    COPIES(plain(fragile))
    COPIES(this->plain(fragile))
    COPIES((*this).plain(fragile))
    COPIES(Own::plain(fragile))
    COPIES(safe(fragile))
    COPIES(left(fragile))
    COPIES(secret(fragile))
    COPIES(inherited(fragile))
    COPIES(this->inherited(fragile))
    COPIES(Base::inherited(fragile))
    COPIES(who_copies::Base::inherited(fragile))
    COPIES(this->Base::inherited(fragile))
    COPIES(Base::hidden(fragile))
    COPIES(guarded(fragile))
    COPIES(this->guarded(fragile))
    COPIES(Own::guarded(fragile))
    COPIES(virtual_one(fragile))
    COPIES(Base::virtual_one(fragile))
    COPIES(times<3>(fragile))
    COPIES(this->times<3>(fragile))
    COPIES(this->template times<3>(fragile))
    COPIES(Own::times<3>(fragile))
    COPIES(pointer(fragile))
    COPIES(object(fragile))
    COPIES(this->object(fragile))
    COPIES(who_copies::function(fragile))
    COPIES(function(fragile))
    cilk_spawn several(1);
    cilk_spawn this->several(2.0);
    cilk_spawn Own::several(3);
    cilk_spawn over(4);
    cilk_spawn over("five");
    cilk_spawn who_copies::over(6);
    cilk_spawn of(7, Fragile());
    cilk_sync;
    auto l = [this] { COPIES(plain(fragile)) };
    l();
    [&] { COPIES(this->plain(fragile)) }();
    [&](auto) { COPIES(plain(fragile)) }(1);
    struct Local {
        void mine(Fragile) {}
        void go() { COPIES(mine(fragile)) }
    };
    Local().go();
}

void who_copies::Own::outside() {
    COPIES(plain(fragile))
}

template <class T> struct Generic : Own {
    T t{};
    void typed(T, Fragile) {}
    static void fixed_typed(T, Fragile) {}
    void go() {
        COPIES(typed(t, fragile))
        COPIES(this->typed(t, fragile))
        COPIES(Generic::typed(t, fragile))
        COPIES(Generic<T>::typed(t, fragile))
        COPIES(fixed_typed(t, fragile))
        COPIES(plain(fragile))
        COPIES(Own::plain(fragile))
        COPIES(over(3))
    }
    void out();
    template <class U> void out_template(U u);
    struct Inner {
        void mine(T, Fragile) {}
        void go();
    };
};
template <class T> void Generic<T>::out() {
    COPIES(typed(t, fragile))
    COPIES(Generic<T>::typed(t, fragile))
}
template <class T> template <class U> void Generic<T>::out_template(U u) {
    COPIES(typed(u, fragile))
}
template <class T> void Generic<T>::Inner::go() {
    COPIES(mine(T(), fragile))
}
template <> void Generic<std::pair<int, int>>::out() {
    COPIES(typed({1, 2}, fragile))
}
template <class T> struct Derived : Generic<T> {
    void go() {
        COPIES(this->typed(3, fragile))
    }
};

template <class... A> void packs(Own own, const A &...a) {
    COPIES(function(a...))
    COPIES(who_copies::with([] { return 1; }, a...))
    COPIES(own.plain(a...))
    COPIES(over(f(sizeof(a))...))
    COPIES([](Fragile) {}(fragile))
}

static void lambdas(Own own) {
    int n = 0;
    COPIES([](Fragile) {}(fragile))
    COPIES([&](Fragile, int) { n++; }(fragile, 3))
    COPIES([&, n](Fragile) mutable -> int { return n++; }(fragile))
    COPIES(([](Fragile) noexcept {})(fragile))
    COPIES([](const Fragile &) {}(fragile))
    COPIES([&](Fragile) { cilk_spawn over(1); }(fragile))
    cilk_spawn [](auto) {}(n);
    cilk_spawn [&] { return n; }();
    cilk_sync;
    COPIES(Own{}(fragile))
    COPIES(Own{}.plain(fragile))
    COPIES([&]() -> Own & { return own; }().plain(fragile))
    COPIES(own.times<4>(fragile))
    COPIES((&own)->times<4>(fragile))
    COPIES(own.template times<4>(fragile))
    COPIES(decltype(own)::fixed(fragile))
    COPIES(own.braced({1, 2}, fragile))
    COPIES(own.pointer(fragile))
    COPIES(own.object(fragile))
    COPIES(own.left(fragile))
    COPIES(with([&] { cilk_spawn over(1); return 1; }, fragile))
}

struct Wide {
    int v = 3;
    Wide *operator->() { return this; }
    Wide &operator=(int k) { v = k; return *this; }
    Wide &operator+=(int k) { v += k; return *this; }
    Wide &operator%=(int k) { v %= k; return *this; }
    Wide &operator<<=(int k) { v <<= k; return *this; }
    Wide &operator>>=(int k) { v >>= k; return *this; }
    int operator->*(int k) const { return v * k; }
    bool operator<(int k) const { return v < k; }
    void set(int k) { v = k; }
    void own() {
        cilk_spawn operator+=(1);
        cilk_sync;
        cilk_spawn this->operator=(v + 1);
        cilk_sync;
    }
};
static Wide &operator-=(Wide &w, int k) { w.v -= k; return w; }

static void operators() {
    Wide a, *p = &a, *q;
    bool b;
    int c;
#define STEP(...)             \
    cilk_spawn __VA_ARGS__;   \
    cilk_sync;                \
    printf(" %d", a.v);
    STEP(a.operator+=(30))
    STEP(p->operator%=(20))
    STEP(a.operator<<=(4))
    STEP((*p).operator>>=(1))
    STEP(a.operator=(17))
    STEP(who_copies::operator-=(a, 2))
    STEP(q = a.operator->())
    STEP(a.operator->()->set(c = 5))
    STEP(c = a.operator->*(6))
    b = cilk_spawn a.operator<(c);
    q = cilk_spawn a.operator->();
    Wide &r = cilk_spawn p->operator+=(1);
    cilk_sync;
    a.own();
    printf(" %d %d %d %d\n", b, c, q == p, &r == p);
}

static void run() {
    operators();
    Own own(1);
    own.all();
    own.outside();
    own.inside();
    Own::no_object();
    a_friend(own);
    Own::Nested().go();
    Generic<int> g;
    g.go();
    g.out();
    g.out_template(3);
    Generic<int>::Inner().go();
    Generic<std::pair<int, int>>().out();
    Derived<int>().go();
    packs(own, fragile);
    lambdas(own);
}
} // namespace who_copies

int main() {
    args_odd::run();
    attributes::run();
    comma_decl::run();
    concepts::run();
    constants::run();
    constexpr_if::run();
    coro_free::run();
    coroutines::run();
    ctor_init::run();
    defaults_this::run();
    exc_mixed::run();
    fn_try::run();
    goto_switch::run();
    into_things::run();
    lambda_move::run();
    loops_enum::run();
    loops_iter::run();
    macros::run();
    members::run();
    noexcepts::run();
    nsdmi_lambda::run();
    op_templates::run();
    ops::run();
    overload_byval::run();
    packs::run();
    ptm::run();
    range_temp::run();
    refqual::run();
    returns::run();
    scope_in_for::run();
    statics::run();
    structured::run();
    vector_bool::run();
    virtuals::run();
    vla_stack::run();
    dependent::run();
    stdlib::run();
    deduced::run();
    statements::run();
    out_of_class::run();
    this_capture::run();
    mixins::run();
    more_exceptions::run();
    more_arguments::run();
    local_types::run();
    who_copies::run();
}
