#include "compile/driver/cc_process.h"

#include "base/scratch.h"
#include "console/message.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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
    if (pipe2(ends, O_CLOEXEC)) {
        sw_error("cannot make a pipe: %s", strerror(errno));
        return -1;
    }
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
    sw_error("out of memory");
    return -1;
}

int sw_cc_process_replace(const struct sw_strings *command)
{
    execvp(command->item[0], command->item);
    sw_error("cannot run '%s': %s", command->item[0], strerror(errno));
    return 1;
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
