/* However many threads are woken at once, each costs about the same: basic blocks of cores.c are counted, which the compiler tells. */
#include "engine/cores/cores.h"
#include "tests/check.h"

enum { MOST = 4096, CORES = 3 };

void __sanitizer_cov_trace_pc(void);

static struct sw_cores c;
static struct sw_runner *heap[MOST], r[MOST];
static uint64_t steps;

void __sanitizer_cov_trace_pc(void)
{
    steps++;
}

static uint64_t wake_all(uint32_t threads)
{
    memset(r, 0, sizeof r);
    sw_cores_init(&c, CORES, 100, heap, MOST, NULL);
    for (uint32_t i = 0; i < threads; i++)
        CHECK(sw_cores_start(&c, &r[i], 0));
    steps = 0;
    for (struct sw_runner *first; (first = sw_cores_next(&c, false));) {
        sw_cores_block(&c, first, SW_BLOCKED_CONDITION, UINT64_MAX);
        if (c.blocked[SW_BLOCKED_CONDITION] == threads)
            break;
    }
    for (uint32_t i = 0; i < threads; i++)
        sw_cores_wake(&c, &r[i], c.now + 10);
    for (struct sw_runner *first; (first = sw_cores_next(&c, false));)
        sw_cores_end(&c, first);
    CHECK_EQ(c.n_alive, 0);
    return steps;
}

int main(void)
{
    uint64_t some = wake_all(MOST / 4), many = wake_all(MOST);
    CHECK(some > 0);
    CHECK_EQ(many < 6 * some, 1);
    return check_done();
}
