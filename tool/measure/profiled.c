#include "tool/measure/profiled.h"
#include "tool/common/interrupt.h"

int sw_profiled_run(struct sw_profiling *profiling, char *const *argv,
                    const struct sw_live_options *options, const char *tool_path, bool silent,
                    struct sw_tail *tail, struct sw_child_end *end)
{
    sw_interrupt_hold();
    int status = sw_profiling_init(profiling, argv, options);
    if (!status && tool_path)
        status = sw_profiling_add_tool(profiling, tool_path);
    if (status)
        return status;
    sw_profiling_say_front_end(profiling); /* early: it may run for long, and in vain */
    struct sw_child child = {.argv = profiling->command,
                             .steady = options->meter == SW_METER_INSTRUCTIONS,
                             .silent = silent,
                             .limit_ns = options->limit_ns,
                             .tail = silent ? tail : NULL,
                             .environment = profiling->environment,
                             .poll_fd = profiling->receiver.poll,
                             .on_input = sw_profiling_take,
                             .on_halt = sw_profiling_halt,
                             .data = profiling};
    int error = sw_child_run(&child, end);
    return error ? sw_child_refuse(argv[0], error) : 0;
}

int sw_sampled_run(struct sw_profiling *p, char *const *argv, const struct sw_live_options *options,
                   struct sw_child_end *end)
{
    sw_interrupt_hold();
    int status = sw_profiling_init_sample(p, argv, options);
    if (status)
        return status;
    struct sw_child child = {.argv = p->command,
                             .environment = p->environment,
                             .poll_fd = p->receiver.poll,
                             .on_input = sw_profiling_take,
                             .data = p};
    int error = sw_child_run(&child, end);
    return error ? sw_child_refuse(argv[0], error) : 0;
}
