/*
 * Debug information of one module through libdw.
 *
 * .debug_aranges may be missing (clang leaves it out), so the compilation units are indexed by the
 * ranges that they state themselves. The functions of a unit are indexed when it is first asked
 * for; callers ask in the order of addresses, so one unit's index is kept at a time. Below a
 * function, the inlined calls are found by descending into the scopes that hold the address.
 */
#include "collect/symbols/module.h"
#include "base/grow.h"
#include "base/order.h"
#include "base/search.h"
#include "collect/symbols/parts.h"

enum { MOST_INLINED = 64, MOST_NESTED = 64, NEAR_BYTES = 64 };

/* A stretch of code of a compilation unit or of a function. */
struct range {
    uint64_t low, high;
    Dwarf_Die die;
    Dwarf_Die named;  /* the same, or the function that it is part of */
    Dwarf_Die around; /* the function whose source it is in, or the same */
};

struct ranges {
    struct range *at;
    size_t n, room;
    int error;
};

/* Where functions begin in the source, of which none is inside another one. */
struct beginnings {
    Dwarf_Die *at;
    size_t n, room;
};

struct sw_symbols_module {
    Dwfl *dwfl;
    int names_only; /* nobody wants its lines */
    Dwfl_Module *module;
    Dwarf *dwarf; /* NULL: no debug information */
    Dwarf_Addr bias;
    struct ranges units;
    struct ranges functions;      /* of `unit` */
    struct beginnings beginnings; /* of these, and of those that are only inlined */
    Dwarf_Die unit;
    int has_unit;
    struct sw_symbols_table table;
    int has_table;
    struct sw_symbols_scopes scopes;
};

static void add_range(struct ranges *ranges, struct range range)
{
    if (SW_GROW(ranges->at, ranges->n, ranges->room))
        ranges->at[ranges->n++] = range;
    else
        ranges->error = -ENOMEM;
}

static void add_ranges_of(struct ranges *ranges, Dwarf_Die *die, const Dwarf_Die *named,
                          const Dwarf_Die *around)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0)
        if (low < high)
            add_range(ranges, (struct range){low, high, *die, *named, *around});
}

static int compare_ranges(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    return SW_BY(SW_RISING(x->low, y->low), SW_RISING(x->high, y->high));
}

static void sort_ranges(struct ranges *ranges)
{
    if (ranges->n)
        qsort(ranges->at, ranges->n, sizeof *ranges->at, compare_ranges);
}

static struct range *find_range(const struct ranges *ranges, uint64_t address)
{
    size_t n = SW_BEFORE(ranges->n, i, ranges->at[i].low <= address);
    return n && address < ranges->at[n - 1].high ? &ranges->at[n - 1] : NULL;
}

