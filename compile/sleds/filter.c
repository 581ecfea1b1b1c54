/*
 * The assembly filter. One walk over the lines. Outside functions only .type, labels and sections matter; a label that
 * was declared a function opens one, its .size closes it and has it written. The .cold part of a
 * function lies between its label and its .size, so its returns are found with the function's.
 */
#include "compile/sleds/function.h"
#include "compile/sleds/sleds.h"

/* --- Functions that resolve ifuncs --- */

/* They may run before the program is ready for events. */

struct sw_resolvers {
    struct sw_names ifuncs;    /* symbols declared %gnu_indirect_function */
    struct sw_names functions; /* what they were set to */
};

static void add_text(struct sw_names *texts, struct sw_text text)
{
    sw_names_number(texts, text.at, (uint32_t)text.size);
}

static bool has_text(const struct sw_names *texts, struct sw_text text)
{
    for (uint32_t i = 0; i < texts->count; i++)
        if (sw_text_same((struct sw_text){texts->name[i].text, texts->name[i].size}, text))
            return true;
    return false;
}

/* `.type f,%gnu_indirect_function`, and somewhere after it `.set f,resolver`. */
static void take_ifunc(struct sw_resolvers *resolvers, const struct sw_line *line)
{
    struct sw_text operands = line->operands;
    struct sw_text first = sw_text_operand(&operands);
    if (sw_text_is(line->name, ".type") && sw_text_contains(operands, "gnu_indirect_function"))
        add_text(&resolvers->ifuncs, first);
    if (sw_text_is(line->name, ".set") && has_text(&resolvers->ifuncs, first))
        add_text(&resolvers->functions, sw_text_operand(&operands));
}

static bool contains(const char *text, size_t size, const char *string)
{
    return memmem(text, size, string, strlen(string)) != NULL;
}

static void find_resolvers(struct sw_resolvers *resolvers, const char *at, const char *end)
{
    struct sw_line line;
    if (contains(at, (size_t)(end - at), "gnu_indirect_function"))
        for (; at < end; at = line.end) {
            sw_line_scan(&line, at, end);
            if (line.kind == SW_LINE_DIRECTIVE)
                take_ifunc(resolvers, &line);
        }
}

/* --- Sections --- */

struct sw_section {
    struct sw_text name;
    bool code;
    bool single; /* its name does not tell it from others: it is of a group, or marked unique */
};

#define SW_SECTIONS_DEPTH 16

struct sw_sections {
    struct sw_section now, previous;
    struct sw_section stack[SW_SECTIONS_DEPTH]; /* of .pushsection; what is deeper is forgotten */
    size_t depth;
};

static struct sw_section plain_section(const char *name, bool code)
{
    return (struct sw_section){{name, strlen(name)}, code, false};
}

static void sections_init(struct sw_sections *sections)
{
    *sections = (struct sw_sections){.now = plain_section(".text", true)};
    sections->previous = sections->now;
}

static bool is_data_name(struct sw_text name)
{
    return sw_text_begins_among(name, ".data .rodata .bss .debug .note");
}

/* Compilers repeat a section by its name alone, so missing flags say nothing. */
static struct sw_section named_section(struct sw_text operands)
{
    struct sw_section section = {.name = sw_text_operand(&operands)};
    struct sw_text flags = sw_text_operand(&operands);
    section.code =
        flags.size && *flags.at == '"' ? sw_text_contains(flags, "x") : !is_data_name(section.name);
    if (sw_text_among(section.name, ".init .fini"))
        section.code = false;
    section.single = sw_text_contains(flags, "G") || sw_text_contains(operands, "unique,");
    return section;
}

static void change_section(struct sw_sections *sections, struct sw_section to)
{
    sections->previous = sections->now;
    sections->now = to;
}

static void push_section(struct sw_sections *sections, struct sw_section to)
{
    if (sections->depth < SW_SECTIONS_DEPTH)
        sections->stack[sections->depth] = sections->now;
    sections->depth++;
    change_section(sections, to);
}

static void pop_section(struct sw_sections *sections)
{
    if (sections->depth && --sections->depth < SW_SECTIONS_DEPTH)
        change_section(sections, sections->stack[sections->depth]);
}

/* Takes a directive; does nothing where it is none about sections. */
static void sections_take(struct sw_sections *sections, const struct sw_line *line)
{
    struct sw_text name = line->name;
    if (sw_text_is(name, ".section"))
        change_section(sections, named_section(line->operands));
    else if (sw_text_is(name, ".text"))
        change_section(sections, plain_section(".text", true));
    else if (sw_text_among(name, ".data .bss"))
        change_section(sections, plain_section(".data", false));
    else if (sw_text_is(name, ".previous"))
        change_section(sections, sections->previous);
    else if (sw_text_is(name, ".pushsection"))
        push_section(sections, named_section(line->operands));
    else if (sw_text_is(name, ".popsection"))
        pop_section(sections);
}

