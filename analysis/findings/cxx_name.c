/* Names of C++, shortened. */
#include "analysis/findings/sentence.h"

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '~' || (unsigned char)c >= 0x80;
}

static bool follows(const char *text, size_t at, const char *word)
{
    size_t n = strlen(word);
    return at >= n && !memcmp(text + at - n, word, n);
}

/* Whether a bracket there is one of a name: of what a function or a template takes. */
static bool is_list(const char *text, size_t at)
{
    return at && !follows(text, at, "operator") &&
           (is_name(text[at - 1]) ||
            (text[at] == '(' && (text[at - 1] == '>' || follows(text, at, "operator()"))));
}

/* Where the bracket that is opened there is closed; the end, if it is not. */
static size_t closes(const char *text, size_t at)
{
    const char open = text[at], close = open == '<' ? '>' : ')';
    int depth = 0;
    for (; text[at]; at++) {
        depth += (text[at] == open) - (text[at] == close);
        if (!depth)
            break;
    }
    return at;
}

static void replace(char *text, size_t from, size_t to, const char *by)
{
    size_t n = strlen(by);
    memmove(text + from + n, text + to, strlen(text + to) + 1);
    memcpy(text + from, by, n);
}

/* The first list that has something in it becomes "()" or "<>". */
static bool drop_list(char *text, char open)
{
    for (size_t i = 0; text[i]; i++)
        if (text[i] == open && is_list(text, i)) {
            size_t end = closes(text, i);
            if (text[end] && end > i + 1) {
                replace(text, i + 1, end, "");
                return true;
            }
        }
    return false;
}

/* Where a name's part that ends there begins. */
static size_t part_of(const char *text, size_t end)
{
    size_t at = end;
    int depth = 0;
    for (; at && (depth || !strchr(" ',\"", text[at - 1])); at--)
        depth += (text[at - 1] == '>' || text[at - 1] == ')') -
                 (text[at - 1] == '<' || text[at - 1] == '(');
    return at;
}

/* "a::b::f" becomes "...b::f". */
static bool drop_qualifier(char *text)
{
    for (size_t i = 0; text[i]; i++) {
        if ((text[i] == '<' || text[i] == '(') && is_list(text, i))
            i = closes(text, i);
        if (!text[i])
            return false;
        if (text[i] == ':' && text[i + 1] == ':') {
            size_t from = part_of(text, i);
            replace(text, from, i + 2, i + 2 - from < 3 ? "" : "...");
            return true;
        }
    }
    return false;
}

bool sw_cxx_name_shorten(char *text)
{
    return drop_list(text, '(') || drop_list(text, '<') || drop_qualifier(text);
}
