/* Runs the program once more to follow its memory accesses, and puts what is found into the profile. */
#include "tool/measure/traffic.h"
#include "analysis/workspan/bounds.h"
#include "console/message.h"
#include "engine/dag/order.h"
#include "profile/join.h"
#include "tool/common/interrupt.h"
#include "tool/measure/launch.h"
#include "tool/measure/rates.h"

#include <signal.h>
#include <sys/wait.h>

/* Where there is no other limit: a program that takes longer hangs, or waits for something that comes once. */
#define MOST_TIMES     100
#define MOST_NS        30000000000

/* Of a program's own time, what is followed of it, in so many windows, and how much longer that takes, and the rest. */
#define FOLLOWED_NS    60000000
#define FOLLOWED_SHARE 0.08
#define MOST_SHARE     0.5 /* or all of it is */
#define WINDOWS        32
#define FOLLOWED_TIMES 6
#define COUNTED_TIMES  1.3

void sw_traffic_prepare(struct sw_live_options *o)
{
    if (o->meter == SW_METER_TIME && !o->spawns_only)
        o->sample_rate = SW_RATE_DEFAULT;
}

/* NULL: there is nothing to be said against it. */
static const char *refusal(const struct sw_profiling *p, const struct sw_live_options *o,
                           const struct sw_child_end *end)
{
    if (p->n_profiles != 1)
        return "the program is several processes";
    if (sw_launch_is_there())
        return "the program cannot be run once more under a launcher of parallel programs";
    if (o->workers > 1)
        return "it follows a serial run: leave out --workers";
    if (o->tool)
        return "it does not work with --tool";
    if (o->insn_counter == SW_INSN_COUNTER_QEMU)
        return "it does not work with --engine=qemu";
    if (WIFSIGNALED(end->status))
        return "the program was killed, so it is not run again";
    if (sw_interrupt_asked())
        return "interrupted";
    return NULL;
}

/* What is followed of so long; 1: all. */
static double share_of(uint64_t native_ns)
{
    double share = native_ns ? FOLLOWED_SHARE + FOLLOWED_NS / (double)native_ns : 1;
    return share < MOST_SHARE ? share : 1;
}

uint64_t sw_traffic_takes_ns(uint64_t native_ns)
{
    double share = share_of(native_ns);
    return (uint64_t)((share * FOLLOWED_TIMES + (1 - share) * COUNTED_TIMES) * (double)native_ns);
}

static void set_windows(struct sw_live_options *o, uint64_t native_ns)
{
    double share = share_of(native_ns), each = (double)native_ns / WINDOWS;
    if (share >= 1)
        return;
    o->window_ns = (uint64_t)(share * each * FOLLOWED_TIMES);
    o->apart = (uint64_t)((1 - share) / share + 0.5);
}

static struct sw_live_options following(const struct sw_profiling *p,
                                        const struct sw_live_options *options, uint64_t memory)
{
    const struct sw_simulation *chief = sw_profile_chief(p->profiles);
    struct sw_live_options o = *options;
    o.meter = SW_METER_INSTRUCTIONS;
    o.insn_counter = SW_INSN_COUNTER_OWN;
    o.only_ours = 0;
    o.memory = memory;
    o.budget_percent = 0;
    o.sample_rate = 1; /* of fills */
    o.tree = 0;
    o.cores = sw_answer_processors(p->profiles);
    if (chief)
        o.processors = chief->processors;
    return o;
}

/* By us, as it took too long. */
static bool was_ended(const struct sw_child_end *end, uint64_t limit_ns)
{
    return WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGKILL && end->took_ns >= limit_ns;
}

/* How much of the program it is. Of windows of a run that was ended: `whole` are all instructions, as other runs have counted them. False: nobody
 * has. */
static bool note_part(struct sw_memory_pass *m, const struct sw_profile *from, bool is_part,
                      bool is_in_windows, uint64_t whole)
{
    if (!is_in_windows && m->instructions < from->whole.work)
        m->instructions = from->whole.work;
    if (is_in_windows)
        m->all = is_part ? whole : sw_profile_work(from);
    if (is_part || m->instructions < m->all)
        m->flags |= SW_MEMORY_PART | (is_in_windows ? SW_MEMORY_WINDOWS : 0);
    return !is_in_windows || m->all;
}