/* --- Writing --- */

/*
 * A table entry goes to a section that is linked to the function's, so that the linker drops both
 * or none. The assembler keeps one such section for each symbol linked to and searches them one by
 * one, so functions of one section share the label of the first of them; and so do the sleds in their
 * bodies, which name labels of their own: thousands of these would take the assembler minutes. The flag
 * `?` puts the table into the function's COMDAT group.
 */

#define SW_WRITER_LINKS 8

/* A section, and the label in it that tables of its functions are linked to. */
struct sw_link {
    struct sw_text section;
    size_t function; /* number of the label's function */
};

struct sw_writer {
    FILE *out;
    const char *at;          /* everything before is written */
    size_t functions, sleds; /* written; the next one's numbers */
    size_t tasks;            /* written: SAVEs */
    unsigned pushed;         /* bytes, by the last of them */
    struct sw_link links[SW_WRITER_LINKS];
    size_t n_links;
    /* Of the function that is being written: its label's number, and which of its links comes next. */
    size_t link, next_link;
};

static const char section_start[] =
    "\t.pushsection\t" SW_SLEDS ",\"ao?\",@progbits,.Lspanwise_f%zu\n\t.balign\t4\n";

/* Writes up to `end` as it is. */
static void writer_copy(struct sw_writer *writer, const char *end)
{
    fwrite(writer->at, 1, (size_t)(end - writer->at), writer->out);
    writer->at = end;
}

static size_t link_of(struct sw_writer *writer, const struct sw_section *section)
{
    if (section->single)
        return writer->functions;
    size_t known = writer->n_links < SW_WRITER_LINKS ? writer->n_links : SW_WRITER_LINKS;
    for (size_t i = 0; i < known; i++)
        if (sw_text_same(writer->links[i].section, section->name))
            return writer->links[i].function;
    writer->links[writer->n_links++ % SW_WRITER_LINKS] =
        (struct sw_link){section->name, writer->functions};
    return writer->functions;
}

/* Copies text of a function, in which tables of body sleds are linked as the function's own is. */
static void copy(struct sw_writer *writer, const struct sw_function *function, const char *end)
{
    for (; writer->next_link < function->n_links; writer->next_link++) {
        struct sw_text label = function->links[writer->next_link];
        if (label.at >= end)
            break;
        writer_copy(writer, label.at);
        fprintf(writer->out, ".Lspanwise_f%zu", writer->link);
        writer->at = label.at + label.size;
    }
    writer_copy(writer, end);
}

/* Stack pointers are multiples of 16: the last one may have to be pushed twice. */
static unsigned write_pushes(struct sw_writer *writer, const struct sw_function *function)
{
    const struct sw_arch *arch = function->arch;
    const char *last = "";
    unsigned bytes = 0;
    for (unsigned i = 0; function->used >> i; i++)
        if (function->used >> i & 1) {
            fputs(last = arch->push[i], writer->out);
            bytes += arch->push_bytes;
        }
    fputs(bytes % 16 ? last : "", writer->out);
    return (bytes + 15) / 16 * 16;
}

/* Numbers of a SAVE and its RESUME follow each other. */
static void write_save(struct sw_writer *writer, const struct sw_function *function, size_t number)
{
    writer->tasks++;
    fprintf(writer->out, ".Lspanwise_%zu:\n", number);
    fprintf(writer->out, function->arch->save, number + 1);
    writer->pushed = write_pushes(writer, function);
}

static void write_resume(struct sw_writer *writer, const struct sw_function *function,
                         size_t number)
{
    if (writer->pushed)
        fprintf(writer->out, function->arch->drop, writer->pushed);
    fprintf(writer->out, function->arch->lost, function->used, number);
}

static void write_task(struct sw_writer *writer, const struct sw_function *function,
                       const struct sw_edit *edit, size_t number)
{
    copy(writer, function, edit->at);
    if (edit->task == SW_TASK_RESET) {
        writer->at = edit->end.at;
        return;
    }
    fputs(function->intel ? "\t.att_syntax prefix\n" : "", writer->out);
    if (edit->task == SW_TASK_SAVE)
        write_save(writer, function, number);
    else
        write_resume(writer, function, number);
    fputs(function->intel ? "\t.intel_syntax noprefix\n" : "", writer->out);
}

