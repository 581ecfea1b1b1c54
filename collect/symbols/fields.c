/* Finds the variable or field that an address, an argument or a place on the stack is, by debug information. */
#include "collect/symbols/parts.h"
#include "profile/whose.h"

#include <gelf.h>

/* --- Fields of classes --- */

enum { MOST_NESTED = 64 };

static bool is_at(Dwarf_Die *variable, uint64_t address)
{
    Dwarf_Attribute attr, indexed;
    Dwarf_Op *ops;
    size_t n;
    Dwarf_Addr at;
    if (!sw_die_location(variable, DW_AT_location, &attr, &ops, &n))
        return false;
    if (ops[0].atom == DW_OP_addr)
        return ops[0].number == address;
    return ops[0].atom == DW_OP_addrx && !dwarf_getlocation_attr(&attr, &ops[0], &indexed) &&
           !dwarf_formaddr(&indexed, &at) && at == address; /* clang's */
}

/* Variables are in units, namespaces and, where they are static, in functions. */
static bool find_variable(Dwarf_Die *parent, uint64_t address, int depth, Dwarf_Die *found)
{
    Dwarf_Die die;
    if (depth > MOST_NESTED)
        return false;
    SW_EACH_CHILD (die, parent) {
        int tag = dwarf_tag(&die);
        if (tag == DW_TAG_variable && is_at(&die, address)) {
            *found = die;
            return true;
        }
        if ((tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block) &&
            find_variable(&die, address, depth + 1, found))
            return true;
    }
    return false;
}

/* The type of a variable, or that it points to, without names for it, and const. False: it has none. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attr;
    Dwarf_Die plain;
    if (!dwarf_attr_integrate(die, DW_AT_type, &attr) || !dwarf_formref_die(&attr, type) ||
        dwarf_peel_type(type, &plain))
        return false;
    *type = plain;
    return true;
}

static bool is_class(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Is what is declared the reader's (profile/whose.h)? Since DWARF 5 the unit's own file has the number that libdw takes for none. */
static bool is_readers(Dwarf_Die *type)
{
    const char *file = dwarf_decl_file(type);
    return !file || sw_file_is_readers(file);
}

static bool is_readers_class(Dwarf_Die *type)
{
    return is_class(type) && is_readers(type);
}

static uint64_t offset_of(Dwarf_Die *member)
{
    Dwarf_Attribute attr;
    Dwarf_Word offset = 0;
    if (dwarf_attr(member, DW_AT_data_member_location, &attr))
        dwarf_formudata(&attr, &offset);
    return offset;
}

/* The field or base that an offset is in, and its type. */
static bool find_member(Dwarf_Die *class, uint64_t offset, Dwarf_Die *member, Dwarf_Die *type)
{
    Dwarf_Word size;
    SW_EACH_CHILD (*member, class) {
        int tag = dwarf_tag(member);
        if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) &&
            !dwarf_hasattr(member, DW_AT_external) && type_of(member, type) &&
            offset >= offset_of(member) && !dwarf_aggregate_size(type, &size) &&
            offset - offset_of(member) < size)
            return true;
    }
    return false;
}

static char *joined(char *name, const char *between, const char *field)
{
    char *longer = NULL;
    if (name && asprintf(&longer, "%s%s%s", name, between, field) < 0)
        longer = NULL;
    free(name);
    return longer;
}

/* A class with a name stands for all that is around it. */
static char *add_field(char *name, struct sw_symbols_scopes *scopes, Dwarf_Die *class,
                       const char *field)
{
    char *scope = dwarf_diename(class) ? sw_symbols_scopes_name(scopes, class) : NULL;
    if (!scope)
        return joined(name, ".", field);
    free(name);
    return joined(scope, "::", field);
}

/* A class around nothing but one thing of a library's, as that of a lock: it is the lock. */
static bool is_wrapper(Dwarf_Die *class)
{
    Dwarf_Die member, type;
    Dwarf_Word size, whole;
    return dwarf_diename(class) && find_member(class, 0, &member, &type) &&
           !is_readers_class(&type) && !dwarf_aggregate_size(&type, &size) &&
           !dwarf_aggregate_size(class, &whole) && size == whole;
}

