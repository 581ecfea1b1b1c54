#include "tool/commands/again.h"
#include "analysis/compare/change.h"
#include "console/install.h"
#include "console/message.h"
#include "console/progress.h"
#include "tool/common/interrupt.h"
#include "tool/common/written.h"
#include "tool/measure/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const commands[] = {"run", "why", "sample", "bench", NULL};

static size_t count(char *const *words)
{
    size_t n = 0;
    while (words && words[n])
        n++;
    return n;
}

/* Whether it says how; else says so. A file may come from anywhere: of us it may only ask to measure. */
static bool is_known(const struct sw_profile *p, const char *name)
{
    size_t i = 0;
    if (sw_profile_has_rank(p)) {
        sw_error("'%s' is of a program that '%s' started: run it again under that, then 'spanwise "
                 "diff %s NEW.prof'",
                 name, p->rank.launcher, name);
        return false;
    }
    for (size_t k = 0; k < count(p->command); k++)
        if (!strncmp(p->command[k], "--pid=", 6)) {
            sw_error(
                "'%s' is of a process that was already running, which spanwise cannot start again: "
                "'spanwise sample -p PID -o NEW.prof', then 'spanwise diff %s NEW.prof'",
                name, name);
            return false;
        }
    while (count(p->command) && commands[i] && strcmp(commands[i], p->command[0]))
        i++;
    if (count(p->args) && count(p->command) && commands[i])
        return true;
    sw_error("'%s' does not say how it was measured, so it cannot be measured again: 'spanwise run "
             "-o NEW.prof PROGRAM' and 'spanwise diff %s NEW.prof' compare two",
             name, name);
    return false;
}

static void name_after(const char *name, char path[PATH_MAX])
{
    size_t n = strlen(name);
    bool has_end = n > 5 && !strcmp(name + n - 5, ".prof");
    const char *stem = strcmp(name, "-") ? name : "stdin";
    snprintf(path, PATH_MAX, "%.*s-after.prof",
             (int)(has_end ? n - 5 : strlen(stem)) % (PATH_MAX - 16), stem);
}

/* A new profile is another file: it is written under a name of its own, and renamed. */
static ino_t file_number(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? s.st_ino : 0;
}

/* All but its first `n` words, which are ours. */
static char **make_command(const struct sw_profile *p, char *exe, char *path, size_t *n)
{
    static char quiet[] = "-q", output[] = "-o", no_page[] = "--no-html", end[] = "--";
    char **argv = calloc(count(p->command) + count(p->args) + 8, sizeof *argv);
    if (!argv)
        return NULL;
    argv[(*n)++] = exe;
    for (char **word = p->command; *word; word++)
        argv[(*n)++] = *word;
    argv[(*n)++] = quiet;
    argv[(*n)++] = output;
    argv[(*n)++] = path;
    if (!strcmp(p->command[0], "why"))
        argv[(*n)++] = no_page;
    argv[(*n)++] = end;
    for (size_t i = 0; p->args[i]; i++)
        argv[*n + i] = p->args[i];
    return argv;
}

/* Whether that runs the program more than once, if it can be repeated. */
static bool is_several(const struct sw_profile *p)
{
    bool is_several = !strcmp(p->command[0], "why") || !strcmp(p->command[0], "bench");
    for (char **word = p->command; *word; word++)
        if (!strcmp(*word, "--steady") || !strcmp(*word, "--quick"))
            is_several = !strcmp(*word, "--steady");
    return is_several;
}

static bool run(const struct sw_profile *p, const char *name, char path[PATH_MAX])
{
    char exe[PATH_MAX], words[2][SW_ARGUMENTS_TEXT];
    const char *own = sw_install_exe();
    size_t n = 0;
    struct sw_child_end end = {0};
    snprintf(exe, sizeof exe, "%s", own ? own : "");
    char **argv = own ? make_command(p, exe, path, &n) : NULL;
    if (!argv)
        return false;
    if (!sw_is_quiet())
        sw_error("running 'spanwise %s %s' again%s", sw_join_arguments(p->command, words[0]),
                 sw_join_arguments(p->args, words[1]),
                 is_several(p) ? ", which runs the program several times" : "");
    ino_t before = file_number(path);
    struct sw_child child = {.argv = argv, .mute = true, .poll_fd = -1};
    sw_interrupt_hold();
    int error = sw_child_run(&child, &end);
    sw_interrupt_release();
    free(argv);
    if (error) {
        sw_child_refuse(exe, error);
        return false;
    }
    if (file_number(path) != before) {
        sw_written_add(path);
        return true;
    }
    sw_error("nothing is compared with '%s': it was not measured again", name);
    return false;
}

bool sw_measure_again(const struct sw_profile *p, const char *name, char path[PATH_MAX])
{
    name_after(name, path);
    return is_known(p, name) && run(p, name, path);
}
