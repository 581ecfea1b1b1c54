/* What core asks of sleds and tools, which are in every library: a module that spanwise cc has built may come with any
 * program. */
#include "agent/core/front.h"
#include "agent/cilk/patch.h"
#include "agent/cilk/tool.h"

static void unpatch_all(struct sw_live *live)
{
    for (uint32_t i = 0; i < live->cilk.n_sleds; i++)
        if (!live->cilk.sleds[i].stay_nop)
            sw_patch_sled(live, i, false);
}

static int unpatch(struct sw_live *live, const struct sw_live_function *function)
{
    return sw_patch_function(live, function, false);
}

const struct sw_front sw_front = {
    .started = sw_tool_load, .ends = sw_tool_end, .ended = unpatch_all, .leave_out = unpatch};
