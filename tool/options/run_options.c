#include "tool/options/run_options.h"
#include "engine/tree/tree.h"
#include "tool/common/command.h"
#include "tool/common/meters.h"
#include "tool/common/number.h"
#include "tool/measure/front_end.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TREE_LEAST (1ull << 20)
#define TREE_MOST  (16ull << 30)

/* What is sampled needs no calls followed. */
static bool parse_level(const char *text, struct sw_run_options *o)
{
    o->level = text;
    o->sampled = !strcmp(text, "sampled");
    o->live.spawns_only = o->sampled || !strcmp(text, "spawns");
    if (o->live.spawns_only || !strcmp(text, "full"))
        return true;
    sw_error("--level is 'full', 'spawns' or 'sampled', not '%s'", text);
    return false;
}

static bool parse_budget(const char *text, uint64_t *percent)
{
    if (!strcmp(text, "none")) {
        *percent = 0;
        return true;
    }
    return sw_number_parse("budget", text, "%", 0, 100000, percent);
}

static bool parse_meter(const char *name, struct sw_live_options *o)
{
    const struct sw_meter *meter = sw_meter_find(name);
    if (!meter) {
        sw_error("there is no meter '%s'; 'spanwise meters' lists them", name);
        return false;
    }
    o->meter = meter->kind;
    o->event_type = meter->event_type;
    o->event_config = meter->event_config;
    return true;
}

static bool parse_libraries(const char *text, uint64_t *none)
{
    *none = !strcmp(text, "none");
    if (*none || !strcmp(text, "all"))
        return true;
    sw_error("--libraries is 'all' or 'none', not '%s'", text);
    return false;
}

static bool parse_engine(const char *text, uint64_t *engine)
{
    *engine = !strcmp(text, "own") ? SW_ENGINE_OWN : SW_ENGINE_QEMU;
    if (*engine == SW_ENGINE_OWN || !strcmp(text, "qemu"))
        return true;
    sw_error("--engine is 'own' or 'qemu', not '%s'", text);
    return false;
}

/* "64M"; without a letter, bytes. */
static bool parse_tree(const char *text, uint64_t *bound)
{
    static const char letters[] = "KMG";
    char *end;
    errno = 0;
    unsigned long long n = text ? strtoull(text, &end, 10) : 0;
    const char *letter = text && *end ? strchr(letters, *end & ~0x20) : NULL;
    unsigned shift = letter ? 10 * (unsigned)(letter - letters + 1) : 0;
    *bound = text ? n << shift : SW_TREE_BOUND;
    if (!text || (*text >= '0' && *text <= '9' && !errno && !end[letter != NULL] &&
                  n <= TREE_MOST >> shift && *bound >= TREE_LEAST))
        return true;
    sw_error("--tree takes from 1M to 16G of memory, not '%s'", text);
    return false;
}

static bool parse(struct sw_run_options *o, int option, const char *value)
{
    switch (option) {
    case SW_RUN_LEVEL:
        return parse_level(value, o);
    case SW_RUN_BUDGET:
        o->budget_given = true;
        return parse_budget(value, &o->live.budget_percent);
    case SW_RUN_METER:
        o->meter_given = true;
        return parse_meter(value, &o->live);
    case SW_RUN_LIBRARIES:
        return parse_libraries(value, &o->live.only_ours);
    case SW_RUN_ENGINE:
        return parse_engine(value, &o->live.engine);
    case SW_RUN_BURDEN:
        o->burden_given = true;
        return sw_number_parse("burden", value, "ns", 0, 1000000000, &o->live.burden);
    case SW_RUN_GRAIN:
        return sw_number_parse("grain", value, "", 0, UINT64_MAX / 2, &o->live.grain);
    case SW_RUN_RATE:
        return sw_number_parse("rate", value, "Hz", 1, SW_RATE_MOST, &o->rate);
    case SW_RUN_FRONT_END:
        o->live.front_end = sw_front_end_named(value);
        if (o->live.front_end != SW_FRONT_END_UNKNOWN)
            return true;
        sw_error("--front-end takes cilk, opencilk, openmp or annotate, not '%s'", value);
        return false;
    case SW_RUN_TREE:
        return parse_tree(value, &o->live.tree);
    case SW_RUN_WORKERS:
        return sw_number_parse("workers", value, "", 1, SW_WORKERS_MAX, &o->live.workers);
    }
    return false;
}

int sw_run_options_take(struct sw_run_options *options, int option, const char *value)
{
    if (option < SW_RUN_LEVEL || option > SW_RUN_FRONT_END)
        return 0;
    return parse(options, option, value) ? 1 : -1;
}

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
    sw_error("'%s' was measured with the meter '%s', and '%s' is asked for here", name, meter,
             sw_meter_profile_name(&o->live));
    return false;
}

/* Who names a rate wants samples. They are of time. */
static bool settle_samples(struct sw_run_options *o)
{
    if (o->rate && !o->level)
        parse_level("sampled", o);
    if (o->rate && !o->sampled) {
        sw_error("--rate is for --level=sampled, not --level=%s", o->level);
        return false;
    }
    if (o->sampled && o->live.meter != SW_METER_TIME) {
        sw_error("%s samples time: it is for --meter=time", o->rate ? "--rate" : "--level=sampled");
        return false;
    }
    if (o->sampled)
        o->live.sample_rate = o->rate ? o->rate : SW_RATE_DEFAULT;
    return true;
}

/* A tree is of what happens in serial order. */
static bool settle_tree(const struct sw_run_options *o)
{
    if (!o->live.tree || o->live.workers == 1)
        return true;
    sw_error("--tree records a serial run: it is for --workers=1");
    return false;
}

/* Of what is counted, following calls costs nothing, and nothing is to be left out for it. */
bool sw_run_options_settle(struct sw_run_options *o)
{
    const struct sw_meter *meter = sw_meter_of_run(&o->live);
    if (!o->burden_given)
        o->live.burden = meter->burden;
    if (!settle_samples(o) || !settle_tree(o))
        return false;
    if (meter->kind == SW_METER_TIME) {
        bool counts = o->live.only_ours || o->live.engine;
        if (counts)
            sw_error("%s is for --meter=instructions",
                     o->live.only_ours ? "--libraries" : "--engine");
        return !counts;
    }
    if (o->budget_given && o->live.budget_percent) {
        sw_error("--budget is a share of the time: it is for --meter=time");
        return false;
    }
    o->live.budget_percent = 0;
    return true;
}