/* What is so far into an object of the type. */
static char *class_field(struct sw_symbols_scopes *scopes, Dwarf_Die *class, uint64_t offset,
                         const char *name)
{
    Dwarf_Die type = *class, member, inner;
    Dwarf_Word size;
    char *named = strdup(name ? name : "");
    bool is_field = false;
    for (int i = 0; i < MOST_NESTED; i++) {
        if (dwarf_tag(&type) == DW_TAG_array_type && type_of(&type, &inner) &&
            !dwarf_aggregate_size(&inner, &size) && size) {
            offset %= size;
            type = inner;
            continue;
        }
        if (!is_readers_class(&type) || is_wrapper(&type) ||
            !find_member(&type, offset, &member, &inner))
            break;
        offset -= offset_of(&member);
        if (dwarf_tag(&member) == DW_TAG_member && dwarf_diename(&member)) {
            named = add_field(named, scopes, &type, dwarf_diename(&member));
            is_field = true;
        }
        type = inner;
    }
    if (is_field)
        return named;
    free(named);
    return NULL;
}

char *sw_symbols_field(Dwarf *dwarf, struct sw_symbols_scopes *scopes, uint64_t address,
                       uint64_t offset, const char *name)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die, variable, type;
    while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
        if (dwarf_tag(&die) == DW_TAG_compile_unit && find_variable(&die, address, 0, &variable))
            return type_of(&variable, &type) ? class_field(scopes, &type, offset, name) : NULL;
    return NULL;
}

/* --- Arguments and variables --- */

/*
 * Nothing is known of the values that registers had. But debug information tells where variables are: the lock's address is register 19 plus
 * 48, say, at the call, and `this` of a class is register 19: so the lock is 48 bytes into an object of that class. The lock is what is passed
 * to the call, or to a library's function that was inlined around it, as std::mutex::lock(); their places are not always told in terms of the
 * object at the call itself, but at some instruction before it. As neither changes, it is enough if they are at one that both are known at.
 */

enum { MOST_VALUES = 256, DW_OP_ENTRY = 0xa3, DW_OP_GNU_ENTRY = 0xf3 };

enum base { UNKNOWN, REGISTER, ENTRY, FRAME };

/* What is in a register, now or when the function was entered, or the frame; or in memory, so far from there; and an offset to that. */
struct value {
    enum base base;
    unsigned number;
    bool is_loaded;
    int64_t at;
    int64_t offset;
};

/* From low up to high, it is that. */
struct known {
    Dwarf_Addr low, high;
    struct value value;
    Dwarf_Die class; /* that it points to */
    const char *name;
};

struct values {
    struct known all[MOST_VALUES];
    size_t n;
};

struct finder {
    struct values locks, objects;
    bool is_librarys; /* the call is of a library's function, not of one that jumps to that */
    struct sw_symbols_scopes *scopes;
    uint64_t pc;
};

static bool register_of(const Dwarf_Op *op, unsigned *number)
{
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
        *number = op->atom - DW_OP_reg0;
    else if (op->atom == DW_OP_regx)
        *number = (unsigned)op->number;
    else
        return false;
    return true;
}

static bool begin(Dwarf_Attribute *attr, const Dwarf_Op *op, struct value *v)
{
    Dwarf_Attribute inner;
    Dwarf_Op *ops;
    size_t n;
    *v = (struct value){.base = REGISTER};
    if (register_of(op, &v->number))
        return true;
    if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
        v->number = op->atom - DW_OP_breg0;
        v->offset = (int64_t)op->number;
    } else if (op->atom == DW_OP_bregx) {
        v->number = (unsigned)op->number;
        v->offset = (int64_t)op->number2;
    } else if (op->atom == DW_OP_fbreg) {
        v->base = FRAME;
        v->offset = (int64_t)op->number;
    } else if (op->atom == DW_OP_ENTRY || op->atom == DW_OP_GNU_ENTRY) {
        v->base = ENTRY;
        return !dwarf_getlocation_attr(attr, op, &inner) && !dwarf_getlocation(&inner, &ops, &n) &&
               n == 1 && register_of(&ops[0], &v->number);
    } else {
        v->base = UNKNOWN;
    }
    return v->base != UNKNOWN;
}