static void index_units(struct sw_symbols_module *m)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    while (dwarf_get_units(m->dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
        if (dwarf_tag(&die) == DW_TAG_compile_unit)
            add_ranges_of(&m->units, &die, &die, &die);
    sort_ranges(&m->units);
}

/* Written by the rewriter: part of the function around it. In C++ these are also lambdas, and methods of classes of ours. */
static int is_part(struct sw_symbols_module *m, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    return name && (!strncmp(name, "__spanwise_", 11) || sw_symbols_scopes_ours(&m->scopes, die));
}

/* The first argument of a template, which is a type. */
static bool first_argument(Dwarf_Die *of, Dwarf_Die *type)
{
    Dwarf_Die die, origin;
    if (sw_die_named(of, DW_AT_abstract_origin, &origin))
        of = &origin;
    SW_EACH_CHILD (die, of)
        if (dwarf_tag(&die) == DW_TAG_template_type_parameter)
            return sw_die_named(&die, DW_AT_type, type);
    return false;
}

/* In C++ a part is a template whose first argument is a lambda of its function, or is such a template itself. */
static bool whole_of_part(struct sw_symbols_module *m, Dwarf_Die *part, Dwarf_Die *whole)
{
    Dwarf_Die type = *part, next;
    if (!is_part(m, part))
        return false;
    for (int i = 0; i < MOST_NESTED && first_argument(&type, &next); i++)
        type = next;
    for (int i = 0; i < MOST_NESTED && sw_symbols_scopes_function(&m->scopes, &type, whole); i++) {
        if (!is_part(m, whole))
            return true;
        type = *whole;
    }
    return false;
}

static void add_beginning(struct beginnings *b, const Dwarf_Die *die)
{
    if (SW_GROW(b->at, b->n, b->room)) /* else lines are told less well */
        b->at[b->n++] = *die;
}

/* Functions nest in namespaces, types and, in GNU C, in each other. `around` is the user's function
 * that this one is in; NULL: none. */
static void index_functions(struct sw_symbols_module *m, Dwarf_Die *parent, const Dwarf_Die *around,
                            int depth)
{
    Dwarf_Die die, whole;
    if (depth > MOST_NESTED)
        return;
    SW_EACH_CHILD (die, parent) {
        const Dwarf_Die *inner = around;
        if (dwarf_tag(&die) == DW_TAG_subprogram) {
            bool is_of_other = !around && whole_of_part(m, &die, &whole);
            const Dwarf_Die *in = is_of_other ? &whole : around;
            inner = in && is_part(m, &die) ? in : &die;
            add_ranges_of(&m->functions, &die, inner, in ? in : &die);
            if (!in)
                add_beginning(&m->beginnings, &die);
        }
        if (dwarf_haschildren(&die) > 0 && dwarf_tag(&die) != DW_TAG_inlined_subroutine)
            index_functions(m, &die, inner, depth + 1);
    }
}

/* The function at the address; leaves its unit in m->unit. NULL: none that DWARF knows. */
static struct range *find_function(struct sw_symbols_module *m, uint64_t address)
{
    struct range *unit = find_range(&m->units, address - m->bias);
    if (!unit)
        return NULL;
    if (!m->has_unit || dwarf_dieoffset(&m->unit) != dwarf_dieoffset(&unit->die)) {
        m->functions.n = m->beginnings.n = 0;
        m->unit = unit->die;
        m->has_unit = 1;
        index_functions(m, &m->unit, NULL, 0);
        sort_ranges(&m->functions);
    }
    return find_range(&m->functions, address - m->bias);
}

static uint32_t number_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute attr;
    Dwarf_Word value;
    if (!dwarf_attr(die, attribute, &attr) || dwarf_formudata(&attr, &value))
        return 0;
    return (uint32_t)value;
}

/* gcc tells of each call which scope it is in; clang has all calls in the function itself. */
static int is_of_gcc(Dwarf_Die *unit)
{
    Dwarf_Attribute attr;
    const char *by = dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attr));
    return by && !strncmp(by, "GNU", 3);
}

/* Does a statement begin in the piece of the scope's code that the address is in? Else that was moved there from where the scope is. */
static int has_statement(Dwarf_Die *unit, Dwarf_Die *scope, uint64_t pc)
{
    Dwarf_Addr base, low = 0, high = 0, at;
    Dwarf_Lines *lines;
    size_t n;
    ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(scope, offset, &base, &low, &high)) > 0)
        if (low <= pc && pc < high)
            break;
    if (offset <= 0 || dwarf_getsrclines(unit, &lines, &n))
        return 1; /* not known */
    for (size_t i = 0; i < n; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        bool begins = false;
        if (line && dwarf_lineaddr(line, &at) == 0 && at >= low && at < high &&
            dwarf_linebeginstatement(line, &begins) == 0 && begins)
            return 1;
    }
    return 0;
}

/* The inlined calls around the address, outermost first. Returns how many. A call is not of all whose code is around it: they may have
 * been moved there. */
static size_t find_inlined(struct sw_symbols_module *m, Dwarf_Die *function, uint64_t pc,
                           Dwarf_Die *inlined)
{
    Dwarf_Die scope = *function, die;
    size_t n = 0;
    bool tells = is_of_gcc(&m->unit), of_none = false;
    for (int depth = 0; depth < MOST_NESTED && dwarf_child(&scope, &die) == 0; depth++) {
        bool found = false;
        do {
            if (tells && sw_die_is_call(&die, pc)) {
                if (depth)
                    return n;
                of_none = true; /* a call without a line, or of no scope */
            }
            if (!found && sw_die_is_scope(&die) && dwarf_haspc(&die, pc) > 0) {
                found = true;
                scope = die;
            }
        } while ((tells || !found) && dwarf_siblingof(&die, &die) == 0);
        if (!found)
            break;
        if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine && n < MOST_INLINED &&
            !is_part(m, &scope))
            inlined[n++] = scope;
    }
    while (of_none && n && !has_statement(&m->unit, &inlined[n - 1], pc))
        n--;
    return n;
}

