#include "compile/sleds/spawn.h"
#include "abi/cilk.h"
#include "compile/sleds/labels.h"

static void give_up(struct sw_spawn *spawn)
{
    spawn->spawn.at = NULL;
    spawn->after_call = NULL;
}

/* Resolvers of thread-local variables are calls that the linker may replace. */
static void take_call(struct sw_spawn *spawn, const struct sw_line *line, enum sw_insn insn,
                      struct sw_text target)
{
    if (spawn->after_call || sw_text_begins(target, "__tls_get_addr"))
        give_up(spawn);
    else
        spawn->after_call = line->end;
    spawn->indirect = insn == SW_INSN_INDIRECT_CALL;
}

void sw_spawn_take(struct sw_spawn *spawn, const struct sw_line *line, enum sw_insn insn,
                   struct sw_text target)
{
    if (!spawn->spawn.at || sw_line_is_transparent(line))
        return;
    if (line->kind == SW_LINE_INSTRUCTION &&
        (insn == SW_INSN_CALL || insn == SW_INSN_INDIRECT_CALL))
        take_call(spawn, line, insn, target);
    else if (line->kind != SW_LINE_INSTRUCTION ||
             (insn != SW_INSN_OTHER && insn != SW_INSN_LOAD && insn != SW_INSN_REPEAT))
        give_up(spawn);
}

bool sw_spawn_take_app(struct sw_spawn *spawn, const struct sw_app *app)
{
    bool complete = app->kind == SW_SLED_SPAWN_END && spawn->spawn.at && spawn->after_call;
    spawn->end = app->label;
    if (!complete)
        give_up(spawn);
    if (app->kind == SW_SLED_SPAWN)
        spawn->spawn = app->label;
    return complete;
}
