// Exceptions through frames of all kinds, and jumps.
#include <csetjmp>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Counted {
    static int alive;
    Counted() { alive++; }
    ~Counted() { alive--; }
};
int Counted::alive;

static int deep(int n)
{
    Counted here;
    if (n == 0)
        throw std::runtime_error("at the bottom " + std::to_string(Counted::alive));
    return deep(n - 1) + 1;
}

static std::jmp_buf back;
[[noreturn]] static void __attribute__((noinline)) jump(int n)
{
    if (n > 0)
        jump(n - 1);
    std::longjmp(back, 5);
}

int main()
{
    for (int i = 0; i < 300; i += 100) {
        try {
            deep(i);
        } catch (const std::exception &e) {
            std::printf("%s, %d left\n", e.what(), Counted::alive);
        }
    }
    for (volatile int i = 0; i < 3; i = i + 1) {
        int from = setjmp(back);
        if (!from)
            jump(10 * i);
        std::printf("jumped %d\n", from);
    }
    std::vector<std::thread> threads;
    int caught[4] = {};
    for (int t = 0; t < 4; t++)
        threads.emplace_back([t, &caught] {
            for (int i = 0; i < 200; i++)
                try {
                    std::vector<int> v(10);
                    v.at(static_cast<size_t>(i + 10));
                } catch (const std::out_of_range &) {
                    caught[t]++;
                }
        });
    for (auto &t : threads)
        t.join();
    std::printf("%d %d %d %d\n", caught[0], caught[1], caught[2], caught[3]);
}