/*
 * The file that an attribute of the DIE, or of what it is a copy of, names. dwarf_decl_file() would
 * do, but takes index 0 for "none"; since DWARF 5 that is the unit's own file, and clang uses it.
 */
static const char *file_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute attr;
    Dwarf_Word index;
    Dwarf_Die unit;
    Dwarf_Files *files;
    size_t n;
    if (!dwarf_attr_integrate(die, attribute, &attr) || dwarf_formudata(&attr, &index) ||
        dwarf_cu_info(attr.cu, NULL, NULL, &unit, NULL, NULL, NULL, NULL) ||
        dwarf_getsrcfiles(&unit, &files, &n) || index >= n)
        return NULL;
    return dwarf_filesrc(files, index, NULL, NULL);
}

/* The path of a file that the unit of the DIE names: compilers leave some relative to where they ran,
 * and a reader of the profile may be elsewhere. */
static char *full_path(Dwarf_Die *die, const char *file)
{
    Dwarf_Die unit;
    Dwarf_Attribute attr;
    const char *directory = NULL;
    char *path;
    if (!file)
        return strdup("");
    if (*file != '/' && dwarf_diecu(die, &unit, NULL, NULL))
        directory = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attr));
    if (!directory)
        return strdup(file);
    return asprintf(&path, "%s/%s", directory, file) < 0 ? NULL : path;
}

static int load_table(struct sw_symbols_module *m)
{
    int error = m->has_table ? 0 : sw_symbols_table_init(&m->table, m->module);
    m->has_table |= !error;
    return error;
}

/* The last function that begins before that line: clang's .omp_outlined says nothing of the one that it is a part of. NULL: none. */
static Dwarf_Die *begun_before(const struct sw_symbols_module *m, Dwarf_Die *part)
{
    const char *file = file_of(part, DW_AT_decl_file);
    int line = 0, begin, latest = 0;
    Dwarf_Die *found = NULL;
    dwarf_decl_line(part, &line);
    for (size_t i = 0; file && i < m->beginnings.n; i++) {
        Dwarf_Die *die = &m->beginnings.at[i];
        const char *name = dwarf_diename(die), *of = file_of(die, DW_AT_decl_file);
        if (name && *name != '.' && of && !strcmp(of, file) && !dwarf_decl_line(die, &begin) &&
            begin <= line && begin >= latest) {
            latest = begin;
            found = die;
        }
    }
    return found;
}

/* The function that the compiler has made this one of, and named it after its symbol: f._omp_fn.0, jacobi_._omp_fn.0,
 * MAIN__._omp_fn.0. NULL: none. */
static Dwarf_Die *made_of(struct sw_symbols_module *m, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    if (name && !strncmp(name, ".omp_", strlen(".omp_")))
        return begun_before(m, die);
    size_t size = name && *name ? 1 + strcspn(name + 1, ".") : 0;
    if (!size || !name[size] || load_table(m))
        return NULL;
    const struct sw_symbol *symbol = sw_symbols_table_find_name(&m->table, name, size);
    struct range *whole = symbol ? find_range(&m->functions, symbol->start - m->bias) : NULL;
    const char *plain = whole ? dwarf_diename(&whole->named) : NULL;
    return plain && !strchr(plain, '.') ? &whole->named : NULL;
}

/* A function of C++ has its scope in the name, as it has where only its symbol is known: a file may have many a
 * 'run' or 'operator()', and they are not one function. */
