/* How the value of an option is taken into the field that it is bound to. False after a message. */
#ifndef SPANWISE_TOOL_OPTIONS_TAKE_H
#define SPANWISE_TOOL_OPTIONS_TAKE_H

#include "tool/options/options.h"

/* As the option says. `word` is that of argv. */
bool sw_take(const struct sw_option *option, const char *value, const char *word, void *settings);

/* By its kind: for those that have another way, which is this one and something more. */
bool sw_take_by_kind(const struct sw_option *option, const char *value, void *field);

/* Numbers of processors, from 1 to its most: "1,2,4" (number_list.h). The field is a bool for each, from 0 on. */
bool sw_take_list(const struct sw_option *option, const char *value, void *field);

/* -q. It may have a field or none. */
bool sw_take_quiet(const struct sw_option *option, const char *value, void *field);

/* -q of every command; a field may follow, for who has a report on stderr. */
/* --memory, bound to a uint64_t: as in struct sw_live_options. */
bool sw_take_memory(const struct sw_option *option, const char *text, void *field);
#define SW_TAKES_MEMORY(...)                                                                      \
    {                                                                                             \
        "memory", 0, SW_VALUE_WORD, "SIZE",                                                       \
            .help = "run once more, several times slower, to find which lines read and write "    \
                    "memory, if "                                                                 \
                    "a core has SIZE of cache (--memory=2M; default: this machine's last cache)", \
            .is_optional = true, .wrong = "--memory takes from 128K to 256M of cache, not '%s'",  \
            .take = sw_take_memory, __VA_ARGS__                                                   \
    }

/* Bound to a const char *. */
#define SW_TAKES_MACHINE(...)                                                                      \
    {                                                                                              \
        "machine", 0, SW_VALUE_FILE, "FILE",                                                       \
            .help = "with --memory: the machine whose memory is meant, as written by 'spanwise "   \
                    "calibrate', or the name of a server that comes with the tool (default: this " \
                    "machine if it has the cores, else the smallest such server that has them)",   \
            __VA_ARGS__                                                                            \
    }

#define SW_TAKES_QUIET(...)                                                                    \
    {                                                                                          \
        "quiet", 'q', .help = "nothing on stderr but errors: no report, no progress, no hint", \
                      .writes = true, .take = sw_take_quiet, __VA_ARGS__                       \
    }

/* -N of every command that has numbers of cores, into the field that follows; and -P, as some called it once. */
#define SW_TAKES_CORES(help_, most_, ...)                                                       \
    {"processors",  'N',           SW_VALUE_WORD,        "LIST",                                \
     .help = help_, .most = most_, .take = sw_take_list, __VA_ARGS__},                          \
    {                                                                                           \
        "cores", 'P', SW_VALUE_WORD, "LIST", .help = "as -N", .is_hidden = true, .most = most_, \
                                             .take = sw_take_list, __VA_ARGS__                  \
    }

/* Says that the value is wrong. Returns false. */
bool sw_take_wrong(const struct sw_option *option, const char *value);

#endif
