/* Assembly text by lines, and what the labels in it are. */
#include "compile/sleds/line.h"

/* --- Lines --- */

bool sw_text_is(struct sw_text text, const char *string)
{
    size_t size = strlen(string);
    return text.size == size && !memcmp(text.at, string, size);
}

bool sw_text_begins(struct sw_text text, const char *prefix)
{
    size_t size = strlen(prefix);
    return text.size >= size && !memcmp(text.at, prefix, size);
}

bool sw_text_contains(struct sw_text text, const char *string)
{
    return memmem(text.at, text.size, string, strlen(string)) != NULL;
}

bool sw_text_same(struct sw_text a, struct sw_text b)
{
    return a.size == b.size && !memcmp(a.at, b.at, a.size);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

static struct sw_text trimmed(const char *at, const char *end)
{
    while (at < end && is_space(*at))
        at++;
    while (end > at && is_space(end[-1]))
        end--;
    return (struct sw_text){at, (size_t)(end - at)};
}

struct sw_text sw_text_operand(struct sw_text *operands)
{
    const char *end = operands->at + operands->size;
    const char *comma = operands->size ? memchr(operands->at, ',', operands->size) : NULL;
    struct sw_text operand = trimmed(operands->at, comma ? comma : end);
    operands->at = comma ? comma + 1 : end;
    operands->size = (size_t)(end - operands->at);
    return operand;
}

struct sw_text sw_text_last_operand(struct sw_text operands)
{
    struct sw_text last = {operands.at, 0};
    while (operands.size)
        last = sw_text_operand(&operands);
    return last;
}

/* clang leaves assembly at file scope unmarked but for these comments. */
static enum sw_line_kind comment_kind(struct sw_text comment)
{
    while (comment.size && (*comment.at == '#' || *comment.at == '/')) {
        comment.at++;
        comment.size--;
    }
    if (sw_text_is(comment, "APP") || sw_text_begins(comment, " Start of file scope inline ass") ||
        sw_text_begins(comment, "Start of file scope inline ass"))
        return SW_LINE_APP;
    if (sw_text_is(comment, "NO_APP") || sw_text_begins(comment, " End of file scope inline ass") ||
        sw_text_begins(comment, "End of file scope inline ass"))
        return SW_LINE_NO_APP;
    return SW_LINE_BLANK;
}

static const char *name_end(const char *at, const char *end)
{
    if (*at == '"') {
        for (at++; at < end && *at != '"'; at++)
            ;
        return at < end ? at + 1 : end;
    }
    while (at < end && *at != ':' && !is_space(*at))
        at++;
    return at;
}

void sw_line_scan(struct sw_line *line, const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline ? newline : end;
    line->start = at;
    line->end = newline ? newline + 1 : end;
    line->kind = SW_LINE_BLANK;
    line->name = line->operands = (struct sw_text){stop, 0};
    while (at < stop && is_space(*at))
        at++;
    if (at == stop)
        return;
    if (*at == '#' || *at == '/') {
        line->kind = comment_kind(trimmed(at, stop));
        return;
    }
    const char *after = name_end(at, stop);
    line->name = (struct sw_text){at, (size_t)(after - at)};
    if (after < stop && *after == ':') {
        line->kind = SW_LINE_LABEL;
        after++;
    } else {
        line->kind = *at == '.' ? SW_LINE_DIRECTIVE : SW_LINE_INSTRUCTION;
    }
    line->operands = trimmed(after, stop);
}

/* --- Labels --- */

/* gcc's lexical blocks are .LBB7, clang's basic blocks .LBB0_7. */
static bool is_lexical_block(struct sw_text label)
{
    return sw_text_begins(label, ".LBB") && !memchr(label.at, '_', label.size);
}

bool sw_label_is_note(struct sw_text label)
{
    return sw_text_begins(label, ".L") &&
           (sw_text_begins_among(label, ".LVL .LFB .LFE .LFSB .LBI .LBE .LEHB .LEHE .LHOT .LCOLD "
                                        ".Lfunc_ .Ltmp .LASANPC") ||
            is_lexical_block(label));
}

/* As in the source: _Z22__spanwise_task_directI... begins with __spanwise_task, and so do its members. */
bool sw_label_is_named(struct sw_text symbol, const char *prefix)
{
    if (sw_text_begins(symbol, "_Z")) {
        size_t skip = sw_text_begins(symbol, "_ZN") ? 3 : 2;
        while (skip < symbol.size && symbol.at[skip] >= '0' && symbol.at[skip] <= '9')
            skip++;
        symbol = (struct sw_text){symbol.at + skip, symbol.size - skip};
    }
    return sw_text_begins(symbol, prefix);
}

bool sw_label_is_task(struct sw_text symbol)
{
    return sw_label_is_named(symbol, "__spanwise_task");
}

bool sw_label_is_range(struct sw_text symbol)
{
    return sw_label_is_named(symbol, "__spanwise_range");
}

bool sw_label_is_part(struct sw_text symbol)
{
    return sw_label_is_task(symbol) || sw_label_is_range(symbol) ||
           sw_label_is_named(symbol, "__spanwise_body") ||
           sw_label_is_named(symbol, "__spanwise_walk");
}

bool sw_line_is_transparent(const struct sw_line *line)
{
    switch (line->kind) {
    case SW_LINE_INSTRUCTION:
        return false;
    case SW_LINE_LABEL:
        return sw_label_is_note(line->name);
    case SW_LINE_DIRECTIVE:
        return sw_text_begins(line->name, ".cfi_") ||
               sw_text_among(line->name, ".loc .file .p2align");
    default:
        return true;
    }
}

static bool has_cold_suffix(struct sw_text symbol)
{
    const char *end = symbol.at + symbol.size;
    const char *cold = memmem(symbol.at, symbol.size, ".cold", 5);
    return cold && (cold + 5 == end || cold[5] == '.' || cold[5] == '"');
}

bool sw_label_is_fragment(struct sw_text symbol)
{
    return sw_text_begins_among(symbol, "OUTLINED_FUNCTION_ __x86_ __x86. __llvm_") ||
           has_cold_suffix(symbol);
}

static void collect_targets(struct sw_names *targets, const struct sw_arch *arch, const char *at,
                            const char *end)
{
    struct sw_line line;
    for (; at < end; at = line.end) {
        struct sw_text target;
        sw_line_scan(&line, at, end);
        if (line.kind != SW_LINE_INSTRUCTION)
            continue;
        enum sw_insn insn = arch->classify(&line, &target);
        if (insn == SW_INSN_JUMP || insn == SW_INSN_BRANCH)
            sw_names_number(targets, target.at, (uint32_t)target.size);
    }
}

/* What gets a number only now is missing. */
static bool any_missing(struct sw_names *targets, const char *at, const char *end)
{
    uint32_t known = targets->count;
    struct sw_line line;
    for (; at < end; at = line.end) {
        sw_line_scan(&line, at, end);
        if (line.kind == SW_LINE_LABEL && sw_text_begins(line.name, ".L") &&
            !sw_label_is_note(line.name) &&
            sw_names_number(targets, line.name.at, (uint32_t)line.name.size) >= known)
            return true;
    }
    return false;
}

bool sw_labels_hidden(const struct sw_arch *arch, const char *from, const char *to)
{
    struct sw_names targets = {0};
    collect_targets(&targets, arch, from, to);
    bool hidden = any_missing(&targets, from, to);
    sw_names_release(&targets);
    return hidden;
}
