/* Makes the series of runs that figures in steady time need, and puts what they show into the profile. */
#include "tool/measure/steady.h"
#include "base/clock.h"
#include "console/message.h"
#include "profile/file.h"
#include "profile/join.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/launch.h"
#include "tool/measure/rates.h"

#include <sys/wait.h>

#define TIMED_LEAST 3          /* runs, ... */
#define TIMED_NS    1000000000 /* ... and more until they have worked so long, ... */
#define TIMED_TIMES 4          /* ... but not if they take that many times as long */
#define COUNTED     1.5        /* times the first run, at least: a run that is counted */
#define AT_RATES    1.15       /* times that: one at its rates */
#define KNOWN       0.8        /* of the work has rates, or it is another program */
#define ALIKE       0.1        /* the part by which its work may differ from what was timed, ... */
#define ALIKE_ONCE  0.3        /* ... and from what the first run said */

struct series {
    struct sw_profiling *profiling;
    const struct sw_profile *first;
    const struct sw_live_options *options;
    struct sw_child_end end; /* of the first run */
    struct sw_steady_request request;
    int rates_fd;        /* what SPANWISE_RATES names */
    size_t runs;         /* so far */
    uint64_t counted_ns; /* that a run at its rates takes; 0: not known yet */
    struct sw_profile timed[SW_TIMED_MOST], counted, result;
    size_t n_timed;
    struct sw_piece_rates rates;
};

/* Once more, silently. False: it is not to be, or did not end as it did before. */
static bool run(struct series *s, struct sw_live_options *o, struct sw_profile *profile)
{
    struct sw_profiling again;
    struct sw_child_end end;
    o->budget_percent = 0; /* who was left out is */
    o->sample_rate = 0;
    if (!o->limit_ns)
        o->limit_ns = sw_child_limit_ns(&s->end);
    sw_progress("repeating the run for steady figures: %zu", ++s->runs);
    bool fine = !sw_profiled_run(&again, s->profiling->argv, o, NULL, true, NULL, &end) &&
                !sw_interrupt_asked() && sw_child_is_alike(&s->end, &end);
    sw_receiver_take(&again.receiver);
    if (fine && again.receiver.n_received == 1) {
        sw_profiling_collect(&again, end.status);
        fine = again.n_profiles == 1 && !(again.profiles[0].flags & SW_PROFILE_INCOMPLETE);
        if (fine)
            *profile = again.profiles[0];
        again.n_profiles -= fine;
    } else {
        fine = false;
    }
    sw_profiling_release(&again);
    sw_progress_erase();
    return fine;
}

/* Of that index, among those that it is to be simulated on. */
static uint64_t processors(const struct series *s, size_t i)
{
    if (s->request.n)
        return s->request.processors[i];
    return s->first->n_simulations ? s->first->simulations[i].processors : 0;
}

static struct sw_live_options options_for(const struct series *s, size_t simulation)
{
    struct sw_live_options o = *s->options;
    o.processors = processors(s, simulation);
    return o;
}

static size_t n_simulations(const struct series *s)
{
    size_t n = s->request.n ? s->request.n : s->first->n_simulations;
    return n ? n : 1;
}

static size_t chief(const struct series *s)
{
    size_t i = 0;
    while (i + 1 < n_simulations(s) && processors(s, i) != s->request.chief)
        i++;
    return i;
}

/* Runs at their rates that there must be: up to the chief one, and on one processor. */
static uint64_t runs_at_rates(const struct series *s)
{
    return chief(s) + 1 + (s->first->n_simulations && processors(s, 0) != 1);
}

/* How long each of so many runs may take, where so many like the first are made before them. */
static double share_ns(const struct series *s, uint64_t runs, uint64_t before)
{
    double left = (double)s->request.until_ns - (double)sw_clock_ns();
    if (!s->request.until_ns)
        return INFINITY;
    return (left - (double)before * (double)s->end.took_ns) / (double)runs;
}

static bool time_once(struct series *s)
{
    struct sw_live_options o = options_for(s, chief(s));
    o.tree = 0;
    bool fine = run(s, &o, &s->timed[s->n_timed]);
    s->n_timed += fine;
    return fine;
}

/* As often as is good, and as there is time for beside all others. */
static bool time_more(struct series *s)
{
    uint64_t worked = s->timed[0].whole.work, began = sw_clock_ns();
    while (s->n_timed < SW_TIMED_MOST &&
           (s->n_timed < TIMED_LEAST ||
            (worked < TIMED_NS && sw_clock_ns() - began < TIMED_TIMES * (uint64_t)TIMED_NS)) &&
           share_ns(s, runs_at_rates(s), 1) > (double)s->counted_ns) {
        if (!time_once(s))
            return false;
        worked += s->timed[s->n_timed - 1].whole.work;
    }
    return true;
}

