#include "compile/sleds/sync.h"
#include "abi/cilk.h"
#include "compile/sleds/labels.h"

/* How long what lies between takes is estimated, not measured: it must be next to nothing. */
#define MOST_INSTRUCTIONS 16

void sw_sync_take(struct sw_sync *sync, const struct sw_line *line, enum sw_insn insn)
{
    if (!sync->label.at || line->kind == SW_LINE_LABEL || sw_line_is_transparent(line))
        return;
    bool ordinary =
        line->kind == SW_LINE_INSTRUCTION && (insn == SW_INSN_OTHER || insn == SW_INSN_LOAD);
    if (!ordinary || ++sync->instructions > MOST_INSTRUCTIONS)
        sync->label.at = NULL;
}

void sw_sync_take_app(struct sw_sync *sync, const struct sw_app *app)
{
    *sync = (struct sw_sync){0};
    if (app->kind == SW_SLED_SYNC)
        sync->label = app->label;
}
