// A tree of nodes that own their children: unique pointers as results, and moved into spawned calls.
#include "bench.hh"

#include <memory>
#include <utility>

struct Node {
    std::unique_ptr<Node> left, right;
    uint64_t value;
    explicit Node(uint64_t v) : value(v)
    {
    }
};

static const int fine = 5; // levels that one strand does

static std::unique_ptr<Node> build(uint64_t seed, int depth)
{
    std::unique_ptr<Node> node(new Node(bench_hash(seed)));
    if (depth == 0)
        return node;
    if (depth < fine) {
        node->left = build(2 * seed, depth - 1);
        node->right = build(2 * seed + 1, depth - 1);
        return node;
    }
    node->left = cilk_spawn build(2 * seed, depth - 1);
    node->right = build(2 * seed + 1, depth - 1);
    cilk_sync;
    return node;
}

static uint64_t consume(std::unique_ptr<Node> node, int depth)
{
    uint64_t value = bench_hash(bench_hash(bench_hash(node->value)));
    if (depth == 0)
        return value;
    if (depth < fine)
        return value + consume(std::move(node->left), depth - 1) +
               consume(std::move(node->right), depth - 1);
    uint64_t left = cilk_spawn consume(std::move(node->left), depth - 1);
    uint64_t right = consume(std::move(node->right), depth - 1);
    cilk_sync;
    return value + left + right;
}

int main(int argc, char **argv)
{
    int depth = static_cast<int>(bench_size(argc, argv, 21));
    bench_say(static_cast<long>(consume(build(1, depth), depth) >> 2));
}
