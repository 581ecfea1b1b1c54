/*
 * Cholesky factorization A = L L^T of a sparse symmetric matrix, kept as a quadtree of 4 by 4
 * blocks in which a missing part is zero. Tasks are small and many: most of the tree is empty.
 *
 * A tree of depth d stands for a square of 4 * 2^d rows. Parts are numbered 0 1 / 2 3, row by row;
 * of a lower triangular square, part 1 is missing.
 */
#include "bench.h"
#include <math.h>

enum { BLOCK = 4 };

typedef union node {
    union node *part[4];
    double value[BLOCK * BLOCK];
} node;

struct entry {
    size_t row, column;
    double value;
};

static node *new_node(void)
{
    node *t = bench_alloc(1, sizeof(*t));
    memset(t, 0, sizeof(*t));
    return t;
}

void free_tree(int depth, node *t)
{
    if (t && depth > 0)
        for (int i = 0; i < 4; i++)
            free_tree(depth - 1, t->part[i]);
    free(t);
}

/* r -= a b^T */
void subtract_block(double *restrict r, const double *a, const double *b)
{
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j < BLOCK; j++) {
            double sum = r[i * BLOCK + j];
            for (int k = 0; k < BLOCK; k++)
                sum -= a[i * BLOCK + k] * b[j * BLOCK + k];
            r[i * BLOCK + j] = sum;
        }
}

/* The same where only the lower triangle of r is kept. */
void subtract_lower_block(double *restrict r, const double *a, const double *b)
{
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j <= i; j++) {
            double sum = r[i * BLOCK + j];
            for (int k = 0; k < BLOCK; k++)
                sum -= a[i * BLOCK + k] * b[j * BLOCK + k];
            r[i * BLOCK + j] = sum;
        }
}

/* x = x l^-T */
void solve_block(double *x, const double *l)
{
    for (int i = 0; i < BLOCK; i++)
        for (int k = 0; k < BLOCK; k++) {
            double sum = x[i * BLOCK + k];
            for (int j = 0; j < k; j++)
                sum -= x[i * BLOCK + j] * l[k * BLOCK + j];
            x[i * BLOCK + k] = sum / l[k * BLOCK + k];
        }
}

void factor_block(double *a)
{
    for (int k = 0; k < BLOCK; k++) {
        double root = sqrt(a[k * BLOCK + k]);
        for (int i = k; i < BLOCK; i++)
            a[i * BLOCK + k] /= root;
        for (int j = k + 1; j < BLOCK; j++)
            for (int i = j; i < BLOCK; i++)
                a[i * BLOCK + j] -= a[i * BLOCK + k] * a[j * BLOCK + k];
    }
}

/* Returns r - a b^T, made from r; where `lower`, only its lower triangle is wanted. */
node *subtract_product(int depth, bool lower, node *r, const node *a, const node *b)
{
    if (!a || !b)
        return r;
    if (!r)
        r = new_node();
    if (depth == 0) {
        (lower ? subtract_lower_block : subtract_block)(r->value, a->value, b->value);
        return r;
    }
    int d = depth - 1;
    for (int k = 0; k < 2; k++) {
        r->part[0] = cilk_spawn subtract_product(d, lower, r->part[0], a->part[k], b->part[k]);
        if (!lower)
            r->part[1] =
                cilk_spawn subtract_product(d, false, r->part[1], a->part[k], b->part[2 + k]);
        r->part[2] = cilk_spawn subtract_product(d, false, r->part[2], a->part[2 + k], b->part[k]);
        r->part[3] = subtract_product(d, lower, r->part[3], a->part[2 + k], b->part[2 + k]);
        cilk_sync;
    }
    return r;
}

node *solve(int depth, node *x, const node *l);

/* The upper (row 0) or lower (row 2) half of x. */
void solve_row(int depth, node *x, int row, const node *l)
{
    node *left = solve(depth, x->part[row], l->part[0]);
    node *right = subtract_product(depth, false, x->part[row + 1], left, l->part[2]);
    x->part[row] = left;
    x->part[row + 1] = solve(depth, right, l->part[3]);
}

/* Returns x l^-T, made from x. */
node *solve(int depth, node *x, const node *l)
{
    if (!x)
        return NULL;
    if (depth == 0) {
        solve_block(x->value, l->value);
        return x;
    }
    cilk_spawn solve_row(depth - 1, x, 0, l);
    solve_row(depth - 1, x, 2, l);
    cilk_sync;
    return x;
}

