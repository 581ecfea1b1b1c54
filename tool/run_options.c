#include "tool/run_options.h"
#include "tool/command.h"
#include "tool/number.h"

#include <string.h>

static bool parse_level(const char *text, uint64_t *spawns_only)
{
    *spawns_only = !strcmp(text, "spawns");
    if (*spawns_only || !strcmp(text, "full"))
        return true;
    sw_error("--level is 'full' or 'spawns', not '%s'", text);
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

static bool parse(struct sw_run_options *o, int option, const char *value)
{
    switch (option) {
    case SW_RUN_LEVEL:
        return parse_level(value, &o->live.spawns_only);
    case SW_RUN_BUDGET:
        o->budget_given = true;
        return parse_budget(value, &o->live.budget_percent);
    case SW_RUN_BURDEN:
        return sw_number_parse("burden", value, "ns", 0, 1000000000, &o->live.burden_ns);
    case SW_RUN_GRAIN:
        return sw_number_parse("grain", value, "", 0, UINT64_MAX / 2, &o->live.grain);
    case SW_RUN_WORKERS:
        return sw_number_parse("workers", value, "", 1, SW_WORKERS_MAX, &o->live.workers);
    }
    return false;
}

int sw_run_options_take(struct sw_run_options *options, int option, const char *value)
{
    if (option < SW_RUN_LEVEL || option > SW_RUN_WORKERS)
        return 0;
    return parse(options, option, value) ? 1 : -1;
}
