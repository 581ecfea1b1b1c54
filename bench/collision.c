/*
 * Collision detection in 3D: all pairs of triangles that intersect. A tree of bounding boxes is
 * built over the triangles, then walked against itself; both in parallel.
 */
#include "bench.h"
#include <math.h>

enum { LEAF = 4, SPAWN_BUILD = 512, SPAWN_WALK = 256, SAMPLES = 64 };

typedef struct {
    double at[3];
} vec;

struct triangle {
    vec corner[3];
    vec middle;
    size_t id;
};

struct box {
    vec low, high;
};

struct node {
    struct box box;
    struct triangle *first;
    size_t size;
    struct node *left, *right; /* NULL in a leaf */
};

struct tally {
    size_t pairs;
    size_t sampled; /* those with a triangle of the sample */
};

static size_t sample_step;

static bool is_sample(const struct triangle *t)
{
    return t->id % sample_step == 0;
}

static vec minus(vec a, vec b)
{
    return (vec){{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]}};
}

static double dot(vec a, vec b)
{
    return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

static vec cross(vec a, vec b)
{
    return (vec){{a.at[1] * b.at[2] - a.at[2] * b.at[1], a.at[2] * b.at[0] - a.at[0] * b.at[2],
                  a.at[0] * b.at[1] - a.at[1] * b.at[0]}};
}

static double least(double a, double b, double c)
{
    return fmin(a, fmin(b, c));
}

static double most(double a, double b, double c)
{
    return fmax(a, fmax(b, c));
}

/* Whether the shadows of the two triangles on this axis are apart. */
bool is_separating(vec axis, const struct triangle *s, const struct triangle *t)
{
    double s0 = dot(axis, s->corner[0]), s1 = dot(axis, s->corner[1]);
    double s2 = dot(axis, s->corner[2]), t0 = dot(axis, t->corner[0]);
    double t1 = dot(axis, t->corner[1]), t2 = dot(axis, t->corner[2]);
    return most(s0, s1, s2) < least(t0, t1, t2) || most(t0, t1, t2) < least(s0, s1, s2);
}

static vec edge(const struct triangle *t, int i)
{
    return minus(t->corner[(i + 1) % 3], t->corner[i]);
}

static vec normal(const struct triangle *t)
{
    return cross(edge(t, 0), edge(t, 1));
}

/* Convex bodies are apart if a plane separates them: one of the faces, or along an edge of each. */
bool triangles_touch(const struct triangle *s, const struct triangle *t)
{
    if (is_separating(normal(s), s, t) || is_separating(normal(t), s, t))
        return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (is_separating(cross(edge(s, i), edge(t, j)), s, t))
                return false;
    return true;
}

bool boxes_touch(const struct box *a, const struct box *b)
{
    for (int i = 0; i < 3; i++)
        if (a->high.at[i] < b->low.at[i] || b->high.at[i] < a->low.at[i])
            return false;
    return true;
}

static struct box box_of(const struct triangle *t)
{
    struct box b;
    for (int i = 0; i < 3; i++) {
        b.low.at[i] = least(t->corner[0].at[i], t->corner[1].at[i], t->corner[2].at[i]);
        b.high.at[i] = most(t->corner[0].at[i], t->corner[1].at[i], t->corner[2].at[i]);
    }
    return b;
}

void box_add(struct box *b, const struct box *more)
{
    for (int i = 0; i < 3; i++) {
        b->low.at[i] = fmin(b->low.at[i], more->low.at[i]);
        b->high.at[i] = fmax(b->high.at[i], more->high.at[i]);
    }
}

static int longest_axis(const struct box *b)
{
    vec d = minus(b->high, b->low);
    return d.at[0] > d.at[1] ? (d.at[0] > d.at[2] ? 0 : 2) : (d.at[1] > d.at[2] ? 1 : 2);
}

static struct box box_of_all(const struct triangle *t, size_t n)
{
    struct box all = box_of(t);
    for (size_t i = 1; i < n; i++) {
        struct box b = box_of(t + i);
        box_add(&all, &b);
    }
    return all;
}

/* Brings the n/2 triangles that are lowest along the axis to the front. */
void halve(struct triangle *t, size_t n, int axis)
{
    size_t low = 0, high = n - 1, want = n / 2;
    while (low < high) {
        double pivot = t[(low + high) / 2].middle.at[axis];
        size_t i = low, j = high;
        for (;;) {
            while (t[i].middle.at[axis] < pivot)
                i++;
            while (t[j].middle.at[axis] > pivot)
                j--;
            if (i >= j)
                break;
            struct triangle swap = t[i];
            t[i++] = t[j];
            t[j--] = swap;
        }
        size_t middle = i > low ? i : low + 1;
        if (want < middle)
            high = middle - 1;
        else
            low = middle;
    }
}

struct node *build(struct triangle *t, size_t n)
{
    struct node *node = bench_alloc(1, sizeof(*node));
    *node = (struct node){box_of_all(t, n), t, n, NULL, NULL};
    if (n <= LEAF)
        return node;
    size_t h = n / 2;
    halve(t, n, longest_axis(&node->box));
    if (n > SPAWN_BUILD) {
        node->left = cilk_spawn build(t, h);
        node->right = build(t + h, n - h);
        cilk_sync;
    } else {
        node->left = build(t, h);
        node->right = build(t + h, n - h);
    }
    return node;
}

void free_tree(struct node *node)
{
    if (!node)
        return;
    free_tree(node->left);
    free_tree(node->right);
    free(node);
}

static struct tally plus(struct tally a, struct tally b)
{
    return (struct tally){a.pairs + b.pairs, a.sampled + b.sampled};
}

static void count_pair(struct tally *sum, const struct triangle *s, const struct triangle *t)
{
    if (!triangles_touch(s, t))
        return;
    sum->pairs++;
    sum->sampled += is_sample(s) || is_sample(t);
}

struct tally collide_leaves(const struct node *a, const struct node *b)
{
    struct tally sum = {0, 0};
    for (size_t i = 0; i < a->size; i++)
        for (size_t j = a == b ? i + 1 : 0; j < b->size; j++)
            count_pair(&sum, a->first + i, b->first + j);
    return sum;
}

struct tally collide_serially(const struct node *a, const struct node *b)
{
    if (!boxes_touch(&a->box, &b->box))
        return (struct tally){0, 0};
    if (!a->left && !b->left)
        return collide_leaves(a, b);
    if (a == b)
        return plus(plus(collide_serially(a->left, a->left), collide_serially(a->right, a->right)),
                    collide_serially(a->left, a->right));
    if (a->size >= b->size && a->left)
        return plus(collide_serially(a->left, b), collide_serially(a->right, b));
    return plus(collide_serially(a, b->left), collide_serially(a, b->right));
}

/* Pairs of one triangle below a and one below b; a == b: pairs below it. */
struct tally collide(const struct node *a, const struct node *b)
{
    if (a->size + b->size <= SPAWN_WALK || !a->left || !b->left)
        return collide_serially(a, b);
    if (!boxes_touch(&a->box, &b->box))
        return (struct tally){0, 0};
    struct tally first, second, third = {0, 0};
    if (a == b) {
        first = cilk_spawn collide(a->left, a->left);
        second = cilk_spawn collide(a->right, a->right);
        third = collide(a->left, a->right);
    } else if (a->size >= b->size) {
        first = cilk_spawn collide(a->left, b);
        second = collide(a->right, b);
    } else {
        first = cilk_spawn collide(a, b->left);
        second = collide(a, b->right);
    }
    cilk_sync;
    return plus(plus(first, second), third);
}

static vec random_vec(uint64_t seed, double scale)
{
    return (vec){{scale * bench_fraction(3 * seed), scale * bench_fraction(3 * seed + 1),
                  scale * bench_fraction(3 * seed + 2)}};
}

static struct triangle random_triangle(size_t id, double size)
{
    struct triangle t = {.id = id};
    vec at = random_vec(4 * id, 1);
    for (int i = 0; i < 3; i++) {
        vec off = random_vec(4 * id + 1 + (size_t)i, size);
        for (int k = 0; k < 3; k++) {
            t.corner[i].at[k] = at.at[k] + off.at[k];
            t.middle.at[k] += t.corner[i].at[k] / 3;
        }
    }
    return t;
}

/* The pairs of triangle i, a sample, by comparing it with all: with another sample only once. */
static size_t pairs_of(const struct triangle *t, size_t n, size_t i)
{
    struct box box = box_of(t + i);
    size_t count = 0;
    for (size_t j = 0; j < n; j++) {
        struct box other = box_of(t + j);
        if (i == j || (is_sample(t + j) && j < i) || !boxes_touch(&box, &other))
            continue;
        count += triangles_touch(t + i, t + j);
    }
    return count;
}

static size_t pairs_of_sample(const struct triangle *t, size_t n)
{
    size_t sample[SAMPLES + 1], samples = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        if (is_sample(t + i))
            sample[samples++] = i;
    size_t count[SAMPLES + 1];
#pragma cilk grainsize 1
    cilk_for (size_t k = 0; k < samples; k++)
        count[k] = pairs_of(t, n, sample[k]);
    for (size_t k = 0; k < samples; k++)
        sum += count[k];
    return sum;
}

int main(int argc, char **argv)
{
    size_t n = (size_t)bench_size(argc, argv, 500000, 1, 10000000);
    struct triangle *t = bench_alloc(n, sizeof(*t));
    double size = 2 * pow((double)n, -1.0 / 3);
    sample_step = n / SAMPLES + 1;
    cilk_for (size_t i = 0; i < n; i++)
        t[i] = random_triangle(i, size);
    bench_start();
    struct node *tree = build(t, n);
    struct tally found = collide(tree, tree);
    bench_stop();
    bool right = found.sampled == pairs_of_sample(t, n) && found.pairs >= found.sampled;
    free_tree(tree);
    free(t);
    return bench_finish(right);
}