static char *name_of(struct sw_symbols_module *m, Dwarf_Die *die)
{
    Dwarf_Attribute attr;
    Dwarf_Die *whole_function = made_of(m, die);
    die = whole_function ? whole_function : die;
    const char *symbol = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attr));
    const char *short_name = dwarf_diename(die);
    bool by_scopes = !symbol || (short_name && !strcmp(short_name, "operator()")); /* a lambda's? */
    char *demangled = by_scopes ? NULL : sw_symbols_demangle(symbol);
    if (demangled && !strstr(demangled, "{lambda(")) /* that its template takes */
        return demangled;
    char *whole = sw_symbols_scopes_name(&m->scopes, die);
    if (symbol && (!whole || !strstr(whole, "<lambda"))) {
        free(whole);
        whole = demangled ? demangled : sw_symbols_demangle(symbol);
    } else {
        free(demangled);
    }
    return whole ? whole : sw_symbols_plain_name(short_name ? short_name : "");
}

/* NULL and 0: not known. */
struct spot {
    const char *file;
    int line, column;
};

static struct spot spot_of_call(Dwarf_Die *inlined)
{
    return (struct spot){file_of(inlined, DW_AT_call_file),
                         (int)number_of(inlined, DW_AT_call_line),
                         (int)number_of(inlined, DW_AT_call_column)};
}

static struct spot spot_of_line(Dwarf_Line *line)
{
    struct spot s = {.file = dwarf_linesrc(line, NULL, NULL)};
    dwarf_lineno(line, &s.line);
    dwarf_linecol(line, &s.column);
    return s;
}

static int fill(struct sw_symbols_module *m, struct sw_place *place, Dwarf_Die *die, struct spot at)
{
    place->function = name_of(m, die);
    place->file = full_path(die, at.file);
    place->line = at.line > 0 ? (uint32_t)at.line : 0;
    place->column = at.column > 0 ? (uint32_t)at.column : 0;
    return place->function && place->file ? 0 : -ENOMEM;
}

/* Where a function is declared: the line that a reader looks for. */
static int fill_declaration(struct sw_symbols_module *m, struct sw_place *place, Dwarf_Die *die)
{
    struct spot s = {.file = file_of(die, DW_AT_decl_file)};
    dwarf_decl_line(die, &s.line);
    dwarf_decl_column(die, &s.column);
    return fill(m, place, die, s);
}

/* `place` was inlined by the call `inner` into `outer`. */
static int add_outer(struct sw_symbols_module *m, struct sw_place *place, Dwarf_Die *inner,
                     Dwarf_Die *outer)
{
    place->inlined_into = calloc(1, sizeof *place);
    if (!place->inlined_into)
        return -ENOMEM;
    return fill(m, place->inlined_into, outer, spot_of_call(inner));
}

/* What was inlined at an address into the inlined calls around another one, of which there are n. NULL: nothing. */
static Dwarf_Die *inlined_deeper(struct sw_symbols_module *m, struct range *function, uint64_t pc,
                                 Dwarf_Die *around, size_t n, Dwarf_Die *there)
{
    if (dwarf_haspc(&function->die, pc) <= 0 || find_inlined(m, &function->die, pc, there) <= n)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (dwarf_dieoffset(&there[i]) != dwarf_dieoffset(&around[i]))
            return NULL;
    return &there[n];
}

/* Is that line of the source in the function that the DIE is, or is a copy of: before the next one begins? */
static int has_line(const struct sw_symbols_module *m, Dwarf_Die *function, const char *file,
                    int line)
{
    const char *own = file_of(function, DW_AT_decl_file);
    int first, begin;
    bool is_outer = false;
    if (!own || strcmp(own, file) || dwarf_decl_line(function, &first) || line < first)
        return 0;
    for (size_t i = 0; i < m->beginnings.n; i++) {
        const char *of = file_of(&m->beginnings.at[i], DW_AT_decl_file);
        if (!of || strcmp(of, file) || dwarf_decl_line(&m->beginnings.at[i], &begin))
            continue;
        if (begin > first && begin <= line)
            return 0;
        is_outer |= begin == first;
    }
    return is_outer;
}

/* Some instructions have no line of their own (gcc's calls of the OpenMP runtime), and seem to have that of what comes before them. If
 * that was inlined there and they are not a part of it, the line is where it was called. Where it ended right before them, that is so
 * if the line is not one of the function around them, but one of it. NULL: it is none of these. */
