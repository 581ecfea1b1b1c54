#include "compile/sleds/code.h"
#include "abi/cilk.h"
#include "compile/sleds/labels.h"

void sw_code_take_app(struct sw_code_open *code, const struct sw_app *app, bool found,
                      struct sw_text function, const struct sw_line *line)
{
    struct sw_text from = {NULL, 0};
    if (!app->label.at)
        code->checks = line->kind == SW_LINE_INSTRUCTION;
    bool task = sw_label_is_task(function);
    if (sw_text_begins(line->name, ".Lspanwise_check"))
        from = line->name;
    else if (found && ((app->kind == SW_SLED_SYNC && code->checks) ||
                       (task && app->kind == SW_SLED_SPAWN_END)))
        from = app->label;
    if (!from.at || code->whole)
        return;
    bool pop = found && app->kind == SW_SLED_SPAWN_END;
    code->from = from;
    code->flags = pop ? SW_CODE_CREATE | SW_CODE_HIDDEN : SW_CODE_SYNC;
    code->in_app = !pop;
}

/* Nothing goes straight on behind it. */
static bool is_last(enum sw_insn insn)
{
    switch (insn) {
    case SW_INSN_RETURN:
    case SW_INSN_JUMP:
    case SW_INSN_LOADED:
    case SW_INSN_LEAVE:
    case SW_INSN_INDIRECT:
    case SW_INSN_LOST:
        return true;
    default:
        return false;
    }
}

static bool changes_section(const struct sw_line *line)
{
    return line->kind == SW_LINE_DIRECTIVE &&
           (sw_text_is(line->name, ".section") || sw_text_is(line->name, ".text") ||
            sw_text_is(line->name, ".subsection") || sw_text_is(line->name, ".previous"));
}

bool sw_code_take(struct sw_code_open *code, const struct sw_line *line, enum sw_insn insn)
{
    if (changes_section(line)) {
        code->divided = true;
        code->from.at = NULL;
    }
    if (!code->from.at)
        return false;
    return code->in_app ? line->kind == SW_LINE_NO_APP
                        : line->kind == SW_LINE_INSTRUCTION && is_last(insn);
}
