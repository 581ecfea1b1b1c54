/*
 * Sections of one site are put in order of their length and divided into groups of about the same work, fewer and fewer
 * until there is time for one of each: the one in the middle.
 */
#include "analysis/synthesis/jobs.h"
#include "base/order.h"

enum { MOST_ROUNDS = 15 };

/* A section is repeated for about so long; long ones are synthesized once. */
#define LONG_NS       300e6

/* What a synthesis takes besides: calibration, and to wake the threads. */
#define ASIDE_NS      500e3

/* Lengths of the program that a way may take; and what is nothing to wait for. */
#define PATIENCE      3
#define SHORT_WAIT_NS 1e9

struct entry {
    const struct sw_synthesis_node *node;
    struct sw_synthesis_outermost outermost;
};

static int by_site_and_length(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return SW_BY(SW_RISING(x->node->site, y->node->site),
                 SW_RISING(x->node->length, y->node->length),
                 SW_RISING(x->outermost.node, y->outermost.node));
}

static double work_of(const struct entry *e)
{
    return e->outermost.count * e->node->length;
}

/* From `first` on, those that one is to stand for: up to so much work, all of one site. */
static size_t group_end(const struct entry *entries, size_t n, size_t first, double most)
{
    double work = work_of(&entries[first]);
    size_t end = first + 1;
    while (end < n && entries[end].node->site == entries[first].node->site &&
           work + work_of(&entries[end]) <= most)
        work += work_of(&entries[end++]);
    return end;
}

static struct sw_synthesis_choice choose_one(const struct entry *entries, size_t first, size_t end)
{
    struct sw_synthesis_choice c = {.site = entries[first].node->site};
    double before = 0;
    for (size_t i = first; i < end; i++) {
        c.work += work_of(&entries[i]);
        c.count += entries[i].outermost.count;
    }
    while (first + 1 < end && before + work_of(&entries[first]) < c.work / 2)
        before += work_of(&entries[first++]);
    c.job.node = entries[first].outermost.node;
    return c;
}

static size_t divide(const struct entry *entries, size_t n, double most,
                     struct sw_synthesis_choice *choices)
{
    size_t n_choices = 0;
    for (size_t first = 0, end; first < n; first = end) {
        end = group_end(entries, n, first, most);
        choices[n_choices++] = choose_one(entries, first, end);
    }
    return n_choices;
}

static double cost(const struct sw_synthesis_node *node, size_t ways)
{
    return (node->length + ASIDE_NS) * (1.5 + (double)ways);
}

double sw_synthesis_expected_ns(const struct sw_synthesis_tree *flat,
                                const struct sw_synthesis_choice *choices, size_t n, size_t ways)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t rounds = choices[i].job.rounds;
        sum +=
            cost(sw_synthesis_tree_node(flat, choices[i].job.node), ways) * (rounds ? rounds : 1);
    }
    return sum;
}

static uint32_t rounds(double length, double cost_ns, double share_ns)
{
    double n = length > LONG_NS ? 1 : LONG_NS / (length + ASIDE_NS);
    if (n > share_ns / cost_ns)
        n = share_ns / cost_ns;
    return n < 1 ? 1 : n > MOST_ROUNDS ? MOST_ROUNDS : (uint32_t)n;
}

static size_t fit(const struct sw_synthesis_tree *flat, const struct entry *entries,
                  struct sw_synthesis_choice *choices, double budget_ns, size_t ways)
{
    double all = 0;
    size_t n = divide(entries, flat->n_outermost, 0, choices), before;
    for (size_t i = 0; i < n; i++)
        all += choices[i].work;
    double most = all / (double)flat->n_outermost;
    do {
        if (sw_synthesis_expected_ns(flat, choices, n, ways) <= budget_ns)
            break;
        before = n;
        n = divide(entries, flat->n_outermost, most, choices);
        most *= 2;
    } while (n < before || most < 2 * all);
    return n;
}

/* Rounds are good, but nobody wants to wait for ever: a short program a second, a long one a few times as long as it takes. */
static double time_for_rounds(const struct sw_synthesis_tree *flat,
                              const struct sw_synthesis_choice *choices, size_t n, size_t ways)
{
    double length = 0;
    for (size_t i = 0; i < n; i++)
        length += sw_synthesis_tree_node(flat, choices[i].job.node)->length;
    double ns = PATIENCE * length * (double)ways;
    return ns > SHORT_WAIT_NS ? ns : SHORT_WAIT_NS;
}

struct sw_synthesis_choice *sw_synthesis_choose(const struct sw_synthesis_tree *flat,
                                                double budget_ns, bool hurry, size_t ways,
                                                size_t *n)
{
    SW_FREED struct entry *entries = malloc((flat->n_outermost + 1) * sizeof *entries);
    struct sw_synthesis_choice *choices = malloc((flat->n_outermost + 1) * sizeof *choices);
    *n = 0;
    if (!entries || !choices) {
        free(choices);
        return NULL;
    }
    for (size_t i = 0; i < flat->n_outermost; i++)
        entries[i] = (struct entry){sw_synthesis_tree_node(flat, flat->outermost[i].node),
                                    flat->outermost[i]};
    qsort(entries, flat->n_outermost, sizeof *entries, by_site_and_length);
    if (flat->n_outermost)
        *n = fit(flat, entries, choices, budget_ns, ways);
    double enough = time_for_rounds(flat, choices, *n, ways);
    double share = (hurry && enough < budget_ns ? enough : budget_ns) / (double)(*n ? *n : 1);
    for (size_t i = 0; i < *n; i++) {
        const struct sw_synthesis_node *node = sw_synthesis_tree_node(flat, choices[i].job.node);
        choices[i].job.rounds = rounds(node->length, cost(node, ways), share);
    }
    return choices;
}