static Dwarf_Die *inlined_before(struct sw_symbols_module *m, struct range *function,
                                 Dwarf_Line *line, Dwarf_Die *around, size_t n, Dwarf_Die *there)
{
    Dwarf_Addr from;
    Dwarf_Die *own = n ? &around[n - 1] : &function->around;
    int number = 0;
    const char *file = dwarf_linesrc(line, NULL, NULL);
    if (!file || dwarf_lineaddr(line, &from) || dwarf_lineno(line, &number))
        return NULL;
    Dwarf_Die *call = inlined_deeper(m, function, from, around, n, there);
    if (call || has_line(m, own, file, number))
        return call;
    call = inlined_deeper(m, function, from - 1, around, n, there);
    size_t deep = call ? find_inlined(m, &function->die, from - 1, there) : n;
    for (size_t i = n; i < deep; i++)
        if (has_line(m, &there[i], file, number))
            return call;
    return NULL;
}

static int fill_from_dwarf(struct sw_symbols_module *m, struct range *function, uint64_t pc,
                           struct sw_place *place)
{
    Dwarf_Die inlined[MOST_INLINED], before[MOST_INLINED];
    size_t n = find_inlined(m, &function->die, pc, inlined);
    Dwarf_Line *line = dwarf_getsrc_die(&m->unit, pc);
    Dwarf_Die *call = line ? inlined_before(m, function, line, inlined, n, before) : NULL;
    Dwarf_Die *innermost = n ? &inlined[n - 1] : &function->named;
    int error = fill(m, place, innermost, call ? spot_of_call(call) : spot_of_line(line));
    for (; !error && n; n--, place = place->inlined_into)
        error = add_outer(m, place, &inlined[n - 1], n > 1 ? &inlined[n - 2] : &function->named);
    return error;
}

static int fill_from_table(struct sw_symbols_module *m, uint64_t address, struct sw_place *place)
{
    int error = load_table(m);
    if (error)
        return error;
    const struct sw_symbol *symbol = sw_symbols_table_find(&m->table, address);
    if (!symbol)
        return -ENOENT;
    place->function = sw_symbols_plain_name(symbol->name);
    place->file = strdup("");
    return place->function && place->file ? 0 : -ENOMEM;
}

int sw_symbols_at(struct sw_symbols_module *m, uint64_t address, struct sw_place *place)
{
    struct range *function = find_function(m, address);
    if (function)
        return fill_from_dwarf(m, function, address - m->bias, place);
    return fill_from_table(m, address, place);
}

/* A call in the function that returns right after the address, or, where that is 0, one that is its last: a jump. */
static bool find_call(Dwarf_Die *parent, uint64_t pc, int depth, Dwarf_Die *found)
{
    Dwarf_Die die;
    if (depth > MOST_NESTED)
        return false;
    SW_EACH_CHILD (die, parent) {
        bool is_tail =
            dwarf_hasattr(&die, DW_AT_call_tail_call) || dwarf_hasattr(&die, DW_AT_GNU_tail_call);
        if (pc ? sw_die_is_call(&die, pc) : is_tail) {
            *found = die;
            return true;
        }
        if (sw_die_is_scope(&die) && find_call(&die, pc, depth + 1, found))
            return true;
    }
    return false;
}

/* The code of a function of this unit. NULL: it is not here. */
static struct range *code_of(struct sw_symbols_module *m, Dwarf_Die *function)
{
    for (size_t i = 0; i < m->functions.n; i++) {
        Dwarf_Die die = m->functions.at[i].die, from;
        for (int k = 0; k < MOST_NESTED; k++, die = from) {
            if (dwarf_dieoffset(&die) == dwarf_dieoffset(function))
                return &m->functions.at[i];
            if (!sw_die_named(&die, DW_AT_abstract_origin, &from))
                break;
        }
    }
    return NULL;
}

