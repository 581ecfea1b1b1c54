#include "tool/measure/beside.h"
#include "console/message.h"
#include "console/progress.h"
#include "tool/common/interrupt.h"
#include "tool/measure/hog.h"
#include "tool/measure/section_run.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONDITIONS = 64, MOST_ROUNDS = 32 };
#define WORTH_MORE 1.05 /* beside the strongest hog: with less, weaker ones tell nothing */
#define UNLIMITED  1e9  /* MB/s */

/* One way to run it. */
struct condition {
    unsigned threads; /* of a hog; or copies, the first among them; alone: 1 copy */
    double mb_s;      /* of each thread of the hog; 0: none */
    bool strongest;   /* of the hogs with so many threads */
};

struct measuring {
    const struct sw_beside_request *request;
    struct sw_beside *beside;
    struct condition conditions[MOST_CONDITIONS];
    bool left_out[MOST_CONDITIONS];
    double *alone, *times; /* [round][site], [condition][round][site] */
    struct sw_section_run run;
    struct sw_hog hog;
    unsigned hog_threads;
};

static double *times_of(struct measuring *m, size_t condition, unsigned round)
{
    size_t row = condition * m->request->rounds + round;
    return m->times + row * m->beside->n_sites;
}

static bool start_hog(struct measuring *m, unsigned threads)
{
    if (m->hog_threads == threads)
        return true;
    sw_hog_stop(&m->hog);
    m->hog_threads = threads;
    int error = sw_hog_start(&m->hog, m->run.pins + 1, threads);
    if (error)
        sw_error("--memory: cannot start the memory hog: %s", strerror(-error));
    return !error;
}

static bool run_condition(struct measuring *m, const struct condition *c, double *by_site)
{
    double most = m->request->machine ? m->request->machine->one_thread : 0;
    if (c->mb_s <= 0)
        return sw_section_run_once(&m->run, m->request->options, c->threads, by_site);
    if (!start_hog(m, c->threads))
        return false;
    int error = sw_hog_draw(&m->hog, c->mb_s >= most ? UNLIMITED : c->mb_s);
    bool fine = !error && sw_section_run_once(&m->run, m->request->options, 1, by_site);
    if (!error)
        error = sw_hog_draw(&m->hog, 0);
    if (error && !sw_interrupt_asked())
        sw_error("--memory: the memory hog died: %s", strerror(-error));
    return fine && !error;
}

/* Does a weaker hog than this have anything to tell? */
static bool slows(struct measuring *m, size_t condition)
{
    const double *beside = times_of(m, condition, 0);
    bool any = false;
    for (size_t i = 1; i < m->beside->n_sites; i++)
        any |= beside[i] > WORTH_MORE * m->alone[i];
    return any;
}

static void leave_out_weaker(struct measuring *m, size_t strongest)
{
    for (size_t i = 0; i < m->beside->n_conditions; i++)
        if (m->conditions[i].threads == m->conditions[strongest].threads && i != strongest)
            m->left_out[i] = true;
}

