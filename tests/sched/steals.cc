/* Steals with objects that count: spawns until so many continuations were stolen, and nothing is copied once more, moved
 * once more or left. */
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <sched.h>

static std::atomic<long> alive, copies, moves, steals;

struct Object {
    int value;
    explicit Object(int v) : value(v)
    {
        alive++;
    }
    Object(const Object &other) : value(other.value)
    {
        alive++;
        copies++;
    }
    Object(Object &&other) noexcept : value(other.value)
    {
        other.value = -1;
        alive++;
        moves++;
    }
    Object &operator=(const Object &) = delete;
    ~Object()
    {
        alive--;
    }
};

/* The child waits until what follows its spawn is taken, but not for ever: all others may be in a child, too. It makes room for
 * them, as there may be more workers than processors. */
static Object child(Object copy, int by, const std::atomic<bool> &taken)
{
    for (int i = 0; i < 2000 && !taken; i++)
        if (i % 100 == 99)
            sched_yield();
    return Object(copy.value + by);
}

static int round(int depth, Object &shared)
{
    if (!depth)
        return 1;
    int worker = __cilkrts_get_worker_number();
    std::atomic<bool> taken(false);
    Object result = cilk_spawn child(shared, depth, taken);
    taken = true;
    steals += worker != __cilkrts_get_worker_number();
    int below = round(depth - 1, shared);
    cilk_sync;
    if (result.value != shared.value + depth)
        std::abort();
    return below + 1;
}

int main(int argc, char **argv)
{
    long wanted = argc > 1 ? std::atol(argv[1]) : 1000, spawns = 0;
    Object shared(7);
    while (steals < wanted)
        spawns += round(8, shared) - 1;
    std::printf("%ld spawns, %ld steals, %ld copies, %ld moves, %ld alive\n", spawns, steals.load(), copies.load(),
                moves.load(), alive.load());
    return copies == spawns && moves == spawns && alive == 1 ? 0 : 1;
}
