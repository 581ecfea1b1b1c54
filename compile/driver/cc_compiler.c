/* The real compiler: which one it is, what it compiles for, how it is run, and the files that live only while it runs. */
#include "compile/driver/cc_compiler.h"
#include "base/scratch.h"
#include "compile/rewrite/buffer.h"
#include "console/install.h"
#include "console/message.h"

#include <dirent.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

/* --- Running it --- */

static struct sw_scratch scratch = {.fd = -1};
static struct sw_strings files; /* in it; in the order they were made */
static volatile sig_atomic_t caught;
static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
#define N_ENDING (sizeof ending / sizeof *ending)

static void note(int signal_number)
{
    caught = signal_number;
}

void sw_cc_process_start(void)
{
    for (size_t i = 0; i < N_ENDING; i++) {
        struct sigaction old, new = {.sa_handler = note, .sa_flags = SA_RESTART};
        sigaction(ending[i], NULL, &old);
        if (old.sa_handler != SIG_IGN)
            sigaction(ending[i], &new, NULL);
    }
}

int sw_cc_process_interrupted(void)
{
    return caught != 0;
}

static int start(const struct sw_strings *command, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (output >= 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    int error = posix_spawnp(child, command->item[0], &actions, NULL, command->item, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        sw_error("cannot run '%s': %s", command->item[0], strerror(error));
    return error ? -1 : 0;
}

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

int sw_cc_process_run(const struct sw_strings *command)
{
    pid_t child;
    return start(command, -1, &child) ? -1 : wait_for(child);
}

static void read_all(int from, struct sw_buffer *out)
{
    char chunk[65536];
    ssize_t n;
    while ((n = read(from, chunk, sizeof chunk)) != 0)
        if (n > 0)
            sw_buffer_add(out, chunk, (size_t)n);
        else if (errno != EINTR)
            break;
}

int sw_cc_process_read(const struct sw_strings *command, struct sw_buffer *out)
{
    int ends[2];
    pid_t child;
    if (pipe2(ends, O_CLOEXEC))
        return sw_fail(-1, "cannot make a pipe: %s", strerror(errno));
    int failed = start(command, ends[1], &child);
    close(ends[1]);
    if (!failed)
        read_all(ends[0], out);
    close(ends[0]);
    if (failed)
        return -1;
    int status = wait_for(child);
    if (!out->failed)
        return status;
    return sw_fail(-1, "out of memory");
}

int sw_cc_process_replace(const struct sw_strings *command)
{
    execvp(command->item[0], command->item);
    return sw_fail(1, "cannot run '%s': %s", command->item[0], strerror(errno));
}

typedef void removes(int directory, const char *name);

static void for_all(int directory, removes *remove_it)
{
    int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    while (entries && (entry = readdir(entries)))
        remove_it(directory, entry->d_name);
    if (entries)
        closedir(entries);
}

static void remove_file(int directory, const char *name)
{
    struct stat s;
    const char *suffix = strrchr(name, '.');
    if (suffix && (!strcmp(suffix, ".i") || !strcmp(suffix, ".ii")) &&
        !fstatat(directory, name, &s, AT_SYMLINK_NOFOLLOW) && S_ISREG(s.st_mode))
        unlinkat(directory, name, 0);
}

static void remove_directory(int root, const char *name)
{
    if (strspn(name, "0123456789") != strlen(name))
        return;
    int fd = openat(root, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    for_all(fd, remove_file);
    close(fd);
    unlinkat(root, name, AT_REMOVEDIR);
}

/* Directories with numbers for names, and in each of them one rewritten source. */
static void empty(int directory)
{
    for_all(directory, remove_directory);
}

static int make_scratch(void)
{
    static const struct sw_scratch_kind kind = {"spanwise-cc-", empty};
    const char *where = getenv("TMPDIR");
    where = where && *where ? where : "/tmp";
    int error = *scratch.path ? 0 : sw_scratch_init(&scratch, where, &kind);
    if (error)
        sw_error("cannot make a directory in '%s': %s", where, strerror(-error));
    return error;
}

const char *sw_cc_process_temporary(const char *name)
{
    char directory[PATH_MAX + 32];
    if (make_scratch())
        return NULL;
    snprintf(directory, sizeof directory, "%s/%zu", scratch.path, files.count);
    if (mkdir(directory, 0700)) {
        sw_error("cannot make a directory '%s': %s", directory, strerror(errno));
        return NULL;
    }
    sw_strings_add(&files, "%s/%s", directory, name);
    return files.item[files.count - 1];
}

int sw_cc_process_finish(int status)
{
    sw_scratch_release(&scratch);
    sw_strings_release(&files);
    int end_by = caught;
    if (status >= 0 && WIFSIGNALED(status))
        end_by = WTERMSIG(status);
    if (end_by) {
        signal(end_by, SIG_DFL);
        raise(end_by);
    }
    return status < 0 ? 1 : WEXITSTATUS(status);
}

/* --- Finding it --- */

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
        return sw_fail(-1, "'%s' is not a compiler that can be used; set %s to one", asked,
                       variable);
    }
    for (size_t i = 0; i < 3; i++)
        if (!add_command(&compiler->command, names[i]))
            return 0;
    return sw_fail(-1, "cannot find a C%s compiler: neither %s nor %s nor %s; set %s to one",
                   args->cxx ? "++" : "", names[0], names[1], names[2], variable);
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
