/*
 * The emulator against the brute force, on random trees (random_tree.h): times and losses. Without an
 * argument some thousands, the seed printed where they differ; with a seed, that one, in detail; with a
 * tree behind it, that by the seed's rules; with `every N`, one of N of those thousands.
 */
#include "tests/check.h"
#include "tests/emulate/brute.h"
#include "tests/emulate/random_tree.h"

#include "profile/tree_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 4000, LARGE = 150, RUNS = 150 }; /* one after the other, by seeds */

static const char *const loss_names[] = {"serial", "imbalance", "locks", "overhead", "memory"};
static unsigned compared, equal, left_out;
static double worst;

static unsigned size_of(uint64_t seed)
{
    return seed > SMALL ? 3000 : 1 + seed % 80;
}

static bool near(double a, double b, double of)
{
    return fabs(a - b) <= 1e-9 * fabs(of) + 1e-9;
}

static double sum(const struct sw_emulation *e)
{
    double s = e->work;
    for (int i = 0; i < SW_WHY_CAUSES; i++)
        s += e->lost[i];
    return s;
}

static bool same_losses(const double *a, const double *b, double of)
{
    for (int i = 0; i < SW_WHY_CAUSES; i++)
        if (!near(a[i], b[i], of))
            return false;
    return true;
}

static bool same_sections(const struct sw_emulation *a, const struct sw_emulation *b, unsigned p)
{
    bool same = a->n_sections == b->n_sections;
    for (size_t i = 0; same && i < a->n_sections; i++) {
        const struct sw_emulated_section *s = &a->sections[i], *t = &b->sections[i];
        same = s->site == t->site && s->count == t->count && near(s->work, t->work, s->work) &&
               near(s->time, t->time, a->time) && same_losses(s->lost, t->lost, p * a->time);
    }
    return same;
}

static void show(const char *who, int status, const struct sw_emulation *e)
{
    printf("  %-8s status %d, work %.9g, time %.12g;", who, status, e->work, e->time);
    for (int i = 0; i < SW_WHY_CAUSES; i++)
        printf(" %s %.9g", loss_names[i], e->lost[i]);
    printf("\n");
    for (size_t k = 0; k < e->n_sections; k++) {
        const struct sw_emulated_section *s = &e->sections[k];
        printf("           site %u: %" PRIu64 " x, work %g, time %g;", s->site, s->count, s->work,
               s->time);
        for (int i = 0; i < SW_WHY_CAUSES; i++)
            printf(" %g", s->lost[i]);
        printf("\n");
    }
}

static void compare(uint64_t seed, struct random_case *c, const struct sw_program_tree *tree,
                    bool verbose)
{
    struct sw_emulation want, got = {0};
    unsigned p = c->options.processors;
    int expected = brute(tree, &c->options, &want);
    if (expected == -E2BIG) {
        left_out++;
        free(want.sections);
        return;
    }
    int status = sw_emulate(tree, &c->options, &got);
    double off = want.time > 0 ? fabs(got.time / want.time - 1) : fabs(got.time);
    bool adds_up = near(sum(&got), p * got.time, p * got.time);
    bool whole = same_losses(got.lost, want.lost, p * want.time);
    bool parts = c->nowait || same_sections(&want, &got, p);
    const char *why = expected                ? "the brute force deadlocks"
                      : status                ? "status"
                      : !near(off, 0, 1)      ? "time"
                      : !adds_up              ? "losses do not add up"
                      : got.work != want.work ? "work"
                      : !whole                ? "losses"
                      : !parts                ? "sections"
                                              : NULL;
    compared++;
    equal += !why;
    worst = fmax(worst, off);
    check_passed += !why;
    if (why && check_failed++ < 50)
        printf("seed %" PRIu64 " (%s), P %u: %s, time off by %.3g %%\n", seed,
               random_paradigms[c->options.paradigm], p, why, 100 * off);
    if (verbose) {
        show("brute", expected, &want);
        show("emulator", status, &got);
    }
    free(want.sections);
    sw_emulation_release(&got);
}

static void run(uint64_t seed, const char *text, bool verbose)
{
    struct random_case c;
    struct sw_program_tree tree;
    char why[200];
    random_case_make(&c, seed, size_of(seed), seed > SMALL + LARGE);
    if (text) {
        free(c.text);
        c.text = strdup(text);
    }
    if (verbose)
        random_case_describe(&c, stdout);
    if (sw_tree_text_parse(&tree, c.text, strlen(c.text), why, sizeof why)) {
        printf("seed %" PRIu64 ": %s\n", seed, why);
        CHECK(false);
    } else {
        for (int i = 0; i < 3; i++) {
            c.options.processors = c.processors[i];
            compare(seed, &c, &tree, verbose);
        }
        sw_program_tree_release(&tree);
    }
    random_case_release(&c);
}

int main(int argc, char **argv)
{
    bool some = argc == 3 && !strcmp(argv[1], "every");
    uint64_t every = some ? strtoull(argv[2], NULL, 0) : 1;
    if (argc > 1 && !some)
        run(strtoull(argv[1], NULL, 0), argv[2], true);
    for (uint64_t seed = 1; (argc < 2 || some) && seed <= SMALL + LARGE + RUNS; seed += every)
        run(seed, NULL, false);
    printf("%u compared, %u equal, the worst off by %.3g %%; %u were too big\n", compared, equal,
           100 * worst, left_out);
    return check_done();
}
