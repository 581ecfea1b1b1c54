/* The tree of call paths, to which any thread may add without locks. */
#include "agent/sampler/path.h"

#define SLOTS (2 * SW_CALL_PATHS_MAX)

bool sw_call_paths_init(struct sw_call_paths *paths, struct sw_arena *arena)
{
    atomic_store(&paths->n, 1);
    return SW_TAKE(arena, paths->nodes, SW_CALL_PATHS_MAX) && SW_TAKE(arena, paths->slots, SLOTS);
}

static uint64_t hash(uint32_t caller, uint64_t address)
{
    uint64_t h = (address ^ (uint64_t)caller << 40 ^ caller) * 0x9e3779b97f4a7c15u;
    return h >> 43; /* 21 bits */
}
_Static_assert(SLOTS == 1u << 21, "hash() gives 21 bits");

static bool is(const struct sw_call_path *node, uint32_t caller, uint64_t address)
{
    return node->address == address && node->caller == caller;
}

/* A number that nobody has; 0: there is none left. */
static uint32_t take(struct sw_call_paths *paths)
{
    uint32_t n = atomic_load_explicit(&paths->n, memory_order_relaxed);
    do {
        if (n >= SW_CALL_PATHS_MAX)
            return 0;
    } while (!atomic_compare_exchange_weak(&paths->n, &n, n + 1));
    return n;
}

/* Who comes second to a slot looks at what the first has put there, and goes on with its own number. */
uint32_t sw_call_paths_add(struct sw_call_paths *paths, uint32_t caller, uint64_t address)
{
    uint32_t own = 0;
    for (uint64_t i = hash(caller, address);; i = (i + 1) % SLOTS) {
        uint32_t found = atomic_load_explicit(&paths->slots[i], memory_order_acquire);
        if (!found && !own) {
            if (!(own = take(paths))) {
                atomic_fetch_add(&paths->refused, 1);
                return caller;
            }
            paths->nodes[own] = (struct sw_call_path){.address = address, .caller = caller};
        }
        if (!found && atomic_compare_exchange_strong(&paths->slots[i], &found, own))
            return own;
        if (is(&paths->nodes[found], caller, address)) {
            if (own)
                paths->nodes[own].address = 0;
            return found;
        }
    }
}
