/*
 * Text outside constructs is copied as it stands, with its line markers; inside, pieces of the
 * user's text alternate with generated text, and a line marker goes before every piece that would
 * otherwise get a wrong line. Generated code that could draw warnings of its own is marked as a
 * system header's; the user's own expressions never are.
 */
#include "compile/rewrite/emitter.h"
#include "compile/rewrite/prelude.h"

/*
 * --- Macros in the size of a grain ---
 *
 * Compilers leave a pragma that they do not know as it is, with the names of macros in it; a file preprocessed with -dD still has the
 * definitions.
 */

/* A macro that is being replaced: inside itself it is a plain name. */
struct open_macro {
    const struct sw_macro *macro;
    const struct open_macro *around;
};

static int starts_name(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static int continues_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

int sw_macro_wanted(const char *text)
{
    for (const char *p = text; (p = strstr(p, "grainsize"));) {
        for (p += strlen("grainsize"); *p && *p != '\n'; p++)
            if (starts_name(*p))
                return 1;
    }
    return 0;
}

/* What `name` is defined as before `at`; NULL if nothing, or something with arguments. */
static const struct sw_macro *find(const struct sw_tokens *t, const char *name, size_t size,
                                   uint32_t at)
{
    for (uint32_t i = t->n_macros; i-- > 0;) {
        const struct sw_macro *m = &t->macro[i];
        if (m->name < at && m->name_size == size && !memcmp(t->text + m->name, name, size))
            return m->body < m->end ? m : NULL;
    }
    return NULL;
}

static int is_open(const struct open_macro *open, const struct sw_macro *macro)
{
    while (open && open->macro != macro)
        open = open->around;
    return open != NULL;
}

static void expand(const struct sw_tokens *t, struct sw_range range, uint32_t at,
                   const struct open_macro *around, struct sw_buffer *out)
{
    const char *p = t->text + range.first, *end = t->text + range.end;
    while (p < end) {
        const char *start = p++;
        if (continues_name(*start)) /* a number too: its suffix is no name */
            while (p < end && continues_name(*p))
                p++;
        const struct sw_macro *m =
            starts_name(*start) ? find(t, start, (size_t)(p - start), at) : NULL;
        if (m && !is_open(around, m))
            expand(t, (struct sw_range){m->body, m->end}, at, &(struct open_macro){m, around}, out);
        else
            sw_buffer_add(out, start, (size_t)(p - start));
    }
}

void sw_macro_expand(const struct sw_tokens *tokens, uint32_t at, uint32_t end,
                     struct sw_buffer *out)
{
    expand(tokens, (struct sw_range){at, end}, at, NULL, out);
}

/* --- Writing --- */

static void add_file_name(struct sw_emitter *e, uint32_t file)
{
    for (const char *name = e->t->files[file]; *name; name++)
        sw_buffer_print(e->out, strchr("\n\"\\", *name) ? "\\%c" : "%c",
                        *name == '\n' ? 'n' : *name);
}

static void set_place(struct sw_emitter *e, uint32_t token, int system)
{
    const struct sw_token *t = &e->t->token[token];
    if (e->file == t->file && e->line == t->line && e->system == system) {
        sw_buffer_print(e->out, " ");
        return;
    }
    e->file = t->file;
    e->line = t->line;
    e->system = system;
    sw_buffer_print(e->out, "\n# %u \"", t->line);
    add_file_name(e, t->file);
    sw_buffer_print(e->out, system ? "\" 3\n" : "\"\n");
}

void sw_emit_place(struct sw_emitter *e, uint32_t token)
{
    set_place(e, token, e->t->token[token].system);
}

void sw_emit_quiet(struct sw_emitter *e, uint32_t token)
{
    set_place(e, token, 1);
}

/* A range of the construct in progress. */
static void put_user(struct sw_emitter *e, struct sw_range range)
{
    const struct sw_construct *child = e->mode.cxx ? e->c->child : NULL;
    if (range.first >= range.end)
        return;
    while (child && child->all.first < range.first)
        child = child->next;
    sw_emit_place(e, range.first);
    sw_emit_range(e, range, child);
}

static void put_token(struct sw_emitter *e, uint32_t token)
{
    sw_emit_place(e, token);
    sw_emit_range(e, (struct sw_range){token, token + 1}, NULL);
}

static void put(struct sw_emitter *e, char what, va_list *args)
{
    switch (what) {
    case 's':
        sw_buffer_print(e->out, "%s", va_arg(*args, const char *));
        break;
    case 'u':
        sw_buffer_print(e->out, "%u", va_arg(*args, unsigned));
        break;
    case 'd':
        sw_buffer_print(e->out, "%d", va_arg(*args, int));
        break;
    case 'c':
        sw_buffer_print(e->out, "%c", va_arg(*args, int));
        break;
    case 'r':
        put_user(e, va_arg(*args, struct sw_range));
        break;
    case 't':
        put_token(e, va_arg(*args, uint32_t));
        break;
    case 'q':
        sw_emit_quiet(e, e->keyword);
        break;
    case 'p':
        sw_emit_place(e, e->keyword);
        break;
    case 'S':
        sw_emit_sled(e, va_arg(*args, enum sw_sled_kind));
    }
}

void sw_emit_text(struct sw_emitter *e, const char *code, ...)
{
    va_list args;
    va_start(args, code);
    while (*code) {
        size_t size = strcspn(code, "#%");
        sw_buffer_add(e->out, code, size);
        code += size;
        if (*code == '#')
            sw_buffer_print(e->out, "%u", e->n);
        else if (*code)
            put(e, *++code, &args);
        code += *code != 0;
    }
    va_end(args);
}

void sw_emit_sled(struct sw_emitter *e, enum sw_sled_kind kind)
{
    sw_prelude_add_sled(e->out, e->mode.target, kind, NULL);
    sw_emit_text(e, "; ");
}

void sw_emit_loop_sled(struct sw_emitter *e)
{
    char site[32];
    snprintf(site, sizeof site, "__sw%u_site", e->n);
    sw_prelude_add_sled(e->out, e->mode.target, SW_SLED_SCOPE, site);
    sw_emit_text(e, "; ");
}

/* Is the line at `at` a pragma that must stand right before a loop? */
static int is_loop_pragma(const struct sw_emitter *e, uint32_t at)
{
    static const char *const of_loops[] = {"clang loop",   "GCC ivdep", "GCC unroll",
                                           "GCC novector", "unroll",    "nounroll"};
    const char *p = e->t->text + at;
    if (*p++ != '#')
        return 0;
    p += strspn(p, " \t");
    if (strncmp(p, "pragma ", 7))
        return 0;
    p += 7;
    for (size_t i = 0; i < sizeof of_loops / sizeof *of_loops; i++)
        if (!strncmp(p, of_loops[i], strlen(of_loops[i])))
            return 1;
    return 0;
}

/* Appends those lines from `at` to the token that are, or are not, pragmas of loops. */
static void add_lines(struct sw_emitter *e, uint32_t at, const struct sw_token *t, int of_loops)
{
    while (at < t->at) {
        const char *from = e->t->text + at, *newline = memchr(from, '\n', t->at - at);
        uint32_t size = newline ? (uint32_t)(newline - from) : t->at - at;
        if (is_loop_pragma(e, at + (uint32_t)strspn(from, " \t")) == of_loops)
            sw_buffer_add(e->out, from, size);
        if (newline)
            sw_buffer_print(e->out, "\n");
        at += newline ? size + 1 : size;
    }
}

/* The text before a token; a cilk_for puts the pragmas of loops before the loop that it becomes. */
void sw_emit_text_before(struct sw_emitter *e, uint32_t at, uint32_t token)
{
    const struct sw_token *t = &e->t->token[token];
    int moves = t->pragma && (t->kind == SW_TOKEN_CILK_FOR || t->kind == SW_TOKEN_GRAIN);
    uint32_t end = moves && t->pragma > at ? t->pragma : moves ? at : t->at;
    sw_buffer_add(e->out, e->t->text + at, end - at);
    if (moves)
        add_lines(e, end, t, 0);
}

void sw_emit_loop_pragmas(struct sw_emitter *e)
{
    const uint32_t tokens[] = {e->loop->grain, e->loop->keyword};
    for (int i = 0; i < 2; i++) {
        const struct sw_token *t = &e->t->token[tokens[i]];
        if (!tokens[i] || !t->pragma)
            continue;
        sw_buffer_print(e->out, "\n");
        add_lines(e, t->pragma, t, 1);
        sw_buffer_print(e->out, "\n");
        e->line = UINT32_MAX;
    }
}

/* The pragmas that stand before a token would be lost with the blanks between two pieces. */
void sw_emit_pragmas(struct sw_emitter *e, uint32_t token)
{
    const struct sw_token *t = &e->t->token[token];
    if (!t->pragma)
        return;
    sw_buffer_print(e->out, "\n");
    sw_emit_text_before(e, t->pragma, token);
    e->line = UINT32_MAX;
}

int sw_emit_is_constant(const struct sw_emitter *e, struct sw_range range)
{
    for (uint32_t i = range.first; i < range.end; i++)
        if (e->t->token[i].kind == SW_TOKEN_NAME
                ? !sw_tokens_among(e->t, i,
                                   "void char short int long float double signed unsigned const "
                                   "sizeof _Bool")
                : sw_tokens_is(e->t, i, "{"))
            return 0;
    return 1;
}

/* `(void)0,` takes the value: of a bit-field, which __auto_type refuses, or of an array. */
void sw_emit_capture(struct sw_emitter *e, const char *prefix, unsigned k, struct sw_range range)
{
    sw_emit_text(e, " __extension__ __auto_type __sw#_%s%u = ((void)0, %r); ", prefix, k, range);
}

void sw_emit_capture_arguments(struct sw_emitter *e)
{
    for (uint32_t k = 0; k < e->spawn->n_arguments; k++)
        if (!sw_emit_is_constant(e, e->spawn->argument[k]))
            sw_emit_capture(e, "a", k, e->spawn->argument[k]);
}

void sw_emit_arguments(struct sw_emitter *e, const char *prefix)
{
    sw_emit_text(e, "(");
    for (uint32_t k = 0; k < e->spawn->n_arguments; k++) {
        sw_emit_text(e, k ? ", " : "");
        if (sw_emit_is_constant(e, e->spawn->argument[k]))
            sw_emit_text(e, "%r", e->spawn->argument[k]);
        else
            sw_emit_text(e, "__sw#_%s%u", prefix, k);
    }
    sw_emit_text(e, ")");
}
