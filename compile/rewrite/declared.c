/* Notes what the names of a file are declared as, in one pass over its tokens. */
#include "compile/rewrite/reader.h"

/* NULL for what is not a name. */
static struct sw_declared_name *at(const struct sw_declared *d, uint32_t i)
{
    const struct sw_token *token = &d->t->token[i];
    return token->kind == SW_TOKEN_NAME ? &d->name[token->match] : NULL;
}

static int is_end(const struct sw_declared *d, uint32_t i)
{
    return d->t->token[i].kind == SW_TOKEN_END;
}

/* From `typedef` to its semicolon, without members; returns where that is. */
static uint32_t read_typedef(struct sw_declared *d, uint32_t i)
{
    while (!is_end(d, i) && !sw_tokens_is(d->t, i, ";")) {
        struct sw_declared_name *name = at(d, i);
        if (name && !name->in_typedef)
            name->in_typedef = i + 1;
        i = sw_tokens_is(d->t, i, "{") ? sw_tokens_skip(d->t, i) : i + 1;
    }
    return i;
}

static void read_typedefs(struct sw_declared *d)
{
    for (uint32_t i = 0; !is_end(d, i); i++)
        if (sw_tokens_is(d->t, i, "typedef")) {
            i = read_typedef(d, i);
            if (is_end(d, i))
                return;
        }
}

static void read_members(struct sw_declared *d, uint32_t open)
{
    uint32_t close = d->t->token[open].match;
    for (uint32_t i = open + 1; i < close; i = sw_tokens_skip(d->t, i)) {
        struct sw_declared_name *name = at(d, i);
        if (name && sw_tokens_is(d->t, i + 1, ":"))
            name->bit_field = 1;
        else if (name)
            name->ordinary = 1;
    }
}

static void read_structures(struct sw_declared *d)
{
    for (uint32_t i = 0; !is_end(d, i); i++) {
        if (!sw_tokens_among(d->t, i, "struct union"))
            continue;
        while (d->t->token[i + 1].kind == SW_TOKEN_NAME || sw_tokens_is(d->t, i + 1, "("))
            i = sw_tokens_skip(d->t, i + 1) - 1;
        if (sw_tokens_is(d->t, i + 1, "{"))
            read_members(d, i + 1);
    }
}

/* The namespaces of directives, `using namespace n::m;`, wherever they stand, and of all aliases: by their last names. */
static void read_directives(struct sw_declared *d)
{
    for (uint32_t i = 1; !is_end(d, i); i++) {
        int directive = sw_tokens_is(d->t, i - 1, "using") && sw_tokens_is(d->t, i, "namespace");
        int alias = sw_tokens_is(d->t, i - 1, "namespace") && sw_tokens_is(d->t, i + 1, "=");
        if (!directive && !alias)
            continue;
        while (!is_end(d, i) && !sw_tokens_is(d->t, i, ";"))
            i++;
        struct sw_declared_name *name = at(d, i - 1);
        if (name)
            name->nominated = 1;
    }
}

/* `namespace n::m {`, or an alias. */
static void read_namespaces(struct sw_declared *d)
{
    for (uint32_t i = 0; !is_end(d, i); i++)
        if (sw_tokens_is(d->t, i, "namespace"))
            for (i++; at(d, i) || sw_tokens_among(d->t, i, ":: ["); i = sw_tokens_skip(d->t, i))
                if (at(d, i))
                    at(d, i)->namespace = 1;
}

/* The `namespace` of the brace at i; 0: it is none, or that of `extern "C"`. Between them: names, `::` and attributes. */
static uint32_t find_namespace(const struct sw_declared *d, uint32_t i)
{
    while (i-- > 0) {
        if (sw_tokens_among(d->t, i, ") ]"))
            i = d->t->token[i].match;
        else if (sw_tokens_is(d->t, i, "namespace"))
            return i;
        else if (d->t->token[i].kind != SW_TOKEN_NAME && !sw_tokens_is(d->t, i, "::"))
            return 0;
    }
    return 0;
}

static int is_linkage(const struct sw_declared *d, uint32_t open)
{
    return open > 1 && d->t->token[open - 1].kind == SW_TOKEN_STRING &&
           sw_tokens_is(d->t, open - 2, "extern");
}

/* Are the names of the namespace with this brace not those of what is around it? */
static int hides(const struct sw_declared *d, uint32_t open)
{
    uint32_t i = find_namespace(d, open);
    if (!i || sw_tokens_is(d->t, i - 1, "inline"))
        return 0;
    for (i++; i < open && !sw_tokens_is_open(d->t, i); i++) {
        const struct sw_declared_name *name = at(d, i);
        int attribute = name && sw_tokens_is(d->t, i + 1, "(");
        if (name && !name->nominated && !attribute)
            return 1;
    }
    return 0;
}

static int looks_like_function(const struct sw_declared *d, uint32_t i)
{
    return i && sw_tokens_is(d->t, i + 1, "(") &&
           (at(d, i - 1) || sw_tokens_among(d->t, i - 1, "* & && >"));
}

