#include "compile/rewrite/macro.h"

#include "compile/rewrite/construct.h"

#include <ctype.h>
#include <string.h>

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
