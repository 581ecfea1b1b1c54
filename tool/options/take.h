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

/* -q: there is no progress from now on. It may have a field or none. */
bool sw_take_quiet(const struct sw_option *option, const char *value, void *field);

/* Says that the value is wrong. Returns false. */
bool sw_take_wrong(const struct sw_option *option, const char *value);

#endif
