/* What cost can be counted in, and what of it works on this machine. */
#include "tool/measure/meters.h"
#include "base/clock.h"
#include "base/ticks.h"
#include "console/message.h"
#include "tool/common/program.h"
#include "tool/measure/perf_why.h"

#include <linux/perf_event.h>

#define TIME_BURDEN 5000
#define WORK_BURDEN 15000 /* Cilkview's, of instructions; cycles are about as many */
#define HARDWARE(name, unit, burden, event, what)                                          \
    {                                                                                      \
        name, unit, SW_METER_PERF, burden, what, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##event \
    }
#define SOFTWARE(name, unit, burden, event, what)                                          \
    {                                                                                      \
        name, unit, SW_METER_PERF, burden, what, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##event \
    }
#define LOAD_MISSES(name, unit, cache, what)                                 \
    {                                                                        \
        name, unit, SW_METER_PERF, 0, what, PERF_TYPE_HW_CACHE,              \
            PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_READ << 8 | \
                PERF_COUNT_HW_CACHE_RESULT_MISS << 16                        \
    }

/* Names of events are perf's, but for 'instructions', which are counted without the kernel. */
const struct sw_meter sw_meters[] = {
    {"time", "ns", SW_METER_TIME, TIME_BURDEN, "the processor's clock", 0, 0},
    {"instructions", "instructions", SW_METER_INSTRUCTIONS, WORK_BURDEN,
     "of the program, counted as it runs: the same in every run", 0, 0},
    HARDWARE("hw-instructions", "instructions", WORK_BURDEN, INSTRUCTIONS,
             "counted by the processor (perf's 'instructions')"),
    HARDWARE("cycles", "cycles", WORK_BURDEN, CPU_CYCLES, "of the processor's clock, at its speed"),
    HARDWARE("ref-cycles", "cycles", WORK_BURDEN, REF_CPU_CYCLES, "the same at a constant speed"),
    HARDWARE("bus-cycles", "bus cycles", 0, BUS_CYCLES, "of the bus"),
    HARDWARE("stalled-cycles-frontend", "stalled cycles", 0, STALLED_CYCLES_FRONTEND,
             "in which no instruction came"),
    HARDWARE("stalled-cycles-backend", "stalled cycles", 0, STALLED_CYCLES_BACKEND,
             "in which instructions waited"),
    HARDWARE("branches", "branches", 0, BRANCH_INSTRUCTIONS, "jumps, calls and returns"),
    HARDWARE("branch-misses", "branch misses", 0, BRANCH_MISSES, "predicted wrongly"),
    HARDWARE("cache-references", "cache references", 0, CACHE_REFERENCES,
             "accesses of the last cache"),
    HARDWARE("cache-misses", "cache misses", 0, CACHE_MISSES, "those that went on to memory"),
    LOAD_MISSES("L1-dcache-load-misses", "cache misses", L1D, "loads that the first cache had not"),
    LOAD_MISSES("LLC-load-misses", "cache misses", LL, "loads that the last cache had not"),
    LOAD_MISSES("dTLB-load-misses", "TLB misses", DTLB, "loads whose page was looked up"),
    SOFTWARE("task-clock", "ns", TIME_BURDEN, TASK_CLOCK,
             "time on a processor, as the kernel counts it"),
    SOFTWARE("page-faults", "page faults", 0, PAGE_FAULTS, "first touches of memory, mostly"),
    SOFTWARE("minor-faults", "page faults", 0, PAGE_FAULTS_MIN, "those without I/O"),
    SOFTWARE("major-faults", "page faults", 0, PAGE_FAULTS_MAJ, "those that waited for I/O"),
    SOFTWARE("context-switches", "context switches", 0, CONTEXT_SWITCHES,
             "away from the thread: it waited, or was made to"),
    SOFTWARE("cpu-migrations", "migrations", 0, CPU_MIGRATIONS, "to another processor"),
};

const size_t sw_n_meters = sizeof sw_meters / sizeof *sw_meters;

/* "r" and hexadecimal digits: by the processor's own number. */
static const struct sw_meter *raw(uint64_t config)
{
    static char name[24];
    static struct sw_meter meter = {name, "events", SW_METER_PERF, 0, "", PERF_TYPE_RAW, 0};
    snprintf(name, sizeof name, "r%" PRIx64, config);
    meter.perf_config = config;
    return &meter;
}

static const struct sw_meter *find_raw(const char *name)
{
    size_t digits = *name == 'r' ? strspn(name + 1, "0123456789abcdefABCDEF") : 0;
    if (!digits || digits > 16 || name[1 + digits])
        return NULL;
    return raw(strtoull(name + 1, NULL, 16));
}

const struct sw_meter *sw_meter_find(const char *name)
{
    for (size_t i = 0; i < sw_n_meters; i++)
        if (!strcmp(name, sw_meters[i].name))
            return &sw_meters[i];
    return find_raw(name);
}

static bool is_of(const struct sw_meter *meter, const struct sw_live_options *o)
{
    if (meter->kind != o->meter)
        return false;
    return meter->kind != SW_METER_PERF ||
           (meter->perf_type == o->perf_type && meter->perf_config == o->perf_config);
}

const struct sw_meter *sw_meter_of_run(const struct sw_live_options *options)
{
    for (size_t i = 0; i < sw_n_meters; i++)
        if (is_of(&sw_meters[i], options))
            return &sw_meters[i];
    return raw(options->perf_config);
}

const char *sw_meter_profile_name(const struct sw_live_options *options)
{
    if (options->only_ours)
        return SW_METER_ONLY_OURS;
    return sw_meter_of_run(options)->name;
}

#define ROUNDS   20
#define READINGS 200

/* The number after `key`, which begins a line of the file; `otherwise` where there is none. */
static int number_in(const char *path, const char *key, int otherwise)
{
    char rest[256];
    int number;
    bool found = sw_file_line(path, key, rest, sizeof rest) && sscanf(rest, "%d", &number) == 1;
    return found ? number : otherwise;
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

/* Of one such reading, in picoseconds: in the best of some rounds. */
#define READING_PS(reading)                            \
    ({                                                 \
        uint64_t best = UINT64_MAX;                    \
        for (int round = 0; round < ROUNDS; round++) { \
            uint64_t began = sw_clock_ns(), took;      \
            for (int i = 0; i < READINGS; i++)         \
                reading;                               \
            took = sw_clock_ns() - began;              \
            best = took < best ? took : best;          \
        }                                              \
        best * 1000 / READINGS;                        \
    })

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
    p->reading_ps = READING_PS(sw_perf_meter_now(&perf));
    sw_perf_meter_close(&perf);
}

void sw_meter_probe(const struct sw_meter *m, struct sw_meter_probe *p)
{
    *p = (struct sw_meter_probe){.meter = *m, .works = 1, .brief = ""};
    if (m->kind == SW_METER_PERF)
        probe_event(m, p);
    if (m->kind == SW_METER_TIME) {
        p->in_user_space = 1;
        p->reading_ps = READING_PS(sw_meter_ticks());
    }
}

static void list_those_that_work(char *text, size_t size)
{
    size_t at = 0;
    SW_EACH (m, sw_meters, sw_n_meters) {
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
    return sw_error("--meter=%s: %s; the meters that work here: %s", m->name, why, those);
}