static void write_sled(struct sw_writer *writer, const struct sw_function *function,
                       const struct sw_edit *edit, size_t number)
{
    const struct sw_arch *arch = function->arch;
    if (edit->kind == SW_SLED_LAST_SYNC || !edit->at)
        return;
    copy(writer, function, edit->at);
    if (edit->kind == SW_SLED_CALL || edit->kind == SW_SLED_CODE) {
        fprintf(writer->out, ".Lspanwise_%zu:\n", number);
        return;
    }
    if (edit->padded)
        fputs(arch->pad, writer->out);
    if (edit->kind != SW_SLED_ENTRY)
        fputs(arch->align, writer->out);
    fprintf(writer->out, ".Lspanwise_%zu:\n%s", number, arch->nop);
}

static void write_body(struct sw_writer *writer, const struct sw_function *function)
{
    writer_copy(writer, function->label);
    fputs(function->arch->align, writer->out);
    writer_copy(writer, function->body);
    fprintf(writer->out, ".Lspanwise_f%zu:\n", writer->functions);
    for (size_t i = 0; i < function->n_edits; i++)
        if (function->edits[i].task)
            write_task(writer, function, &function->edits[i], writer->sleds + i);
        else
            write_sled(writer, function, &function->edits[i], writer->sleds + i);
}

/* An entry of the table: a label, another one, a length; the kind and flags. */
#define ENTRY(label, other, length) \
    "\t.long\t" label "\n\t.long\t" other "\n\t.long\t" length "\n\t.byte\t%d,%u,0,0\n"

static void write_entry(struct sw_writer *writer, const struct sw_function *function,
                        const struct sw_edit *edit, size_t number)
{
    size_t f = writer->functions;
    unsigned flags = edit->kind == SW_SLED_ENTRY && function->spawns ? SW_SLED_SPAWNS : 0;
    fprintf(writer->out,
            ENTRY(".Lspanwise_%zu-.", ".Lspanwise_f%zu-.", ".Lspanwise_e%zu-.Lspanwise_f%zu"),
            number, f, f, f, edit->kind, flags);
}

static void write_call(struct sw_writer *writer, const struct sw_edit *edit, size_t number)
{
    int spawn = (int)edit->spawn.size, end = (int)edit->end.size;
    fprintf(writer->out, ENTRY(".Lspanwise_%zu-.", "%.*s-.", "%.*s-%.*s"), number, spawn,
            edit->spawn.at, end, edit->end.at, spawn, edit->spawn.at, edit->kind, 0u);
}

/* `exit`: the number of the EXIT. */
static void write_last_sync(struct sw_writer *writer, const struct sw_edit *edit, size_t exit)
{
    fprintf(writer->out, ENTRY("%.*s-.", ".Lspanwise_%zu-.", "%u"), (int)edit->sync.label.size,
            edit->sync.label.at, exit, edit->sync.instructions, edit->kind, 0u);
}

/* A label, as a text or a number. */
struct place {
    struct sw_text label;
    char buffer[32];
};

static void place_at(struct place *place, struct sw_text label, const char *prefix, size_t number)
{
    place->label = label;
    if (label.at)
        return;
    int size = snprintf(place->buffer, sizeof place->buffer, ".Lspanwise_%s%zu", prefix, number);
    place->label = (struct sw_text){place->buffer, (size_t)size};
}

static void write_code(struct sw_writer *writer, const struct sw_edit *edit, size_t number)
{
    struct place from, to;
    bool whole = !edit->at && !edit->end.at;
    place_at(&from, edit->spawn, edit->back ? "" : "f",
             edit->back ? number - edit->back : writer->functions);
    place_at(&to, edit->end, whole ? "e" : "", whole ? writer->functions : number);
    int from_size = (int)from.label.size, to_size = (int)to.label.size;
    fprintf(writer->out, ENTRY("%.*s-.", "0", "%.*s-%.*s"), from_size, from.label.at, to_size,
            to.label.at, from_size, from.label.at, edit->kind, edit->flags);
}

static void write_table(struct sw_writer *writer, const struct sw_function *function)
{
    fprintf(writer->out, ".Lspanwise_e%zu:\n", writer->functions);
    fprintf(writer->out, section_start, writer->link);
    for (size_t i = 0; i < function->n_edits; i++) {
        const struct sw_edit *edit = &function->edits[i];
        if (edit->task)
            continue;
        if (edit->kind == SW_SLED_CALL)
            write_call(writer, edit, writer->sleds + i);
        else if (edit->kind == SW_SLED_CODE)
            write_code(writer, edit, writer->sleds + i);
        else if (edit->kind == SW_SLED_LAST_SYNC)
            write_last_sync(writer, edit, writer->sleds + i - 1);
        else
            write_entry(writer, function, edit, writer->sleds + i);
    }
    fputs("\t.popsection\n", writer->out);
}

