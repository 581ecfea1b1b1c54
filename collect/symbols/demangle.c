#include "collect/symbols/demangle.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangler(const char *name, char *buffer, size_t *length, int *status);

static demangler *find(void)
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
    demangler *demangle = !strncmp(name, "_Z", 2) ? find() : NULL;
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
