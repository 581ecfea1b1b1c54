/* Finds where the sleds of a function go, and what code in it is there for the sake of parallelism only. */
#include "compile/sleds/function.h"

/* --- Inline assembly --- */

/* The sleds in bodies, which the source rewriter's prelude writes (rewrite/prelude.c), are told from what the user wrote. */

/* The kind in the entry of a sled: `.byte 4,0,0,0`. */
static int kind_of(struct sw_text operands)
{
    struct sw_text kind = sw_text_operand(&operands);
    return kind.size == 1 && *kind.at > '0' && *kind.at <= '9' ? *kind.at - '0' : 0;
}

/* Takes a line. True: it has the kind of a sled, or is the user's and may jump, call, or be jumped
 * to. */
static bool app_take(struct sw_app *app, const struct sw_line *line)
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
        app->label = sw_text_last_operand(line->operands);
        return false;
    }
    if (sw_text_begins(line->name, ".Lspanwise_check"))
        app->check = true;
    if (app->check && line->kind == SW_LINE_INSTRUCTION) {
        app->check = !sw_text_begins_among(line->name, "j b");
        return false;
    }
    return !sw_line_is_transparent(line) && !sw_text_begins(line->name, ".Lspanwise");
}

/* --- Code for the sake of parallelism --- */

/*
 * Samples in it can be told from the program's (SW_SLED_CODE). What of it can be told apart in the text, and runs where nothing is stolen:
 *
 *   a task          up to its SPAWN sled (the push), and from the SPAWN_END to the first return (the pop);
 *                   in between is the spawned call, or what the compiler has inlined there
 *   around a task's call   the saving of the frame's context, the call, and the look at what it returns
 *   a range         the function that divides a cilk_for's iterations, and its task: all of it
 *   a sync          the look at the frame, in inline assembly; none where the program is built to run serially
 *
 * Only labels are added, no instructions.
 */

/* A line of inline assembly, which `found` a sled: something begins there. */
static void code_take_app(struct sw_code_open *code, const struct sw_app *app, bool found,
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
    return insn == SW_INSN_RETURN || insn == SW_INSN_JUMP || insn == SW_INSN_LOADED ||
           insn == SW_INSN_LEAVE || insn == SW_INSN_INDIRECT || insn == SW_INSN_LOST;
}

static bool changes_section(const struct sw_line *line)
{
    return line->kind == SW_LINE_DIRECTIVE &&
           (sw_text_among(line->name, ".section .text .subsection .previous"));
}

/* A line outside. True: what was open ends behind it. */
static bool code_take(struct sw_code_open *code, const struct sw_line *line, enum sw_insn insn)
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

/* --- Calls of spawns --- */

/*
 * What lies between a SPAWN sled and its SPAWN_END in the text. If that is
 * straight code with one call, the runtime is told where it returns to (SW_SLED_CALL if it is a direct
 * one; in a task SW_SLED_CODE).
 * Anything that is not surely straight code ends the search.
 */

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

