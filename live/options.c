/* Converts the options of a run to text and back; they travel in an environment variable. */
#include "live/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t offset;
} fields[] = {
    {"spawns_only", offsetof(struct sw_live_options, spawns_only)},
    {"budget_percent", offsetof(struct sw_live_options, budget_percent)},
    {"burden", offsetof(struct sw_live_options, burden)},
    {"grain", offsetof(struct sw_live_options, grain)},
    {"workers", offsetof(struct sw_live_options, workers)},
    {"tool", offsetof(struct sw_live_options, tool)},
    {"meter", offsetof(struct sw_live_options, meter)},
    {"event_type", offsetof(struct sw_live_options, perf_type)},
    {"event_config", offsetof(struct sw_live_options, perf_config)},
    {"only_ours", offsetof(struct sw_live_options, only_ours)},
    {"engine", offsetof(struct sw_live_options, insn_counter)},
    {"processors", offsetof(struct sw_live_options, processors)},
    {"force_threads", offsetof(struct sw_live_options, force_threads)},
    {"baton", offsetof(struct sw_live_options, baton)},
    {"tree", offsetof(struct sw_live_options, tree)},
    {"memory", offsetof(struct sw_live_options, memory)},
    {"window_ns", offsetof(struct sw_live_options, window_ns)},
    {"apart", offsetof(struct sw_live_options, apart)},
    {"cores", offsetof(struct sw_live_options, cores)},
    {"sample_rate", offsetof(struct sw_live_options, sample_rate)},
};
#define N_FIELDS (sizeof fields / sizeof *fields)

int sw_options_format(const struct sw_live_options *options, char *text, size_t size)
{
    int n = 0;
    for (size_t i = 0; i < N_FIELDS; i++) {
        const uint64_t *value = (const void *)((const char *)options + fields[i].offset);
        n += snprintf(text + n, size > (size_t)n ? size - (size_t)n : 0, "%s=%" PRIu64 " ",
                      fields[i].name, *value);
    }
    return n;
}

void sw_options_parse(struct sw_live_options *options, const char *text)
{
    *options = SW_OPTIONS_DEFAULT;
    for (size_t i = 0; text && i < N_FIELDS; i++) {
        const char *found = strstr(text, fields[i].name);
        size_t length = strlen(fields[i].name);
        if (found && found[length] == '=')
            *(uint64_t *)((char *)options + fields[i].offset) =
                strtoull(found + length + 1, NULL, 10);
    }
}
