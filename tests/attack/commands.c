#include "tests/attack/commands.h"

#include "tool/options/options.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define P ATTACK_PROFILE
const struct command commands[] = {
    {P, RULE_TEXT, "report @it"},
    {P, RULE_TEXT, "report --top=all --width=200 --sort=line @it"},
    {P, RULE_TEXT, "report --tree --least=0% @it"},
    {P, RULE_TEXT, "report --view=tree @it"},
    {P, RULE_TEXT, "report --view=callers --sort=idle @it"},
    {P, RULE_TEXT, "report --view=flat --physical @it"},
    {P, RULE_TEXT, "report --view=lines @it"},
    {P, RULE_TEXT, "report --focus=@name @it"},
    {P, RULE_TEXT, "report --focus=partition @it"},
    {P, RULE_TEXT, "report @name.missing"},
    {P, RULE_TEXT, "report --serial=@it @other"},
    {P, RULE_TEXT, "report --serial=@other @it"},
    {P, RULE_JSON, "report --format=json --serial=@other @it"},
    {P, RULE_CSV, "report --format=csv @it"},
    {P, RULE_CSV, "report --format=csv --view=callers @it"},
    {P, RULE_CSV, "report --format=csv-sites @it"},
    {P, RULE_CSV, "report --format=csv-functions @it"},
    {P, RULE_CSV, "report --format=csv-runs @it"},
    {P, RULE_CSV, "report --format=csv-constructs @it"},
    {P, RULE_JSON, "report --format=json @it"},
    {P, RULE_GNUPLOT, "report --format=gnuplot @it"},
    {P, RULE_HTML, "report --format=html @it"},
    {P, RULE_HTML, "report --format=html --sources=yes @it"},
    {P, RULE_HTML, "report --format=html --serial=@other @it"},
    {P, RULE_FOLDED, "report --format=folded @it"},
    {P, RULE_FOLDED, "report --format=folded --on=span @it"},
    {P, RULE_FOLDED, "report --format=folded --on=wait @it"},
    {P, RULE_JSON, "report --format=speedscope @it"},
    {P, RULE_CALLGRIND, "report --format=callgrind @it"},
    {P, RULE_BINARY, "report --format=pprof @it"},
    {P, RULE_JSON, "report --format=trace @it"},
    {P, RULE_TEXT, "diff @it @other"},
    {P, RULE_TEXT, "diff --top=all @other @it"},
    {P, RULE_CSV, "diff --format=csv @other @it"},
    {P, RULE_JSON, "diff --format=json @it @other"},
    {P, RULE_HTML, "diff --format=html @other @it"},
    {P, RULE_TEXT, "merge --force @it @other"},
    {P, RULE_TEXT, "merge --ranks=all @it"},
    {P, RULE_CSV, "merge --force --format=csv @other @it"},
    {P, RULE_CSV, "merge --force --format=csv-sites @it @other"},
    {P, RULE_JSON, "merge --force --format=json @it @other"},
    {P, RULE_HTML, "merge --force --format=html @it @other"},
    {P, RULE_TEXT, "merge -q --force -o merged.prof @it @other"},
    {P, RULE_TEXT, "report merged.prof"},
    {P, RULE_TEXT, "check --baseline=@it --tolerance=0% @other"},
    {P, RULE_TEXT, "check --baseline=@other --tolerance=0% @it"},
    {P, RULE_JSON, "check --format=json --baseline=@other --tolerance=0% @it"},
    {P, RULE_XML, "check --format=junit --baseline=@other --tolerance=0% @it"},
    {P, RULE_GITHUB, "check --format=github --baseline=@other --tolerance=0% @it"},
    {P, RULE_TEXT, "check --min-parallelism=1e9 --site=@name --max-span=1 @it"},
    {P, RULE_TEXT, "check --region=@name --max-work=1 @it"},
    {P, RULE_XML, "check --format=junit --site=@name --max-span=1 --whole --max-work=1 @it"},
    {P, RULE_GITHUB, "check --format=github --site=@name --max-span=1 --whole --max-work=1 @it"},
    {P, RULE_GITHUB, "check --format=github --site=partition --max-span=1 --max-work=1 @it"},
    {P, RULE_TEXT, "what-if @name=2x --machine=ideal @it"},
    {P, RULE_TEXT, "what-if lock:@name=free --machine=ideal @it"},
    {P, RULE_TEXT, "what-if solve=parallel:64 --machine=@machine @it"},
    {P, RULE_JSON, "what-if solve=2x --format=json --machine=ideal @it"},
    {P, RULE_TEXT, "what-if --rank -q --time=1 -P 16 --machine=ideal @it"},
    {P, RULE_CSV, "what-if --rank -q --time=1 --format=csv --machine=ideal @it"},
    {P, RULE_JSON, "what-if --rank -q --time=1 --format=json --machine=@machine @it"},
    {P, RULE_TEXT, "predict -q -P 2,16 --machine=ideal @it"},
    {P, RULE_CSV, "predict -q -P 2,16 --format=csv --machine=@machine @it"},
    {P, RULE_JSON, "predict -q -P 7 --format=json --machine=ideal @it"},
    {P, RULE_GNUPLOT, "predict -q -P 2,3 --format=gnuplot --machine=ideal @it"},
    {P, RULE_HTML, "predict -q -P 2,16 --format=html --machine=ideal @it"},
    {P, RULE_TEXT, "bench -q --profile=@it -P 1 --trials=1 --warm-up=0 /bin/true"},
    {P, RULE_JSON, "bench -q --format=json --profile=@it -P 1 --trials=1 --warm-up=0 /bin/true"},
    {ATTACK_TREE, RULE_TEXT, "predict -q -P 2,16 --machine=ideal @it"},
    {ATTACK_TREE, RULE_TEXT, "predict -q -P 4 --nested --schedule=all --machine=@machine @it"},
    {ATTACK_TREE, RULE_TEXT, "predict -q -P 4 --paradigm=cilk,omp-tasks --machine=@machine @it"},
    {ATTACK_TREE, RULE_CSV, "predict -q -P 5 --format=csv --machine=ideal @it"},
    {ATTACK_TREE, RULE_JSON, "predict -q -P 3 --format=json --machine=@machine @it"},
    {ATTACK_TREE, RULE_HTML, "predict -q -P 3 --format=html --machine=ideal @it"},
    {ATTACK_TREE, RULE_GNUPLOT, "predict -q -P 2 --format=gnuplot --machine=ideal @it"},
    {ATTACK_TREE, RULE_TEXT, "what-if @name=2x -P 4 --machine=ideal @it"},
    {ATTACK_TREE, RULE_TEXT, "what-if lock:queue=free loop1=4x -P 4 --machine=ideal @it"},
    {ATTACK_TREE, RULE_TEXT, "what-if --rank -q --time=1 -P 4 --machine=ideal @it"},
    {ATTACK_TREE, RULE_JSON,
     "what-if --rank -q --time=1 -P 4 --format=json --machine=@machine @it"},
    {ATTACK_MACHINE, RULE_TEXT, "predict -q -P 2,16 --machine=@it @tree"},
    {ATTACK_MACHINE, RULE_JSON, "predict -q -P 2,16 --format=json --machine=@it @tree"},
    {ATTACK_MACHINE, RULE_HTML, "predict -q -P 2,16 --format=html --machine=@it @tree"},
    {ATTACK_MACHINE, RULE_TEXT, "what-if --rank -q --time=1 -P 4 --machine=@it @tree"},
    {ATTACK_MACHINE, RULE_TEXT, "what-if loop1=2x -P 4 --machine=@it @tree"},
    {ATTACK_MACHINE, RULE_TEXT, "calibrate --show"}, /* of the cache, which is it */
};
#undef P
const size_t n_commands = sizeof commands / sizeof *commands;

