/* Jump tables, a computed-goto interpreter, a leaf with a table and no frame, cold parts. */
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

NOINLINE int work(int x)
{
    return x * 5 + 1;
}

NOINLINE int leaf(int x, int y)
{
    switch (x) {
    case 0:
        return y + 1;
    case 1:
        return y * 3;
    case 2:
        return y ^ 0x55;
    case 3:
        return y << 2;
    case 4:
        return y - x * 9;
    case 5:
        return ~y;
    case 6:
        return y / 3;
    case 7:
        return y % 11;
    }
    return 0;
}

NOINLINE int calls(int x, int y)
{
    switch (x) {
    case 10:
        return work(y);
    case 11:
        return work(y) * 3;
    case 12:
        return leaf(y & 7, 2);
    case 13:
        return work(work(y));
    case 14:
        return leaf(1, y) + 4;
    case 15:
        return work(y + x);
    case 16:
        return work(leaf(4, y)) - 1;
    case 17:
        return leaf(2, 3);
    }
    return -1;
}

NOINLINE long interpret(const unsigned char *code)
{
    static void *const ops[] = {&&push, &&add, &&mul, &&call, &&jump, &&halt};
    long stack[16] = {0};
    int top = 0, loops = 1000;
    const unsigned char *at = code;
#define NEXT goto *ops[*at++]
    NEXT;
push:
    stack[top++] = *at++;
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
mul:
    top--;
    stack[top - 1] = stack[top - 1] * stack[top] % 1000003;
    NEXT;
call:
    stack[top - 1] = work((int)stack[top - 1]) % 9973;
    NEXT;
jump:
    if (--loops)
        at = code + 2;
    NEXT;
halt:
    return stack[0];
}

NOINLINE int checked(int x)
{
    if (__builtin_expect(x < 0, 0)) {
        fprintf(stderr, "negative: %d\n", x);
        if (x < -1000)
            abort();
        printf("cold %d\n", work(x));
        return -x;
    }
    return work(x) + x;
}

int main(void)
{
    static const unsigned char code[] = {0, 1, 0, 7, 1, 0, 3, 2, 3, 4, 5};
    int total = 0;
    for (int i = 0; i < 1000; i++)
        total += leaf(i % 9, i) + calls(9 + i % 10, i) + checked(i);
    printf("%d %ld %d\n", total, interpret(code), checked(-5));
    return 0;
}
