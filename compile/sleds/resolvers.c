#include "compile/sleds/resolvers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int add(struct sw_texts *texts, struct sw_text text)
{
    if (!(texts->count & (texts->count - 1))) {
        size_t capacity = texts->count ? texts->count * 2 : 1;
        struct sw_text *list = realloc(texts->list, capacity * sizeof *list);
        if (!list)
            return -ENOMEM;
        texts->list = list;
    }
    texts->list[texts->count++] = text;
    return 0;
}

static bool has(const struct sw_texts *texts, struct sw_text text)
{
    for (size_t i = 0; i < texts->count; i++)
        if (sw_text_same(texts->list[i], text))
            return true;
    return false;
}

/* `.type f,%gnu_indirect_function`, and somewhere after it `.set f,resolver`. */
static int take(struct sw_resolvers *resolvers, const struct sw_line *line)
{
    struct sw_text operands = line->operands;
    struct sw_text first = sw_text_operand(&operands);
    if (sw_text_is(line->name, ".type"))
        return sw_text_contains(operands, "gnu_indirect_function") ? add(&resolvers->ifuncs, first)
                                                                   : 0;
    if (sw_text_is(line->name, ".set") && has(&resolvers->ifuncs, first))
        return add(&resolvers->functions, sw_text_operand(&operands));
    return 0;
}

int sw_resolvers_init(struct sw_resolvers *resolvers, const char *text, size_t size)
{
    static const char mark[] = "gnu_indirect_function";
    const char *at = text, *end = text + size;
    *resolvers = (struct sw_resolvers){0};
    if (!memmem(text, size, mark, sizeof mark - 1))
        return 0;
    int error = 0;
    struct sw_line line;
    for (; at < end && !error; at = line.end) {
        sw_line_scan(&line, at, end);
        if (line.kind == SW_LINE_DIRECTIVE)
            error = take(resolvers, &line);
    }
    return error;
}

void sw_resolvers_release(struct sw_resolvers *resolvers)
{
    free(resolvers->ifuncs.list);
    free(resolvers->functions.list);
}

bool sw_resolvers_have(const struct sw_resolvers *resolvers, struct sw_text name)
{
    return has(&resolvers->functions, name);
}
