#include "compile/sleds/line.h"

#include <string.h>

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
