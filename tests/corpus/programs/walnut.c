/* A search tree, and how deep and how heavy it is below each node. */
#include "shared.h"

#include <cilk/cilk.h>

enum { NODES = 1 << 16 };
struct node {
    struct node *left, *right;
    uint32_t key, height;
};
static struct node nodes[NODES];

static struct node *plant(int first, int n)
{
    if (n == 0)
        return NULL;
    struct node *node = &nodes[first + n / 2];
    node->key = (uint32_t)(first + n / 2) * 2654435761u;
    node->height = 0;
    node->left = plant(first, n / 2);
    node->right = plant(first + n / 2 + 1, n - n / 2 - 1);
    for (int h = n; h; h /= 2)
        node->height++;
    return node;
}

static inline uint32_t joined(uint32_t key, uint32_t left, uint32_t right)
{
    return (left ^ key) * 2246822519u + (right ^ key >> 7) * 3266489917u;
}

#ifdef REPAIRED
static uint32_t weigh_serially(const struct node *node)
{
    if (!node)
        return 1;
    return joined(node->key, weigh_serially(node->left), weigh_serially(node->right));
}
#endif

static uint32_t weigh(const struct node *node)
{
    if (!node)
        return 1;
#ifdef REPAIRED
    if (node->height < 9)
        return weigh_serially(node);
#endif
    uint32_t left = cilk_spawn weigh(node->left);
    uint32_t right = weigh(node->right);
    cilk_sync;
    return joined(node->key, left, right);
}

int main(int argc, char **argv)
{
    struct node *root = plant(0, NODES);
    long walks = scaled(argc, argv, 500);
    uint64_t sum = 0;
    for (long i = 0; i < walks; i++) {
        root->key += (uint32_t)i;
        sum += weigh(root);
    }
    return print_sum(sum);
}
