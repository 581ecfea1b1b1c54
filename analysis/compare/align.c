/*
 * The cheapest alignment: two partners cost something if the line is not the expected one, if the
 * counts or the columns differ; a place without one costs a bit more than half of the most that
 * partners can cost. So a lone place on either side finds the other however far it moved, but one
 * that is just where it is expected is not given to another so that two more find a partner.
 *
 * Equal ends are cut off first, which never makes it dearer. What is left takes a table of n x m;
 * where that would be large, places that are just where they are expected divide it first.
 */
#include "analysis/compare/align.h"

enum {
    COST_MOVED = 24,      /* not on the expected line */
    COST_MOST_LINES = 14, /* and as many more as lines lie between, up to that */
    COST_COLUMN = 2,
    COST_COUNT = 26,
    COST_ALONE = 34,
};

#define MOST_CELLS ((size_t)250000)

enum step { PAIR, SKIP_A, SKIP_B };

struct aligner {
    const struct sw_align_place *a, *b;
    size_t *partners;
    uint8_t *steps;     /* of the table's cells: the last step on the cheapest way to it */
    uint32_t *costs[2]; /* two rows of it */
    size_t n_cells, n_columns;
};

struct part {
    size_t a, a_end, b, b_end;
};

static uint64_t distance(const struct sw_align_place *a, const struct sw_align_place *b)
{
    int64_t x = a->lines[0] - b->lines[0], y = a->lines[1] - b->lines[0];
    uint64_t first = (uint64_t)(x < 0 ? -x : x), second = (uint64_t)(y < 0 ? -y : y);
    return first < second ? first : second;
}

static uint32_t cost(const struct sw_align_place *a, const struct sw_align_place *b)
{
    uint64_t lines = distance(a, b);
    uint32_t sum = lines ? COST_MOVED : 0;
    sum += lines < COST_MOST_LINES ? (uint32_t)lines : COST_MOST_LINES;
    sum += a->column != b->column ? COST_COLUMN : 0;
    sum += a->count != b->count ? COST_COUNT : 0;
    return sum;
}

static void pair(struct aligner *al, size_t a, size_t b)
{
    al->partners[a] = b;
}

static void cut_ends(struct aligner *al, struct part *p)
{
    while (p->a < p->a_end && p->b < p->b_end && !cost(&al->a[p->a], &al->b[p->b]))
        pair(al, p->a++, p->b++);
    while (p->a < p->a_end && p->b < p->b_end && !cost(&al->a[p->a_end - 1], &al->b[p->b_end - 1]))
        pair(al, --p->a_end, --p->b_end);
}

static int reserve(struct aligner *al, size_t cells, size_t columns)
{
    if (cells > al->n_cells) {
        uint8_t *steps = realloc(al->steps, cells);
        if (!steps)
            return -ENOMEM;
        al->steps = steps;
        al->n_cells = cells;
    }
    for (int k = 0; columns > al->n_columns && k < 2; k++) {
        uint32_t *costs = realloc(al->costs[k], columns * sizeof *costs);
        if (!costs)
            return -ENOMEM;
        al->costs[k] = costs;
    }
    if (columns > al->n_columns)
        al->n_columns = columns;
    return 0;
}

/* Of equal ways the pair, then the way that keeps what comes first. */
static void fill_row(struct aligner *al, const struct part *p, size_t i)
{
    size_t m = p->b_end - p->b;
    const uint32_t *above = al->costs[(i - 1) & 1];
    uint32_t *row = al->costs[i & 1];
    uint8_t *steps = al->steps + i * (m + 1);
    row[0] = above[0] + COST_ALONE;
    steps[0] = SKIP_A;
    for (size_t j = 1; j <= m; j++) {
        uint32_t best = above[j - 1] + cost(&al->a[p->a + i - 1], &al->b[p->b + j - 1]);
        steps[j] = PAIR;
        if (row[j - 1] + COST_ALONE < best) {
            best = row[j - 1] + COST_ALONE;
            steps[j] = SKIP_B;
        }
        if (above[j] + COST_ALONE < best) {
            best = above[j] + COST_ALONE;
            steps[j] = SKIP_A;
        }
        row[j] = best;
    }
}

static void walk_back(struct aligner *al, const struct part *p)
{
    size_t i = p->a_end - p->a, j = p->b_end - p->b, m = j;
    while (i && j) {
        uint8_t step = al->steps[i * (m + 1) + j];
        if (step == PAIR)
            pair(al, p->a + i - 1, p->b + j - 1);
        i -= step != SKIP_B;
        j -= step != SKIP_A;
    }
}

static int is_small(const struct part *p)
{
    return p->a_end - p->a + 1 <= MOST_CELLS / (p->b_end - p->b + 1);
}

static int align_small(struct aligner *al, const struct part *p)
{
    size_t n = p->a_end - p->a, m = p->b_end - p->b;
    if (!n || !m)
        return 0;
    if (reserve(al, (n + 1) * (m + 1), m + 1))
        return -ENOMEM;
    for (size_t j = 0; j <= m; j++)
        al->costs[0][j] = (uint32_t)j * COST_ALONE;
    for (size_t i = 1; i <= n; i++)
        fill_row(al, p, i);
    walk_back(al, p);
    return 0;
}

/* Between two places that are where they are expected. In order, where there are too many. */
static int align_gap(struct aligner *al, struct part p)
{
    cut_ends(al, &p);
    if (is_small(&p))
        return align_small(al, &p);
    while (p.a < p.a_end && p.b < p.b_end)
        pair(al, p.a++, p.b++);
    return 0;
}

static int align_large(struct aligner *al, const struct part *whole)
{
    struct part gap = *whole;
    size_t a = whole->a, b = whole->b;
    int error = 0;
    while (!error && a < whole->a_end && b < whole->b_end) {
        if (distance(&al->a[a], &al->b[b])) {
            if (al->a[a].lines[0] < al->b[b].lines[0])
                a++;
            else
                b++;
            continue;
        }
        pair(al, a, b);
        gap.a_end = a++;
        gap.b_end = b++;
        error = align_gap(al, gap);
        gap = (struct part){a, whole->a_end, b, whole->b_end};
    }
    return error ? error : align_gap(al, gap);
}

int sw_align(const struct sw_align_place *a, size_t n, const struct sw_align_place *b, size_t m,
             size_t *partners)
{
    struct aligner al = {.a = a, .b = b, .partners = partners};
    struct part all = {0, n, 0, m};
    for (size_t i = 0; i < n; i++)
        partners[i] = SW_ALIGN_NONE;
    cut_ends(&al, &all);
    int error = is_small(&all) ? align_small(&al, &all) : align_large(&al, &all);
    free(al.steps);
    free(al.costs[0]);
    free(al.costs[1]);
    return error;
}
