#include "tool/profiled.h"
#include "tool/command.h"

#include <errno.h>
#include <string.h>

int sw_profiled_run(struct sw_profiling *profiling, char *const *argv,
                    const struct sw_live_options *options, const char *tool_path, bool silent,
                    struct sw_child_end *end)
{
    int status = sw_profiling_init(profiling, argv, options);
    if (!status && tool_path)
        status = sw_profiling_add_tool(profiling, tool_path);
    if (status)
        return status;
    sw_profiling_say_front_end(profiling); /* early: it may run for long, and in vain */
    struct sw_child child = {.argv = profiling->command,
                             .steady = options->meter == SW_METER_INSTRUCTIONS,
                             .silent = silent,
                             .environment = profiling->environment,
                             .poll_fd = profiling->receiver.socket,
                             .on_input = sw_profiling_take,
                             .data = profiling};
    int error = sw_child_run(&child, end);
    if (!error)
        return 0;
    sw_error("cannot run '%s': %s", argv[0], strerror(-error));
    return error == -ENOENT ? 127 : 126;
}
