#include "tool/cc-process.h"

#include "tool/command.h"

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

static struct sw_strings files, directories; /* temporary; in the order they were made */
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

static const char *root_directory(void)
{
    if (directories.count)
        return directories.item[0];
    const char *where = getenv("TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/spanwise-XXXXXX", where && *where ? where : "/tmp");
    if (!mkdtemp(path)) {
        sw_error("cannot make a directory in '%s': %s", where && *where ? where : "/tmp",
                 strerror(errno));
        return NULL;
    }
    sw_strings_add(&directories, "%s", path);
    return directories.item[0];
}

const char *sw_cc_process_temporary(const char *name)
{
    const char *root = root_directory();
    if (!root)
        return NULL;
    sw_strings_add(&directories, "%s/%zu", root, files.count);
    const char *directory = directories.item[directories.count - 1];
    if (mkdir(directory, 0700)) {
        sw_error("cannot make a directory '%s': %s", directory, strerror(errno));
        return NULL;
    }
    sw_strings_add(&files, "%s/%s", directory, name);
    return files.item[files.count - 1];
}

int sw_cc_process_finish(int status)
{
    for (size_t i = 0; i < files.count; i++)
        unlink(files.item[i]);
    for (size_t i = directories.count; i-- > 0;)
        rmdir(directories.item[i]);
    sw_strings_release(&files);
    sw_strings_release(&directories);
    int end_by = caught;
    if (status >= 0 && WIFSIGNALED(status))
        end_by = WTERMSIG(status);
    if (end_by) {
        signal(end_by, SIG_DFL);
        raise(end_by);
    }
    return status < 0 ? 1 : WEXITSTATUS(status);
}
