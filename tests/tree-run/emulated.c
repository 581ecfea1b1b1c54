/*
 * How long the program tree of an OpenMP program takes by the emulator, with the costs of its simulation, on as
 * many processors, beside the time that was simulated: "emulated T simulated T". On another number, if one is given.
 */
#include "analysis/emulate/emulate.h"
#include "profile/file.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct sw_profile p;
    struct sw_emulation e;
    char why[512];
    sw_profile_init(&p);
    if (argc < 2 || sw_profile_read(&p, argv[1], why, sizeof why) < 0) {
        fprintf(stderr, "%s\n", argc < 2 ? "usage: emulated PROFILE [N]" : why);
        return 2;
    }
    if (!p.n_simulations || !p.tree.n_nodes) {
        puts("no tree of a simulation");
        return 1;
    }
    const struct sw_simulation *s = &p.simulations[0];
    struct sw_overheads costs = {0};
    sw_overheads_take(&costs, &s->costs);
    struct sw_emulation_options options = {
        .processors = argc > 2 ? (unsigned)atoi(argv[2]) : (unsigned)s->processors,
        .paradigm = SW_PARADIGM_OMP,
        .nested = true,
        .overheads = &costs,
    };
    int error = sw_emulate(&p.tree, &options, &e);
    if (error) {
        printf("error %d\n", error);
        return 1;
    }
    printf("emulated %.0f simulated %llu\n", e.time, (unsigned long long)s->time);
    sw_emulation_release(&e);
    sw_profile_release(&p);
    return 0;
}
