/*
 * One walk over the lines. Outside functions only .type, labels and sections matter; a label that
 * was declared a function opens one, its .size closes it and has it written. The .cold part of a
 * function lies between its label and its .size, so its returns are found with the function's.
 */
#include "compile/sleds/labels.h"
#include "compile/sleds/resolvers.h"
#include "compile/sleds/sleds.h"
#include "compile/sleds/write.h"

#include <errno.h>
#include <string.h>

struct filter {
    const char *text, *end;
    bool app; /* in inline assembly */
    struct sw_resolvers resolvers;
    struct sw_text typed; /* last symbol declared a function */
    struct sw_sections sections;
    struct sw_section home; /* of the open function */
    struct sw_function function;
    struct sw_writer writer;
    size_t spawning;
};

static bool contains(const char *text, size_t size, const char *string)
{
    return memmem(text, size, string, strlen(string)) != NULL;
}

/* gcc names the source in its first lines; an assembler source that does so names itself. */
static bool names_a_source(const char *text, size_t size)
{
    struct sw_text head = {text, size < 256 ? size : 256};
    const char *file = memmem(head.at, head.size, "\t.file\t\"", 8);
    if (!file || (file != text && !sw_text_begins(head, "\t.arch")))
        return false;
    struct sw_line line;
    sw_line_scan(&line, file, text + size);
    return !sw_text_contains(line.operands, ".s\"") && !sw_text_contains(line.operands, ".S\"");
}

/* Any sign will do, because each can be switched off: -fno-ident, no unwind tables. */
static bool is_compiler_made(const char *text, size_t size)
{
    return names_a_source(text, size) || contains(text, size, "\n.LFB") ||
           contains(text, size, "\n.Lfunc_end") || contains(text, size, "\t.ident\t\"GCC: ") ||
           contains(text, size, " clang version ");
}

static bool is_ours(struct sw_text name)
{
    return sw_label_is_named(name, "__spanwise") && !sw_label_is_part(name);
}

static void take_type(struct filter *filter, struct sw_text operands)
{
    struct sw_text name = sw_text_operand(&operands);
    struct sw_text type = sw_text_operand(&operands);
    if (sw_text_begins(type, "%function") || sw_text_begins(type, "@function"))
        filter->typed = name;
}

static void take_label(struct filter *filter, const struct sw_line *line)
{
    if (!filter->typed.at || !sw_text_same(line->name, filter->typed))
        return;
    filter->typed.at = NULL;
    if (sw_label_is_fragment(line->name))
        return;
    filter->function.open = false;
    if (!filter->sections.now.code || is_ours(line->name) ||
        sw_resolvers_have(&filter->resolvers, line->name))
        return;
    filter->home = filter->sections.now;
    sw_function_open(&filter->function, line);
}

static int close_function(struct filter *filter, const struct sw_line *size_line)
{
    struct sw_text operands = size_line->operands;
    struct sw_function *function = &filter->function;
    if (!sw_text_same(sw_text_operand(&operands), function->name))
        return 0;
    if (sw_function_close(function, size_line->start))
        return -ENOMEM;
    if (!function->n_edits)
        return 0;
    filter->spawning += function->spawns;
    sw_writer_function(&filter->writer, function, &filter->home, size_line->start);
    return 0;
}

static int take_directive(struct filter *filter, const struct sw_line *line)
{
    struct sw_text name = line->name;
    if (name.size < 4)
        return 0;
    switch (name.at[1]) {
    case 't':
    case 's':
    case 'p':
    case 'd':
    case 'b':
        if (sw_text_is(name, ".type"))
            take_type(filter, line->operands);
        else if (sw_text_is(name, ".size"))
            return filter->function.open ? close_function(filter, line) : 0;
        else
            sw_sections_take(&filter->sections, line);
        return 0;
    case 'i':
        if (sw_text_is(name, ".intel_syntax"))
            filter->function.intel = !(filter->function.tails = false);
    }
    return 0;
}

/* Inline assembly is passed over, but for the body sleds that it writes. */
static int take_app(struct filter *filter, const struct sw_line *line)
{
    struct sw_function *function = &filter->function;
    if (!function->open)
        return 0;
    if (!function->spawns && contains(line->start, (size_t)(line->end - line->start), SW_SLEDS))
        function->spawns = true;
    function->home = sw_text_same(filter->sections.now.name, filter->home.name);
    return sw_function_take_app(function, line);
}

static int take(struct filter *filter, const struct sw_line *line)
{
    struct sw_function *function = &filter->function;
    if (line->kind == SW_LINE_APP || line->kind == SW_LINE_NO_APP)
        filter->app = line->kind == SW_LINE_APP;
    else if (filter->app)
        return take_app(filter, line);
    if (function->open && sw_function_take(function, line))
        return -ENOMEM;
    if (line->kind == SW_LINE_LABEL)
        take_label(filter, line);
    return line->kind == SW_LINE_DIRECTIVE ? take_directive(filter, line) : 0;
}

static int walk(struct filter *filter)
{
    struct sw_line line;
    int error = 0;
    for (const char *at = filter->text; at < filter->end && !error; at = line.end) {
        sw_line_scan(&line, at, filter->end);
        error = take(filter, &line);
    }
    return error;
}

static int walk_compiler_made(struct filter *filter, const struct sw_arch *arch)
{
    sw_sections_init(&filter->sections);
    filter->function.arch = arch;
    filter->function.tails = true;
    int error =
        sw_resolvers_init(&filter->resolvers, filter->text, (size_t)(filter->end - filter->text));
    if (!error)
        error = walk(filter);
    sw_resolvers_release(&filter->resolvers);
    sw_function_release(&filter->function);
    return error;
}

int sw_sleds_filter(const char *text, size_t size, FILE *out, struct sw_sleds_stats *stats)
{
    struct filter filter = {.text = text, .end = text + size, .writer = {.out = out, .at = text}};
    const struct sw_arch *arch = is_compiler_made(text, size) ? sw_arch_detect(text, size) : NULL;
    if (arch && contains(text, size, SW_FILTERED))
        fputs("\t.set\t" SW_FILTERED ", 1\n\t.weak\t__spanwise_lost\n", out);
    int error = arch ? walk_compiler_made(&filter, arch) : 0;
    sw_writer_copy(&filter.writer, filter.end);
    *stats = (struct sw_sleds_stats){filter.writer.functions, filter.writer.sleds, filter.spawning,
                                     filter.writer.tasks};
    if (!error && (ferror(out) || fflush(out)))
        error = -EIO;
    return error;
}

const char *sw_sleds_arch(const char *text, size_t size)
{
    const struct sw_arch *arch = sw_arch_detect(text, size);
    return arch ? arch->name : NULL;
}
