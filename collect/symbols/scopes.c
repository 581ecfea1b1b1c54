/*
 * What functions of C++ are in, for their full names. Debug information tells what an entry has in it, not what it is in. So a unit is walked through when it is first asked
 * for, and of all that may be or have a function is kept where it is: in the order of the entries, which is that of their
 * offsets.
 */
#include "base/grow.h"
#include "base/search.h"
#include "collect/symbols/parts.h"

enum { MOST_NESTED = 64, MOST_TEMPLATES = 4 };
enum { CXX_17 = 0x2a, CXX_20 }; /* which older headers do not name */

struct scope {
    Dwarf_Off entry, around; /* `around` is that of the unit: nothing */
};

struct sw_symbols_unit {
    Dwarf_Off entry;
    struct scope *scopes;
    size_t n, room;
    int error;
};

static bool is_cxx(Dwarf_Die *unit)
{
    int language = dwarf_srclang(unit);
    return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_03 ||
           language == DW_LANG_C_plus_plus_11 || language == DW_LANG_C_plus_plus_14 ||
           language == CXX_17 || language == CXX_20;
}

static void add(struct sw_symbols_unit *unit, struct scope scope)
{
    if (SW_GROW(unit->scopes, unit->n, unit->room))
        unit->scopes[unit->n++] = scope;
    else
        unit->error = -ENOMEM;
}

static void walk(struct sw_symbols_unit *unit, Dwarf_Die *parent, Dwarf_Off around, int depth)
{
    Dwarf_Die die;
    if (depth > MOST_NESTED)
        return;
    SW_EACH_CHILD (die, parent)
        switch (dwarf_tag(&die)) {
        case DW_TAG_namespace:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
        case DW_TAG_subprogram:
            add(unit, (struct scope){dwarf_dieoffset(&die), around});
            walk(unit, &die, dwarf_dieoffset(&die), depth + 1);
            break;
        case DW_TAG_lexical_block:
            walk(unit, &die, around, depth + 1);
            break;
        default:
            break;
        }
}

/* NULL: no memory. */
static struct sw_symbols_unit *find_unit(struct sw_symbols_scopes *s, Dwarf_Die *unit)
{
    Dwarf_Off entry = dwarf_dieoffset(unit);
    for (size_t i = s->n_units; i-- > 0;)
        if (s->units[i].entry == entry)
            return &s->units[i];
    if (!SW_GROW(s->units, s->n_units, s->room))
        return NULL;
    struct sw_symbols_unit *fresh = &s->units[s->n_units];
    *fresh = (struct sw_symbols_unit){.entry = entry};
    walk(fresh, unit, entry, 0);
    s->n_units += !fresh->error;
    if (!fresh->error)
        return fresh;
    free(fresh->scopes);
    return NULL;
}

/* Whether it is in something. */
static bool around(struct sw_symbols_scopes *s, Dwarf_Die *die, Dwarf_Die *outer)
{
    Dwarf_Die entry;
    Dwarf_Off offset = dwarf_dieoffset(die);
    struct sw_symbols_unit *u = dwarf_diecu(die, &entry, NULL, NULL) ? find_unit(s, &entry) : NULL;
    size_t i = u ? SW_BEFORE(u->n, k, u->scopes[k].entry < offset) : 0;
    return u && i < u->n && u->scopes[i].entry == offset && u->scopes[i].around != u->entry &&
           dwarf_offdie(dwarf_cu_getdwarf(die->cu), u->scopes[i].around, outer);
}

/* From one that was inlined, or made elsewhere, to where it was declared: only that is in its scope. */
static Dwarf_Die declaration_of(Dwarf_Die die)
{
    Dwarf_Die to;
    for (int i = 0; i < MOST_NESTED && /* a damaged file may go round in circles */
                    (sw_die_named(&die, DW_AT_abstract_origin, &to) ||
                     sw_die_named(&die, DW_AT_specification, &to));
         i++)
        die = to;
    return die;
}

