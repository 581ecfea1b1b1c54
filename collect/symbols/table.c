/* The symbol table of a module, and names of functions as the programmer wrote them. */
#include "base/order.h"
#include "base/search.h"
#include "collect/symbols/parts.h"

#include <dlfcn.h>
#include <gelf.h>

/* --- Names of C++, Rust and Fortran --- */

typedef char *demangler(const char *name, char *buffer, size_t *length, int *status);

/* The C++ library's own, where there is one on this machine: loaded when the first such name comes. */
static demangler *find_demangler(void)
{
    static demangler *found;
    static int looked;
    if (!looked) {
        void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
        looked = 1;
        if (library)
            *(void **)&found = dlsym(library, "__cxa_demangle");
    }
    return found;
}

/* The parameters are what is in the last pair of parentheses, which "const" and the like may follow. */
static void leave_out_parameters(char *name)
{
    char *p = strrchr(name, ')');
    int depth = 0;
    for (; p && p > name; p--) {
        depth += (*p == ')') - (*p == '(');
        if (!depth)
            break;
    }
    if (!p || p == name || strchr(p, '}')) /* a lambda's are a part of its name */
        return;
    *p = '\0';
}

/* "get[abi:cxx11]": which std::string a function returns is nothing that its author wrote. */
static void leave_out_tags(char *name)
{
    for (char *tag; (tag = strstr(name, "[abi:")) && strchr(tag, ']');)
        memmove(tag, strchr(tag, ']') + 1, strlen(strchr(tag, ']')));
}

/* That of a template begins with what it returns. */
static const char *behind_type(const char *name)
{
    const char *start = name;
    int depth = 0;
    if (strstr(name, "operator"))
        return name;
    for (const char *p = name; *p; p++) {
        depth += (*p == '<' || *p == '(' || *p == '{') - (*p == '>' || *p == ')' || *p == '}');
        if (*p == ' ' && !depth)
            start = p + 1;
    }
    return start;
}

/* Rust's end with one, of 16 digits. Whether it was there. */
static bool leave_out_hash(char *name)
{
    size_t size = strlen(name);
    char *hash = size > 19 ? name + size - 19 : NULL;
    if (!hash || strncmp(hash, "::h", 3) || strspn(hash + 3, "0123456789abcdef") != 16)
        return false;
    *hash = '\0';
    return true;
}

/* The character that "$...$" stands for there, and where that ends; 0: it is none. */
static char rust_escape(const char *at, const char **end)
{
    static const struct {
        const char *code;
        char is;
    } known[] = {{"LT", '<'}, {"GT", '>'}, {"LP", '('}, {"RP", ')'},
                 {"C", ','},  {"RF", '&'}, {"BP", '*'}, {"SP", '@'}};
    size_t size = *at == '$' ? strcspn(at + 1, "$") : 0;
    if (!size || !at[size + 1])
        return 0;
    *end = at + size + 2;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (size == strlen(known[i].code) && !strncmp(at + 1, known[i].code, size))
            return known[i].is;
    long code = at[1] == 'u' ? strtol(at + 2, NULL, 16) : 0;
    return code >= ' ' && code < 127 ? (char)code : 0;
}

