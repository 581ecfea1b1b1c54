/*
 * signals FIRST N MODE COMMAND...: N times, from number FIRST on, runs the command (a tool that runs ticker.c's program once,
 * and writes p.prof) in a folder of its own, and sends it a signal at some moment: to the tool, to its group as a terminal
 * does, or to the program. Which signal, to whom and when is by the number; what the tool does at that moment is not. Whenever it
 * comes:
 *   - the tool ends, by that signal or as the program did, and no process is left behind
 *   - nothing else is left in the folder, nor in that for temporary files (if the tool is killed: after the next run)
 *   - p.prof, where there is one, is whole
 *   - once the program has ended there is one, unless the tool was killed
 */
#include "tests/attack/attack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum victim { TOOL, GROUP, PROGRAM, VICTIMS };
static const char *const victims[] = {"the tool", "the group", "the program"};
static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL, SIGTSTP, SIGQUIT};

static const char *mode;
static char **command, *folder, *reader[4];
static uint64_t now;
static bool wrong;
static enum victim victim;
static int number;

static void __attribute__((format(printf, 1, 2))) fail(const char *format, ...)
{
    va_list args;
    const char *again = getenv("AGAIN"); /* what builds the program once more, too */
    wrong = true;
    fprintf(stderr, "FAIL: %s, signal %d to %s: ", mode, number, victims[victim]);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, " (again: %s %" PRIu64 " 1)\n", again ? again : "", now);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void pass_time(double s)
{
    struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
    nanosleep(&t, NULL);
}

static pid_t start(char **argv, const char *out)
{
    pid_t child = fork();
    if (child < 0)
        abort();
    if (!child) {
        int null = open("/dev/null", O_RDONLY), to = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        setpgid(0, 0);
        dup2(null, 0);
        dup2(to, 1);
        dup2(to, 2);
        closefrom(3);
        execv(argv[0], argv);
        _exit(127);
    }
    setpgid(child, child); /* whoever comes first */
    return child;
}

/* Its status; false, and it is killed with all that is of its group: it does not end. */
static bool await(pid_t child, double limit, int *status)
{
    double end = seconds() + limit;
    while (waitpid(child, status, WNOHANG) != child) {
        if (seconds() > end) {
            kill(-child, SIGKILL);
            kill(child, SIGKILL);
            waitpid(child, status, 0);
            return false;
        }
        pass_time(0.002);
    }
    return true;
}

/* All that was left to us, who are their parent then, ends by itself. */
static bool await_others(double limit)
{
    double end = seconds() + limit;
    for (pid_t child; (child = waitpid(-1, NULL, WNOHANG)) >= 0;) {
        if (!child && seconds() > end)
            return false;
        if (!child)
            pass_time(0.002);
    }
    return true;
}

/* A child of the tool's, which is the program, or a helper that comes and goes; 0: none. */
static pid_t program_of(pid_t tool)
{
    char path[64];
    int child = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", tool, tool);
    FILE *in = fopen(path, "re");
    if (in && fscanf(in, "%d", &child) != 1)
        child = 0;
    if (in)
        fclose(in);
    return child;
}

static void send_it(pid_t tool)
{
    pid_t to = victim == TOOL ? tool : victim == GROUP ? -tool : program_of(tool);
    if (!to)
        return;
    kill(to, number);
    if (number == SIGTSTP) {
        pass_time(0.02);
        kill(-tool, SIGCONT);
        if (to > 0)
            kill(to, SIGCONT);
    }
}

static unsigned count(const char *word)
{
    char line[64];
    unsigned n = 0;
    FILE *in = fopen("log", "re");
    while (in && fgets(line, sizeof line, in))
        n += !strncmp(line, word, strlen(word));
    if (in)
        fclose(in);
    return n;
}

/* What somebody was writing who then was killed: under another name, which nobody knows any more. */
static bool is_half_written(const char *name)
{
    return (number == SIGKILL || number == SIGQUIT) &&
           (!strncmp(name, "p.prof.", 7) || !strncmp(name, "p.html.", 7));
}

/* Whatever is in a folder beside what is expected, or in one of those in it. */
static void look_around(const char *path)
{
    static const char *const expected[] = {".",     "..",     "log",    "out",    "tmp",
                                           "cache", "p.prof", "p.html", "report", NULL};
    DIR *here = opendir(path);
    for (struct dirent *e; here && (e = readdir(here));) {
        size_t i = 0;
        while (expected[i] && strcmp(expected[i], e->d_name))
            i++;
        if ((!expected[i] && !is_half_written(e->d_name)) || (strcmp(path, ".") && i > 1))
            fail("'%s' is left in '%s'", e->d_name, path);
    }
    if (here)
        closedir(here);
}