/* Writes up to the function's .size, which is at `end`. */
static void writer_function(struct sw_writer *writer, const struct sw_function *function,
                            const struct sw_section *section, const char *end)
{
    writer->link = link_of(writer, section);
    writer->next_link =
        section->single ? function->n_links : 0; /* a group's is not ours to change */
    write_body(writer, function);
    copy(writer, function, end);
    write_table(writer, function);
    writer->functions++;
    writer->sleds += function->n_edits;
}

/* --- The walk --- */

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
    if (sw_text_begins_among(type, "%function @function"))
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
        has_text(&filter->resolvers.functions, line->name))
        return;
    filter->home = filter->sections.now;
    sw_function_open(&filter->function, line);
}

static void close_function(struct filter *filter, const struct sw_line *size_line)
{
    struct sw_text operands = size_line->operands;
    struct sw_function *function = &filter->function;
    if (!sw_text_same(sw_text_operand(&operands), function->name))
        return;
    sw_function_close(function, size_line->start);
    if (!function->n_edits)
        return;
    filter->spawning += function->spawns;
    writer_function(&filter->writer, function, &filter->home, size_line->start);
}

/* Most lines are directives of others. */
static void take_directive(struct filter *filter, const struct sw_line *line)
{
    struct sw_text name = line->name;
    if (name.size < 4 || !strchr("tspdbi", name.at[1]))
        return;
    if (sw_text_is(name, ".type"))
        take_type(filter, line->operands);
    else if (sw_text_is(name, ".size") && filter->function.open)
        close_function(filter, line);
    else if (sw_text_is(name, ".intel_syntax"))
        filter->function.intel = !(filter->function.tails = false);
    else
        sections_take(&filter->sections, line);
}

/* Inline assembly is passed over, but for the body sleds that it writes. */
static void take_app(struct filter *filter, const struct sw_line *line)
{
    struct sw_function *function = &filter->function;
    if (!function->open)
        return;
    if (!function->spawns && contains(line->start, (size_t)(line->end - line->start), SW_SLEDS))
        function->spawns = true;
    function->home = sw_text_same(filter->sections.now.name, filter->home.name);
    sw_function_take_app(function, line);
}

static void take(struct filter *filter, const struct sw_line *line)
{
    struct sw_function *function = &filter->function;
    if (line->kind == SW_LINE_APP || line->kind == SW_LINE_NO_APP) {
        filter->app = line->kind == SW_LINE_APP;
    } else if (filter->app) {
        take_app(filter, line);
        return;
    }
    if (function->open)
        sw_function_take(function, line);
    if (line->kind == SW_LINE_LABEL)
        take_label(filter, line);
    if (line->kind == SW_LINE_DIRECTIVE)
        take_directive(filter, line);
}

static void walk(struct filter *filter, const struct sw_arch *arch)
{
    struct sw_line line;
    sections_init(&filter->sections);
    filter->function.arch = arch;
    filter->function.tails = true;
    find_resolvers(&filter->resolvers, filter->text, filter->end);
    for (const char *at = filter->text; at < filter->end; at = line.end) {
        sw_line_scan(&line, at, filter->end);
        take(filter, &line);
    }
    sw_names_release(&filter->resolvers.ifuncs);
    sw_names_release(&filter->resolvers.functions);
    sw_function_release(&filter->function);
}

int sw_sleds_filter(const char *text, size_t size, FILE *out, struct sw_sleds_stats *stats)
{
    struct filter filter = {.text = text, .end = text + size, .writer = {.out = out, .at = text}};
    const struct sw_arch *arch = is_compiler_made(text, size) ? sw_arch_detect(text, size) : NULL;
    if (arch && contains(text, size, SW_FILTERED))
        fputs("\t.set\t" SW_FILTERED ", 1\n\t.weak\t__spanwise_lost\n", out);
    if (arch)
        walk(&filter, arch);
    writer_copy(&filter.writer, filter.end);
    *stats = (struct sw_sleds_stats){filter.writer.functions, filter.writer.sleds, filter.spawning,
                                     filter.writer.tasks};
    return ferror(out) || fflush(out) ? -EIO : 0;
}

const char *sw_sleds_arch(const char *text, size_t size)
{
    const struct sw_arch *arch = sw_arch_detect(text, size);
    return arch ? arch->name : NULL;
}
