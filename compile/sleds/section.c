#include "compile/sleds/section.h"

#include <string.h>

static struct sw_section plain(const char *name, bool code)
{
    return (struct sw_section){{name, strlen(name)}, code, false};
}

void sw_sections_init(struct sw_sections *sections)
{
    *sections = (struct sw_sections){.now = plain(".text", true)};
    sections->previous = sections->now;
}

static bool is_data_name(struct sw_text name)
{
    return sw_text_begins(name, ".data") || sw_text_begins(name, ".rodata") ||
           sw_text_begins(name, ".bss") || sw_text_begins(name, ".debug") ||
           sw_text_begins(name, ".note");
}

/* Compilers repeat a section by its name alone, so missing flags say nothing. */
static struct sw_section named(struct sw_text operands)
{
    struct sw_section section = {.name = sw_text_operand(&operands)};
    struct sw_text flags = sw_text_operand(&operands);
    section.code =
        flags.size && *flags.at == '"' ? sw_text_contains(flags, "x") : !is_data_name(section.name);
    if (sw_text_is(section.name, ".init") || sw_text_is(section.name, ".fini"))
        section.code = false;
    section.single = sw_text_contains(flags, "G") || sw_text_contains(operands, "unique,");
    return section;
}

static void change(struct sw_sections *sections, struct sw_section to)
{
    sections->previous = sections->now;
    sections->now = to;
}

static void push(struct sw_sections *sections, struct sw_section to)
{
    if (sections->depth < SW_SECTIONS_DEPTH)
        sections->stack[sections->depth] = sections->now;
    sections->depth++;
    change(sections, to);
}

static void pop(struct sw_sections *sections)
{
    if (sections->depth && --sections->depth < SW_SECTIONS_DEPTH)
        change(sections, sections->stack[sections->depth]);
}

void sw_sections_take(struct sw_sections *sections, const struct sw_line *line)
{
    struct sw_text name = line->name;
    if (sw_text_is(name, ".section"))
        change(sections, named(line->operands));
    else if (sw_text_is(name, ".text"))
        change(sections, plain(".text", true));
    else if (sw_text_is(name, ".data") || sw_text_is(name, ".bss"))
        change(sections, plain(".data", false));
    else if (sw_text_is(name, ".previous"))
        change(sections, sections->previous);
    else if (sw_text_is(name, ".pushsection"))
        push(sections, named(line->operands));
    else if (sw_text_is(name, ".popsection"))
        pop(sections);
}