static void look_at_profile(bool must_be)
{
    int status;
    if (access("p.prof", F_OK)) {
        if (must_be)
            fail("the program had ended, and there is no profile");
        return;
    }
    if (!await(start(reader, "report"), 120, &status) || status)
        fail("the profile cannot be read");
}

/* What there is to predict from is lost with the program, if that had no time for any; it has ended only after it has said so. */
static bool is_lost(int status, bool complete)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == 1 && !strcmp(mode, "predict") &&
           (!complete || victim != TOOL);
}

static void look_at_status(int status, bool complete)
{
    int by = WIFSIGNALED(status)         ? WTERMSIG(status)
             : WEXITSTATUS(status) > 128 ? WEXITSTATUS(status) - 128
                                         : 0;
    bool as_program =
        WIFEXITED(status) && WEXITSTATUS(status) == 0 && (complete || number == SIGTSTP);
    if (by != number && !as_program && !is_lost(status, complete))
        fail("the wait status is %#x", (unsigned)status);
}

static void remove_folder(void)
{
    char rm[PATH_MAX];
    snprintf(rm, sizeof rm, "rm -rf '%s'", folder);
    if (chdir("/") || system(rm))
        abort();
}

static void clear_folder(void)
{
    remove_folder();
    if (mkdir(folder, 0700) || chdir(folder) || mkdir("tmp", 0700) || mkdir("cache", 0700))
        abort();
}

static void attack(uint64_t n, double longest)
{
    struct chance chance = {n * 0x2545f4914f6cdd1d + 77};
    int status;
    now = n;
    chance_next(&chance);
    victim = (enum victim)chance_below(&chance, VICTIMS);
    number = numbers[chance_below(&chance, sizeof numbers / sizeof *numbers)];
    double when = longest * (double)chance_below(&chance, 1000000) / 1e6;
    clear_folder();
    pid_t tool = start(command, "out");
    pass_time(when);
    send_it(tool);
    bool killed = number == SIGKILL && victim != PROGRAM;
    if (!await(tool, 120, &status))
        fail("the tool does not end");
    else if (!killed || WIFEXITED(status))
        look_at_status(status, count("ended") == 1);
    if (!await_others(60))
        fail("a process is left behind");
    if (number != SIGQUIT)
        look_at_profile(!killed && count("ended") == 1 && !is_lost(status, true));
    /* Who was killed cleans up nothing: the next one does. */
    if ((killed || number == SIGQUIT) && !await(start(command, "out"), 120, &status))
        fail("the next run does not end");
    look_around(".");
    look_around("tmp");
}

int main(int argc, char **argv)
{
    char name[] = "/tmp/spanwise-signals-XXXXXX", value[PATH_MAX];
    int status;
    if (argc < 5) {
        fprintf(stderr, "usage: signals FIRST N MODE COMMAND...\n");
        return 2;
    }
    uint64_t first = strtoull(argv[1], NULL, 10), n = strtoull(argv[2], NULL, 10);
    mode = argv[3];
    command = argv + 4;
    reader[0] = command[0];
    reader[1] = (char[]){"report"};
    reader[2] = (char[]){"p.prof"};
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    folder = mkdtemp(name);
    snprintf(value, sizeof value, "%s/tmp", folder);
    setenv("TMPDIR", value, 1);
    snprintf(value, sizeof value, "%s/cache", folder);
    setenv("XDG_CACHE_HOME", value, 1);
    /* As long as it takes undisturbed, and a little more. */
    clear_folder();
    double begin = seconds();
    victim = TOOL;
    if (!await(start(command, "out"), 300, &status) || status || count("ended") != 1)
        fail("it does not even run undisturbed");
    double longest = (seconds() - begin) * 1.1;
    uint64_t failed = wrong;
    for (uint64_t i = first; !wrong && i < first + n; i++) {
        attack(i, longest);
        failed += wrong;
        wrong = false;
    }
    remove_folder();
    printf("%" PRIu64 " signals in mode %s tried\n%" PRIu64 " passed, %" PRIu64 " failed\n", n,
           mode, n - failed, failed);
    return failed != 0;
}