/* Where a function ends by a jump to another one. */
static int fill_jump(struct sw_symbols_module *m, struct range *function, struct sw_place *place)
{
    Dwarf_Die jump;
    Dwarf_Attribute attr;
    Dwarf_Addr at;
    if (!find_call(&function->die, 0, 0, &jump) ||
        (!dwarf_attr(&jump, DW_AT_call_return_pc, &attr) &&
         !dwarf_attr(&jump, DW_AT_low_pc, &attr) && !dwarf_attr(&jump, DW_AT_call_pc, &attr)) ||
        dwarf_formaddr(&attr, &at))
        return -ENOENT;
    return fill_from_dwarf(m, function, at - (dwarf_whatattr(&attr) != DW_AT_call_pc), place);
}

int sw_symbols_jump(struct sw_symbols_module *m, uint64_t address, struct sw_place *place)
{
    struct range *function = find_function(m, address);
    return function ? fill_jump(m, function, place) : -ENOENT;
}

int sw_symbols_called_jump(struct sw_symbols_module *m, uint64_t address, struct sw_place *place)
{
    struct range *function = find_function(m, address);
    Dwarf_Die call, callee;
    if (!function || !find_call(&function->die, address - m->bias, 0, &call) ||
        !sw_die_callee(&call, &callee))
        return -ENOENT;
    struct range *called = code_of(m, &callee);
    return called && called->low != function->low ? fill_jump(m, called, place) : -ENOENT;
}

/* Several rows may begin there; the first is that of the function itself, others are of what it begins with. */
static Dwarf_Line *first_line(Dwarf_Die *unit, uint64_t pc)
{
    Dwarf_Lines *lines;
    size_t n;
    if (dwarf_getsrclines(unit, &lines, &n))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        Dwarf_Addr at;
        bool ends = false;
        if (line && dwarf_lineaddr(line, &at) == 0 && at == pc &&
            dwarf_lineendsequence(line, &ends) == 0 && !ends)
            return line;
    }
    return NULL;
}

int sw_symbols_entry(struct sw_symbols_module *m, uint64_t address, struct sw_place *place)
{
    struct range *function = find_function(m, address);
    Dwarf_Line *line = function ? first_line(&m->unit, address - m->bias) : NULL;
    return line ? fill(m, place, &function->named, spot_of_line(line)) : -ENOENT;
}

int sw_symbols_variable(struct sw_symbols_module *m, uint64_t address, char **name)
{
    int n = dwfl_module_getsymtab(m->module);
    for (int i = 1; i < n; i++) {
        GElf_Sym symbol;
        GElf_Addr at;
        const char *found = dwfl_module_getsym_info(m->module, i, &symbol, &at, NULL, NULL, NULL);
        if (!found || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF ||
            address - at >= symbol.st_size)
            continue;
        char *demangled = sw_symbols_demangle(found);
        const char *written = demangled ? demangled : found;
        *name = m->dwarf
                    ? sw_symbols_field(m->dwarf, &m->scopes, at - m->bias, address - at, written)
                    : NULL;
        int length = *name ? 0
                     : address == at
                         ? asprintf(name, "%s", written)
                         : asprintf(name, "%s+%llu", written, (unsigned long long)(address - at));
        free(demangled);
        return length < 0 ? -ENOMEM : 0;
    }
    return -ENOENT;
}

int sw_symbols_argument(struct sw_symbols_module *m, uint64_t address, char **name)
{
    struct range *function = find_function(m, address);
    *name =
        function ? sw_symbols_argument_field(&function->die, address - m->bias, &m->scopes) : NULL;
    return *name ? 0 : -ENOENT;
}

/* A register and an offset. */
static bool is_based(const Dwarf_Op *op, uint64_t *base, int64_t *offset)
{
    bool is_large = op->atom == DW_OP_bregx;
    *base = is_large ? op->number : (uint64_t)op->atom - DW_OP_breg0;
    *offset = (int64_t)(is_large ? op->number2 : op->number);
    return is_large || (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31);
}