/* Turns the lower triangle of a matrix into its factor. */
void cholesky(int depth, node *a)
{
    if (depth == 0) {
        factor_block(a->value);
        return;
    }
    cholesky(depth - 1, a->part[0]);
    a->part[2] = solve(depth - 1, a->part[2], a->part[0]);
    a->part[3] = subtract_product(depth - 1, true, a->part[3], a->part[2], a->part[2]);
    cholesky(depth - 1, a->part[3]);
}

static void set(int depth, node **t, struct entry e)
{
    if (!*t)
        *t = new_node();
    if (depth == 0) {
        (*t)->value[e.row * BLOCK + e.column] = e.value;
        return;
    }
    size_t h = (size_t)BLOCK << (depth - 1);
    int part = 2 * (e.row >= h) + (e.column >= h);
    e.row %= h;
    e.column %= h;
    set(depth - 1, &(*t)->part[part], e);
}

/* y += T x, or y += T^T x. */
static void apply(int depth, const node *t, bool transposed, const double *x, double *y)
{
    if (!t)
        return;
    if (depth == 0) {
        for (int i = 0; i < BLOCK; i++)
            for (int j = 0; j < BLOCK; j++)
                y[transposed ? j : i] += t->value[i * BLOCK + j] * x[transposed ? i : j];
        return;
    }
    size_t h = (size_t)BLOCK << (depth - 1);
    for (int i = 0; i < 4; i++) {
        size_t row = i / 2 ? h : 0, column = i % 2 ? h : 0;
        apply(depth - 1, t->part[i], transposed, x + (transposed ? row : column),
              y + (transposed ? column : row));
    }
}

static double *new_vector(size_t n, double value)
{
    double *v = bench_alloc(n, sizeof(*v));
    for (size_t i = 0; i < n; i++)
        v[i] = value;
    return v;
}

/* Whether L (L^T x) = A x, for x = (1, 1, ...). */
static bool is_factor(int depth, const node *l, const struct entry *e, size_t n_entries, size_t n)
{
    double *x = new_vector(n, 1), *ltx = new_vector(n, 0), *llx = new_vector(n, 0);
    double *ax = new_vector(n, 0);
    apply(depth, l, true, x, ltx);
    apply(depth, l, false, ltx, llx);
    for (size_t i = 0; i < n_entries; i++) {
        ax[e[i].row] += e[i].value;
        if (e[i].row != e[i].column)
            ax[e[i].column] += e[i].value;
    }
    bool same = true;
    for (size_t i = 0; i < n; i++)
        same &= fabs(ax[i] - llx[i]) <= 1e-8 * (1 + fabs(ax[i]));
    free(x);
    free(ltx);
    free(llx);
    free(ax);
    return same;
}

static int by_place(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

/* A diagonal strong enough and five random elements a row below it; returns how many in all. */
static size_t make_entries(struct entry *e, size_t n)
{
    size_t count = 0, distinct = 0;
    for (size_t i = 0; i < n; i++)
        e[count++] = (struct entry){i, i, 50 + (double)(i % 7)};
    for (size_t i = 0; i < 5 * n; i++) {
        size_t row = bench_hash(2 * i) % n, column = bench_hash(2 * i + 1) % n;
        if (row > column)
            e[count++] = (struct entry){row, column, bench_fraction(i)};
    }
    qsort(e, count, sizeof(*e), by_place);
    for (size_t i = 0; i < count; i++)
        if (!i || by_place(&e[i], &e[distinct - 1]))
            e[distinct++] = e[i];
    return distinct;
}

int main(int argc, char **argv)
{
    size_t least = (size_t)bench_size(argc, argv, 2000, 8, 16384), n = BLOCK;
    int depth = 0;
    for (; n < least; n *= 2)
        depth++;
    struct entry *entries = bench_alloc(6 * n, sizeof(*entries));
    size_t n_entries = make_entries(entries, least);
    for (size_t i = least; i < n; i++)
        entries[n_entries++] = (struct entry){i, i, 1};
    node *a = NULL;
    for (size_t i = 0; i < n_entries; i++)
        set(depth, &a, entries[i]);
    bench_start();
    cholesky(depth, a);
    bench_stop();
    bool right = is_factor(depth, a, entries, n_entries, n);
    free_tree(depth, a);
    free(entries);
    return bench_finish(right);
}
