/* One thread follows a list and makes a task of each element; the way to the next element takes longer than the task. */
#include "burn.h"

#include <stddef.h>

enum { N = 400 };

static struct node {
    struct node *next;
    unsigned value;
} nodes[N];

__attribute__((noinline)) static struct node *follow(struct node *node)
{
    node->value += burn(200); /* HERE */
    return node->next;
}

static struct node *step(struct node *node)
{
    return MENDED ? node->next : follow(node);
}

static void work(struct node *node)
{
    if (MENDED)
        follow(node);
    node->value += burn(60);
}

int main(void)
{
    for (int i = 0; i + 1 < N; i++)
        nodes[i].next = &nodes[i + 1];
#pragma omp parallel
#pragma omp single
    for (struct node *node = nodes; node; node = step(node))
#pragma omp task firstprivate(node)
        work(node);
    return nodes[0].value > 3;
}
