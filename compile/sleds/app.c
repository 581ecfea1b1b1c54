#include "compile/sleds/app.h"
#include "abi/cilk.h"
#include "compile/sleds/labels.h"

/* The kind in the entry of a sled: `.byte 4,0,0,0`. */
static int kind_of(struct sw_text operands)
{
    struct sw_text kind = sw_text_operand(&operands);
    return kind.size == 1 && *kind.at > '0' && *kind.at <= '9' ? *kind.at - '0' : 0;
}

static struct sw_text last_operand(struct sw_text operands)
{
    struct sw_text last = {operands.at, 0};
    while (operands.size)
        last = sw_text_operand(&operands);
    return last;
}

bool sw_app_take(struct sw_app *app, const struct sw_line *line)
{
    app->kind = 0;
    if (app->label.at) {
        if (sw_text_is(line->name, ".popsection"))
            app->label.at = NULL;
        if (!sw_text_is(line->name, ".byte"))
            return false;
        app->kind = kind_of(line->operands);
        return true;
    }
    if (sw_text_is(line->name, ".pushsection") && sw_text_begins(line->operands, SW_SLEDS)) {
        app->label = last_operand(line->operands);
        return false;
    }
    if (sw_text_begins(line->name, ".Lspanwise_check"))
        app->check = true;
    if (app->check && line->kind == SW_LINE_INSTRUCTION) {
        app->check = !sw_text_begins(line->name, "j") && !sw_text_begins(line->name, "b");
        return false;
    }
    return !sw_line_is_transparent(line) && !sw_text_begins(line->name, ".Lspanwise");
}
