#include "tool/measure/meter_probe.h"
#include "base/clock.h"
#include "base/ticks.h"
#include "console/message.h"
#include "tool/measure/perf_why.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS   20
#define READINGS 200

/* The first number after `key`, which begins a line of the file; `otherwise` where there is none. */
static int number_in(const char *path, const char *key, int otherwise)
{
    char line[256];
    int number = otherwise;
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (!strncmp(line, key, strlen(key)) && sscanf(line + strlen(key), "%d", &number) == 1)
            break;
    if (in)
        fclose(in);
    return number;
}

static int try_perf(uint64_t type, uint64_t config)
{
    struct sw_perf_meter perf = {0};
    int error = sw_perf_meter_open(&perf, type, config);
    sw_perf_meter_close(&perf);
    return error;
}

static bool has_counters(void)
{
    int error = try_perf(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
    return error != -ENOENT && error != -EOPNOTSUPP && error != -ENODEV && error != -ENOSYS;
}

static struct sw_perf_facts facts_of(const struct sw_meter *m, int error)
{
    bool software = m->perf_type == PERF_TYPE_SOFTWARE;
    return (struct sw_perf_facts){
        .error = -error,
        .hardware = !software,
        .raw = m->perf_type == PERF_TYPE_RAW,
        .switches = software && (m->perf_config == PERF_COUNT_SW_CONTEXT_SWITCHES ||
                                 m->perf_config == PERF_COUNT_SW_CPU_MIGRATIONS),
        .counters = has_counters(),
        .filtered = number_in("/proc/self/status", "Seccomp:", 0) == 2,
        .paranoid = number_in("/proc/sys/kernel/perf_event_paranoid", "", SW_PARANOID_UNKNOWN),
    };
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t time_readings(struct sw_perf_meter *perf)
{
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = sw_clock_ns();
        for (int i = 0; i < READINGS; i++)
            sw_perf_meter_now(perf);
        best = least(best, sw_clock_ns() - start);
    }
    return best * 1000 / READINGS;
}

static void probe_event(const struct sw_meter *m, struct sw_meter_probe *p)
{
    struct sw_perf_meter perf = {0};
    uint64_t start = sw_clock_ns();
    int error = sw_perf_meter_open(&perf, m->perf_type, m->perf_config);
    p->opening_ns = sw_clock_ns() - start;
    p->works = !error;
    if (error) {
        struct sw_perf_facts facts = facts_of(m, error);
        p->brief = sw_perf_why_briefly(&facts);
        sw_perf_why(&facts, p->why, sizeof p->why);
        p->opening_ns = 0;
        return;
    }
    p->in_user_space = perf.page != NULL;
    p->reading_ps = time_readings(&perf);
    sw_perf_meter_close(&perf);
}

static uint64_t time_clock(void)
{
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = sw_clock_ns();
        for (int i = 0; i < READINGS; i++)
            sw_meter_ticks();
        best = least(best, sw_clock_ns() - start);
    }
    return best * 1000 / READINGS;
}

void sw_meter_probe(const struct sw_meter *m, struct sw_meter_probe *p)
{
    *p = (struct sw_meter_probe){.meter = *m, .works = 1, .brief = ""};
    if (m->kind == SW_METER_PERF)
        probe_event(m, p);
    if (m->kind == SW_METER_TIME) {
        p->in_user_space = 1;
        p->reading_ps = time_clock();
    }
}

static void list_those_that_work(char *text, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < sw_n_meters; i++) {
        const struct sw_meter *m = &sw_meters[i];
        if (m->kind == SW_METER_PERF && try_perf(m->perf_type, m->perf_config))
            continue;
        at += (size_t)snprintf(text + at, size - at, "%s%s", at ? ", " : "", m->name);
    }
}

bool sw_meter_check(const struct sw_meter *m)
{
    char why[512], those[1024];
    int error = m->kind == SW_METER_PERF ? try_perf(m->perf_type, m->perf_config) : 0;
    if (!error)
        return true;
    struct sw_perf_facts facts = facts_of(m, error);
    sw_perf_why(&facts, why, sizeof why);
    list_those_that_work(those, sizeof those);
    sw_error("--meter=%s: %s; the meters that work here: %s", m->name, why, those);
    return false;
}