/* Takes a line of the compiler's; `insn` is what it is, if it is an instruction. */
static void spawn_take(struct sw_spawn *spawn, const struct sw_line *line, enum sw_insn insn,
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

/* Takes what was found in inline assembly. True: a spawn is complete; its labels and call are there.
 */
static bool spawn_take_app(struct sw_spawn *spawn, const struct sw_app *app)
{
    bool complete = app->kind == SW_SLED_SPAWN_END && spawn->spawn.at && spawn->after_call;
    spawn->end = app->label;
    if (!complete)
        give_up(spawn);
    if (app->kind == SW_SLED_SPAWN)
        spawn->spawn = app->label;
    return complete;
}

/* --- The last sync --- */

/*
 * A SYNC from which straight code leads to a return, as in `cilk_sync; return x + y;`.
 * Between the two lie a few instructions only, so the return can be the sync's event as well; the
 * runtime is told which two they are (SW_SLED_LAST_SYNC). Code that joins at a label does no harm: a
 * function syncs when it returns, whichever way it came.
 */

/* How long what lies between takes is estimated, not measured: it must be next to nothing. */
#define MOST_INSTRUCTIONS 16

/* Takes a line of the compiler's; `insn` is what it is, if it is an instruction. */
static void sync_take(struct sw_sync *sync, const struct sw_line *line, enum sw_insn insn)
{
    if (!sync->label.at || line->kind == SW_LINE_LABEL || sw_line_is_transparent(line))
        return;
    bool ordinary =
        line->kind == SW_LINE_INSTRUCTION && (insn == SW_INSN_OTHER || insn == SW_INSN_LOAD);
    if (!ordinary || ++sync->instructions > MOST_INSTRUCTIONS)
        sync->label.at = NULL;
}

/* Takes what was found in inline assembly. */
static void sync_take_app(struct sw_sync *sync, const struct sw_app *app)
{
    *sync = (struct sw_sync){0};
    if (app->kind == SW_SLED_SYNC)
        sync->label = app->label;
}

/* --- The function --- */

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

/* Adds an edit: SW_EDIT(function, .at = ...). */
#define SW_EDIT(function, ...) add(function, (struct sw_edit){__VA_ARGS__})
static void add(struct sw_function *function, struct sw_edit edit)
{
    SW_MORE(function->edits, function->n_edits, function->capacity);
    function->edits[function->n_edits++] = edit;
}

static void enter(struct sw_function *function, const struct sw_line *line, bool padded)
{
    function->entered = true;
    if (!function->part)
        SW_EDIT(function, .at = line->start, .kind = SW_SLED_ENTRY, .padded = padded);
}

/*
 * The first line that is code, or a label that a loop may come back to. What a debugger wants to
 * see at the function's first address stays before the sled: then the line table is the same.
 */
static bool is_before_code(const struct sw_line *line)
{
    return line->kind != SW_LINE_APP && line->kind != SW_LINE_NO_APP &&
           sw_line_is_transparent(line) && !sw_text_is(line->name, ".p2align");
}

static bool is_tail_target(struct sw_text target)
{
    char c = target.size ? *target.at : '.';
    return c != '.' && !(c >= '0' && c <= '9') && !sw_label_is_fragment(target);
}

static void leave(struct sw_function *function, const struct sw_line *line, enum sw_insn insn,
                  struct sw_text target)
{
    /* Of a LOADED, before the LOAD: a stub destroys the register that it fills. */
    const char *at = insn == SW_INSN_LOADED ? function->load : line->start;
    bool is_tail = insn == SW_INSN_JUMP ? is_tail_target(target)
                                        : insn == SW_INSN_LOADED || insn == SW_INSN_LEAVE ||
                                              insn == SW_INSN_INDIRECT;
    if (function->part || !at)
        return;
    if (is_tail && function->tails)
        SW_EDIT(function, .at = at, .kind = SW_SLED_TAIL, .doubtful = insn == SW_INSN_INDIRECT);
    if (insn != SW_INSN_RETURN)
        return;
    SW_EDIT(function, .at = at, .kind = SW_SLED_EXIT);
    if (function->sync.label.at)
        SW_EDIT(function, .at = at, .kind = SW_SLED_LAST_SYNC, .sync = function->sync);
}

/* The call of a task, see sched/frame.h. */
static void task(struct sw_function *function, const struct sw_line *line)
{
    if (!sw_text_begins(line->name, function->arch->call) || !sw_label_is_task(line->operands))
        return;
    function->spawns = function->tasks = true;
    /* If this one throws, what is pushed around its call stays on the stack. */
    function->moves |= sw_text_contains(line->operands, "__spanwise_task_whole");
    SW_EDIT(function, .at = line->start, .task = SW_TASK_SAVE);
    SW_EDIT(function, .at = line->end, .task = SW_TASK_RESUME);
    SW_EDIT(function, .at = line->end, .kind = SW_SLED_CODE, .back = 2, .flags = SW_CODE_CREATE);
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
static void end_code(struct sw_function *function, const struct sw_line *line, enum sw_insn insn)
{
    struct sw_code_open *code = &function->code;
    if (!code_take(code, line, insn))
        return;
    SW_EDIT(function, .at = line->end, .kind = SW_SLED_CODE, .spawn = code->from,
            .flags = code->flags);
    code->from.at = NULL;
}

static void take_stack(struct sw_function *function, const struct sw_line *line, enum sw_insn insn,
                       struct sw_text target)
{
    enum sw_stack stack = function->arch->stack ? function->arch->stack(line) : SW_STACK_SAME;
    if (stack == SW_STACK_ANCHOR)
        function->anchored = true;
    if (stack == SW_STACK_MOVED || (stack == SW_STACK_GROWS && function->anchored) ||
        (insn == SW_INSN_CALL && sw_text_contains(target, "setjmp")))
        function->moves = true;
    if (stack == SW_STACK_RESET)
        SW_EDIT(function, .at = line->start, .end = {line->end, 0}, .task = SW_TASK_RESET);
}

static void take_instruction(struct sw_function *function, const struct sw_line *line)
{
    struct sw_text target = {line->start, 0};
    enum sw_insn insn = function->arch->classify(line, &target);
    function->instructions += insn != SW_INSN_TRAP;
    if (!function->entered && insn != SW_INSN_PAD)
        enter(function, line, insn == SW_INSN_SIGN);
    leave(function, line, insn, target);
    task(function, line);
    take_stack(function, line, insn, target);
    function->load = insn == SW_INSN_LOAD ? line->start : NULL;
    spawn_take(&function->spawn, line, insn, target);
    sync_take(&function->sync, line, insn);
    end_code(function, line, insn);
}

void sw_function_take(struct sw_function *function, const struct sw_line *line)
{
    if (line->kind == SW_LINE_INSTRUCTION) {
        take_instruction(function, line);
        return;
    }
    spawn_take(&function->spawn, line, SW_INSN_OTHER, line->name);
    sync_take(&function->sync, line, SW_INSN_OTHER);
    end_code(function, line, SW_INSN_OTHER);
    if (line->kind == SW_LINE_LABEL && !sw_label_is_note(line->name))
        function->load = NULL;
    if (!function->entered && !is_before_code(line))
        enter(function, line, false);
}

/* A task up to its SPAWN sled. */
static void task_begins(struct sw_function *function)
{
    const struct sw_app *app = &function->app;
    if (!sw_label_is_task(function->name))
        return;
    if (app->kind == SW_SLED_DIVIDE)
        function->code.whole = true;
    if (app->kind == SW_SLED_SPAWN && !function->code.divided)
        SW_EDIT(function, .kind = SW_SLED_CODE, .end = app->label,
                .flags = SW_CODE_CREATE | SW_CODE_HIDDEN);
}

/* From its SPAWN to behind its call. */
static void spawn_calls(struct sw_function *function)
{
    const struct sw_spawn *spawn = &function->spawn;
    if (function->tails && !spawn->indirect)
        SW_EDIT(function, .at = spawn->after_call, .kind = SW_SLED_CALL, .spawn = spawn->spawn,
                .end = spawn->end);
    if (sw_label_is_task(function->name))
        SW_EDIT(function, .at = spawn->after_call, .kind = SW_SLED_CODE, .spawn = spawn->spawn,
                .flags = SW_CODE_HIDDEN);
}

void sw_function_take_app(struct sw_function *function, const struct sw_line *line)
{
    struct sw_spawn *spawn = &function->spawn;
    bool inside = function->app.label.at != NULL;
    bool found = app_take(&function->app, line);
    struct sw_text label = function->app.label;
    if (!inside && label.at && function->home && sw_text_begins(label, ".Lspanwise")) {
        SW_MORE(function->links, function->n_links, function->link_capacity);
        function->links[function->n_links++] = label;
    }
    code_take_app(&function->code, &function->app, found, function->name, line);
    if (!found)
        return;
    sync_take_app(&function->sync, &function->app);
    bool complete = spawn_take_app(spawn, &function->app);
    task_begins(function);
    if (complete)
        spawn_calls(function);
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

void sw_function_close(struct sw_function *function, const char *end)
{
    function->open = false;
    function->used = function->tasks ? used(function->arch, function->body, end) : 0;
    if (!function->instructions || !function->entered) {
        function->n_edits = 0;
        return;
    }
    if (function->code.whole)
        SW_EDIT(function, .kind = SW_SLED_CODE, .flags = SW_CODE_CREATE | SW_CODE_HIDDEN);
    drop(function, has_doubt(function) && sw_labels_hidden(function->arch, function->body, end));
}