static void load(struct value *v)
{
    v->is_loaded = true;
    v->at = v->offset;
    v->offset = 0;
}

/* What has a place has its value there, unless that is the value itself. False: it is not followed here. */
static bool evaluate(Dwarf_Attribute *attr, const Dwarf_Op *ops, size_t n, bool is_place,
                     struct value *v)
{
    unsigned ignored;
    if (!n || !begin(attr, &ops[0], v))
        return false;
    is_place &= !register_of(&ops[0], &ignored);
    for (size_t i = 1; i < n; i++)
        if (ops[i].atom == DW_OP_plus_uconst) {
            v->offset += (int64_t)ops[i].number;
        } else if (ops[i].atom == DW_OP_deref && !v->is_loaded) {
            load(v);
        } else if (ops[i].atom == DW_OP_stack_value && i == n - 1) {
            is_place = false;
        } else {
            return false;
        }
    if (is_place && v->is_loaded)
        return false;
    if (is_place)
        load(v);
    return true;
}

static void add_known(struct values *to, struct known known)
{
    if (to->n < MOST_VALUES)
        to->all[to->n++] = known;
}

/* All that is known of a variable that points to something. */
static void add_variable(struct values *to, Dwarf_Die *variable, Dwarf_Die *class)
{
    Dwarf_Attribute attr;
    Dwarf_Addr base;
    Dwarf_Op *ops;
    size_t n;
    ptrdiff_t offset = 0;
    struct known known = {.class = *class};
    known.name = dwarf_diename(class) ? dwarf_diename(class) : dwarf_diename(variable);
    if (!dwarf_attr(variable, DW_AT_location, &attr))
        return;
    while ((offset = dwarf_getlocations(&attr, offset, &base, &known.low, &known.high, &ops, &n)) >
           0)
        if (known.low < known.high && evaluate(&attr, ops, n, true, &known.value))
            add_known(to, known);
}

/* What a pointer or a reference is to. */
static bool pointee(Dwarf_Die *variable, Dwarf_Die *to)
{
    Dwarf_Die type;
    if (!type_of(variable, &type))
        return false;
    int tag = dwarf_tag(&type);
    return (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type) && type_of(&type, to);
}

/* The variables of a scope. A library's own are those that may be the lock: the first that is passed to it, or, to what only guards one, the second. */
static void look_at(struct finder *f, Dwarf_Die *scope, bool is_librarys)
{
    Dwarf_Die die, to;
    SW_EACH_CHILD (die, scope) {
        int tag = dwarf_tag(&die);
        if ((tag != DW_TAG_formal_parameter && tag != DW_TAG_variable) || !pointee(&die, &to))
            continue;
        if (is_readers_class(&to))
            add_variable(&f->objects, &die, &to);
        else if (is_librarys && tag == DW_TAG_formal_parameter)
            add_variable(&f->locks, &die, &to);
    }
}

static bool is_of_x86(Dwarf_Die *die)
{
    GElf_Ehdr header;
    Elf *elf = dwarf_getelf(dwarf_cu_getdwarf(die->cu));
    return elf && gelf_getehdr(elf, &header) && header.e_machine == EM_X86_64;
}

/* The register of the first argument. */
static unsigned first_register(Dwarf_Die *die)
{
    return is_of_x86(die) ? 5 : 0;
}

static unsigned stack_register(Dwarf_Die *die)
{
    return is_of_x86(die) ? 7 : 31;
}

