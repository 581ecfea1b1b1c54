/* Cuts a preprocessed file into tokens. */
#include "compile/rewrite/token.h"

/* --- Brackets --- */

static char bracket(const struct sw_tokens *t, uint32_t i)
{
    const struct sw_token *token = &t->token[i];
    return token->kind == SW_TOKEN_PUNCT && token->size == 1 ? t->text[token->at] : 0;
}

int sw_tokens_is_cilk(const struct sw_tokens *t, uint32_t i)
{
    uint8_t kind = t->token[i].kind;
    return kind >= SW_TOKEN_CILK_SPAWN && kind <= SW_TOKEN_CILK_SCOPE;
}

int sw_tokens_is_open(const struct sw_tokens *t, uint32_t i)
{
    char c = bracket(t, i);
    return c == '(' || c == '[' || c == '{';
}

uint32_t sw_tokens_skip(const struct sw_tokens *t, uint32_t i)
{
    return (sw_tokens_is_open(t, i) ? t->token[i].match : i) + 1;
}

uint32_t sw_tokens_find(const struct sw_tokens *t, uint32_t i, uint32_t end, const char *spelling)
{
    while (i < end && !sw_tokens_is(t, i, spelling))
        i = sw_tokens_skip(t, i);
    return i < end ? i : end;
}

static int closes(char open, char close)
{
    return (open == '(' && close == ')') || (open == '[' && close == ']') ||
           (open == '{' && close == '}');
}

/* While brackets are open, `match` links each to the one around it. */
static void match_brackets(struct sw_tokens *t)
{
    uint32_t open = UINT32_MAX;
    t->unmatched = UINT32_MAX;
    for (uint32_t i = 0; i < t->count; i++) {
        char c = bracket(t, i);
        if (sw_tokens_is_cilk(t, i) && open != UINT32_MAX) {
            t->token[open].cilk = 1;
            t->token[open].spawns |= t->token[i].kind == SW_TOKEN_CILK_SPAWN;
        } else if (sw_tokens_is_open(t, i)) {
            t->token[i].match = open;
            open = i;
        } else if (c == ')' || c == ']' || c == '}') {
            if (open == UINT32_MAX || !closes(bracket(t, open), c)) {
                t->unmatched = i;
                return;
            }
            uint32_t around = t->token[open].match;
            if (around != UINT32_MAX) {
                t->token[around].spawns |= t->token[open].spawns;
                t->token[around].cilk |= t->token[open].cilk;
            }
            t->token[open].match = i;
            t->token[i].match = open;
            open = around;
        }
    }
    t->unmatched = open;
}

/* --- Tokens --- */

struct lexer {
    struct sw_tokens *tokens;
    struct sw_names files; /* a file's number is its index */
    const char *text;
    uint32_t at, size;
    uint32_t file, line;
    uint32_t pragma;
    uint8_t system;
    int line_start; /* only blanks since the last newline: a '#' starts a directive */
};

static const struct {
    const char *name;
    enum sw_token_kind kind;
} keywords[] = {
    {"_Cilk_spawn", SW_TOKEN_CILK_SPAWN}, {"cilk_spawn", SW_TOKEN_CILK_SPAWN},
    {"_Cilk_sync", SW_TOKEN_CILK_SYNC},   {"cilk_sync", SW_TOKEN_CILK_SYNC},
    {"_Cilk_for", SW_TOKEN_CILK_FOR},     {"cilk_for", SW_TOKEN_CILK_FOR},
    {"_Cilk_scope", SW_TOKEN_CILK_SCOPE}, {"cilk_scope", SW_TOKEN_CILK_SCOPE},
};
#define N_KEYWORDS (sizeof keywords / sizeof *keywords)

static int is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static char peek(const struct lexer *l, uint32_t ahead)
{
    return l->at + ahead < l->size ? l->text[l->at + ahead] : 0;
}

static struct sw_token *add(struct lexer *l, enum sw_token_kind kind, uint32_t at, uint32_t size)
{
    struct sw_tokens *t = l->tokens;
    SW_MORE(t->token, t->count, t->capacity);
    struct sw_token *token = &t->token[t->count++];
    *token = (struct sw_token){.kind = (uint8_t)kind,
                               .system = l->system,
                               .at = at,
                               .size = size,
                               .file = l->file,
                               .line = l->line,
                               .pragma = l->pragma};
    l->pragma = 0;
    return token;
}

static uint32_t line_end(const struct lexer *l)
{
    const char *newline = memchr(l->text + l->at, '\n', l->size - l->at);
    return newline ? (uint32_t)(newline - l->text) : l->size;
}

/* What an escape stands for, after its backslash: compilers write "\n" and octal numbers, and else the character itself. */
static char unescape(const char **from, const char *end)
{
    unsigned code = 0, n = 0;
    for (; n < 3 && *from + n < end && (*from)[n] >= '0' && (*from)[n] <= '7'; n++)
        code = 8 * code + (unsigned)((*from)[n] - '0');
    char plain = **from;
    *from += n ? n : 1;
    return n && code ? (char)code : plain == 'n' ? '\n' : plain;
}

