/*
 * Every form of spawn, sync and scope that spanwise cc takes, in one program. It prints what it
 * computes; its serial elision (a plain compiler with include/cilk/cilk.h) prints the same.
 */
#include <cilk/cilk.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int twice(int x)
{
    return 2 * x;
}
static int add(int a, int b)
{
    return a + b;
}
static void store(int *to, int value)
{
    *to = value;
}
static int sum(int n, int v[n])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

struct pair {
    int a, b;
};
static struct pair swap(struct pair p)
{
    return (struct pair){p.b, p.a};
}
static int apply(int (*f)(int), int x)
{
    return f(x);
}
static int is_null(const char *p, void (*f)(void))
{
    return !p && !f;
}
static int (*choose(int which))(int, int);
static int sub(int a, int b)
{
    return a - b;
}
static int (*choose(int which))(int, int)
{
    return which ? sub : add;
}
struct object {
    int (*fn)(int, int);
    unsigned field : 5;
    int value;
    struct pair pairs[3];
};
typedef int number;
typedef int (*binary)(int, int);

static int assignments(void)
{
    int x, a[4] = {0}, i = 1, *p = a;
    struct object o = {add, 9, 0, {{0, 0}}}, *q = &o;
    x = cilk_spawn twice(4);
    a[i] = cilk_spawn twice(i + 1);
    a[i + 1] = cilk_spawn add(i, a[1]);
    *p = cilk_spawn add(1, 2);
    *(p + 3) = cilk_spawn twice(21);
    q->value = cilk_spawn add(o.field, 1);
    o.pairs[i].b = cilk_spawn twice(50);
    o.pairs[2] = cilk_spawn swap((struct pair){1, 2});
    cilk_sync;
    printf("%d %d %d %d %d %d %d %d\n", x, a[0], a[1], a[2], a[3], o.value, o.pairs[1].b,
           o.pairs[2].a);
    return x;
}

static void declarations(void)
{
    int a = cilk_spawn twice(1);
    const int b = cilk_spawn twice(2);
    int c = cilk_spawn twice(3), d = 5, *e = &d, f = cilk_spawn add(d, *e);
    struct pair g = cilk_spawn swap((struct pair){7, 8});
    number h = cilk_spawn twice(9), (k) = cilk_spawn twice(10);
    long l = cilk_spawn twice(11);
    double m = cilk_spawn twice(12);
    binary n = cilk_spawn choose(1);
    const char *const o = cilk_spawn strchr("hello", 'l');
    int (*q)(int, int) = cilk_spawn choose(0);
    cilk_sync;
    printf("%d %d %d %d %d %d %d %d %d %ld %g %d %s %d\n", a, b, c, d, *e, f, g.a, h, k, l, m,
           n(9, 3), o, q(9, 3));
}

static int side_effects;
static int next(void)
{
    return ++side_effects;
}

static void discards(int n)
{
    int a = 0, b = 0, c = 0, v[n], i = 0;
    binary fp = add, table[2] = {add, sub};
    struct object o = {sub, 1, 2, {{0, 0}}}, *q = &o;
    (void)fp;
    for (int k = 0; k < n; k++)
        v[k] = k;
    cilk_spawn store(&a, 3);
    (void)cilk_spawn twice(3);
    _Cilk_spawn store(&b, sum(n, v));
    cilk_spawn store(&c, add(1, 2));
    cilk_sync;
    int d = cilk_spawn sum(n, v), e = cilk_spawn q->fn(9, 4), f = cilk_spawn(*fp)(1, 2);
    int g = cilk_spawn table[1](7, 2), h = cilk_spawn o.fn(1, 1);
    int k = cilk_spawn choose(1)(30, 7), l = cilk_spawn apply(twice, 6);
    int m = cilk_spawn is_null(NULL, 0), p = cilk_spawn is_null("x", NULL);
    int r = cilk_spawn(add(3, 4)), s = cilk_spawn fp(o.field, 1);
    v[i++] = cilk_spawn add(next(), 10 * n);
    _Cilk_sync;
    printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h, k, l, m, p,
           r, s, v[0], i);
}

/* clang-format off */
static void under_statements(int n)
{
    int r[16] = {0}, i;
    if (n > 1) cilk_spawn store(&r[0], 1);
    if (n > 100) cilk_spawn store(&r[1], 1); else cilk_spawn store(&r[1], 2);
    if (n > 100)
        r[2] = 1;
    else if (n > 3)
        r[2] = cilk_spawn twice(2);
    else
        r[2] = 3;
    for (i = 0; i < 3; i++)
        r[3 + i] = cilk_spawn twice(i);
    i = 0;
    while (i++ < 2) cilk_spawn store(&r[5 + i], i);
    do cilk_spawn store(&r[8], 8); while (0);
    switch (n) {
    case 1 ? 5 : 6: r[9] = cilk_spawn twice(9); break;
    case 7: cilk_spawn store(&r[9], 1); /* fall through */
    default: cilk_spawn store(&r[9], 2);
    }
    goto there;
back:
    cilk_spawn store(&r[10], 10);
    goto done;
there: r[11] = cilk_spawn twice(11);
    goto back;
done:
    cilk_sync;
    for (i = 0; i < 16; i++) printf("%d ", r[i]);
    puts("");
}
/* clang-format on */

