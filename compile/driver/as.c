/*
 * The assembler that gcc's -B makes the compiler call: puts sleds into the text and hands it to the
 * real assembler, whose messages and status become ours. If that one refuses the filtered text (a
 * sled can push a short branch out of range), it gets the original; but not where spawns are to run in
 * parallel, which do not work without what the filter puts there.
 *
 * The filtered text goes through a file without a name, so there is nothing to clean up.
 */
#include "compile/driver/cc_args.h"
#include "compile/sleds/sleds.h"
#include "console/message.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>

/* --- The command line --- */

/* As far as the wrapper must understand it. */
struct as_args {
    struct sw_strings all;     /* everything, @files expanded; the first is the name */
    struct sw_strings options; /* everything but the inputs; likewise */
    struct sw_strings inputs;  /* files; none: standard input */
    const char *arch;          /* as the options tell it: "x86_64", "aarch64" or NULL; not owned */
    bool passes_through;       /* not for the filter: --version, an architecture without sleds */
};

static bool takes_argument(const char *arg)
{
    return sw_is_among(arg, "-o -I -G -t --defsym --MD --debug-prefix-map --listing-lhs-width "
                            "--listing-lhs-width2 --listing-rhs-width --listing-cont-lines");
}

/* Questions to the assembler, and architectures that the profiler does not run on. */
static bool is_not_for_us(const char *arg)
{
    return sw_is_among(arg, "--version --help --target-help --32 --x32 -EB -mabi=ilp32");
}

/* What gcc says to the assembler of each; clang's text tells the architecture itself. */
static const char *arch_of(const char *arg)
{
    if (!strcmp(arg, "--64"))
        return "x86_64";
    return !strcmp(arg, "-mabi=lp64") ? "aarch64" : NULL;
}

static void read_args(struct as_args *args, int argc, char **argv)
{
    *args = (struct as_args){0};
    for (int i = 0; i < argc; i++)
        sw_strings_expand(&args->all, argv[i]);
    bool argument = true; /* the first is the name */
    for (size_t i = 0; i < args->all.count; i++) {
        const char *arg = args->all.item[i];
        bool input = !argument && arg[0] != '-';
        bool standard_input = !argument && (!strcmp(arg, "-") || !strcmp(arg, "--"));
        if (!argument && is_not_for_us(arg))
            args->passes_through = true;
        if (!argument && arch_of(arg))
            args->arch = arch_of(arg);
        if (!standard_input)
            sw_strings_add(input ? &args->inputs : &args->options, "%s", arg);
        argument = !argument && takes_argument(arg);
    }
}

static void set_program(struct as_args *args, const char *program)
{
    struct sw_strings *const lists[] = {&args->all, &args->options};
    for (size_t i = 0; i < 2; i++) {
        free(lists[i]->item[0]);
        lists[i]->item[0] = strdup(program);
    }
}

/* --- The real assembler --- */

/*
 * The assembler that would have run without us: never ourselves, by whatever name.
 *
 * SPANWISE_AS names it, by a path or as found in PATH: the compiler driver sets it to what
 * `cc -print-prog-name=as` says. Without it: the first `as` in COMPILER_PATH, where gcc looks for
 * its programs; else in PATH `ARCH-linux-gnu-as` when the text is for another architecture than this
 * one, `as` otherwise.
 */

static char *find_cross(const char *arch)
{
    struct utsname host;
    char *name = NULL;
    if (!arch || uname(&host) != 0 || !strcmp(host.machine, arch) ||
        asprintf(&name, "%s-linux-gnu-as", arch) < 0)
        return NULL;
    char *path = sw_find_in(getenv("PATH"), name);
    free(name);
    return path;
}

/* `arch` "x86_64", "aarch64", or NULL. Returns an owned path, or NULL after an error. */
static char *as_find(const char *arch)
{
    const char *given = getenv("SPANWISE_AS");
    char *path = NULL;
    if (given && *given) {
        if (!(path = sw_find_in(getenv("PATH"), given)))
            sw_error("SPANWISE_AS names '%s', which is not an assembler that can be run", given);
    } else if (!(path = sw_find_in(getenv("COMPILER_PATH"), "as")) && !(path = find_cross(arch)) &&
               !(path = sw_find_in(getenv("PATH"), "as")) &&
               !(path = sw_find_in("/usr/local/bin:/usr/bin:/bin", "as"))) {
        sw_error("cannot find the assembler 'as'; is binutils installed?");
    }
    return path;
}

/* --- The wrapper --- */

static FILE *nameless_file(void)
{
    int fd = memfd_create("spanwise-as", MFD_CLOEXEC);
    return fd < 0 ? tmpfile() : fdopen(fd, "w+");
}

/* The assembler reads several inputs as one text; a file's end also ends its last line. */
static int read_inputs(struct sw_buffer *text, const struct as_args *args)
{
    int error = args->inputs.count ? 0 : sw_buffer_read(text, STDIN_FILENO);
    for (size_t i = 0; i < args->inputs.count && !error; i++) {
        int fd = open(args->inputs.item[i], O_RDONLY | O_CLOEXEC);
        error = fd < 0 ? -errno : sw_buffer_read(text, fd);
        if (!error && text->size && text->text[text->size - 1] != '\n')
            sw_buffer_add(text, "\n", 1);
        if (fd >= 0)
            close(fd);
    }
    return error;
}