/* What Rust has put into names that the C++ demangler knows nothing of: "_$u7b$$u7b$closure$u7d$$u7d$" is "{{closure}}", ".." is "::". */
static void read_rust(char *name)
{
    char *to = name;
    for (const char *from = name; *from;) {
        const char *end;
        char escaped = rust_escape(from, &end);
        bool begins = to == name || to[-1] == ':';
        if (*from == '_' && begins && rust_escape(from + 1, &end)) {
            from++;
        } else if (escaped) {
            *to++ = escaped;
            from = end;
        } else if (!strncmp(from, "..", 2)) {
            *to++ = ':';
            *to++ = ':';
            from += 2;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* gfortran's: that of a procedure in a module is __MODULE_MOD_PROCEDURE, in lower case. NULL: it is none. */
static char *of_fortran(const char *name)
{
    static const char between[] = "_MOD_";
    const char *at = !strncmp(name, "__", 2) ? strstr(name, between) : NULL;
    return at && at[strlen(between)] ? strdup(at + strlen(between)) : NULL;
}

char *sw_symbols_demangle(const char *name)
{
    char *procedure = of_fortran(name);
    if (procedure)
        return procedure;
    demangler *demangle = !strncmp(name, "_Z", 2) ? find_demangler() : NULL;
    int status = -1;
    char *plain = demangle ? demangle(name, NULL, NULL, &status) : NULL;
    if (status || !plain) {
        free(plain);
        return NULL;
    }
    leave_out_parameters(plain);
    if (leave_out_hash(plain)) {
        read_rust(plain);
        return plain;
    }
    leave_out_tags(plain);
    const char *start = behind_type(plain);
    memmove(plain, start, strlen(start) + 1);
    return plain;
}

/* --- The table --- */

enum { MOST_STUBS = 8 }; /* sections */

static int compare_symbols(const void *a, const void *b)
{
    const struct sw_symbol *x = a, *y = b;
    return SW_BY(SW_RISING(x->start, y->start), SW_RISING(x->end, y->end),
                 strcmp(x->name, y->name));
}

/* Has no size, and the linker's stubs follow, which are not it. */
static int is_start_code(const GElf_Sym *symbol, const char *name)
{
    return !symbol->st_size && (!strcmp(name, "_init") || !strcmp(name, "_fini"));
}

static int is_function(const GElf_Sym *symbol, const char *name)
{
    int type = GELF_ST_TYPE(symbol->st_info);
    return name && *name && symbol->st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_GNU_IFUNC) && !is_start_code(symbol, name);
}

/* The linker's stubs that lead to libraries (.plt, .plt.sec, .plt.got) have no symbols: each section is one. */
static void add_stubs(struct sw_symbols_table *table, Dwfl_Module *module)
{
    GElf_Addr bias;
    size_t names, most = MOST_STUBS;
    Elf *elf = dwfl_module_getelf(module, &bias);
    if (!elf || elf_getshdrstrndx(elf, &names))
        return;
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section && most;
         section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!name || strncmp(name, ".plt", strlen(".plt")) || !(header.sh_flags & SHF_EXECINSTR))
            continue;
        uint64_t start = header.sh_addr + bias;
        table->symbols[table->n++] =
            (struct sw_symbol){start, start + header.sh_size, "(calls into libraries)"};
        most--;
    }
}

int sw_symbols_table_init(struct sw_symbols_table *table, Dwfl_Module *module)
{
    int n = dwfl_module_getsymtab(module);
    *table = (struct sw_symbols_table){0};
    if (n < 0)
        n = 0;
    table->symbols = malloc(((size_t)n + MOST_STUBS) * sizeof *table->symbols);
    if (!table->symbols)
        return -ENOMEM;
    for (int i = 1; i < n; i++) {
        GElf_Sym symbol;
        GElf_Addr address;
        const char *name = dwfl_module_getsym_info(module, i, &symbol, &address, NULL, NULL, NULL);
        if (is_function(&symbol, name))
            table->symbols[table->n++] =
                (struct sw_symbol){address, address + symbol.st_size, name};
    }
    add_stubs(table, module);
    qsort(table->symbols, table->n, sizeof *table->symbols, compare_symbols);
    return 0;
}

void sw_symbols_table_release(struct sw_symbols_table *table)
{
    free(table->symbols);
    *table = (struct sw_symbols_table){0};
}

const struct sw_symbol *sw_symbols_table_find(const struct sw_symbols_table *table,
                                              uint64_t address)
{
    size_t n = SW_BEFORE(table->n, i, table->symbols[i].start <= address);
    if (n == 0)
        return NULL;
    const struct sw_symbol *found = &table->symbols[n - 1];
    return found->end == found->start || address < found->end ? found : NULL;
}

const struct sw_symbol *sw_symbols_table_find_name(const struct sw_symbols_table *table,
                                                   const char *name, size_t size)
{
    for (size_t i = 0; i < table->n; i++)
        if (!strncmp(table->symbols[i].name, name, size) && !table->symbols[i].name[size])
            return &table->symbols[i];
    return NULL;
}

/* Parts of a function bear its name behind a kind and a number (compile/rewrite/emit_tasks.c). */
static const char *without_part(const char *name)
{
    static const char *const kinds[] = {"__spanwise_task", "__spanwise_body", "__spanwise_range",
                                        "__spanwise_walk"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t size = strlen(kinds[i]);
        if (strncmp(name, kinds[i], size))
            continue;
        const char *function = name + size + strspn(name + size, "0123456789");
        return *function == '_' && function[1] ? function + 1 : name;
    }
    return name;
}

/* Rust's names have "..", before the hash that they end with. */
static size_t rust_size(const char *name)
{
    const char *hash = !strncmp(name, "_ZN", 3) ? strstr(name, "17h") : NULL;
    return hash ? (size_t)(hash - name) : 0;
}

/* No C name has a dot, nor a version: what follows the first is the compiler's. A leading dot is not C at all. */
char *sw_symbols_plain_name(const char *name)
{
    name = without_part(name);
    size_t begin = *name ? rust_size(name) + 1 : 0, size = begin + strcspn(name + begin, ".@");
    char *plain = strndup(name, size), *demangled = plain ? sw_symbols_demangle(plain) : NULL;
    if (!demangled)
        return plain;
    free(plain);
    return demangled;
}
