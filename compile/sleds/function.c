#include "compile/sleds/function.h"
#include "compile/sleds/labels.h"

#include <errno.h>
#include <stdlib.h>

void sw_function_release(struct sw_function *function)
{
    free(function->edits);
    free(function->links);
    *function = (struct sw_function){0};
}

void sw_function_open(struct sw_function *function, const struct sw_line *label)
{
    function->open = true;
    function->entered = function->spawns = function->tasks = false;
    function->moves = function->anchored = false;
    function->part = sw_label_is_part(label->name);
    function->name = label->name;
    function->label = label->start;
    function->body = label->end;
    function->load = NULL;
    function->app = (struct sw_app){0};
    function->spawn = (struct sw_spawn){0};
    function->sync = (struct sw_sync){0};
    function->code = (struct sw_code_open){.whole = sw_label_is_range(label->name)};
    function->instructions = 0;
    function->n_edits = function->n_links = 0;
}

static int add(struct sw_function *function, struct sw_edit edit)
{
    if (function->n_edits == function->capacity) {
        size_t capacity = function->capacity ? function->capacity * 2 : 64;
        struct sw_edit *edits = realloc(function->edits, capacity * sizeof *edits);
        if (!edits)
            return -ENOMEM;
        function->edits = edits;
        function->capacity = capacity;
    }
    function->edits[function->n_edits++] = edit;
    return 0;
}

static int enter(struct sw_function *function, const struct sw_line *line, bool padded)
{
    function->entered = true;
    return function->part
               ? 0
               : add(function,
                     (struct sw_edit){.at = line->start, .kind = SW_SLED_ENTRY, .padded = padded});
}

/*
 * The first line that is code, or a label that a loop may come back to. What a debugger wants to
 * see at the function's first address stays before the sled: then the line table is the same.
 */
static bool is_before_code(const struct sw_line *line)
{
    switch (line->kind) {
    case SW_LINE_BLANK:
        return true;
    case SW_LINE_LABEL:
        return sw_label_is_note(line->name);
    case SW_LINE_DIRECTIVE:
        return sw_text_begins(line->name, ".cfi_") || sw_text_is(line->name, ".loc") ||
               sw_text_is(line->name, ".file");
    default:
        return false;
    }
}

static bool is_tail_target(struct sw_text target)
{
    char c = target.size ? *target.at : '.';
    return c != '.' && !(c >= '0' && c <= '9') && !sw_label_is_fragment(target);
}

static int tail(struct sw_function *function, const char *at, bool doubtful)
{
    if (!function->tails)
        return 0;
    return add(function, (struct sw_edit){.at = at, .kind = SW_SLED_TAIL, .doubtful = doubtful});
}

static int exit_at(struct sw_function *function, const char *at)
{
    if (add(function, (struct sw_edit){.at = at, .kind = SW_SLED_EXIT}))
        return -ENOMEM;
    if (!function->sync.label.at)
        return 0;
    return add(function,
               (struct sw_edit){.at = at, .kind = SW_SLED_LAST_SYNC, .sync = function->sync});
}

static int leave(struct sw_function *function, const struct sw_line *line, enum sw_insn insn,
                 struct sw_text target)
{
    if (function->part)
        return 0;
    switch (insn) {
    case SW_INSN_RETURN:
        return exit_at(function, line->start);
    case SW_INSN_JUMP:
        return is_tail_target(target) ? tail(function, line->start, false) : 0;
    case SW_INSN_LOADED:
        /* Before the LOAD: a stub destroys the register that it fills. */
        return function->load ? tail(function, function->load, false) : 0;
    case SW_INSN_LEAVE:
        return tail(function, line->start, false);
    case SW_INSN_INDIRECT:
        return tail(function, line->start, true);
    default:
        return 0;
    }
}

/* The call of a task, see sched/frame.h. */
static int task(struct sw_function *function, const struct sw_line *line)
{
    if (!sw_text_begins(line->name, function->arch->call) || !sw_label_is_task(line->operands))
        return 0;
    function->spawns = function->tasks = true;
    /* If this one throws, what is pushed around its call stays on the stack. */
    function->moves |= sw_text_contains(line->operands, "__spanwise_task_whole");
    if (add(function, (struct sw_edit){.at = line->start, .task = SW_TASK_SAVE}))
        return -ENOMEM;
    if (add(function, (struct sw_edit){.at = line->end, .task = SW_TASK_RESUME}))
        return -ENOMEM;
    return add(function,
               (struct sw_edit){
                   .at = line->end, .kind = SW_SLED_CODE, .back = 2, .flags = SW_CODE_CREATE});
}

static bool is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Which it names anywhere: it cannot change one without, as it has to save it before. */
static unsigned used(const struct sw_arch *arch, const char *at, const char *end)
{
    unsigned bits = 0;
    while (at < end) {
        struct sw_text name = {at, 0};
        while (at < end && is_of_name(*at))
            at++;
        name.size = (size_t)(at - name.at);
        bits |= name.size ? arch->kept(name) : 0;
        at += !name.size;
    }
    return bits;
}

/* What is open ends behind this line, if it does. */
static int end_code(struct sw_function *function, const struct sw_line *line, enum sw_insn insn)
{
    struct sw_code_open *code = &function->code;
    if (!sw_code_take(code, line, insn))
        return 0;
    struct sw_edit edit = {
        .at = line->end, .kind = SW_SLED_CODE, .spawn = code->from, .flags = code->flags};
    code->from.at = NULL;
    return add(function, edit);
}

