/* What spanwise c++ must refuse: as refused.c has it. */
#include <cilk/cilk.h>

#include <string>

int f(int);
void g();

#if CASE == 1
int deep() { return 1 + cilk_spawn f(1); } // 25: cilk_spawn in a return
#elif CASE == 2
int file_scope = cilk_spawn f(1); // 18: cilk_spawn in an initializer outside a function
#elif CASE == 3
struct Class {
    int member = cilk_spawn f(1); // 18: cilk_spawn in an initializer outside a function
    int method()
    {
        if (cilk_spawn f(1)) // 13: cilk_spawn in a condition
            return 1;
        return f(cilk_spawn f(2)); // 18: cilk_spawn in a return
    }
};
#elif CASE == 4
template <class T> T no_call(T x)
{
    cilk_spawn x; // 5: cilk_spawn must be followed by a function call and nothing else
    cilk_spawn f(1) + 1; // 5: cilk_spawn must be followed by a function call and nothing else
    cilk_spawn x + x; // 5: cilk_spawn must be followed by a function call and nothing else
    cilk_spawn new T(f(1)); // 5: cilk_spawn must be followed by a function call and nothing else
    return x;
}
#elif CASE == 5
void variables()
{
    static int d = cilk_spawn f(4); // 20: the result of cilk_spawn cannot go into a static
    int e{cilk_spawn f(5)}; // 11: cilk_spawn inside an expression
    int h(cilk_spawn f(6)); // 11: cilk_spawn inside an expression
    alignas(64) int i = cilk_spawn f(7); // 25: cilk_spawn in a declaration with alignas
    decltype(auto) j = cilk_spawn f(8); // 24: cilk_spawn in a declaration with alignas, __attribute__ or decltype(auto)
    auto [k, l] = cilk_spawn f(9); // 19: cilk_spawn in a declaration
    std::string s, *t = &s;
    auto m = &std::string::size;
    cilk_spawn (s.*m)(); // 5: cilk_spawn by a pointer to a member; spawn 'std::invoke(pointer, object, ...)'
    unsigned long n = cilk_spawn (t->*m)(); // 23: cilk_spawn by a pointer to a member
}
#elif CASE == 6
void loops(std::string s)
{
    cilk_for (int i = 0, j = 0; i < 3; i++) // 24: cilk_for must count its iterations beforehand
        g();
    cilk_for (int i = 0; i < 3) // 5: cilk_for must count its iterations beforehand
        f(i);
    cilk_for (int i = 0; s) // 5: cilk_for must count its iterations beforehand
        f(i);
    cilk_for (char c : s)
        if (f(c))
            break; // 13: break must not leave the body of a cilk_for
    cilk_for (int i = 0; i < 10; i++) {
        if (f(i))
            break; // 13: break must not leave the body of a cilk_for
        if (f(i + 1))
            return; // 13: return must not leave the body of a cilk_for
        auto fine = [&] { return f(i); };
        fine();
    }
}
#elif CASE == 7
auto lambda = [](int n) {
    int x = 1 + cilk_spawn f(n); // 17: cilk_spawn in a declaration
    return x;
};
namespace n {
void in_namespace()
{
    cilk_spawn { g(); } // 5: cilk_spawn of a block; put the block into a function
    cilk_sync // 5: cilk_sync must be followed by ';'
}
}
#elif CASE == 8
__attribute__((always_inline)) inline int inlined() // 16: a function that spawns or syncs must have a frame of its own
{
    int x = cilk_spawn f(1);
    cilk_sync;
    return x;
}
#elif CASE == 9
struct Task {};
Task coroutine()
{
    int x = cilk_spawn f(1);
    auto fine = [] { co_return; };
    struct Fine {
        Task method() { co_return; }
    };
    co_await x; // 5: Cilk keywords in a coroutine are not supported; put them into a function that it calls
    cilk_sync;
}
Task looping()
{
    cilk_for (int i = 0; i < 9; i++)
        f(i);
    for (;;)
        co_yield 1; // 9: Cilk keywords in a coroutine are not supported
}
auto lambda = []() -> Task {
    g();
    cilk_spawn g();
    co_return; // 5: Cilk keywords in a coroutine are not supported
};
#elif CASE == 10
void controls(int *a, std::string s)
{
    cilk_for (int i = 0; i < 9; i++) {
        a[i] = 2 * i;
        i++; // 9: the control variable of a cilk_for must not be changed in its body; use another variable
    }
    cilk_for (auto i = s.begin(); i != s.end(); ++i)
        if (f(*i))
            i += 2; // 13: the control variable of a cilk_for must not be changed in its body
    cilk_for (int i = 0; i < 9; i++)
        a[--i] = 0; // 13: the control variable of a cilk_for must not be changed in its body
    cilk_for (int *i = a; i != a + 9; i++) {
        *i = 3;
        ++i[0];
        struct { int i; } other = {};
        other.i = 4;
        auto fine = [i = 3]() mutable { i++; };
    }
    cilk_for (int i = 0; i < 9; i++)
        for (int i = 0; i < 3; i++)
            f(i);
    cilk_for (int i = 0; i < 9; i++) {
        auto [i, j] = std::pair(1, 2);
        i++;
    }
    cilk_for (int i = 0; i < 9; i++) {
        auto fine = [](int &i) { i = 3; };
        bool b = i == 3 && i <= 4;
    }
}
#endif