static void look_at_call(struct finder *f, Dwarf_Die *call)
{
    Dwarf_Attribute attr;
    Dwarf_Die die;
    Dwarf_Op *ops;
    size_t n;
    unsigned number;
    struct known known = {.low = f->pc, .high = f->pc + 1};
    bool is_gnu = dwarf_tag(call) == DW_TAG_GNU_call_site;
    if (!sw_die_is_call(call, f->pc))
        return;
    f->is_librarys = sw_die_callee(call, &die) && !is_readers(&die);
    SW_EACH_CHILD (die, call) {
        if (!sw_die_location(&die, DW_AT_location, &attr, &ops, &n) || n != 1 ||
            !register_of(&ops[0], &number) || number != first_register(&die))
            continue;
        unsigned value = is_gnu ? DW_AT_GNU_call_site_value : DW_AT_call_value;
        if (sw_die_location(&die, value, &attr, &ops, &n) &&
            evaluate(&attr, ops, n, false, &known.value))
            add_known(&f->locks, known);
    }
}

/* From the function in to the innermost scope that has the call: of libraries', those inside of the reader's. */
static void look_at_scopes(struct finder *f, Dwarf_Die *function)
{
    Dwarf_Die scope = *function, die;
    bool is_librarys = false;
    for (int depth = 0; depth < MOST_NESTED; depth++) {
        bool found = false;
        if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine) {
            bool was = is_librarys;
            is_librarys = !is_readers(&scope);
            if (was && !is_librarys)
                f->locks.n = 0;
        }
        look_at(f, &scope, is_librarys);
        SW_EACH_CHILD (die, &scope) {
            look_at_call(f, &die);
            if (!found && sw_die_is_scope(&die) && dwarf_haspc(&die, f->pc) > 0) {
                found = true;
                scope = die;
            }
        }
        if (!found)
            return;
    }
}

/* How far the lock is into the object; -1: not known, or it is not in it. */
static int64_t distance(const struct known *lock, const struct known *object)
{
    const struct value *l = &lock->value, *o = &object->value;
    Dwarf_Word size;
    Dwarf_Die class = object->class;
    if (lock->low >= object->high || object->low >= lock->high || l->base != o->base ||
        l->number != o->number || l->is_loaded != o->is_loaded || l->at != o->at ||
        dwarf_aggregate_size(&class, &size) || l->offset < o->offset ||
        (Dwarf_Word)(l->offset - o->offset) >= size)
        return -1;
    return l->offset - o->offset;
}

char *sw_symbols_argument_field(Dwarf_Die *function, uint64_t pc, struct sw_symbols_scopes *scopes)
{
    SW_FREED struct finder *f = calloc(1, sizeof *f);
    char *name = NULL;
    if (!f)
        return NULL;
    f->pc = pc;
    look_at_scopes(f, function);
    for (size_t i = f->is_librarys ? f->locks.n : 0; i-- > 0 && !name;) /* the innermost first */
        for (size_t k = 0; k < f->objects.n && !name; k++) {
            struct known *object = &f->objects.all[k];
            int64_t at = distance(&f->locks.all[i], object);
            if (at >= 0)
                name = class_field(scopes, &object->class, (uint64_t)at, object->name);
        }
    return name;
}

struct local {
    struct sw_symbols_on_stack at;
    struct sw_symbols_scopes *scopes;
    Dwarf_Die *whose;
};

/* Where a variable is, from the frame base. One that nested functions use as well is a field of what they share. */
static bool find_place(const struct local *l, Dwarf_Die *variable, int64_t *at)
{
    Dwarf_Attribute attr;
    Dwarf_Op *ops;
    size_t n;
    if (!sw_die_location(variable, DW_AT_location, &attr, &ops, &n))
        return false;
    bool by_stack = l->at.has_stack && ops[0].atom == DW_OP_breg0 + stack_register(variable);
    if (!by_stack && ops[0].atom != DW_OP_fbreg)
        return false;
    *at = (int64_t)ops[0].number + (by_stack ? l->at.stack : 0);
    for (size_t i = 1; i < n; i++) {
        if (ops[i].atom != DW_OP_plus_uconst)
            return false;
        *at += (int64_t)ops[i].number;
    }
    return true;
}

