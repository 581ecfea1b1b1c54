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

/* A lane of one stretch, in which a thread ran on the path of two frames at these addresses. */
static void add_lane(struct sw_profile *p, uint64_t outer, uint64_t inner)
{
    p->lanes = calloc(1, sizeof *p->lanes);
    p->n_lanes = 1;
    p->lanes[0] = (struct sw_lane_table){.n = 1,
                                         .n_stretches = 1,
                                         .lanes = calloc(1, sizeof(struct sw_effort_lane)),
                                         .cells = calloc(1, sizeof(struct sw_effort_cell))};
    p->lanes[0].lanes[0].threads = (uint32_t)p->simulations[0].processors;
    p->lanes[0].cells[0].path = 2;
    struct sw_sampled *s = &p->sampled;
    s->frames = calloc(2, sizeof *s->frames);
    s->paths = calloc(2, sizeof *s->paths);
    s->frames[0].address = outer;
    s->frames[1].address = inner;
    s->paths[0] = (struct sw_sampled_path){.frame = 0};
    s->paths[1] = (struct sw_sampled_path){.caller = 1, .frame = 1, .on_work = 5};
    s->n_frames = s->n_paths = 2;
}

/* Lanes go with their runs, and what they ran in is found or made. */
static void test_lanes(void)
{
    struct sw_profile all = make(8, 1), one = make(2, 1), more = make(4, 1);
    add_lane(&all, 100, 200);
    add_lane(&one, 100, 300);
    add_lane(&more, 100, 200);
    CHECK_EQ(sw_profile_join_simulations(&all, &one), 0);
    CHECK_EQ(sw_profile_join_simulations(&all, &more), 0);
    sw_profile_release(&one);
    sw_profile_release(&more);
    CHECK_EQ(all.n_lanes, 3);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(all.lanes[i].run, i);
        CHECK_EQ(all.lanes[i].lanes[0].threads, all.simulations[i].processors);
    }
    CHECK_EQ(all.lanes[2].cells[0].path, 2);
    CHECK_EQ(all.lanes[1].cells[0].path, 2);
    CHECK_EQ(all.lanes[0].cells[0].path, 3);
    CHECK_EQ(all.sampled.n_paths, 3);
    CHECK_EQ(all.sampled.paths[2].caller, 1);
    CHECK_EQ(all.sampled.paths[2].on_work, 0);
    CHECK_EQ(all.sampled.frames[all.sampled.paths[2].frame].address, 300);
    sw_profile_release(&all);
}

int main(void)
{
    test_lanes();
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