static void add_place(struct sw_declared_name *name, uint32_t place)
{
    if (!name->places || (name->places == 1 && name->place != place))
        name->places++;
    if (name->places == 1)
        name->place = place;
}

/* What the namespace with this brace is told by: its last name. */
static uint32_t place_of(const struct sw_declared *d, uint32_t open)
{
    uint32_t i = find_namespace(d, open), place = 0;
    for (i++; i < open && !sw_tokens_is_open(d->t, i); i++)
        if (at(d, i) && !sw_tokens_is(d->t, i + 1, "("))
            place = d->t->token[i].match + 1;
    return place;
}

/* The one that is open around what ends here; 0: none that hides. */
static uint32_t place_around(const struct sw_declared *d, const uint32_t *open, uint32_t depth)
{
    while (depth-- > 0)
        if (hides(d, open[depth]))
            return place_of(d, open[depth]);
    return 0;
}

/*
 * Names that are written where those of the file itself are declared; `n::f` declares nothing there, but for `using`. And where
 * functions are declared.
 */
static void read_seen(struct sw_declared *d)
{
    enum { MOST_OPEN = 64 };
    uint32_t open[MOST_OPEN], depth = 0, hidden = 0, place = 0;
    int in_using = 0;
    for (uint32_t i = 0; !is_end(d, i); i++) {
        struct sw_declared_name *name = at(d, i);
        if (name && !hidden && (in_using || !i || !sw_tokens_is(d->t, i - 1, "::")))
            name->seen = 1;
        if (name && looks_like_function(d, i))
            add_place(name, place);
        if (sw_tokens_among(d->t, i, "using ;"))
            in_using = !sw_tokens_is(d->t, i, ";");
        if (sw_tokens_is(d->t, i, "{") && !find_namespace(d, i) && !is_linkage(d, i)) {
            i = d->t->token[i].match;
        } else if (sw_tokens_is(d->t, i, "{")) {
            hidden += (uint32_t)hides(d, i);
            if (depth < MOST_OPEN)
                open[depth] = i;
            depth++;
            place = place_around(d, open, depth < MOST_OPEN ? depth : MOST_OPEN);
        } else if (sw_tokens_is(d->t, i, "}")) {
            hidden -= (uint32_t)hides(d, d->t->token[i].match);
            depth--;
            place = place_around(d, open, depth < MOST_OPEN ? depth : MOST_OPEN);
        }
    }
}

/* `friend int f(...)`, which is found by its arguments only: in its class. */
static void read_friends(struct sw_declared *d)
{
    for (uint32_t i = 0; !is_end(d, i); i++) {
        if (!sw_tokens_is(d->t, i, "friend"))
            continue;
        uint32_t word = i;
        while (!is_end(d, i + 1) && !sw_tokens_is(d->t, i, ";") && !sw_tokens_is(d->t, i + 1, "("))
            i++;
        struct sw_declared_name *name = at(d, i);
        if (name)
            add_place(name, UINT32_MAX - word);
    }
}

static void read_functions(struct sw_declared *d)
{
    for (uint32_t i = 1; !is_end(d, i); i++)
        if (at(d, i) && looks_like_function(d, i))
            at(d, i)->function = 1;
}

void sw_declared_init(struct sw_declared *declared, const struct sw_tokens *tokens, int cxx)
{
    *declared = (struct sw_declared){.t = tokens};
    declared->name = sw_need(calloc(tokens->names.count, sizeof *declared->name));
    read_typedefs(declared);
    read_structures(declared);
    if (cxx) {
        read_namespaces(declared);
        read_directives(declared);
        read_seen(declared);
        read_friends(declared);
        read_functions(declared);
    }
}

void sw_declared_release(struct sw_declared *declared)
{
    free(declared->name);
    memset(declared, 0, sizeof *declared);
}

const struct sw_declared_name *sw_declared_name(const struct sw_declared *declared, uint32_t i)
{
    static const struct sw_declared_name none;
    const struct sw_declared_name *name = at(declared, i);
    return name ? name : &none;
}

static void forget_registers(struct sw_declared *d)
{
    for (uint32_t i = 0; i < d->t->names.count; i++)
        d->name[i].in_register = 0;
    d->seen = d->in_register = 0;
}

/* A declaration ends with a semicolon, a parameter also with the parenthesis. */
static void read_registers(struct sw_declared *d, uint32_t end)
{
    for (; d->seen < end; d->seen++) {
        uint32_t i = d->seen;
        if (sw_tokens_is(d->t, i, "register"))
            d->in_register = i + 1;
        else if (sw_tokens_among(d->t, i, "; )"))
            d->in_register = 0;
        struct sw_declared_name *name = d->in_register ? at(d, i) : NULL;
        if (name)
            name->in_register = d->in_register;
    }
}

int sw_declared_register(struct sw_declared *declared, uint32_t i, uint32_t from)
{
    if (i < declared->seen)
        forget_registers(declared);
    read_registers(declared, i);
    const struct sw_declared_name *name = at(declared, i);
    return name && name->in_register && name->in_register - 1 >= from;
}
