/* Simulations of several runs in one profile: by ascending processors, with their constructs, and the one that answers are for. */
#include "profile/join.h"
#include "tests/check.h"

#include <stdlib.h>

static struct sw_profile make(uint64_t processors, uint32_t n_constructs)
{
    struct sw_profile p;
    sw_profile_init(&p);
    p.simulations = calloc(1, sizeof *p.simulations);
    p.constructs = calloc(n_constructs, sizeof *p.constructs);
    p.n_simulations = 1;
    p.n_constructs = n_constructs;
    p.simulations[0] = (struct sw_simulation){.processors = processors, .n = n_constructs};
    for (uint32_t i = 0; i < n_constructs; i++)
        p.constructs[i] =
            (struct sw_construct){.site = SW_CONSTRUCT_NO_SITE, .work = processors + i};
    return p;
}

int main(void)
{
    static const uint64_t numbers[] = {16, 2, 64, 8}, sorted[] = {2, 8, 16, 64};
    struct sw_profile all = make(numbers[0], 1);
    CHECK(!sw_profile_chief(&(struct sw_profile){0}));
    for (uint32_t i = 1; i < 4; i++) {
        struct sw_profile one = make(numbers[i], i + 1);
        CHECK_EQ(sw_profile_join_simulations(&all, &one), 0);
        sw_profile_release(&one);
    }
    CHECK_EQ(all.n_simulations, 4);
    CHECK_EQ(all.n_constructs, 1 + 2 + 3 + 4);
    for (uint32_t i = 0; i < all.n_simulations; i++) {
        const struct sw_simulation *s = &all.simulations[i];
        CHECK_EQ(s->processors, sorted[i]);
        for (uint32_t k = 0; k < s->n; k++) {
            CHECK_EQ(all.constructs[s->first + k].work, sorted[i] + k);
            CHECK_EQ(all.constructs[s->first + k].run, i);
        }
    }
    CHECK_EQ(sw_profile_chief(&all)->processors, 64);
    all.circumstances.answers_for = 16;
    CHECK_EQ(sw_profile_chief(&all)->processors, 16);
    all.circumstances.answers_for = 5; /* there was none */
    CHECK_EQ(sw_profile_chief(&all)->processors, 64);
    sw_profile_release(&all);
    return check_done();
}
