/*
 * The preprocessor's output keeps lines but not columns: blanks shrink and macros expand. So the
 * column is looked up in the user's file: the token's own spelling, or for a keyword that came out
 * of <cilk/cilk.h> the spelling without its prefix; the n-th of the line for the n-th token. What
 * is not found there came out of a macro; then the line's first word is the best that can be shown.
 */
#include "front/cilk/rewrite/diagnose.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static unsigned column(const struct sw_tokens *t, uint32_t at)
{
    unsigned result = 1;
    FILE *file = fopen(t->files[t->token[at].file], "re");
    if (!file)
        return result;
    char *line = NULL;
    size_t capacity = 0;
    uint32_t n = 0;
    while (n < t->token[at].line && getline(&line, &capacity, file) >= 0)
        n++;
    if (n && n == t->token[at].line) {
        blank_comments(line);
        result = column_in(t, at, line);
    }
    free(line);
    fclose(file);
    return result;
}

void sw_diagnostics_refuse(struct sw_diagnostics *diagnostics, uint32_t at, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const struct sw_tokens *t = diagnostics->tokens;
    sw_buffer_print(diagnostics->out, "%s:%u:%u: error: %s\n", t->files[t->token[at].file],
                    t->token[at].line, column(t, at), message);
    diagnostics->count++;
}