/* How far from the canonical frame address variables of a function are counted from: gcc counts from that, clang from a register. */
static bool frame_base(struct sw_symbols_module *m, Dwarf_Die *function, uint64_t pc,
                       int64_t *offset)
{
    Dwarf_Attribute attr;
    Dwarf_Op *base, *cfa;
    Dwarf_Frame *frame = NULL;
    Dwarf_Addr bias;
    size_t n;
    if (!sw_die_location(function, DW_AT_frame_base, &attr, &base, &n) || n != 1)
        return false;
    *offset = 0;
    if (base[0].atom == DW_OP_call_frame_cfa)
        return true;
    Dwarf_CFI *cfi = dwfl_module_eh_cfi(m->module, &bias);
    uint64_t from;
    bool found = cfi && !dwarf_cfi_addrframe(cfi, pc + m->bias - bias, &frame) &&
                 !dwarf_frame_cfa(frame, &cfa, &n) && n == 1 && is_based(cfa, &from, offset) &&
                 (uint64_t)base[0].atom - DW_OP_reg0 == from;
    *offset = found ? -*offset : 0;
    free(frame);
    return found;
}

/* Of the first function's: another's, which is inlined there, would have to be named too. */
static int add_local(struct sw_symbols_module *m, struct range *range,
                     const struct sw_symbols_on_stack *at, char **names, char **function)
{
    Dwarf_Die whose;
    char *found = sw_symbols_local_field(&range->die, at, &m->scopes, &whose);
    char *of = found ? name_of(m, whose.addr == range->die.addr ? &range->named : &whose) : NULL;
    char *both = NULL;
    int error = found && !of ? -ENOMEM : 0;
    if (of && !*names) {
        *names = found;
        *function = of;
        return 0;
    }
    if (of && strcmp(*names, found) != 0 && !strcmp(*function, of)) {
        error = asprintf(&both, "%s and %s", *names, found) < 0 ? -ENOMEM : 0;
        if (!error) {
            free(*names);
            *names = both;
        }
    }
    free(found);
    free(of);
    return error;
}

int sw_symbols_local(struct sw_symbols_module *m, uint64_t address, int64_t stack,
                     const int64_t *offsets, size_t n, char **name)
{
    struct range *range = find_function(m, address);
    char *names = NULL, *function = NULL;
    int64_t base;
    int error = range && frame_base(m, &range->die, address - m->bias, &base) ? 0 : -ENOENT;
    for (size_t i = 0; i < n && !error; i++)
        error = add_local(m, range,
                          &(struct sw_symbols_on_stack){.pc = address - m->bias,
                                                        .offset = offsets[i] - base,
                                                        .has_stack = stack,
                                                        .stack = stack - base},
                          &names, &function);
    if (!error && !names)
        error = -ENOENT;
    if (!error && asprintf(name, "%s in %s", names, function) < 0)
        error = -ENOMEM;
    free(names);
    free(function);
    return error;
}

int sw_symbols_made(struct sw_symbols_module *m, uint64_t address, uint32_t line, uint64_t offset,
                    char **name)
{
    struct range *range = find_function(m, address);
    *name = range ? sw_symbols_made_field(&range->die, (int)line, offset, &m->scopes) : NULL;
    return *name ? 0 : -ENOENT;
}

int sw_symbols_function(struct sw_symbols_module *m, uint64_t address, struct sw_place *place)
{
    struct range *function = find_function(m, address);
    if (function && dwarf_diename(&function->named))
        return fill_declaration(m, place, &function->named);
    return fill_from_table(m, address, place);
}

/* f.outline_pfor.cond.ls1: the debug information has a copy of f's. */
bool sw_symbols_is_loop(struct sw_symbols_module *m, uint64_t address)
{
    const struct sw_symbol *symbol =
        load_table(m) ? NULL : sw_symbols_table_find(&m->table, address);
    const char *part = symbol ? strstr(symbol->name, ".outline_") : NULL;
    while (part && (part = strstr(part, ".ls")) && !isdigit((unsigned char)part[3]))
        part += 3;
    return part;
}

static uint64_t lowest_address(Dwarf_Die *die)
{
    Dwarf_Addr base, low, high;
    uint64_t lowest = UINT64_MAX;
    ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0)
        if (low < high && low < lowest)
            lowest = low;
    return lowest;
}

struct search {
    uint64_t pc;
    uint32_t line;
    uint64_t distance; /* of the best one so far */
    Dwarf_Die found;
};

/* An inlined call of the wanted line may begin anywhere after the spawn, since the scheduler of the
 * compiler moves code; of another line (a call over several lines) only right after it. */
