/* GNU nested functions, with and without a trampoline: the static chain is live at their entry. */
#include <stdio.h>

__attribute__((noinline)) static int apply(int (*f)(int), int x)
{
    return f(x) + f(x + 1);
}

__attribute__((noinline)) int outer(int n)
{
    int calls = 0;
    __attribute__((noinline)) int direct(int x)
    {
        calls++;
        return x + n;
    }
    int through(int x)
    {
        calls += 10;
        return direct(x) * n;
    }
    int r = direct(4) + apply(through, 3);
    return r * 1000 + calls;
}

int main(void)
{
    printf("%d\n", outer(7));
    return 0;
}