/* Classes without a name are lambdas, as good as always: those of one function are told apart by their line. */
static const char *short_name(Dwarf_Die *die, char buffer[32])
{
    const char *name = dwarf_diename(die);
    int tag = dwarf_tag(die), line = 0;
    if (name && strncmp(name, "._anon", strlen("._anon")) &&
        strncmp(name, "<lambda", strlen("<lambda")))
        return name;
    if (tag == DW_TAG_namespace)
        return "(anonymous namespace)";
    if (tag == DW_TAG_union_type)
        return "(anonymous union)";
    dwarf_decl_line(die, &line);
    snprintf(buffer, 32, line ? "<lambda:%d>" : "<lambda>", line);
    return buffer;
}

/* Its first parameter has a name that nobody else gives. */
static bool is_our_lambda(Dwarf_Die *declaration)
{
    Dwarf_Die child;
    SW_EACH_CHILD (child, declaration) {
        const char *name =
            dwarf_tag(&child) == DW_TAG_formal_parameter ? dwarf_diename(&child) : NULL;
        if (name && !strncmp(name, "__sw_", strlen("__sw_")))
            return true;
    }
    return false;
}

bool sw_symbols_scopes_ours(struct sw_symbols_scopes *s, Dwarf_Die *die)
{
    Dwarf_Die unit, declaration = declaration_of(*die), outer, origin = *die, to;
    const char *name = dwarf_diename(die);
    if (!name || !dwarf_diecu(&declaration, &unit, NULL, NULL) || !is_cxx(&unit))
        return false;
    for (int i = 0; i < MOST_NESTED && !strncmp(name, "operator()", strlen("operator()")); i++) {
        if (is_our_lambda(&origin))
            return true;
        if (!sw_die_named(&origin, DW_AT_abstract_origin, &to))
            break;
        origin = to;
    }
    name = around(s, &declaration, &outer) ? dwarf_diename(&outer) : NULL;
    return name && !strncmp(name, "__spanwise_", strlen("__spanwise_"));
}

/* --- what templates take --- */

static char *qualified(struct sw_symbols_scopes *s, Dwarf_Die die, int depth);

/* A class, or what points to one. False: it is something else, and nothing is written. */
static bool write_type(struct sw_symbols_scopes *s, Dwarf_Die type, int depth, FILE *out)
{
    static const struct {
        int tag;
        const char *before, *after;
    } kinds[] = {{DW_TAG_const_type, "const ", ""},
                 {DW_TAG_pointer_type, "", "*"},
                 {DW_TAG_reference_type, "", "&"},
                 {DW_TAG_rvalue_reference_type, "", "&&"}};
    Dwarf_Die to;
    int tag = dwarf_tag(&type);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (tag == kinds[i].tag) {
            fputs(kinds[i].before, out);
            bool written =
                depth && sw_die_named(&type, DW_AT_type, &to) && write_type(s, to, depth - 1, out);
            fputs(kinds[i].after, out);
            return written;
        }
    char *name = tag == DW_TAG_class_type || tag == DW_TAG_structure_type
                     ? qualified(s, declaration_of(type), depth)
                     : NULL;
    if (name)
        fputs(name, out);
    free(name);
    return name != NULL;
}

/* Where an argument that begins here ends: at a comma, or at the bracket of the whole. */
static const char *argument_end(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        if (!depth && (*at == ',' || *at == '>'))
            break;
        depth += (strchr("<([{", *at) != NULL) - (strchr(">)]}", *at) != NULL);
    }
    return at;
}

/* One argument of a template, which is `parameter`, as the text at *at has it, but for lambdas in it; *at is then behind it. */
static void write_argument(struct sw_symbols_scopes *s, Dwarf_Die *parameter, int depth,
                           const char **at, FILE *out)
{
    const char *end = argument_end(*at), *lambda = strstr(*at, "<lambda");
    Dwarf_Die type;
    char *text = NULL;
    size_t size = 0;
    FILE *written = lambda && lambda < end ? open_memstream(&text, &size) : NULL;
    bool known = written && sw_die_named(parameter, DW_AT_type, &type) &&
                 write_type(s, type, depth, written);
    if (written && fclose(written))
        known = false;
    size_t length = (size_t)(end - *at);
    while (length && (*at)[length - 1] == ' ')
        length--;
    fprintf(out, "%.*s", known ? (int)size : (int)length, known ? text : *at);
    free(text);
    *at = end;
}

