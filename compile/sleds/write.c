/*
 * A table entry goes to a section that is linked to the function's, so that the linker drops both
 * or none. The assembler keeps one such section for each symbol linked to and searches them one by
 * one, so functions of one section share the label of the first of them; and so do the sleds in their
 * bodies, which name labels of their own: thousands of these would take the assembler minutes. The flag
 * `?` puts the table into the function's COMDAT group.
 */
#include "compile/sleds/write.h"

static const char section_start[] =
    "\t.pushsection\t" SW_SLEDS ",\"ao?\",@progbits,.Lspanwise_f%zu\n\t.balign\t4\n";

void sw_writer_copy(struct sw_writer *writer, const char *end)
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
        sw_writer_copy(writer, label.at);
        fprintf(writer->out, ".Lspanwise_f%zu", writer->link);
        writer->at = label.at + label.size;
    }
    sw_writer_copy(writer, end);
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
    sw_writer_copy(writer, function->label);
    fputs(function->arch->align, writer->out);
    sw_writer_copy(writer, function->body);
    fprintf(writer->out, ".Lspanwise_f%zu:\n", writer->functions);
    for (size_t i = 0; i < function->n_edits; i++)
        if (function->edits[i].task)
            write_task(writer, function, &function->edits[i], writer->sleds + i);
        else
            write_sled(writer, function, &function->edits[i], writer->sleds + i);
}

static void write_entry(struct sw_writer *writer, const struct sw_function *function,
                        const struct sw_edit *edit, size_t number)
{
    size_t f = writer->functions;
    unsigned flags = edit->kind == SW_SLED_ENTRY && function->spawns ? SW_SLED_SPAWNS : 0;
    fprintf(writer->out,
            "\t.long\t.Lspanwise_%zu-.\n"
            "\t.long\t.Lspanwise_f%zu-.\n"
            "\t.long\t.Lspanwise_e%zu-.Lspanwise_f%zu\n"
            "\t.byte\t%d,%u,0,0\n",
            number, f, f, f, edit->kind, flags);
}

static void write_call(struct sw_writer *writer, const struct sw_edit *edit, size_t number)
{
    int spawn = (int)edit->spawn.size, end = (int)edit->end.size;
    fprintf(writer->out,
            "\t.long\t.Lspanwise_%zu-.\n"
            "\t.long\t%.*s-.\n"
            "\t.long\t%.*s-%.*s\n"
            "\t.byte\t%d,0,0,0\n",
            number, spawn, edit->spawn.at, end, edit->end.at, spawn, edit->spawn.at, edit->kind);
}

/* `exit`: the number of the EXIT. */
static void write_last_sync(struct sw_writer *writer, const struct sw_edit *edit, size_t exit)
{
    fprintf(writer->out,
            "\t.long\t%.*s-.\n"
            "\t.long\t.Lspanwise_%zu-.\n"
            "\t.long\t%u\n"
            "\t.byte\t%d,0,0,0\n",
            (int)edit->sync.label.size, edit->sync.label.at, exit, edit->sync.instructions,
            edit->kind);
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
    fprintf(writer->out,
            "\t.long\t%.*s-.\n"
            "\t.long\t0\n"
            "\t.long\t%.*s-%.*s\n"
            "\t.byte\t%d,%u,0,0\n",
            from_size, from.label.at, to_size, to.label.at, from_size, from.label.at, edit->kind,
            edit->flags);
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

void sw_writer_function(struct sw_writer *writer, const struct sw_function *function,
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
