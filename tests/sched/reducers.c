/*
 * Reducers: a list that is appended to, which tells any wrong order; a sum; the longest; in loops,
 * recursion and scopes; of the file, of a function and of a block; several at once. Prints the same
 * on any number of workers, and as a serial program.
 */
#include <cilk/cilk.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
    int value;
    struct cell *next;
};
struct list {
    struct cell *first, **end;
};

static void no_cells(void *view)
{
    struct list *list = view;
    list->first = NULL;
    list->end = NULL;
}

static void append_list(void *left, void *right)
{
    struct list *l = left, *r = right;
    if (!r->first)
        return;
    if (l->first)
        *l->end = r->first;
    else
        l->first = r->first;
    l->end = r->end;
}

static void append(struct list *list, int value)
{
    struct cell *cell = malloc(sizeof *cell);
    *cell = (struct cell){value, NULL};
    if (list->first)
        *list->end = cell;
    else
        list->first = cell;
    list->end = &cell->next;
}

static void zero(void *view)
{
    *(long *)view = 0;
}

static void plus(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

/* Not commutative: 31 x left + ... by the number of digits on the right. */
struct digits {
    unsigned long value, scale;
};
static void no_digits(void *view)
{
    *(struct digits *)view = (struct digits){0, 1};
}
static void join_digits(void *left, void *right)
{
    struct digits *l = left, *r = right;
    l->value = l->value * r->scale + r->value;
    l->scale *= r->scale;
}

static struct list cilk_reducer(no_cells, append_list) all;
static long cilk_reducer(zero, plus) total = 5;
struct digits cilk_reducer(no_digits, join_digits) digits = {7, 1};

static void note(int i)
{
    if (i % 13 == 0)
        sched_yield();
    append(&all, i);
    total += i;
    digits.value = digits.value * 31 + (unsigned)i % 31;
    digits.scale *= 31;
}

static void tree(int from, int to)
{
    if (to - from == 1) {
        note(from);
        return;
    }
    cilk_spawn tree(from, (from + to) / 2);
    tree((from + to) / 2, to);
}

static long local(int n)
{
    long cilk_reducer(zero, plus) sum = n;
    long other = 0;
    cilk_for (int i = 0; i < n; i++) {
        long cilk_reducer(zero, plus) inner = 1;
        cilk_scope
        {
            for (int k = 0; k < 4; k++)
                cilk_spawn sched_yield();
            inner += i;
        }
        sum += inner;
    }
    other += sum;
    return other;
}

/* Through pointers: of the file's reducers, of a block's, and of one that is handed on. */
static void walk(int from, int to, long cilk_reducer(zero, plus) * sum,
                 struct digits cilk_reducer(no_digits, join_digits) *restrict d);

static void leaf(int i, struct digits cilk_reducer(no_digits, join_digits) * d)
{
    if (i % 7 == 0)
        sched_yield();
    d->value = d->value * 31 + (unsigned)i % 31;
    (*d).scale *= 31;
}

static void walk(int from, int to, long cilk_reducer(zero, plus) * sum,
                 struct digits cilk_reducer(no_digits, join_digits) *restrict d)
{
    if (to - from == 1) {
        *sum += from;
        (*sum)++;
        leaf(from, d);
        return;
    }
    cilk_spawn walk(from, (from + to) / 2, sum, d);
    walk((from + to) / 2, to, sum, d);
    cilk_sync;
}

static void one_more(long *view)
{
    ++*view;
}

static unsigned long pointed(int n)
{
    struct digits cilk_reducer(no_digits, join_digits) own = {1, 1};
    long cilk_reducer(zero, plus) sum = 0;
    long cilk_reducer(zero, plus) *p = &sum;
    cilk_spawn walk(0, n, p, &own);
    cilk_for (int i = 0; i < n; i++)
        *p += i;
    p = &total;
    walk(n, 2 * n, p, &own);
    one_more(&sum);
#ifdef __spanwise__
    walk(0, 1, __builtin_addressof(total), __builtin_addressof(own));
#else
    walk(0, 1, &total, &own);
#endif
    cilk_sync;
    return own.value * 1000003 + (unsigned long)sum;
}

static unsigned long hash(void)
{
    unsigned long h = 1;
    struct cell *next;
    for (struct cell *c = all.first; c; c = next) {
        h = h * 1000003 + (unsigned)c->value;
        next = c->next;
        free(c);
    }
    all.first = NULL;
    return h;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    for (int round = 1; round <= rounds; round++) {
        tree(0, 3 * round);
#pragma cilk grainsize 1
        cilk_for (int i = 0; i < round; i++)
            note(i);
        long x = cilk_spawn local(round);
        tree(1000, 1000 + round);
        cilk_sync;
        unsigned long y = pointed(round);
        printf("%lu %ld %lu %ld %lu\n", hash(), total, digits.value, x, y);
    }
    return 0;
}
