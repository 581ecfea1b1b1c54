#include "analysis/flame/parts.h"
#include "analysis/workspan/sites.h"
#include "profile/whose.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sw_flame_is_outer(const char *name)
{
    static const char *const names[] = {"_start",  "start_thread", "clone",       "clone3",
                                        "__clone", "__clone3",     "thread_start"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return 1;
    return !strncmp(name, "__libc_start", strlen("__libc_start"));
}

/* "[module+0x12]", or the address alone. */
static void print_address(const struct sw_profile *p, uint64_t address, FILE *to)
{
    const struct sw_module *module = sw_module_of(p, address);
    if (module)
        fprintf(to, "[%s+0x%" PRIx64 "]", sw_base_name(sw_string(module->path)),
                address - module->bias);
    else
        fprintf(to, "[0x%" PRIx64 "]", address);
}

static void print_name(const struct sw_profile *p, const struct sw_site *s, FILE *to)
{
    const char *callee = sw_string(s->callee_place.function), *caller = sw_site_caller(s);
    char where[SW_SITE_TEXT];
    if (sw_site_is_construct(s) && !*sw_string(s->caller_place.function) && s->address)
        fprintf(to, "%s at %s", callee, sw_site_address(s, p, where));
    else if (sw_site_is_construct(s))
        fprintf(to, "%s in %s", callee, caller);
    else if (s->kind == SW_SITE_LOOP)
        fprintf(to, "cilk_for in %s", caller);
    else if (s->kind == SW_SITE_SCOPE)
        fprintf(to, "cilk_scope in %s", caller);
    else if (s->kind == SW_SITE_SPLIT)
        fprintf(to, "part '%s' of %s", callee, caller);
    else if (*callee)
        fputs(callee, to);
    else if (s->callee)
        print_address(p, s->callee, to);
    else
        fprintf(to, "spawn in %s", caller);
}

uint32_t sw_flame_site_frame(struct sw_flame_builder *b, const struct sw_profile *p, size_t number)
{
    const struct sw_site *s = &p->sites[number];
    int from_outside = s->kind == SW_SITE_ROOT || sw_site_is_main(s);
    char *name = NULL;
    size_t size;
    FILE *to = open_memstream(&name, &size);
    if (to)
        print_name(p, s, to);
    if (!to || fclose(to)) {
        free(name);
        b->error = -ENOMEM;
        return 0;
    }
    uint32_t frame =
        sw_flame_add_frame(b, name, from_outside ? &s->callee_place : &s->caller_place, number);
    free(name);
    return frame;
}
