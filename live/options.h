/* SPANWISE_OPTIONS: how `spanwise run` tells the runtime what the user asked for. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What `spanwise run` asks for, as text in SPANWISE_OPTIONS. */
struct sw_live_options {
    uint64_t spawns_only;            /* --level=spawns */
    uint64_t budget_percent;         /* 0: none */
    uint64_t burden;                 /* in the meter's unit */
    uint64_t grain;                  /* of a cilk_for without a pragma; 0: from the count */
    uint64_t workers;                /* 1: a serial run, in serial order */
    uint64_t tool;                   /* --tool: SPANWISE_TOOL names it */
    uint64_t meter;                  /* enum sw_meter_kind */
    uint64_t perf_type, perf_config; /* of a perf counter: as in struct perf_event_attr */
    uint64_t only_ours; /* --libraries=none: code that spanwise cc has not built is not counted */
    uint64_t insn_counter; /* enum sw_insn_counter */
    /* --memory: accesses are followed (live/memory.h); call paths are those of fills of the capacity with this number less one; ... */
    uint64_t memory;
    /* ... in windows of so long, with so many times as many instructions in between; 0: all. */
    uint64_t window_ns, apart;
    uint64_t cores;       /* that the answer is for: communication of Cilk is that of so many */
    uint64_t sample_rate; /* --level=sampled: samples a second; 0: none */
    /* Of OpenMP: */
    uint64_t processors;    /* that are simulated; 0: as many as the machine has */
    uint64_t force_threads; /* though the program asks for another number */
    uint64_t tree;          /* --tree: bytes that the program tree may take; 0: none */
    uint64_t baton;         /* logical threads are real ones, of which one runs at a time */
    uint64_t steady;    /* instructions become time: live/rates.h; the tool alone looks at this */
    uint64_t limit_ns;  /* a run that nobody has asked for is killed then; 0: never. Likewise */
    uint64_t native_ns; /* processor time without the profiler; 0: not known. Likewise */
    uint64_t front_end; /* enum sw_front_end_kind, which the tool alone looks at; 0: as found */
};

/* What costs are counted in. */
enum sw_meter_kind {
    SW_METER_TIME,         /* the processor's clock, less what is not the program's */
    SW_METER_INSTRUCTIONS, /* a word for each thread: counter.h */
    SW_METER_PERF,         /* a counter of the kernel's: perf_meter.h */
};

/* What counts instructions. */
enum sw_insn_counter {
    SW_INSN_COUNTER_ANY, /* as the tool chooses */
    SW_INSN_COUNTER_OWN, /* the program itself, translated: translate/translate.h */
    SW_INSN_COUNTER_QEMU,
};

#define SW_OPTIONS_DEFAULT                                 \
    (struct sw_live_options)                               \
    {                                                      \
        .budget_percent = 20, .burden = 5000, .workers = 1 \
    }

/* Samples a second: --rate. */
#define SW_RATE_DEFAULT 1000
#define SW_RATE_MOST    20000

/* As text ("spawns_only=0 budget_percent=20 ..."); returns the length, as snprintf does. */
int sw_options_format(const struct sw_live_options *options, char *text, size_t size);

/* Starts from the defaults; what it does not know it ignores. `text` may be NULL. */
void sw_options_parse(struct sw_live_options *options, const char *text);
