// Exceptions, virtual calls and thunks, COMDAT functions shared with comdat2.cc.
#include "comdat.h"

#include <cstdio>
#include <memory>

__attribute__((noinline)) static int measure(const shape &s)
{
    return s.area();
}

__attribute__((noinline)) static int thrower(int n)
{
    std::vector<std::string> names(3, "x");
    if (n == 0)
        throw std::runtime_error("bottom" + names[1]);
    return thrower(n - 1) + 1;
}

int main()
{
    std::unique_ptr<shape> s(new square(6));
    int caught = 0;
    try {
        thrower(30);
    } catch (const std::runtime_error &e) {
        caught = (int)std::string(e.what()).size();
    }
    try {
        clamped(1, 5, 2);
    } catch (...) {
        caught += 100;
    }
    std::printf("%d %d %d %d\n", measure(*s), caught, clamped(9, 1, 5), elsewhere(8));
    return 0;
}