/* Of scopes that have the place in the code, as others use theirs on the stack again. */
static char *find_local(Dwarf_Die *scope, const struct local *l, int depth)
{
    static const char ours[] = "__sw"; /* of spanwise cc */
    Dwarf_Die die, type;
    Dwarf_Word size;
    if (depth > MOST_NESTED)
        return NULL;
    SW_EACH_CHILD (die, scope) {
        char *name = NULL;
        int64_t at;
        if (sw_die_is_scope(&die) && (!l->at.pc || dwarf_haspc(&die, l->at.pc) > 0))
            name = find_local(&die, l, depth + 1);
        if (name && dwarf_tag(&die) == DW_TAG_inlined_subroutine && !l->whose->addr)
            *l->whose = die;
        if (name)
            return name;
        const char *written = dwarf_diename(&die);
        if (dwarf_tag(&die) != DW_TAG_variable || !written ||
            !strncmp(written, ours, sizeof ours - 1) || !find_place(l, &die, &at) ||
            !type_of(&die, &type) || dwarf_aggregate_size(&type, &size))
            continue;
        at = l->at.offset - at;
        if (at < 0 || (Dwarf_Word)at >= size)
            continue;
        name = class_field(l->scopes, &type, (uint64_t)at, written);
        name = name ? name : strdup(written);
        if (name)
            return name;
    }
    return NULL;
}

char *sw_symbols_local_field(Dwarf_Die *function, const struct sw_symbols_on_stack *at,
                             struct sw_symbols_scopes *scopes, Dwarf_Die *whose)
{
    struct local l = {*at, scopes, whose};
    whose->addr = NULL;
    char *name = find_local(function, &l, 0);
    l.at.pc = 0;
    name = name ? name : find_local(function, &l, 0);
    if (!whose->addr)
        *whose = *function;
    return name;
}

/* What it points to, or a container of the library's has: std::vector<T>, std::unique_ptr<T[]>. */
static bool find_element(Dwarf_Die *variable, Dwarf_Die *type)
{
    Dwarf_Die die, of;
    if (!type_of(variable, type))
        return false;
    if (dwarf_tag(type) != DW_TAG_pointer_type) {
        if (is_readers(type) || dwarf_child(type, &die))
            return false;
        while (dwarf_tag(&die) != DW_TAG_template_type_parameter)
            if (dwarf_siblingof(&die, &die) != 0)
                return false;
        variable = &die;
    } else {
        of = *type;
        variable = &of;
    }
    if (!type_of(variable, type))
        return false;
    while (dwarf_tag(type) == DW_TAG_array_type) { /* of unique_ptr<T[]> */
        of = *type;
        if (!type_of(&of, type))
            return false;
    }
    return true;
}

/* How many variables of that line there are, wherever in the function; the last one. */
static size_t find_declared(Dwarf_Die *scope, int line, int depth, Dwarf_Die *found)
{
    Dwarf_Die die, type;
    size_t n = 0;
    int at;
    if (depth > MOST_NESTED)
        return 0;
    SW_EACH_CHILD (die, scope) {
        if (sw_die_is_scope(&die))
            n += find_declared(&die, line, depth + 1, found);
        if (dwarf_tag(&die) != DW_TAG_variable || dwarf_decl_line(&die, &at) || at != line ||
            !dwarf_diename(&die) || !find_element(&die, &type))
            continue;
        *found = die;
        n++;
    }
    return n;
}

char *sw_symbols_made_field(Dwarf_Die *function, int line, uint64_t offset,
                            struct sw_symbols_scopes *scopes)
{
    Dwarf_Die variable, type;
    Dwarf_Word size;
    if (find_declared(function, line, 0, &variable) != 1 || !find_element(&variable, &type))
        return NULL;
    const char *name = dwarf_diename(&variable);
    char *field = !dwarf_aggregate_size(&type, &size) && size
                      ? class_field(scopes, &type, offset % size, name)
                      : NULL;
    return field ? field : strdup(name);
}