/* Those of `parent`, some of which may be packs. False: there are more of them than the text has. */
static bool write_arguments(struct sw_symbols_scopes *s, Dwarf_Die *parent, int depth,
                            const char **at, FILE *out)
{
    Dwarf_Die die;
    const char *last = NULL;
    SW_EACH_CHILD (die, parent) {
        int tag = dwarf_tag(&die);
        const char *name = dwarf_diename(&die);
        if (tag == DW_TAG_GNU_template_parameter_pack) {
            if (!write_arguments(s, &die, depth, at, out))
                return false;
            continue;
        }
        if (tag != DW_TAG_template_type_parameter && tag != DW_TAG_template_value_parameter &&
            tag != DW_TAG_GNU_template_template_param)
            continue;
        if (name && last && !strcmp(name, last)) /* gcc has those of generic lambdas twice */
            continue;
        last = name;
        if (**at != '<' && **at != ',')
            return false;
        fputs(**at == '<' ? "<" : ", ", out);
        *at += 1 + (**at == ',');
        write_argument(s, &die, depth, at, out);
    }
    return true;
}

/* Its own name; lambdas that it is a template of are told by their line, too. `die` is where it is declared. */
static char *own_name(struct sw_symbols_scopes *s, Dwarf_Die *die, int depth)
{
    char buffer[32], *text = NULL;
    size_t size = 0;
    const char *name = short_name(die, buffer), *at = strchr(name, '<');
    if (name == buffer || !depth || !strstr(name, "<lambda") || !at ||
        (!strncmp(name, "operator", 8) && strncmp(name, "operator()", 10)))
        return strdup(name);
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%.*s", (int)(at - name), name);
    bool right = write_arguments(s, die, depth - 1, &at, out) && *at == '>' && !at[1];
    fputs(">", out);
    if (!fclose(out) && right)
        return text;
    free(text);
    return strdup(name);
}

/* With what it is in. */
static char *qualified(struct sw_symbols_scopes *s, Dwarf_Die die, int depth)
{
    Dwarf_Die outer;
    char *name = own_name(s, &die, depth);
    for (int i = 0; name && i < MOST_NESTED && around(s, &die, &outer); i++) {
        die = declaration_of(outer);
        if (sw_symbols_scopes_ours(s, &die) && around(s, &die, &outer)) { /* and its class */
            die = outer;
            continue;
        }
        char *longer = NULL, *outside = own_name(s, &die, depth);
        bool is_lambda = outside && !strncmp(outside, "<lambda", strlen("<lambda")) &&
                         !strcmp(name, "operator()");
        if (!outside || asprintf(&longer, is_lambda ? "%s" : "%s::%s", outside, name) < 0)
            longer = NULL;
        free(outside);
        free(name);
        name = longer;
    }
    return name;
}

char *sw_symbols_scopes_name(struct sw_symbols_scopes *s, Dwarf_Die *function)
{
    Dwarf_Die unit, die = declaration_of(*function);
    const char *own = dwarf_diename(&die);
    if (!own || strchr(own, '.') || !dwarf_diecu(&die, &unit, NULL, NULL) || !is_cxx(&unit))
        return NULL;
    return qualified(s, die, MOST_TEMPLATES);
}

bool sw_symbols_scopes_function(struct sw_symbols_scopes *s, const Dwarf_Die *of,
                                Dwarf_Die *function)
{
    Dwarf_Die die = *of;
    for (int i = 0; i < MOST_NESTED && around(s, &die, function); i++) {
        if (dwarf_tag(function) == DW_TAG_subprogram)
            return true;
        die = *function;
    }
    return false;
}

void sw_symbols_scopes_release(struct sw_symbols_scopes *s)
{
    for (size_t i = 0; i < s->n_units; i++)
        free(s->units[i].scopes);
    free(s->units);
    *s = (struct sw_symbols_scopes){.n_units = 0};
}