static struct sw_live_options counting(const struct series *s, size_t simulation)
{
    struct sw_live_options o = options_for(s, simulation);
    o.meter = SW_METER_INSTRUCTIONS;
    o.insn_counter = SW_INSN_COUNTER_OWN;
    return o;
}

/* What that takes is known only then: it is ended where those that are to follow would not end in time. */
static bool count_it(struct series *s)
{
    struct sw_live_options o = counting(s, chief(s));
    uint64_t began = sw_clock_ns();
    double share = share_ns(s, 1 + runs_at_rates(s), 0);
    o.tree = 0;
    if (share < INFINITY)
        o.limit_ns = share > 1 ? (uint64_t)share : 1;
    if (!run(s, &o, &s->counted))
        return false;
    s->counted_ns = (uint64_t)((double)(sw_clock_ns() - began) * AT_RATES);
    return share_ns(s, runs_at_rates(s), 0) > (double)s->counted_ns;
}

/* Once at least, if it seems that there is time for all. */
static bool find_rates(struct series *s)
{
    return share_ns(s, 1 + runs_at_rates(s), 1) > COUNTED * (double)s->end.took_ns &&
           time_once(s) && count_it(s) && time_more(s) &&
           sw_piece_rates_init(&s->rates, &s->counted, s->timed, s->n_timed) == 0 &&
           s->rates.all.rate && sw_piece_rates_write(&s->rates, s->first, s->rates_fd) == 0;
}

static double middle_of_works(const struct series *s)
{
    return (double)s->rates.all.rate * (double)s->rates.all.instructions / (1 << SW_RATE_BITS);
}

static bool is_within(double is, double was, double part)
{
    return is <= was * (1 + part) && is >= was * (1 - part);
}

static bool is_alike(const struct series *s)
{
    double work = (double)s->result.whole.work;
    return is_within(work, middle_of_works(s), ALIKE) &&
           is_within(work, (double)s->first->whole.work, ALIKE_ONCE);
}

static bool run_at_rates(struct series *s, size_t simulation, struct sw_profile *profile)
{
    struct sw_live_options o = counting(s, simulation);
    o.steady = 1;
    if (simulation != chief(s))
        o.tree = 0;
    return run(s, &o, profile);
}

/* On each number of processors up to the chief one, whose figures are the profile's. */
static bool measure(struct series *s)
{
    for (size_t i = 0; i <= chief(s); i++) {
        struct sw_profile next;
        if (!run_at_rates(s, i, &next))
            return false;
        int error = i ? sw_profile_join_simulations(&next, &s->result) : 0;
        sw_profile_release(&s->result);
        s->result = next;
        if (error || sw_piece_rates_known(&s->rates, &next) < KNOWN)
            return false;
    }
    return is_alike(s);
}

/* More processors, as far as there is time. */
static void add_more(struct series *s)
{
    for (size_t i = chief(s) + 1; i < n_simulations(s) && share_ns(s, 1, 0) > (double)s->counted_ns;
         i++) {
        struct sw_profile more;
        if (!run_at_rates(s, i, &more))
            return;
        for (size_t k = 0; k < more.n_simulations; k++) {
            more.simulations[k].one_time = s->result.simulations[0].one_time;
            more.simulations[k].one_work = s->result.simulations[0].one_work;
        }
        int error = sw_profile_join_simulations(&s->result, &more);
        sw_profile_release(&more);
        if (error)
            return;
    }
}

/* T(1), which speedups are over, where it is not among those that were asked for. What does not run on one processor has none. */
static void add_one(struct series *s)
{
    struct sw_live_options o = counting(s, 0);
    struct sw_profile one;
    for (size_t i = 0; i < s->result.n_simulations; i++)
        if (s->result.simulations[i].processors == 1)
            return;
    o.processors = o.steady = 1;
    o.tree = 0;
    if (!s->result.n_simulations || !run(s, &o, &one))
        return;
    for (size_t i = 0; one.n_simulations && i < s->result.n_simulations; i++) {
        s->result.simulations[i].one_time = one.simulations->time;
        s->result.simulations[i].one_work = one.simulations->work;
    }
    sw_profile_release(&one);
}

