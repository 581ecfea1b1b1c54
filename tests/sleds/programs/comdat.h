#include <stdexcept>
#include <string>
#include <vector>

template <typename T> __attribute__((noinline)) T clamped(T x, T low, T high)
{
    if (high < low)
        throw std::invalid_argument("range");
    return x < low ? low : x > high ? high : x;
}

struct shape {
    virtual ~shape() {}
    virtual int area() const = 0;
};

struct other {
    virtual ~other() {}
    virtual int edges() const { return 4; }
};

struct square : other, shape {
    explicit square(int s) : side(s) {}
    int area() const override { return side * side; }
    int edges() const override { return 4 + side; }
    int side;
};

int elsewhere(int x);
