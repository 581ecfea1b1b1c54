#include "compile/driver/cc_compiler.h"

#include "compile/driver/cc_process.h"
#include "console/install.h"
#include "console/message.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Is it an executable other than this one? A 'gcc' that is a link to us would run for ever. */
static int is_usable(const char *path)
{
    char found[PATH_MAX];
    const char *self = sw_install_exe();
    return access(path, X_OK) == 0 && realpath(path, found) && (!self || strcmp(found, self));
}

/* Adds the command for a name, looked up as execvp would, but past links to ourselves. */
static int add_command(struct sw_strings *out, const char *name)
{
    const char *path = getenv("PATH");
    char candidate[PATH_MAX];
    if (strchr(name, '/')) {
        if (is_usable(name))
            sw_strings_add(out, "%s", name);
        return is_usable(name) ? 0 : -1;
    }
    for (const char *p = path ? path : "/usr/bin:/bin"; *p;) {
        size_t size = strcspn(p, ":");
        int n = snprintf(candidate, sizeof candidate, "%.*s/%s", (int)size, p, name);
        if (size && n < PATH_MAX && is_usable(candidate)) {
            sw_strings_add(out, "%s", candidate);
            return 0;
        }
        p += size + (p[size] == ':');
    }
    return -1;
}

/* A command with options, as in SPANWISE_CC='ccache gcc'. */
static int add_asked(struct sw_strings *out, const char *text)
{
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        int size = (int)strcspn(text, " \t");
        char word[PATH_MAX];
        snprintf(word, sizeof word, "%.*s", size, text);
        if (out->count)
            sw_strings_add(out, "%s", word);
        else if (add_command(out, word))
            return -1;
        text += size;
    }
    return out->count ? 0 : -1;
}

/* SPANWISE_CC counts for C++ too, if it names a compiler of C++. */
static const char *asked_for(const struct sw_cc_args *args)
{
    const char *c = getenv("SPANWISE_CC"), *cxx = getenv("SPANWISE_CXX");
    if (args->compiler && *args->compiler)
        return args->compiler;
    if (!args->cxx)
        return c;
    return cxx && *cxx ? cxx : c && strstr(c, "++") ? c : NULL;
}

int sw_cc_compiler_find(struct sw_cc_compiler *compiler, const struct sw_cc_args *args)
{
    static const char *const known[2][3] = {{"gcc", "clang", "cc"}, {"g++", "clang++", "c++"}};
    const char *asked = asked_for(args), *variable = args->cxx ? "SPANWISE_CXX" : "SPANWISE_CC";
    const char *const *names = known[args->cxx];
    memset(compiler, 0, sizeof *compiler);
    if (asked && *asked) {
        if (!add_asked(&compiler->command, asked))
            return 0;
        sw_error("'%s' is not a compiler that can be used; set %s to one", asked, variable);
        return -1;
    }
    for (size_t i = 0; i < 3; i++)
        if (!add_command(&compiler->command, names[i]))
            return 0;
    sw_error("cannot find a C%s compiler: neither %s nor %s nor %s; set %s to one",
             args->cxx ? "++" : "", names[0], names[1], names[2], variable);
    return -1;
}

static int changes_target(const char *arg)
{
    return !strncmp(arg, "-m", 2) || !strncmp(arg, "--target", 8) || !strcmp(arg, "-target");
}

int sw_cc_compiler_identify(struct sw_cc_compiler *compiler, const struct sw_cc_args *args)
{
    struct sw_strings command = {0};
    struct sw_buffer macros;
    sw_buffer_init(&macros);
    for (size_t i = 0; i < compiler->command.count; i++)
        sw_strings_add(&command, "%s", compiler->command.item[i]);
    for (size_t i = 0; i < args->count; i++)
        if (changes_target(args->arg[i].text) || (i && !strcmp(args->arg[i - 1].text, "-target")))
            sw_strings_add(&command, "%s", args->arg[i].text);
    sw_strings_add(&command, "-dM");
    sw_strings_add(&command, "-E");
    sw_strings_add(&command, "-xc");
    sw_strings_add(&command, "/dev/null");
    int status = sw_cc_process_read(&command, &macros);
    const char *text = macros.text ? macros.text : "";
    compiler->is_clang = strstr(text, "#define __clang__ ") != NULL;
    compiler->target = strstr(text, "#define __aarch64__ ")  ? SW_CC_AARCH64
                       : strstr(text, "#define __x86_64__ ") ? SW_CC_X86_64
                                                             : SW_CC_ELSEWHERE;
    sw_buffer_release(&macros);
    sw_strings_release(&command);
    return status ? -1 : 0;
}

void sw_cc_compiler_release(struct sw_cc_compiler *compiler)
{
    sw_strings_release(&compiler->command);
}