/* All but figures is the first run's, which the user has seen. Strings are each profile's own, so the new one is written and read. */
static bool take_over(struct series *s)
{
    struct sw_profile *first = &s->profiling->profiles[0], made = s->result, read;
    void *data;
    size_t size;
    char why[256];
    sw_piece_rates_spread(&s->rates, &s->result, &made.steadiness);
    made.steadiness.instructions = s->counted.whole.work;
    made.steadiness.span_instructions = s->counted.whole.span;
    made.sampled = first->sampled;
    sw_piece_rates_project(&s->result, first, &made.sampled);
    for (size_t i = 0; i < made.sampled.n_frames; i++)
        made.sampled.frames[i].address =
            sw_profile_address(&s->result, first, made.sampled.frames[i].address);
    made.circumstances = first->circumstances;
    made.meter = first->meter;
    made.unit = first->unit;
    made.level = first->level;
    made.warnings = first->warnings;
    made.n_warnings = first->n_warnings;
    made.unpatched = first->unpatched;
    made.n_unpatched = first->n_unpatched;
    made.rank = first->rank;
    made.started_unix = first->started_unix;
    made.flags = first->flags;
    if (sw_profile_serialize(&made, &data, &size) < 0)
        return false;
    sw_profile_init(&read);
    bool done = sw_profile_parse(&read, data, size, "the measurement", why, sizeof why) == 0;
    if (done) {
        sw_profile_release(first);
        *first = read;
    }
    free(data);
    return done;
}

/* Where spawning decides, what one worker takes is not what the profiler knows: so it is looked at. */
static void time_one_worker(struct series *s)
{
    struct sw_profile *p = &s->profiling->profiles[0];
    struct sw_child_end end;
    uint64_t least = UINT64_MAX;
    if (!p->circumstances.spawn_cost_ps)
        return;
    char **numbered = sw_numbered(s->profiling->argv, 1);
    bool fine = numbered;
    for (size_t i = 0; fine && i < TIMED_LEAST && share_ns(s, 1, 0) > (double)s->end.took_ns; i++) {
        sw_progress("repeating the run for steady figures: %zu", ++s->runs);
        fine = sw_child_again(numbered, s->profiling->unprofiled, sw_child_limit_ns(&s->end),
                              &s->end, &end);
        sw_progress_erase();
        least = fine && end.cpu_ns < least ? end.cpu_ns : least;
    }
    sw_numbered_release(numbered);
    if (fine && least < UINT64_MAX)
        p->circumstances.one_worker = least;
}

bool sw_steady_is_worth_while(const struct sw_profiling *p, const struct sw_live_options *o,
                              const struct sw_child_end *end)
{
    return p->n_profiles == 1 && o->meter == SW_METER_TIME && o->workers <= 1 && !o->tool &&
           p->profiles->n_pieces && !(p->profiles->flags & SW_PROFILE_INCOMPLETE) &&
           !sw_launch_is_there() && !WIFSIGNALED(end->status) && !sw_interrupt_asked() &&
           end->took_ns < SW_STEADY_LONGEST_S * 1000000000ull;
}

static void forget_pieces(struct sw_profile *p)
{
    free(p->pieces);
    p->pieces = NULL;
    p->n_pieces = 0;
    for (size_t i = 0; i < p->sampled.n_paths; i++)
        p->sampled.paths[i].piece = 0;
}

bool sw_steady_improve(struct sw_profiling *p, const struct sw_live_options *options,
                       const struct sw_child_end *end, const struct sw_steady_request *request)
{
    bool done = false;
    static struct series s;
    off_t input =
        lseek(STDIN_FILENO, 0, SEEK_CUR); /* which runs rewind, and others may read on from here */
    s = (struct series){.profiling = p, .first = p->profiles, .options = options, .end = *end};
    if (request)
        s.request = *request;
    sw_profile_init(&s.counted);
    sw_profile_init(&s.result);
    s.rates_fd = sw_piece_rates_open();
    if (s.rates_fd >= 0 && sw_steady_is_worth_while(p, options, end) &&
        sw_piece_rates_write(NULL, s.first, s.rates_fd) == 0 && find_rates(&s) && measure(&s)) {
        add_one(&s);
        add_more(&s);
        done = take_over(&s);
        time_one_worker(&s);
    }
    sw_piece_rates_close(s.rates_fd);
    if (input >= 0)
        lseek(STDIN_FILENO, input, SEEK_SET);
    for (size_t i = 0; i < s.n_timed; i++)
        sw_profile_release(&s.timed[i]);
    sw_profile_release(&s.counted);
    sw_profile_release(&s.result);
    sw_piece_rates_release(&s.rates);
    for (size_t i = 0; i < p->n_profiles; i++)
        forget_pieces(&p->profiles[i]);
    return done;
}
