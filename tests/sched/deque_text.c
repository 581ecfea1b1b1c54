/* Prints what stands in front of a program whose spawns can run in parallel, for this machine. */
#include "compile/rewrite/prelude.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A plain look at a member of the worker, *(T volatile *)&w->member, is a step of the model like an atomic one. */
static void print(const char *text)
{
    static const char look[] = "volatile *)&w->";
    for (const char *at; (at = strstr(text, look));) {
        const char *from = at, *member = at + strlen(look), *end = member;
        while (from > text && strncmp(from, "*(", 2))
            from--;
        while (isalpha((unsigned char)*end))
            end++;
        printf("%.*s__atomic_load_n(&w->%.*s, 0)", (int)(from - text), text, (int)(end - member),
               member);
        text = end;
    }
    fputs(text, stdout);
}

int main(void)
{
    struct sw_rewrite_mode mode = {.tasks = 1};
    struct sw_buffer text = {0};
#if defined __aarch64__
    mode.target = SW_TARGET_AARCH64;
#else
    mode.target = SW_TARGET_X86_64;
#endif
    sw_prelude_add(&text, mode);
    if (!text.text)
        return 1;
    print(text.text);
    sw_buffer_release(&text);
    return fflush(stdout) != 0 || ferror(stdout);
}