/* The file of a line marker, without quotes and escapes. */
static char *unquote(const char *from, const char *end)
{
    char *name = sw_need(malloc((size_t)(end - from) + 1)), *to = name;
    while (from < end && *from != '"') {
        bool is_escape = *from == '\\' && from + 1 < end;
        from += is_escape;
        *to++ = is_escape ? unescape(&from, end) : *from++;
    }
    *to = 0;
    return name;
}

static void set_file(struct lexer *l, const char *from, const char *end)
{
    struct sw_tokens *t = l->tokens;
    char *name = unquote(from, end);
    l->file = sw_names_number(&l->files, name, (uint32_t)strlen(name));
    if (l->file < t->n_files) {
        free(name);
        return;
    }
    SW_MORE(t->files, t->n_files, t->files_capacity);
    t->files[t->n_files++] = name;
}

/* `# 12 "file.c" 3 4`: the line after it is line 12 of file.c, in a system header if there is a 3.
 */
static void read_marker(struct lexer *l, const char *from, const char *end)
{
    char *after;
    unsigned long line = strtoul(from, &after, 10);
    const char *quote = memchr(after, '"', (size_t)(end - after));
    if (quote) {
        set_file(l, quote + 1, end);
        const char *close = quote;
        for (const char *c = quote + 1; c < end; c++)
            if (*c == '"')
                close = c;
        l->system = memchr(close, '3', (size_t)(end - close)) != NULL;
    }
    l->line = (uint32_t)line - 1; /* the newline that ends the marker counts it up */
}

static const char *skip_blanks(const char *from, const char *end)
{
    while (from < end && (*from == ' ' || *from == '\t'))
        from++;
    return from;
}

static const char *skip_word(const char *from, const char *end, const char *word)
{
    size_t size = strlen(word);
    from = skip_blanks(from, end);
    if ((size_t)(end - from) < size || memcmp(from, word, size))
        return NULL;
    from += size;
    return from < end && is_name_char(*from) ? NULL : from;
}

/* `#pragma cilk grainsize [=] N`, also without `cilk`. */
static const char *grain_expression(const char *from, const char *end)
{
    const char *p = skip_word(from, end, "pragma");
    if (!p)
        return NULL;
    const char *cilk = skip_word(p, end, "cilk");
    p = skip_word(cilk ? cilk : p, end, "grainsize");
    if (!p)
        return NULL;
    p = skip_blanks(p, end);
    return p < end && *p == '=' ? p + 1 : p;
}

/* From behind `#define` or `#undef`. */
static void read_macro(struct lexer *l, const char *from, const char *end)
{
    const char *name = skip_blanks(from, end), *after = name;
    while (after < end && is_name_char(*after))
        after++;
    const char *body = after < end && *after == '(' ? end : skip_blanks(after, end);
    struct sw_tokens *t = l->tokens;
    SW_MORE(t->macro, t->n_macros, t->macro_capacity);
    t->macro[t->n_macros++] = (struct sw_macro){.name = (uint32_t)(name - l->text),
                                                .name_size = (uint32_t)(after - name),
                                                .body = (uint32_t)(body - l->text),
                                                .end = (uint32_t)(end - l->text)};
}

static void read_directive(struct lexer *l)
{
    uint32_t start = l->at, stop = line_end(l);
    const char *end = l->text + stop, *p = skip_blanks(l->text + l->at + 1, end), *word;
    if (isdigit((unsigned char)*p)) {
        read_marker(l, p, end);
    } else if ((word = skip_word(p, end, "line"))) {
        read_marker(l, skip_blanks(word, end), end);
    } else if ((word = grain_expression(p, end))) {
        add(l, SW_TOKEN_GRAIN, start, stop - start)->match = (uint32_t)(word - l->text);
    } else if ((word = skip_word(p, end, "define")) || (word = skip_word(p, end, "undef"))) {
        read_macro(l, word, end);
    } else if (!l->pragma) {
        l->pragma = start;
    }
    l->at = stop;
}

static void skip_comment(struct lexer *l)
{
    if (peek(l, 1) == '/') {
        l->at = line_end(l);
        return;
    }
    for (l->at += 2; l->at < l->size; l->at++) {
        if (l->text[l->at] == '\n')
            l->line++;
        if (l->text[l->at] == '*' && peek(l, 1) == '/') {
            l->at += 2;
            return;
        }
    }
}

/* Skips one blank, comment or directive; returns 0 where a token starts. */
static int skip_trivia(struct lexer *l)
{
    char c = l->text[l->at];
    if (c == '\n') {
        l->line++;
        l->line_start = 1;
        l->at++;
    } else if (isspace((unsigned char)c) || c == 0 || (c == '\\' && peek(l, 1) == '\n')) {
        l->at++;
    } else if (c == '/' && (peek(l, 1) == '*' || peek(l, 1) == '/')) {
        skip_comment(l);
    } else if (c == '#' && l->line_start) {
        read_directive(l);
    } else {
        return 0;
    }
    return 1;
}

