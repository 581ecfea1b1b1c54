/* --meter, --level, --budget and the like: taken, and checked against each other. */
#include "tool/options/run_options.h"
#include "console/message.h"
#include "engine/tree/tree.h"
#include "profile/front_end.h"
#include "tool/measure/meters.h"

#define TREE_LEAST (1ull << 20)
#define TREE_MOST  (16ull << 30)

static bool parse_meter(const char *name, struct sw_live_options *o)
{
    const struct sw_meter *meter = sw_meter_find(name);
    if (!meter)
        return sw_error("unknown meter '%s'; 'spanwise meters' lists them", name);
    o->meter = meter->kind;
    o->perf_type = meter->perf_type;
    o->perf_config = meter->perf_config;
    return true;
}

static bool take_meter(const struct sw_option *option SW_UNUSED, const char *value, void *field)
{
    struct sw_run_options *o = field;
    o->meter_given = true;
    return parse_meter(value, &o->live);
}

static bool take_front_end(const struct sw_option *option, const char *value, void *field)
{
    uint64_t *front_end = field;
    *front_end = sw_front_end_named(value);
    return *front_end != SW_FRONT_END_UNKNOWN || sw_take_wrong(option, value);
}

/* "64M"; without a letter, bytes. */
static bool take_tree(const struct sw_option *option, const char *text, void *field)
{
    static const char letters[] = "KMG";
    uint64_t *bound = field;
    char *end;
    errno = 0;
    unsigned long long n = text ? strtoull(text, &end, 10) : 0;
    const char *letter = text && *end ? strchr(letters, *end & ~0x20) : NULL;
    unsigned shift = letter ? 10 * (unsigned)(letter - letters + 1) : 0;
    *bound = text ? n << shift : SW_TREE_BOUND;
    if (!text || (*text >= '0' && *text <= '9' && !errno && !end[letter != NULL] &&
                  n <= TREE_MOST >> shift && *bound >= TREE_LEAST))
        return true;
    return sw_take_wrong(option, text);
}

#define TREE_WRONG "--tree takes from 1M to 16G of memory, not '%s'"

const struct sw_option sw_tree_takes[] = {
    {"tree", 0, SW_VALUE_WORD, "MEMORY",
     .help = "also record the program tree, for 'spanwise predict' and 'what-if', in at most this "
             "much memory (--tree=64M or --tree-memory=64M; default: 256M)",
     .is_optional = true, .wrong = TREE_WRONG, .take = take_tree},
    {"tree-memory", 0, SW_VALUE_WORD, "MEMORY", .help = "as --tree=MEMORY", .is_hidden = true,
     .wrong = TREE_WRONG, .take = take_tree},
    {0},
};

static const char *meter_name(size_t i)
{
    return i < sw_n_meters ? sw_meters[i].name : NULL;
}

#define AT(member) SW_FIELD(struct sw_run_options, member)