static bool run_round(struct measuring *m, unsigned round)
{
    static const struct condition alone = {.threads = 1};
    struct sw_beside *b = m->beside;
    sw_progress("predict: round %u of %u next to other users of memory", round + 1,
                m->request->rounds);
    bool fine = run_condition(m, &alone, m->alone + round * b->n_sites);
    for (int weaker = 0; weaker < 2; weaker++)
        for (size_t i = 0; fine && i < b->n_conditions; i++) {
            if (m->left_out[i] || m->conditions[i].strongest == weaker)
                continue;
            fine = run_condition(m, &m->conditions[i], times_of(m, i, round));
            if (fine && !weaker && round == 0 && m->request->machine && !slows(m, i))
                leave_out_weaker(m, i);
        }
    return fine;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The middle of the rounds, and the first and last of them. */
static struct sw_slowdown sum_up(struct measuring *m, size_t condition, size_t site)
{
    double ratios[MOST_ROUNDS];
    struct sw_slowdown s = {.threads = m->conditions[condition].threads};
    unsigned n = 0;
    for (unsigned r = 0; r < m->request->rounds; r++) {
        double alone = m->alone[r * m->beside->n_sites + site];
        double beside = times_of(m, condition, r)[site];
        if (alone > 0 && beside > 0)
            ratios[n++] = beside / alone;
    }
    if (!n)
        return s;
    qsort(ratios, n, sizeof *ratios, by_value);
    s.factor = n % 2 ? ratios[n / 2] : (ratios[n / 2 - 1] + ratios[n / 2]) / 2;
    s.low = ratios[0];
    s.high = ratios[n - 1];
    return s;
}

static void plan_hogs(struct measuring *m)
{
    const struct sw_machine *machine = m->request->machine;
    for (size_t i = 0; i < machine->n_hogs && i < MOST_CONDITIONS; i++) {
        bool strongest = true;
        for (size_t k = 0; k < machine->n_hogs; k++)
            strongest &= machine->hogs[k].threads != machine->hogs[i].threads ||
                         machine->hogs[k].mb_s <= machine->hogs[i].mb_s;
        m->conditions[i] =
            (struct condition){machine->hogs[i].threads, machine->hogs[i].mb_s, strongest};
        m->left_out[i] = machine->hogs[i].threads >= m->run.n_pins;
        m->beside->n_conditions = i + 1;
    }
}

/* 2, 4, 8, ... and as many as there are processors. */
static void plan_copies(struct measuring *m)
{
    for (unsigned t = 2; t <= m->run.n_pins && m->beside->n_conditions < MOST_CONDITIONS;
         t = t == m->run.n_pins      ? t + 1
             : 2 * t < m->run.n_pins ? 2 * t
                                     : m->run.n_pins)
        m->conditions[m->beside->n_conditions++] = (struct condition){t, 0, true};
}

static bool make_ready(struct measuring *m)
{
    struct sw_beside *b = m->beside;
    size_t rows = m->request->rounds;
    if (m->request->machine)
        plan_hogs(m);
    else
        plan_copies(m);
    if (m->run.n_pins < 2 || !b->n_conditions) {
        sw_error("--memory: there is only one processor, so nothing can run next to the program");
        return false;
    }
    m->alone = calloc(rows * b->n_sites, sizeof(double));
    m->times = calloc(b->n_conditions * rows * b->n_sites, sizeof(double));
    b->slowdowns = calloc(b->n_conditions * b->n_sites, sizeof *b->slowdowns);
    if (m->alone && m->times && b->slowdowns)
        return true;
    sw_error("not enough memory");
    return false;
}

static bool measure(struct measuring *m)
{
    bool fine = sw_section_run_init(&m->run, m->request->argv, m->request->tree) && make_ready(m);
    for (unsigned r = 0; fine && r < m->request->rounds; r++)
        fine = run_round(m, r);
    sw_progress_erase();
    sw_hog_stop(&m->hog);
    sw_section_run_release(&m->run);
    return fine;
}

bool sw_beside_measure(struct sw_beside *b, const struct sw_beside_request *request)
{
    struct measuring *m = calloc(1, sizeof *m);
    *b = (struct sw_beside){.n_sites = request->tree->n_sites, .rounds = request->rounds};
    if (!m) {
        sw_error("not enough memory");
        return false;
    }
    *m = (struct measuring){.request = request, .beside = b};
    bool fine = measure(m);
    for (size_t c = 0; fine && c < b->n_conditions; c++)
        for (size_t site = 1; site < b->n_sites && !m->left_out[c]; site++)
            b->slowdowns[c * b->n_sites + site] = sum_up(m, c, site);
    free(m->alone);
    free(m->times);
    free(m);
    return fine;
}

void sw_beside_release(struct sw_beside *b)
{
    free(b->slowdowns);
    b->slowdowns = NULL;
}

void sw_beside_of_site(const struct sw_beside *b, uint32_t site, struct sw_slowdown *slowdowns)
{
    for (size_t c = 0; c < b->n_conditions; c++)
        slowdowns[c] = b->slowdowns[c * b->n_sites + site];
}
