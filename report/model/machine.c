#include "report/model/machine.h"
#include "report/write/words.h"

/* In the order of struct sw_overheads. */
static const char *const meanings[] = {
    "a parallel region of OpenMP begins ...",
    "... and for each thread of it",
    "it ends, once all threads have come ...",
    "... and for each thread of it",
    "a thread takes a chunk of schedule(dynamic)",
    "a task is made and run",
    "a lock that is free is taken and released",
    "a lock that somebody waits for changes hands",
    "a region of one thread ...",
    "... inside another region",
    "a barrier of one thread",
    "a region inside another begins, more for each thread made for it",
    "... and ends",
    "a lock that another thread had last, more than a free one",
    "a lock changes hands while its holder comes back at once ...",
    "... after it was held this long",
    "... and after next to nothing",
    "a task is made",
    "a task runs at once, as too many wait",
    "a thread begins to wait for tasks",
    "... goes on to the next one",
    "a task that another thread has made (libomp)",
    "an untied task is queued again (libomp)",
    "the queue of tasks, after another thread used it",
    "... after one that had to be waited for",
    "... and to wake a thread",
    "one thread takes a chunk of schedule(dynamic)",
    "an ordered part ...",
    "... after another thread's that was waited for",
    "an iteration of a loop with depend(sink) is posted ...",
    "... and found posted by one that depends on it",
    "a thread finds its share of schedule(static)",
    "a Cilk spawn and its return",
    "a piece of a cilk_for",
    "a Cilk steal, until the thief goes on",
};
_Static_assert(sizeof meanings / sizeof *meanings == SW_OVERHEAD_FIGURES, "each has its meaning");

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
        fputs("  Regions were measured with 1 thread only: the cost of more is not known\n", out);
}

static void print_psi(const struct sw_machine *m, FILE *out)
{
    const struct sw_curve *first = &m->psi[0].curve;
    if (first->kind != SW_CURVE_POINTS)
        return;
    fprintf(out, "  %22s", "MB/s of a thread alone");
    for (size_t i = 0; i < m->n_psi; i++)
        fprintf(out, "  each of %-4u", m->psi[i].threads);
    fputc('\n', out);
    for (size_t k = 0; k < first->n; k++) {
        fprintf(out, "  %22.0f", first->x[k]);
        for (size_t i = 0; i < m->n_psi; i++)
            fprintf(out, "  %12.0f", sw_curve_at(&m->psi[i].curve, first->x[k]));
        fputc('\n', out);
    }
}

static void print_verdict(const struct sw_machine *m, FILE *out)
{
    if (m->saturation_seen_to < 2)
        fputs("  Only one thread could be tried: what several get is not known\n", out);
    else if (m->saturates)
        fprintf(out,
                "  It saturates: with up to %u threads, each got less than 90%% of what one gets "
                "alone\n",
                m->saturation_seen_to);
    else
        fprintf(
            out,
            "  No saturation observed up to %u threads; what more threads would get is not known\n",
            m->saturation_seen_to);
}

static void print_number(const char *what, double value, const char *unit, FILE *out)
{
    if (value > 0)
        fprintf(out, "  %10.*f %-5s  %s\n", value < 100 ? 1 : 0, value, unit, what);
}

/* What shipped descriptions have too. */
static void print_caches(const struct sw_machine *m, FILE *out)
{
    fputs("\nCaches and memory\n", out);
    print_number("first-level data cache of a core", m->l1 / 1024, "kB", out);
    print_number("second-level cache of a core", m->l2 / 1024, "kB", out);
    print_number("last-level cache", m->llc / 1024, "kB", out);
    if (m->llc_cores)
        print_number("... shared by", m->llc_cores, "cores", out);
    print_number("until a line comes from memory", m->latency, "ns", out);
    print_number("for a line that another core has written, if many follow each other",
                 m->transfer.streamed, "ns", out);
    print_number("... if the last-level cache has them", m->transfer.by_llc, "ns", out);
    print_number("... more for one that is waited for", m->transfer.apart, "ns", out);
    print_number("... for a single one, by atomic operations", m->transfer.atomic, "ns", out);
    for (size_t i = 0; i < m->bandwidth.n; i++)
        fprintf(out, "  %10.1f GB/s   by %.0f core%s\n", m->bandwidth.y[i] / 1e3, m->bandwidth.x[i],
                m->bandwidth.x[i] == 1 ? "" : "s together");
}

static void print_memory(const struct sw_machine *m, FILE *out)
{
    fputs("\nMemory traffic (measured)\n", out);
    if (m->n_psi)
        print_psi(m, out);
    else if (m->one_thread > 0)
        fprintf(out, "  %.0f MB/s by one thread\n", m->one_thread);
    print_verdict(m, out);
    if (m->phi.kind == SW_CURVE_NONE)
        fputs("  The cost of a cache miss is not known: measuring it takes hardware counters\n",
              out);
}

void sw_machine_print(const struct sw_machine *m, FILE *out)
{
    sw_words_put(m->name && *m->name ? m->name : "a machine", out);
    fprintf(out, ", %u processor%s\n", m->processors, m->processors == 1 ? "" : "s");
    if (m->has_overheads)
        print_overheads(m, out);
    if (m->saturation_seen_to)
        print_memory(m, out);
    if (m->l2 > 0 || m->llc > 0 || m->bandwidth.kind != SW_CURVE_NONE)
        print_caches(m, out);
}