/* NULL: what it measured is the profile's now. */
static const char *take(struct sw_profiling *p, const struct sw_profiling *again, bool is_part,
                        bool is_in_windows)
{
    struct sw_profile *from = again->profiles;
    if (again->n_profiles != 1 || !from->memory.is_there)
        return "nothing was measured when the program was run again";
    if (!note_part(&from->memory, from, is_part, is_in_windows,
                   p->profiles->steadiness.instructions))
        return "it took too long";
    if (from->memory.flags & SW_MEMORY_LOST)
        sw_profile_warn(p->profiles,
                        "--memory: more cache lines are shared than there is room for: "
                        "some are not told of");
    if (from->memory.flags & SW_MEMORY_MANY)
        sw_profile_warn(p->profiles,
                        "--memory: the program has more than %d threads: those beyond "
                        "count as one, so lines that only they share are not seen",
                        SW_ORDER_THREADS);
    return sw_profile_take_memory(&p->profiles[0], from) < 0 ? "not enough memory" : NULL;
}

/* Once more. NULL: it has worked, and `again` has what it left; else why not. */
static const char *run_again(struct sw_profiling *again, char *const *argv,
                             const struct sw_live_options *o, const struct sw_child_end *first,
                             bool *is_part)
{
    struct sw_child_end end;
    off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR); /* others may read on from here */
    int status = sw_profiled_run(again, argv, o, NULL, true, NULL, &end);
    sw_progress_erase();
    if (input >= 0)
        lseek(STDIN_FILENO, input, SEEK_SET);
    if (status)
        return "it could not be run under the translator";
    if (sw_interrupt_asked())
        return "interrupted";
    *is_part = was_ended(&end, o->limit_ns);
    if (!sw_child_is_alike(first, &end) && !*is_part)
        return "the program exited differently when run again";
    sw_profiling_collect(again, end.status);
    return NULL;
}

/* All instructions of the program, in a run that is followed no further; 0: it takes too long, too. */
static uint64_t count_all(char *const *argv, const struct sw_live_options *followed,
                          const struct sw_child_end *first)
{
    struct sw_profiling again;
    struct sw_live_options o = *followed;
    bool is_part = false;
    uint64_t all = 0;
    o.memory = 0;
    sw_progress("counting its instructions");
    if (!run_again(&again, argv, &o, first, &is_part) && !is_part && again.n_profiles == 1)
        all = sw_profile_work(again.profiles);
    sw_profiling_release(&again);
    return all;
}

static const char *follow(struct sw_profiling *p, char *const *argv,
                          const struct sw_live_options *o, const struct sw_child_end *first)
{
    struct sw_profiling again;
    bool is_part = false;
    /* Functions that were not followed, since that took too long, are not now either: their traffic is where their time is. */
    int rates_fd = sw_piece_rates_open();
    if (rates_fd >= 0)
        sw_piece_rates_write(NULL, p->profiles, rates_fd);
    sw_progress("following its memory accesses");
    const char *why = run_again(&again, argv, o, first, &is_part);
    if (!why)
        why = take(p, &again, is_part, o->apart);
    sw_profiling_release(&again);
    if (!why && is_part && !o->apart && !p->profiles->steadiness.instructions)
        p->profiles->memory.all = count_all(argv, o, first);
    sw_piece_rates_close(rates_fd);
    return why;
}

void sw_traffic_run(struct sw_profiling *p, const struct sw_traffic_request *r)
{
    const char *why = refusal(p, r->options, r->end);
    struct sw_live_options o = following(p, r->options, r->memory);
    o.limit_ns = r->limit_ns ? r->limit_ns : MOST_TIMES * r->end->took_ns + MOST_NS;
    set_windows(&o, r->native_ns);
    if (!why)
        why = follow(p, r->argv, &o, r->end);
    if (!why ||
        r->native_ns) /* nobody has asked for windows: the answer says that memory was not looked at */
        return;
    sw_error("--memory: %s; the report is without memory traffic", why);
    if (p->n_profiles)
        sw_profile_warn(&p->profiles[0], "--memory: %s", why);
}