/* Runs in the child. Its input and its messages are files of ours where given. */
static void become(char **argv, FILE *in, FILE *messages)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (in && dup2(fileno(in), STDIN_FILENO) < 0)
        _exit(127);
    if (messages && dup2(fileno(messages), STDERR_FILENO) < 0)
        _exit(127);
    execv(argv[0], argv);
    sw_error("cannot run '%s': %s", argv[0], strerror(errno));
    _exit(127);
}

/* Returns the assembler's wait status, or -1 after a message. */
static int run(char **argv, FILE *in, FILE *messages)
{
    if (in && lseek(fileno(in), 0, SEEK_SET) < 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0)
        become(argv, in, messages);
    int status = -1;
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    if (pid < 0)
        sw_error("cannot start '%s': %s", argv[0], strerror(errno));
    return status;
}

static int exit_status(int status)
{
    if (status >= 0 && WIFEXITED(status))
        return WEXITSTATUS(status);
    return status >= 0 && WIFSIGNALED(status) ? 128 + WTERMSIG(status) : 1;
}

static int exec_real(char **argv)
{
    execv(argv[0], argv);
    return sw_fail(1, "cannot run '%s': %s", argv[0], strerror(errno));
}

/* Passes the assembler's warnings on under the name of the text that it was meant to read. */
static void relay(FILE *messages, const char *input)
{
    static const char stand_in[] = "{standard input}";
    struct sw_buffer text = {0}, lines = {0};
    rewind(messages);
    if (!sw_buffer_read(&text, fileno(messages)) && text.size) {
        const char *at = text.text;
        for (char *hit; input && (hit = strstr(at, stand_in)); at = hit + sizeof stand_in - 1)
            sw_buffer_print(&lines, "%.*s%s", (int)(hit - at), at, input);
        sw_buffer_print(&lines, "%s", at);
        sw_messages(lines.text);
    }
    sw_buffer_release(&lines);
    sw_buffer_release(&text);
}

/* What the user knows the text by: the source that its .file names, or else the input. */
static const char *source_name(const struct sw_buffer *text, const char *input)
{
    char *file = memmem(text->text, text->size, "\t.file\t\"", 8);
    char *name = file ? file + 8 : NULL;
    char *end = name ? memchr(name, '"', (size_t)(text->text + text->size - name)) : NULL;
    if (!end)
        return input ? input : "standard input";
    *end = 0;
    return name;
}

/* The text as it came; from a file of ours if it came through a pipe, which is empty now. */
static int assemble_plain(const struct as_args *args, char **argv, const struct sw_buffer *text)
{
    if (args->inputs.count)
        return run(argv, NULL, NULL);
    FILE *in = nameless_file();
    if (!in || fwrite(text->text, 1, text->size, in) != text->size || fflush(in))
        return sw_fail(-1, "cannot keep the assembly: %s", strerror(errno));
    int status = run(argv, in, NULL);
    fclose(in);
    return status;
}

/* Returns a wait status; not 0: nothing was written and nothing said. */
static int assemble_filtered(const struct as_args *args, char **argv, FILE *filtered)
{
    FILE *messages = nameless_file();
    if (!messages)
        return -1;
    int status = run(argv, filtered, messages);
    if (status == 0)
        relay(messages, args->inputs.count ? args->inputs.item[0] : NULL);
    fclose(messages);
    return status;
}

/* Of a text that assembles without sleds only. Returns an exit status. */
static int say_without_sleds(const char *name, const struct sw_sleds_stats *stats)
{
    if (stats->tasks)
        sw_error("'%s' assembles only without sleds, without which its spawns do not work; "
                 "SPANWISE_SERIAL=1 builds it to run serially",
                 name);
    else
        sw_error("'%s' assembles only without sleds; its functions count as their callers'", name);
    return stats->tasks ? 1 : 0;
}

static int assemble(const struct as_args *args, struct sw_buffer *text)
{
    struct sw_sleds_stats stats = {0};
    FILE *filtered = nameless_file();
    bool has_sleds =
        filtered && !sw_sleds_filter(text->text, text->size, filtered, &stats) && stats.sleds;
    if (has_sleds && assemble_filtered(args, args->options.item, filtered) == 0)
        return 0;
    int status = assemble_plain(args, args->all.item, text);
    if (has_sleds && status == 0)
        return say_without_sleds(
            source_name(text, args->inputs.count ? args->inputs.item[0] : NULL), &stats);
    return exit_status(status);
}

static int run_args(struct as_args *args)
{
    struct sw_buffer text = {0};
    /* Where an input cannot be read, the assembler itself says best what is wrong with it. */
    bool through = args->passes_through || read_inputs(&text, args);
    const char *arch = text.text ? sw_sleds_arch(text.text, text.size) : NULL;
    SW_FREED char *real = as_find(arch ? arch : args->arch);
    int status = 1;
    if (real) {
        set_program(args, real);
        status = through ? exec_real(args->all.item) : assemble(args, &text);
    }
    sw_buffer_release(&text);
    return status;
}

int sw_as(int argc, char **argv)
{
    struct as_args args;
    read_args(&args, argc, argv);
    int status = run_args(&args);
    sw_strings_release(&args.all);
    sw_strings_release(&args.options);
    sw_strings_release(&args.inputs);
    return status;
}