const struct sw_option sw_measuring_takes[] = {
    {"meter", 0, SW_VALUE_CHOICE, "NAME",
     .help = "what to count: time (default), instructions, or one of those that 'spanwise meters' "
             "lists",
     .choice = meter_name, .take = take_meter},
    {"libraries", 0, SW_VALUE_CHOICE, "WHICH",
     .help = "with --meter=instructions, count those in shared libraries: all (default) or none",
     .choices = "all, none", .wrong = "--libraries is 'all' or 'none', not '%s'",
     AT(live.only_ours)},
    {"engine", 0, SW_VALUE_CHOICE, "NAME",
     .help = "what counts instructions: own (in-process, default), or qemu (an emulator, slow)",
     .choices = "own, qemu", .least = SW_INSN_COUNTER_OWN,
     .wrong = "--engine is 'own' or 'qemu', not '%s'", AT(live.insn_counter)},
    {"level", 0, SW_VALUE_CHOICE, "LEVEL",
     .help = "how much to follow:\n"
             "full\tevery function (default; in OpenMP programs, by sampling)\n"
             "spawns\tonly functions that spawn: cheapest\n"
             "sampled\tas spawns, and sample call paths: functions by share of work and span",
     .choices = "full, spawns, sampled", .least = SW_LEVEL_FULL,
     .wrong = "--level is 'full', 'spawns' or 'sampled', not '%s'", AT(level)},
    {"rate", 0, SW_VALUE_NUMBER, "N",
     .help = "samples per second of processor time, 1 to 20000 (default: 1000); implies "
             "--level=sampled",
     .least = 1, .most = SW_RATE_MOST, .suffix = "Hz", AT(rate)},
    {"budget", 0, SW_VALUE_NUMBER, "N%",
     .help = "overhead allowed for following calls (default: 20%); beyond it, tiny functions "
             "called often count as inlined. 'none': no limit",
     .most = 100000, .suffix = "%", .word = "none", AT(budget)},
    {"burden", 0, SW_VALUE_NUMBER, "N",
     .help = "cost of a steal, for the burdened span, in the meter's unit (default: 5000 ns, 15000 "
             "instructions)",
     .most = 1000000000, .suffix = "ns", AT(burden)},
    {"grain", 0, SW_VALUE_NUMBER, "N",
     .help = "iterations per chunk of a cilk_for without a pragma", .most = UINT64_MAX / 2,
     AT(live.grain)},
    {"workers", 0, SW_VALUE_NUMBER, "N",
     .help = "profile a run on N workers (default: 1, serially)", .least = 1,
     .most = SW_WORKERS_MAX, AT(live.workers)},
    {"front-end", 0, SW_VALUE_CHOICE, "NAME",
     .help = "which model to profile if the program uses several: cilk, opencilk, openmp, threads, "
             "or annotate (default: found in its file)",
     .choices = "cilk, opencilk, openmp, threads, annotate",
     .wrong = "--front-end takes cilk, opencilk, openmp, threads or annotate, not '%s'",
     .take = take_front_end, AT(live.front_end)},
    {0},
};

bool sw_run_options_follow(struct sw_run_options *o, const char *meter, const char *name)
{
    struct sw_live_options as = o->live;
    as.only_ours = !strcmp(meter, SW_METER_ONLY_OURS);
    if (!parse_meter(as.only_ours ? "instructions" : meter, &as))
        return false;
    if (!o->meter_given)
        o->live = as;
    if (!strcmp(sw_meter_profile_name(&o->live), meter))
        return true;
    return sw_error("'%s' was measured with the meter '%s', not '%s'", name, meter,
                    sw_meter_profile_name(&o->live));
}

/* Who names a rate wants samples. They are of time, and need no calls followed. */
static bool settle_samples(struct sw_run_options *o)
{
    if (o->rate && !o->level)
        o->level = SW_LEVEL_SAMPLED;
    bool sampled = o->level == SW_LEVEL_SAMPLED;
    o->live.spawns_only = o->level >= SW_LEVEL_SPAWNS;
    if (o->rate && !sampled)
        return sw_error("--rate needs --level=sampled, not --level=%s",
                        o->level == SW_LEVEL_FULL ? "full" : "spawns");
    if (sampled && o->live.meter != SW_METER_TIME)
        return sw_error("%s samples time: it needs --meter=time",
                        o->rate ? "--rate" : "--level=sampled");
    if (sampled)
        o->live.sample_rate = o->rate ? o->rate : SW_RATE_DEFAULT;
    return true;
}

/* A tree is of what happens in serial order. */
static bool settle_tree(const struct sw_run_options *o)
{
    if (!o->live.tree || o->live.workers == 1)
        return true;
    return sw_error("--tree records a serial run: it needs --workers=1");
}

/* Of what is counted, following calls costs nothing, and nothing is to be left out for it. */
bool sw_run_options_settle(struct sw_run_options *o)
{
    const struct sw_meter *meter = sw_meter_of_run(&o->live);
    bool has_budget = o->budget != SW_NOT_GIVEN;
    o->live.burden = o->burden != SW_NOT_GIVEN ? o->burden : meter->burden;
    if (has_budget)
        o->live.budget_percent = o->budget;
    if (!settle_samples(o) || !settle_tree(o))
        return false;
    if (meter->kind == SW_METER_TIME) {
        bool counts = o->live.only_ours || o->live.insn_counter;
        if (counts)
            sw_error("%s is for --meter=instructions",
                     o->live.only_ours ? "--libraries" : "--engine");
        return !counts;
    }
    if (has_budget && o->budget)
        return sw_error("--budget is a share of the time: it needs --meter=time");
    o->live.budget_percent = 0;
    return true;
}