/* Keywords have the first numbers. */
static void number_keywords(struct lexer *l)
{
    for (uint32_t i = 0; i < N_KEYWORDS; i++)
        sw_names_number(&l->tokens->names, keywords[i].name, (uint32_t)strlen(keywords[i].name));
}

/* R"tag( ... )tag", also with a prefix: `at` is where its R is. */
static bool begins_raw(const struct lexer *l, uint32_t start)
{
    return peek(l, 0) == '"' && sw_among(l->text + start, l->at - start, "R LR uR UR u8R");
}

static void read_raw(struct lexer *l, uint32_t start)
{
    const char *tag = l->text + l->at + 1, *end = l->text + l->size;
    const char *open = memchr(tag, '(', (size_t)(end - tag));
    size_t size = open ? (size_t)(open - tag) : 0;
    const char *close = open;
    while (close && (close = memchr(close + 1, ')', (size_t)(end - close - 1))))
        if ((size_t)(end - close) > size + 1 && !memcmp(close + 1, tag, size) &&
            close[1 + size] == '"')
            break;
    const char *stop = close ? close + size + 2 : end;
    add(l, SW_TOKEN_STRING, start, (uint32_t)(stop - l->text) - start);
    for (; l->text + l->at < stop; l->at++)
        l->line += l->text[l->at] == '\n';
}

static void read_name(struct lexer *l)
{
    uint32_t start = l->at;
    while (l->at < l->size && is_name_char(l->text[l->at]))
        l->at++;
    if (begins_raw(l, start)) {
        read_raw(l, start);
        return;
    }
    uint32_t number = sw_names_number(&l->tokens->names, l->text + start, l->at - start);
    int is_keyword = number < N_KEYWORDS;
    add(l, is_keyword ? keywords[number].kind : SW_TOKEN_NAME, start, l->at - start)->match =
        number;
    l->tokens->uses_cilk |= is_keyword;
}

static void read_number(struct lexer *l)
{
    uint32_t start = l->at++;
    while (l->at < l->size) {
        char c = l->text[l->at], before = l->text[l->at - 1];
        int exponent = (c == '+' || c == '-') && strchr("eEpP", before);
        int separator = c == '\'' && is_name_char(peek(l, 1)) && is_name_char(before);
        if (!is_name_char(c) && c != '.' && !exponent && !separator)
            break;
        l->at++;
    }
    add(l, SW_TOKEN_NUMBER, start, l->at - start);
}

static void read_string(struct lexer *l)
{
    uint32_t start = l->at;
    char quote = l->text[l->at++];
    while (l->at < l->size && l->text[l->at] != quote && l->text[l->at] != '\n') {
        if (l->text[l->at] == '\\')
            l->at++;
        l->at++;
    }
    if (l->at < l->size && l->text[l->at] == quote)
        l->at++;
    if (l->at > l->size)
        l->at = l->size;
    add(l, SW_TOKEN_STRING, start, l->at - start);
}

static void read_punct(struct lexer *l)
{
    static const char *const long_ones[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                            "<=",  ">=",  "==",  "!=", "&&", "||", "*=", "/=",
                                            "%=",  "+=",  "-=",  "&=", "^=", "|=", "##", "::"};
    uint32_t size = 1;
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
        size_t n = strlen(long_ones[i]);
        if (l->at + n <= l->size && !memcmp(l->text + l->at, long_ones[i], n)) {
            size = (uint32_t)n;
            break;
        }
    }
    add(l, SW_TOKEN_PUNCT, l->at, size);
    l->at += size;
}

static void read_token(struct lexer *l)
{
    char c = l->text[l->at];
    l->line_start = 0;
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(l, 1))))
        read_number(l);
    else if (is_name_char(c))
        read_name(l);
    else if (c == '"' || c == '\'')
        read_string(l);
    else
        read_punct(l);
}

int sw_tokens_init(struct sw_tokens *tokens, const char *text, size_t size)
{
    memset(tokens, 0, sizeof *tokens);
    if (size >= UINT32_MAX)
        return -EFBIG;
    tokens->text = text;
    tokens->size = size;
    struct lexer l = {
        .tokens = tokens, .text = text, .size = (uint32_t)size, .line = 1, .line_start = 1};
    static const char name[] = "<input>";
    set_file(&l, name, name + sizeof name - 1);
    number_keywords(&l);
    while (l.at < l.size)
        if (!skip_trivia(&l))
            read_token(&l);
    add(&l, SW_TOKEN_END, l.size, 0);
    sw_names_release(&l.files);
    match_brackets(tokens);
    return 0;
}

void sw_tokens_release(struct sw_tokens *tokens)
{
    for (uint32_t i = 0; i < tokens->n_files; i++)
        free(tokens->files[i]);
    free(tokens->files);
    sw_names_release(&tokens->names);
    free(tokens->macro);
    free(tokens->token);
    memset(tokens, 0, sizeof *tokens);
}

int sw_tokens_equal(const struct sw_tokens *tokens, uint32_t i, uint32_t j)
{
    const struct sw_token *a = &tokens->token[i], *b = &tokens->token[j];
    return a->size == b->size && !memcmp(tokens->text + a->at, tokens->text + b->at, a->size);
}
