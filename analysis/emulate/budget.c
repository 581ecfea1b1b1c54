/* What emulations may take: steps, which are the same everywhere, and time. */
#include "analysis/emulate/parts.h"

enum { LOOK_AT_CLOCK = 1 << 14 }; /* steps between two looks: a few milliseconds */

/* A fuzzer asks for a dozen reports of each input, with sanitizers. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { PART = 100 };
#else
enum { PART = 1 };
#endif

double sw_emulation_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct sw_emulation_budget sw_emulation_budget(const struct sw_program_tree *tree)
{
    uint64_t size = tree->n_nodes + tree->n_items;
    uint64_t steps = SW_EMULATION_STEPS + SW_EMULATION_STEPS_A_NODE * size;
    return (struct sw_emulation_budget){steps / PART, 0};
}

void sw_emulator_begin_budget(struct sw_emulator *e, const struct sw_emulation_budget *budget)
{
    unsigned shares = e->options->shares ? e->options->shares : 1;
    e->most_steps = budget->steps / shares;
    if (budget->until > 0) {
        double now = sw_emulation_now();
        e->until = now + fmax(budget->until - now, 0) / shares;
    }
}

void sw_emulator_look_at_budget(struct sw_emulator *e)
{
    if (e->error)
        return;
    if (e->steps > e->most_steps || (e->until > 0 && sw_emulation_now() >= e->until))
        e->error = -ETIME;
    e->next_look = e->steps + LOOK_AT_CLOCK;
    if (e->next_look > e->most_steps)
        e->next_look = e->most_steps + (e->most_steps < UINT64_MAX);
}
