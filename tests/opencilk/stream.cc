/* Cilkscale's figures into streams of C++. */
#include "csi.h"

#include <iostream>

struct wsp_t {
    int64_t work, span, bspan;
};
std::ostream &operator<<(std::ostream &to, const wsp_t &wsp);

enum { MAIN, N };
UNIT(N)

int main()
{
    ENTRY(MAIN, 0);
    std::cout << wsp_t{3000000000, 1500000000, 2000000000} << std::endl;
    EXIT(MAIN);
}
