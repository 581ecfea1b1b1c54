#include "tool/common/numbered.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sw_numbered_release(char **argv)
{
    for (char **arg = argv; arg && *arg; arg++)
        free(*arg);
    free(argv);
}

static char *with_number(const char *arg, uint64_t number)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (const char *at; (at = strstr(arg, "{}")); arg = at + 2)
        fprintf(out, "%.*s%" PRIu64, (int)(at - arg), arg, number);
    fputs(arg, out);
    return fclose(out) ? NULL : text;
}

bool sw_is_numbered(char *const *argv)
{
    while (*++argv)
        if (strstr(*argv, "{}"))
            return true;
    return false;
}

char **sw_numbered(char *const *argv, uint64_t number)
{
    size_t n = 0;
    while (argv[n])
        n++;
    char **made = calloc(n + 1, sizeof *made);
    for (size_t i = 0; made && i < n; i++) {
        made[i] = i ? with_number(argv[i], number) : strdup(argv[i]);
        if (!made[i]) {
            sw_numbered_release(made);
            return NULL;
        }
    }
    return made;
}
