/*
 * The preprocessor's output keeps lines but not columns: blanks shrink and macros expand. So the
 * column is looked up in the user's file: the token's own spelling, or for a keyword that came out
 * of <cilk/cilk.h> the spelling without its prefix; the n-th of the line for the n-th token. What
 * is not found there came out of a macro; then the line's first word is the best that can be shown.
 */
#include "compile/rewrite/reader.h"
#include "profile/input.h"

static int is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* How many tokens of the same line and spelling stand before token `at`. */
static unsigned earlier_on_line(const struct sw_tokens *t, uint32_t at)
{
    const struct sw_token *token = t->token;
    unsigned n = 0;
    for (uint32_t i = at;
         i-- > 0 && token[i].line == token[at].line && token[i].file == token[at].file;)
        n += (unsigned)sw_tokens_equal(t, i, at);
    return n;
}

static const char *find_word(const char *line, const char *word, size_t size)
{
    for (const char *p = line; (p = strstr(p, word)); p++) {
        int starts = p == line || !is_word(p[-1]) || !is_word(word[0]);
        if (starts && (!is_word(word[size - 1]) || !is_word(p[size])))
            return p;
    }
    return NULL;
}

static const char *find_nth(const char *line, const char *word, unsigned n)
{
    size_t size = strlen(word);
    const char *p = size ? find_word(line, word, size) : NULL;
    while (p && n-- > 0)
        p = find_word(p + size, word, size);
    return p;
}

/* Comments may talk of what is looked for. */
static void blank_comments(char *line)
{
    for (char *p = line; *p; p++) {
        if (p[0] == '/' && p[1] == '/') {
            *p = 0;
            return;
        }
        if (p[0] != '/' || p[1] != '*')
            continue;
        char *end = strstr(p + 2, "*/");
        size_t size = end ? (size_t)(end + 2 - p) : strlen(p);
        memset(p, ' ', size);
        p += size - 1;
    }
}

static unsigned column_in(const struct sw_tokens *t, uint32_t at, const char *line)
{
    char word[64];
    const struct sw_token *token = &t->token[at];
    int size = token->size < sizeof word ? (int)token->size : (int)sizeof word - 1;
    snprintf(word, sizeof word, "%.*s", size, t->text + token->at);
    unsigned n = earlier_on_line(t, at);
    const char *found = find_nth(line, word, n);
    if (!found && !strncmp(word, "_Cilk_", 6)) {
        memcpy(word, "cilk_", 5);
        memmove(word + 5, word + 6, strlen(word + 6) + 1);
        found = find_nth(line, word, n);
    }
    if (!found)
        found = line + strspn(line, " \t");
    return (unsigned)(found - line) + 1;
}

static void close_source(struct sw_diagnostics *d)
{
    if (d->source)
        fclose(d->source);
    d->source = NULL;
}

void sw_diagnostics_release(struct sw_diagnostics *diagnostics)
{
    close_source(diagnostics);
    free(diagnostics->text);
    diagnostics->text = NULL;
}

/* Goes to the user's line that a token is on; returns -1 if there is none. From one refusal to the next
 * it mostly lies ahead: a file is read once, however many there are. */
static int read_line(struct sw_diagnostics *d, const struct sw_token *token)
{
    if (!d->source || d->file != token->file || d->line > token->line) {
        close_source(d);
        d->source = sw_input_open_text(d->tokens->files[token->file], SW_INPUT_REGULAR);
        d->file = token->file;
        d->line = 0;
    }
    if (!d->source || d->line == token->line)
        return d->source && d->line ? 0 : -1;
    while (d->line < token->line && getline(&d->text, &d->capacity, d->source) >= 0)
        d->line++;
    if (!d->line || d->line != token->line) {
        close_source(d);
        return -1;
    }
    blank_comments(d->text);
    return 0;
}

static unsigned column(struct sw_diagnostics *d, uint32_t at)
{
    return read_line(d, &d->tokens->token[at]) ? 1 : column_in(d->tokens, at, d->text);
}

void sw_diagnostics_refuse(struct sw_diagnostics *diagnostics, uint32_t at, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const struct sw_tokens *t = diagnostics->tokens;
    for (const char *name = t->files[t->token[at].file]; *name; name++)
        sw_buffer_add(diagnostics->out, *name == '\n' ? "?" : name, 1); /* one line each */
    sw_buffer_print(diagnostics->out, ":%u:%u: error: %s\n", t->token[at].line,
                    column(diagnostics, at), message);
    diagnostics->count++;
}