#define SPAWN_TWICE(to, x) (to) = cilk_spawn twice(x)
#define BOTH(a, b)               \
    do {                         \
        a = cilk_spawn twice(1); \
        b = cilk_spawn twice(2); \
        cilk_sync;               \
    } while (0)

static void in_macros(void)
{
    int a, b, c;
    SPAWN_TWICE(c, 4);
    if (c >= 0)
        BOTH(a, b);
    cilk_sync;
    printf("%d %d %d\n", a, b, c);
}

static int scopes(int n)
{
    int a = 0, b = 0;
    cilk_scope
    {
        a = cilk_spawn twice(n);
        b = cilk_spawn twice(n + 1);
    }
    for (int i = 0; i < 5; i++)
        cilk_scope
        {
            if (i == 1)
                continue;
            if (i == 3)
                break;
            cilk_spawn store(&b, b + i);
        }
    _Cilk_scope
    {
        cilk_spawn store(&a, a + 1);
        cilk_scope
        {
            if (n > 2)
                goto out;
        }
        return -1;
    }
out:
    cilk_scope
    {
        cilk_spawn store(&b, b + 100);
        return a + b;
    }
}

static void sync_only(void)
{
    cilk_sync;
    if (side_effects)
        cilk_sync;
    else
        cilk_sync;
}

static inline int inlined(int x)
{
    int y = cilk_spawn twice(x);
    cilk_sync;
    return y;
}

int shared(int x);
inline int shared(int x)
{
    int y = cilk_spawn twice(x);
    cilk_sync;
    return y;
}

static int old_style(a, b)
int a;
int b;
{
    int c = cilk_spawn add(a, b);
    cilk_sync;
    return c;
}

static int attributes(int x __attribute__((unused))) __attribute__((noinline));
__attribute__((unused)) static int attributes(int x)
{
    int y __attribute__((aligned(16)));
    y = cilk_spawn _Generic(x, int : twice, default : twice)(x);
    __asm__ volatile("" : "+r"(y));
    cilk_sync;
    return y;
}

static int statement_expression(int x)
{
    int y = ({
        int z = x;
        for (int i = 0; i < 3; i++) {
            if (i == 2)
                break;
            z++;
        }
        z;
    });
    y = cilk_spawn add(({
                           int t = y;
                           t + 1;
                       }),
                       y);
    cilk_sync;
    return y;
}

/* Other ways to write it, which OpenCilk takes. */
static void other_ways(void)
{
    int x, y = 5, v[2] = {1, 1}, i = 0;
    cilk_scope;
    cilk_spawn x = twice(4);
    cilk_spawn y += twice(1);
    cilk_spawn v[i++] = add(i, 2);
    cilk_spawn(void) twice(3);
    cilk_sync;
    printf("%d %d %d %d\n", x, y, v[0] > 1, v[1]);
}

static void updates(void)
{
    int x = 1, v[4] = {100, 100, 100, 100}, i = 0, *p = &x;
    unsigned char small = 250;
    double d = 0.5;
    struct object o = {.value = 8};
    const char *text = "0123456789";
    x += cilk_spawn twice(4);
    *p -= cilk_spawn twice(1);
    *p *= cilk_spawn twice(3);
    v[i++] /= cilk_spawn twice(5);
    v[i++] %= cilk_spawn twice(11);
    v[i++] <<= cilk_spawn twice(1);
    v[i++] >>= cilk_spawn twice(1);
    small += cilk_spawn twice(9);
    d *= cilk_spawn twice(9);
    o.value |= cilk_spawn twice(2);
    (&o)->value ^= cilk_spawn twice(4);
    text += cilk_spawn twice(3);
    cilk_sync;
    x &= cilk_spawn twice(15);
    cilk_sync;
    printf("%d %d %d %d %d %d %d %g %d %s\n", x, i, v[0], v[1], v[2], v[3], small, d, o.value,
           text);
}

int main(void)
{
    updates();
    other_ways();
    assignments();
    declarations();
    discards(10);
    under_statements(5);
    under_statements(7);
    in_macros();
    sync_only();
    printf("%d %d %d %d %d\n", scopes(5), inlined(3), old_style(1, 2), attributes(3),
           statement_expression(4));
    printf("%d %s\n", shared(5), __FILE__ + (strlen(__FILE__) - 7));
    return 0;
}