static int take_stack(struct sw_function *function, const struct sw_line *line, enum sw_insn insn,
                      struct sw_text target)
{
    enum sw_stack stack = function->arch->stack ? function->arch->stack(line) : SW_STACK_SAME;
    if (stack == SW_STACK_ANCHOR)
        function->anchored = true;
    if (stack == SW_STACK_MOVED || (stack == SW_STACK_GROWS && function->anchored) ||
        (insn == SW_INSN_CALL && sw_text_contains(target, "setjmp")))
        function->moves = true;
    if (stack != SW_STACK_RESET)
        return 0;
    return add(function,
               (struct sw_edit){.at = line->start, .end = {line->end, 0}, .task = SW_TASK_RESET});
}

static int take_instruction(struct sw_function *function, const struct sw_line *line)
{
    struct sw_text target = {line->start, 0};
    enum sw_insn insn = function->arch->classify(line, &target);
    function->instructions += insn != SW_INSN_TRAP;
    if (!function->entered && insn != SW_INSN_PAD && enter(function, line, insn == SW_INSN_SIGN))
        return -ENOMEM;
    if (leave(function, line, insn, target) || task(function, line) ||
        take_stack(function, line, insn, target))
        return -ENOMEM;
    function->load = insn == SW_INSN_LOAD ? line->start : NULL;
    sw_spawn_take(&function->spawn, line, insn, target);
    sw_sync_take(&function->sync, line, insn);
    return end_code(function, line, insn);
}

int sw_function_take(struct sw_function *function, const struct sw_line *line)
{
    if (line->kind == SW_LINE_INSTRUCTION)
        return take_instruction(function, line);
    sw_spawn_take(&function->spawn, line, SW_INSN_OTHER, line->name);
    sw_sync_take(&function->sync, line, SW_INSN_OTHER);
    if (end_code(function, line, SW_INSN_OTHER))
        return -ENOMEM;
    if (line->kind == SW_LINE_LABEL && !sw_label_is_note(line->name))
        function->load = NULL;
    if (!function->entered && !is_before_code(line))
        return enter(function, line, false);
    return 0;
}

/* A task up to its SPAWN sled. */
static int task_begins(struct sw_function *function)
{
    const struct sw_app *app = &function->app;
    if (!sw_label_is_task(function->name))
        return 0;
    if (app->kind == SW_SLED_DIVIDE)
        function->code.whole = true;
    if (app->kind != SW_SLED_SPAWN || function->code.divided)
        return 0;
    return add(function, (struct sw_edit){.kind = SW_SLED_CODE,
                                          .end = app->label,
                                          .flags = SW_CODE_CREATE | SW_CODE_HIDDEN});
}

/* From its SPAWN to behind its call. */
static int spawn_calls(struct sw_function *function)
{
    const struct sw_spawn *spawn = &function->spawn;
    if (function->tails && !spawn->indirect &&
        add(function, (struct sw_edit){.at = spawn->after_call,
                                       .kind = SW_SLED_CALL,
                                       .spawn = spawn->spawn,
                                       .end = spawn->end}))
        return -ENOMEM;
    if (!sw_label_is_task(function->name))
        return 0;
    return add(function, (struct sw_edit){.at = spawn->after_call,
                                          .kind = SW_SLED_CODE,
                                          .spawn = spawn->spawn,
                                          .flags = SW_CODE_HIDDEN});
}

static int add_link(struct sw_function *function, struct sw_text label)
{
    if (function->n_links == function->link_capacity) {
        size_t capacity = function->link_capacity ? function->link_capacity * 2 : 64;
        struct sw_text *links = realloc(function->links, capacity * sizeof *links);
        if (!links)
            return -ENOMEM;
        function->links = links;
        function->link_capacity = capacity;
    }
    function->links[function->n_links++] = label;
    return 0;
}

int sw_function_take_app(struct sw_function *function, const struct sw_line *line)
{
    struct sw_spawn *spawn = &function->spawn;
    bool inside = function->app.label.at != NULL;
    bool found = sw_app_take(&function->app, line);
    struct sw_text label = function->app.label;
    if (!inside && label.at && function->home && sw_text_begins(label, ".Lspanwise") &&
        add_link(function, label))
        return -ENOMEM;
    sw_code_take_app(&function->code, &function->app, found, function->name, line);
    if (!found)
        return 0;
    sw_sync_take_app(&function->sync, &function->app);
    bool complete = sw_spawn_take_app(spawn, &function->app);
    if (task_begins(function))
        return -ENOMEM;
    return complete ? spawn_calls(function) : 0;
}

static bool is_dropped(const struct sw_function *function, const struct sw_edit *edit, bool hidden)
{
    return (edit->doubtful && hidden) ||
           (edit->task == SW_TASK_RESET && (function->moves || !function->tasks));
}

static bool has_doubt(const struct sw_function *function)
{
    for (size_t i = 0; i < function->n_edits; i++)
        if (function->edits[i].doubtful)
            return true;
    return false;
}

static void drop(struct sw_function *function, bool hidden)
{
    size_t kept = 0;
    for (size_t i = 0; i < function->n_edits; i++)
        if (!is_dropped(function, &function->edits[i], hidden))
            function->edits[kept++] = function->edits[i];
    function->n_edits = kept;
}

int sw_function_close(struct sw_function *function, const char *end)
{
    function->open = false;
    function->used = function->tasks ? used(function->arch, function->body, end) : 0;
    if (!function->instructions || !function->entered) {
        function->n_edits = 0;
        return 0;
    }
    if (function->code.whole &&
        add(function,
            (struct sw_edit){.kind = SW_SLED_CODE, .flags = SW_CODE_CREATE | SW_CODE_HIDDEN}))
        return -ENOMEM;
    int hidden = has_doubt(function) ? sw_labels_hidden(function->arch, function->body, end) : 0;
    drop(function, hidden > 0);
    return hidden < 0 ? hidden : 0;
}