static void consider(struct search *search, Dwarf_Die *die)
{
    uint64_t low = lowest_address(die);
    if (low == UINT64_MAX) /* no code */
        return;
    uint64_t distance = low >= search->pc ? low - search->pc : search->pc - low;
    int same_line = number_of(die, DW_AT_call_line) == search->line;
    if (low < search->pc && !(same_line && dwarf_haspc(die, search->pc) > 0))
        return;
    if (!same_line)
        distance = distance > NEAR_BYTES ? UINT64_MAX : distance + (UINT64_MAX >> 1);
    if (distance < search->distance) {
        search->distance = distance;
        search->found = *die;
    }
}

/* What the rewriter wrote is no call: in C++, it is around that. */
static void search_inlined(struct sw_symbols_module *m, struct search *search, Dwarf_Die *parent,
                           int depth)
{
    Dwarf_Die die;
    if (depth > MOST_NESTED)
        return;
    SW_EACH_CHILD (die, parent) {
        bool inlined = dwarf_tag(&die) == DW_TAG_inlined_subroutine,
             part = inlined && is_part(m, &die);
        if (inlined && !part)
            consider(search, &die);
        else if (part || dwarf_tag(&die) == DW_TAG_lexical_block)
            search_inlined(m, search, &die, depth + 1);
    }
}

int sw_symbols_inlined_call(struct sw_symbols_module *m, uint64_t address, uint32_t line,
                            struct sw_place *place)
{
    struct range *function = find_function(m, address);
    Dwarf_Die inlined[MOST_INLINED];
    struct search search = {address - m->bias, line, UINT64_MAX, {0}};
    if (!function)
        return -ENOENT;
    size_t n = find_inlined(m, &function->die, search.pc, inlined);
    search_inlined(m, &search, n ? &inlined[n - 1] : &function->die, 0);
    if (search.distance == UINT64_MAX && n) /* the sled itself may already count as inlined */
        search_inlined(m, &search, n > 1 ? &inlined[n - 2] : &function->die, 0);
    if (search.distance == UINT64_MAX)
        return -ENOENT;
    return fill_declaration(m, place, &search.found);
}

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
};

static int is_same_file(Dwfl_Module *module, const struct sw_module *of)
{
    const unsigned char *bits;
    GElf_Addr address;
    int size = dwfl_module_build_id(module, &bits, &address);
    if (of->build_id_size == 0)
        return 1; /* nothing to compare */
    return size > 0 && (uint32_t)size == of->build_id_size &&
           !memcmp(bits, of->build_id, (size_t)size);
}

/* Calls from libc (of main, of a comparison) need its function's name only, not 30 ms for unpacking
 * its debug information. */
static int is_libc(const char *path)
{
    return !strncmp(basename(path), "libc.so.", 8);
}

int sw_symbols_open(struct sw_symbols_module **module, const struct sw_module *of)
{
    struct sw_symbols_module *m = calloc(1, sizeof *m);
    if (!m)
        return -ENOMEM;
    m->dwfl = dwfl_begin(&callbacks);
    if (m->dwfl) {
        dwfl_report_begin(m->dwfl);
        m->module = dwfl_report_elf(m->dwfl, "", of->path, -1, 0, true);
        dwfl_report_end(m->dwfl, NULL, NULL);
    }
    if (!m->module || !is_same_file(m->module, of)) {
        int error = m->module ? -ESTALE : -ENOENT;
        sw_symbols_close(m);
        return error;
    }
    m->names_only = is_libc(of->path);
    if (!m->names_only)
        m->dwarf = dwfl_module_getdwarf(m->module, &m->bias);
    if (m->dwarf)
        index_units(m);
    if (m->units.error) {
        sw_symbols_close(m);
        return -ENOMEM;
    }
    *module = m;
    return 0;
}

void sw_symbols_close(struct sw_symbols_module *m)
{
    if (!m)
        return;
    free(m->units.at);
    free(m->functions.at);
    free(m->beginnings.at);
    sw_symbols_table_release(&m->table);
    sw_symbols_scopes_release(&m->scopes);
    dwfl_end(m->dwfl);
    free(m);
}

int sw_symbols_has_lines(const struct sw_symbols_module *m)
{
    return m->names_only || m->units.n != 0;
}