bool command_needs_process(const struct command *command)
{
    return !strncmp(command->words, "bench ", 6);
}

static int out_fd, err_fd;
static const char *tool; /* NULL: in this process */

void commands_init(int out, int err, const char *built)
{
    out_fd = out;
    err_fd = err;
    tool = built;
}

static void replace(char *word, size_t size, const char *mark, const char *by)
{
    char *at = strstr(word, mark), rest[64];
    if (!at)
        return;
    snprintf(rest, sizeof rest, "%s", at + strlen(mark));
    snprintf(at, size - (size_t)(at - word), "%s%s", by, rest);
}

enum { MOST_WORDS = 24, WORD = 70000 };

static char **make_words(const struct command *c, const char *name)
{
    char *copy = strdup(c->words), *rest = copy;
    char **argv = calloc(MOST_WORDS, sizeof *argv);
    const char *end = c->kind == ATTACK_TREE      ? "it.tree"
                      : c->kind == ATTACK_MACHINE ? "it.machine"
                                                  : "it.prof";
    size_t n = 0;
    for (char *word; (word = strsep(&rest, " "));) {
        char *to = argv[n++] = malloc(WORD);
        snprintf(to, WORD, "%s", word);
        replace(to, WORD, "@it", end);
        replace(to, WORD, "@other", "other.prof");
        replace(to, WORD, "@machine", "good.machine");
        replace(to, WORD, "@tree", "good.tree");
        replace(to, WORD, "@name", name);
    }
    free(copy);
    return argv;
}

