#include "compile/rewrite/reader.h"

int sw_reader_is_cilk(const struct sw_reader *r, uint32_t i)
{
    uint8_t kind = r->t->token[i].kind;
    return kind >= SW_TOKEN_CILK_SPAWN && kind <= SW_TOKEN_CILK_SCOPE;
}

int sw_reader_is_open(const struct sw_reader *r, uint32_t i)
{
    const struct sw_token *token = &r->t->token[i];
    if (token->kind != SW_TOKEN_PUNCT || token->size != 1)
        return 0;
    char c = r->t->text[token->at];
    return c == '(' || c == '[' || c == '{';
}

uint32_t sw_reader_skip(const struct sw_reader *r, uint32_t i)
{
    return (sw_reader_is_open(r, i) ? r->t->token[i].match : i) + 1;
}

uint32_t sw_reader_find(const struct sw_reader *r, struct sw_range range, const char *spelling)
{
    uint32_t i = range.first;
    while (i < range.end && !sw_reader_is(r, i, spelling))
        i = sw_reader_skip(r, i);
    return i < range.end ? i : range.end;
}

static int is_type_word(const struct sw_reader *r, uint32_t i)
{
    static const char *const words[] = {
        "void",          "char",        "short",         "int",           "long",
        "float",         "double",      "signed",        "unsigned",      "_Bool",
        "_Complex",      "struct",      "union",         "enum",          "const",
        "volatile",      "restrict",    "_Atomic",       "static",        "extern",
        "auto",          "register",    "typedef",       "inline",        "__inline",
        "__inline__",    "_Noreturn",   "_Thread_local", "__thread",      "_Alignas",
        "__const",       "__const__",   "__volatile__",  "__signed__",    "__restrict",
        "typeof",        "__typeof",    "__typeof__",    "__auto_type",   "__int128",
        "__attribute__", "__attribute", "_Float16",      "_Float32",      "_Float64",
        "_Float128",     "__fp16",      "__bf16",        "_Static_assert"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (sw_reader_is(r, i, words[k]))
            return 1;
    return 0;
}

/*
 * Expressions that are assigned to never have two names in a row, nor a product on their left:
 * `T v`, `T *v` are declarations. Only `T (v)` needs to know whether T is a type.
 */
int sw_reader_is_declaration(const struct sw_reader *r, uint32_t i)
{
    if (r->cxx)
        return sw_reader_cxx_declaration(r, i);
    if (sw_reader_is(r, i, "__extension__"))
        i++;
    if (r->t->token[i].kind != SW_TOKEN_NAME)
        return 0;
    if (is_type_word(r, i))
        return 1;
    if (r->t->token[i + 1].kind == SW_TOKEN_NAME)
        return 1;
    if (sw_reader_is(r, i + 1, "*")) {
        while (sw_reader_is(r, i + 1, "*") || is_type_word(r, i + 1))
            i++;
        return r->t->token[i + 1].kind == SW_TOKEN_NAME || sw_reader_is(r, i + 1, "(");
    }
    return sw_reader_is(r, i + 1, "(") && sw_declared_typedef(r->declared, i);
}
