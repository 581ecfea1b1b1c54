/*
 * What it is: with less than 4 MB of cache, a triad reads three arrays of SIZE doubles each time, and writes one back; a copy reads two (what is
 * written is read before, unless by whole lines) and writes one; and a chase reads each of its NODES lines, one after the other, in an order that
 * nobody can guess, each address from the line before. At least 16 MB each.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 2 << 20, NODES = 1 << 18, TIMES = 2 };

struct node {
    struct node *next;
    long value;
    char rest[48];
};

static double *a, *b, *c;
static struct node *nodes, **all; /* the second: in an order of its own */
static uint32_t *links;           /* a chain of 16 MB by numbers */
enum { LINKS = 4 << 20 };
static struct stone {
    long weight;
    uint32_t seen, next;
    char rest[56];
} * stones; /* of 72 bytes, by numbers, too */

static void *room(size_t bytes)
{
    void *memory = aligned_alloc(64, bytes);
    if (!memory)
        exit(1);
    return memory;
}

static void prepare(void)
{
    uint32_t *order = room(NODES * sizeof *order);
    uint64_t random = 1;
    nodes = room(NODES * sizeof *nodes);
    a = room(SIZE * sizeof *a);
    b = room(SIZE * sizeof *b);
    c = room(SIZE * sizeof *c);
    for (uint32_t i = 0; i < NODES; i++)
        order[i] = i;
    for (uint32_t i = NODES - 1; i > 0; i--) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint32_t k = (uint32_t)(random >> 33) % (i + 1), before = order[i];
        order[i] = order[k];
        order[k] = before;
    }
    for (uint32_t i = 0; i < NODES; i++)
        nodes[order[i]] = (struct node){.next = &nodes[order[(i + 1) % NODES]], .value = i};
    for (long i = 0; i < SIZE; i++) {
        a[i] = 0;
        b[i] = (double)i;
        c[i] = 2;
    }
    all = room(NODES * sizeof *all);
    for (uint32_t i = 0; i < NODES; i++)
        all[i] = &nodes[order[(i * 7 + 3) % NODES]];
    links = room(LINKS * sizeof *links);
    for (uint32_t i = 0; i < NODES; i++)
        links[order[i] * (LINKS / NODES)] = order[(i + 1) % NODES] * (LINKS / NODES);
    stones = room(NODES * sizeof *stones);
    for (uint32_t i = 0; i < NODES; i++)
        stones[order[i]] = (struct stone){.weight = 1, .next = order[(i + 1) % NODES]};
    free(order);
}

static inline void triad(long from, long to)
{
    for (long i = from; i < to; i++)
        a[i] = b[i] + 3 * c[i]; /* triad */
}

__attribute__((noinline)) static long chase(const struct node *n, long steps)
{
    long sum = 0;
    for (; steps > 0; steps--)
        sum += n->value, n = n->next; /* chase */
    return sum;
}

/* Each address is loaded, but many of them at a time: that is no chain. */
__attribute__((noinline)) static long gather(void)
{
    long sum = 0;
    for (long i = 0; i < NODES; i++)
        sum += all[i]->value; /* gather */
    return sum;
}

__attribute__((noinline)) static uint32_t links_from(uint32_t i, long steps)
{
    for (; steps > 0; steps--)
        i = links[i]; /* links */
    return i;
}

__attribute__((noinline)) static long stones_from(uint32_t i, long steps)
{
    long sum = 0;
    for (; steps > 0; steps--)
        sum += stones[i].weight, i = stones[i].next; /* stones */
    return sum;
}

__attribute__((noinline)) static void copy(void)
{
    memcpy(a, b, SIZE * sizeof *a); /* copy */
}

static int say(long sum)
{
    printf("%ld %g %ld %u %ld\n", sum, a[SIZE / 2], gather(), links_from(0, NODES),
           stones_from(1, NODES));
    return 7;
}