static void release_words(char **argv)
{
    for (size_t i = 0; i < MOST_WORDS; i++)
        free(argv[i]);
    free(argv);
}

/* What it has written, with a zero byte behind. */
static char *take(int fd, size_t *size)
{
    struct stat s;
    if (fstat(fd, &s))
        abort();
    char *text = malloc((size_t)s.st_size + 1);
    if (!text || pread(fd, text, (size_t)s.st_size, 0) != s.st_size)
        abort();
    *size = (size_t)s.st_size;
    text[*size] = 0;
    return text;
}

static void empty(int fd)
{
    if (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET))
        abort();
}

/* 60 s of processor time for what takes milliseconds: who needs more never ends. */
static void limit(int seconds)
{
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
    alarm(seconds ? 600 : 0);
}

/* By the tool itself; whoever dies there makes us die. */
static int run_built(char **argv)
{
    char *full[MOST_WORDS + 1] = {(char *)(uintptr_t)tool};
    int status;
    memcpy(full + 1, argv, MOST_WORDS * sizeof *argv);
    pid_t child = vfork(); /* fork() takes long where there are sanitizers */
    if (!child) {
        limit(60);
        execv(tool, full);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    if (WIFSIGNALED(status))
        raise(WTERMSIG(status));
    return WEXITSTATUS(status);
}

static int run(char **argv)
{
    char *moved[MOST_WORDS];
    int argc = 0;
    for (; argv[argc]; argc++)
        moved[argc] = argv[argc];
    moved[argc] = NULL;
    empty(out_fd);
    empty(err_fd);
    dup2(out_fd, STDOUT_FILENO);
    dup2(err_fd, STDERR_FILENO);
    clearerr(stdout);
    optind = 0;
    limit(60);
    int status = tool ? run_built(argv) : sw_command_find(argv[0])->run(argc, moved);
    fflush(stdout);
    fflush(stderr);
    limit(0);
    return status;
}

static const char *say(const char *where, const char *wrong, const char *text, size_t size,
                       size_t at)
{
    static char said[1024];
    int n = snprintf(said, sizeof said, "%s: %s, at byte %zu: ", where, wrong, at);
    for (size_t i = at < 40 ? 0 : at - 40; i < at + 60 && i < size && n + 8 < (int)sizeof said;
         i++) {
        unsigned char c = (unsigned char)text[i];
        n +=
            snprintf(said + n, sizeof said - (size_t)n, c < ' ' || c >= 0x7f ? "\\x%02x" : "%c", c);
    }
    return said;
}

static const char *look(const struct command *c, int status, const char *out, size_t out_size,
                        const char *err, size_t err_size)
{
    size_t at;
    const char *wrong = rule_broken(RULE_TEXT, err, err_size, &at);
    if (wrong)
        return say("stderr", wrong, err, err_size, at);
    wrong = rule_broken(c->rule, out, out_size, &at);
    if (wrong)
        return say("stdout", wrong, out, out_size, at);
    const char *secret =
        strstr(c->words, "--sources=yes") ? NULL : memmem(out, out_size, "a secret of", 11);
    if (secret)
        return say("stdout", "a file that a profile names", out, out_size, (size_t)(secret - out));
    if (status < 0 || status > 2)
        return "an exit status that is none of 0, 1 and 2";
    return status && !out_size && !err_size ? "it failed without a word" : NULL;
}

const char *command_wrong(const struct command *c, const char *name, char *line, size_t line_size)
{
    char **argv = make_words(c, name);
    size_t at = 0, out_size, err_size;
    for (size_t i = 0; argv[i] && at < line_size; i++)
        at += (size_t)snprintf(line + at, line_size - at, "%s%.200s", i ? " " : "", argv[i]);
    int status = run(argv);
    release_words(argv);
    char *out = take(out_fd, &out_size), *err = take(err_fd, &err_size);
    const char *wrong = look(c, status, out, out_size, err, err_size);
    free(out);
    free(err);
    return wrong;
}
