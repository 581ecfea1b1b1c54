#include "compile/driver/as_args.h"
#include "profile/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_one_of(const char *arg, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(arg, *list))
            return true;
    return false;
}

static bool takes_argument(const char *arg)
{
    static const char *const list[] = {"-o",
                                       "-I",
                                       "-G",
                                       "-t",
                                       "--defsym",
                                       "--MD",
                                       "--debug-prefix-map",
                                       "--listing-lhs-width",
                                       "--listing-lhs-width2",
                                       "--listing-rhs-width",
                                       "--listing-cont-lines",
                                       NULL};
    return is_one_of(arg, list);
}

/* Questions to the assembler, and architectures that the profiler does not run on. */
static bool is_not_for_us(const char *arg)
{
    static const char *const list[] = {"--version", "--help", "--target-help", "--32",
                                       "--x32",     "-EB",    "-mabi=ilp32",   NULL};
    return is_one_of(arg, list);
}

/* What gcc says to the assembler of each; clang's text tells the architecture itself. */
static const char *arch_of(const char *arg)
{
    if (!strcmp(arg, "--64"))
        return "x86_64";
    return !strcmp(arg, "-mabi=lp64") ? "aarch64" : NULL;
}

static int append(char ***list, int *n, char *arg)
{
    char **grown = realloc(*list, ((size_t)*n + 2) * sizeof *grown);
    if (!grown)
        return -ENOMEM;
    grown[(*n)++] = arg;
    grown[*n] = NULL;
    *list = grown;
    return 0;
}

/* One argument of an @file: blanks separate, quotes and backslashes keep together. */
static char *next_word(const char **at)
{
    const char *p = *at;
    while (*p && strchr(" \t\r\n\f", *p))
        p++;
    char *word = *p ? calloc(1, strlen(p) + 1) : NULL;
    size_t n = 0;
    for (char quote = 0; word && *p && (quote || !strchr(" \t\r\n\f", *p)); p++) {
        if (quote ? *p == quote : *p == '\'' || *p == '"')
            quote = quote ? 0 : *p;
        else if (*p == '\\' && p[1])
            word[n++] = *++p;
        else
            word[n++] = *p;
    }
    *at = p;
    return word;
}

static int expand(struct sw_as_args *args, const char *arg)
{
    static const struct sw_input_kind kind = {SW_INPUT_TEXT_MOST, SW_INPUT_ANY, sw_input_text};
    char *text;
    size_t size;
    if (arg[0] != '@' || sw_input_read(arg + 1, &kind, &text, &size, NULL, 0)) {
        char *copy = strdup(arg);
        return copy ? append(&args->all, &args->n_all, copy) : -ENOMEM;
    }
    const char *at = text;
    char *word;
    int error = 0;
    while (!error && (word = next_word(&at)))
        error = append(&args->all, &args->n_all, word);
    free(text);
    return error;
}

static int sort(struct sw_as_args *args)
{
    bool argument = true; /* all[0] is the name */
    int error = 0;
    for (int i = 0; i < args->n_all && !error; i++) {
        char *arg = args->all[i];
        bool input = !argument && arg[0] != '-';
        bool standard_input = !argument && (!strcmp(arg, "-") || !strcmp(arg, "--"));
        if (!argument && is_not_for_us(arg))
            args->passes_through = true;
        if (!argument && arch_of(arg))
            args->arch = arch_of(arg);
        if (input)
            error = append(&args->inputs, &args->n_inputs, arg);
        else if (!standard_input)
            error = append(&args->options, &args->n_options, arg);
        argument = !argument && takes_argument(arg);
    }
    return error;
}

int sw_as_args_init(struct sw_as_args *args, int argc, char **argv)
{
    *args = (struct sw_as_args){0};
    int error = 0;
    for (int i = 0; i < argc && !error; i++)
        error = expand(args, argv[i]);
    if (!error)
        error = sort(args);
    if (error)
        sw_as_args_release(args);
    return error;
}

void sw_as_args_set_program(struct sw_as_args *args, char *program)
{
    free(args->all[0]);
    args->all[0] = args->options[0] = program;
}

void sw_as_args_release(struct sw_as_args *args)
{
    for (int i = 0; i < args->n_all; i++)
        free(args->all[i]);
    free(args->all);
    free(args->options);
    free(args->inputs);
    *args = (struct sw_as_args){0};
}
