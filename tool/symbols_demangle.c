#include "tool/symbols_demangle.h"

#include <stddef.h>
#include <string.h>

/* The C++ runtime's, which is plain C. */
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);

/* Where the parameters begin; that of operators is not looked for, whose names may have any brackets. */
static size_t length_of_name(const char *text)
{
    static const char anonymous[] = "(anonymous namespace)";
    size_t depth = 0, i = 0;
    if (strstr(text, "operator"))
        return strlen(text);
    while (text[i] &&
           (depth || text[i] != '(' || !strncmp(text + i, anonymous, sizeof anonymous - 1))) {
        depth += text[i] == '<';
        depth -= depth && text[i] == '>';
        i += text[i] == '(' && !depth ? sizeof anonymous - 1 : 1;
    }
    return i;
}

char *sw_symbols_demangle(const char *name)
{
    int status;
    char *text = strncmp(name, "_Z", 2) ? NULL : __cxa_demangle(name, NULL, NULL, &status);
    if (text)
        text[length_of_name(text)] = 0;
    return text;
}
