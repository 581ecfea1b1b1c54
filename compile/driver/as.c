/*
 * The assembler that gcc's -B makes the compiler call: puts sleds into the text and hands it to the
 * real assembler, whose messages and status become ours. If that one refuses the filtered text (a
 * sled can push a short branch out of range), it gets the original; but not where spawns are to run in
 * parallel, which do not work without what the filter puts there.
 *
 * The filtered text goes through a file without a name, so there is nothing to clean up.
 */
#include "compile/driver/as_args.h"
#include "compile/driver/as_real.h"
#include "compile/driver/driver.h"
#include "compile/sleds/sleds.h"
#include "console/message.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct text {
    char *at;
    size_t size, capacity;
};

static FILE *nameless_file(void)
{
    int fd = memfd_create("spanwise-as", MFD_CLOEXEC);
    return fd < 0 ? tmpfile() : fdopen(fd, "w+");
}

static int append_file(struct text *text, FILE *in)
{
    for (;;) {
        if (text->capacity - text->size < 2) {
            size_t capacity = text->capacity ? text->capacity * 2 : 1 << 20;
            char *at = realloc(text->at, capacity);
            if (!at)
                return -ENOMEM;
            text->at = at;
            text->capacity = capacity;
        }
        size_t n = fread(text->at + text->size, 1, text->capacity - text->size - 1, in);
        text->size += n;
        if (!n)
            return ferror(in) ? -EIO : 0;
    }
}

/* The assembler reads several inputs as one text; a file's end also ends its last line. */
static int append_path(struct text *text, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in)
        return -errno;
    int error = append_file(text, in);
    if (!error && text->size && text->at[text->size - 1] != '\n')
        text->at[text->size++] = '\n';
    fclose(in);
    return error;
}

static int read_inputs(struct text *text, const struct sw_as_args *args)
{
    if (!args->n_inputs)
        return append_file(text, stdin);
    int error = 0;
    for (int i = 0; i < args->n_inputs && !error; i++)
        error = append_path(text, args->inputs[i]);
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
    sw_error("cannot run '%s': %s", argv[0], strerror(errno));
    return 1;
}

/* Passes the assembler's warnings on under the name of the text that it was meant to read. */
static void relay(FILE *messages, const char *input)
{
    static const char stand_in[] = "{standard input}";
    struct text text = {0};
    char *lines = NULL, *hit;
    size_t size;
    rewind(messages);
    FILE *out = append_file(&text, messages) || !text.size ? NULL : open_memstream(&lines, &size);
    if (out) {
        const char *at = text.at;
        text.at[text.size] = 0;
        for (; input && (hit = strstr(at, stand_in)); at = hit + sizeof stand_in - 1)
            fprintf(out, "%.*s%s", (int)(hit - at), at, input);
        fputs(at, out);
        if (fclose(out) == 0)
            sw_messages(lines);
    }
    free(lines);
    free(text.at);
}

/* What the user knows the text by: the source that its .file names, or else the input. */
static const char *source_name(const struct text *text, const char *input)
{
    char *file = memmem(text->at, text->size, "\t.file\t\"", 8);
    char *name = file ? file + 8 : NULL;
    char *end = name ? memchr(name, '"', (size_t)(text->at + text->size - name)) : NULL;
    if (!end)
        return input ? input : "standard input";
    *end = 0;
    return name;
}

/* The text as it came; from a file of ours if it came through a pipe, which is empty now. */
static int assemble_plain(const struct sw_as_args *args, char **argv, const struct text *text)
{
    if (args->n_inputs)
        return run(argv, NULL, NULL);
    FILE *in = nameless_file();
    if (!in || fwrite(text->at, 1, text->size, in) != text->size || fflush(in)) {
        sw_error("cannot keep the assembly: %s", strerror(errno));
        return -1;
    }
    int status = run(argv, in, NULL);
    fclose(in);
    return status;
}

/* Returns a wait status; not 0: nothing was written and nothing said. */
static int assemble_filtered(const struct sw_as_args *args, char **argv, FILE *filtered)
{
    FILE *messages = nameless_file();
    if (!messages)
        return -1;
    int status = run(argv, filtered, messages);
    if (status == 0)
        relay(messages, args->n_inputs ? args->inputs[0] : NULL);
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

static int assemble(const struct sw_as_args *args, struct text *text)
{
    struct sw_sleds_stats stats = {0};
    FILE *filtered = nameless_file();
    bool has_sleds =
        filtered && !sw_sleds_filter(text->at, text->size, filtered, &stats) && stats.sleds;
    if (has_sleds && assemble_filtered(args, args->options, filtered) == 0)
        return 0;
    int status = assemble_plain(args, args->all, text);
    if (has_sleds && status == 0)
        return say_without_sleds(source_name(text, args->n_inputs ? args->inputs[0] : NULL),
                                 &stats);
    return exit_status(status);
}

static int run_args(struct sw_as_args *args)
{
    struct text text = {0};
    bool through = args->passes_through;
    /* Where an input cannot be read, the assembler itself says best what is wrong with it. */
    if (!through && read_inputs(&text, args))
        through = true;
    const char *arch = text.at ? sw_sleds_arch(text.at, text.size) : NULL;
    char *real = sw_as_find(arch ? arch : args->arch);
    int status = 1;
    if (real) {
        sw_as_args_set_program(args, real);
        status = through ? exec_real(args->all) : assemble(args, &text);
    }
    free(text.at);
    return status;
}

int sw_as(int argc, char **argv)
{
    struct sw_as_args args;
    int error = sw_as_args_init(&args, argc, argv);
    if (error) {
        sw_error("cannot read the assembler's arguments: %s", strerror(-error));
        return 1;
    }
    int status = run_args(&args);
    sw_as_args_release(&args);
    return status;
}
