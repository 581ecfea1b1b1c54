#include "report/machine.h"

static const char *const meanings[SW_OVERHEAD_FIGURES] = {
    "a parallel region of OpenMP begins ...",
    "... and for each thread of it",
    "it ends, once all threads have come ...",
    "... and for each thread of it",
    "a thread finds its share of schedule(static)",
    "a thread takes a chunk of schedule(dynamic)",
    "a task is made and run",
    "a lock that is free is taken and released",
    "a lock that somebody waits for changes hands",
    "a Cilk spawn and its return",
    "a Cilk steal, until the thief goes on",
};

static void print_overheads(const struct sw_machine *m, FILE *out)
{
    struct sw_overheads of = m->overheads, spread = m->spread;
    fputs("\nWhat constructs cost, in ns (measured; spread: between the quarters of all timings)\n",
          out);
    fprintf(out, "  %10s %8s\n", "ns", "spread");
    for (unsigned i = 0; i < SW_OVERHEAD_FIGURES; i++) {
        if (m->overheads_known >> i & 1)
            fprintf(out, "  %10.1f %8.1f  %s\n", *sw_overhead(&of, i), *sw_overhead(&spread, i),
                    meanings[i]);
        else
            fprintf(out, "  %10s %8s  %s\n", "not known", "", meanings[i]);
    }
    if (m->overheads_seen_to > 1)
        fprintf(out,
                "  Regions were measured with up to %u threads: with more, a straight line is "
                "assumed\n",
                m->overheads_seen_to);
    else if (m->overheads_seen_to)
        fputs("  Regions were measured with 1 thread only: what more of them cost is not known\n",
              out);
}

void sw_machine_print(const struct sw_machine *m, FILE *out)
{
    fprintf(out, "%s, %u processor%s\n", m->name && *m->name ? m->name : "a machine", m->processors,
            m->processors == 1 ? "" : "s");
    if (m->has_overheads)
        print_overheads(m, out);
}
