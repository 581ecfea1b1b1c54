#include "profile/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int explain(const char *path, int error, char *why, size_t why_size)
{
    snprintf(why, why_size, "cannot write '%s': %s", path, strerror(error));
    return -error;
}

static void release(struct sw_output *output)
{
    free(output->path);
    free(output->temporary);
    *output = (struct sw_output){0};
}

/* O_EXCL with a name of our own, not mkstemp: the mode must be what the umask leaves of 0666. */
static int open_temporary(struct sw_output *output)
{
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        if (asprintf(&output->temporary, "%s.tmp.%ld.%u", output->path, (long)getpid(), attempt) <
            0) {
            output->temporary = NULL;
            errno = ENOMEM;
            return -1;
        }
        int fd = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        int error = errno;
        free(output->temporary);
        output->temporary = NULL;
        errno = error;
        if (error != EEXIST)
            return -1;
    }
    return -1;
}

int sw_output_open(struct sw_output *output, const char *path, char *why, size_t why_size)
{
    struct stat status;
    int exists = stat(path, &status) == 0, fd;
    *output = (struct sw_output){0};
    output->path = exists && S_ISREG(status.st_mode) ? realpath(path, NULL) : strdup(path);
    if (!output->path)
        return explain(path, errno, why, why_size);
    if (exists && !S_ISREG(status.st_mode))
        fd = open(path, O_WRONLY | O_CLOEXEC);
    else
        fd = open_temporary(output);
    output->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (output->file)
        return 0;
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (output->temporary)
        unlink(output->temporary);
    release(output);
    return explain(path, error, why, why_size);
}

int sw_output_close(struct sw_output *output, char *why, size_t why_size)
{
    int error = output->error;
    if (fflush(output->file) && !error)
        error = errno;
    if (ferror(output->file) && !error)
        error = EIO; /* stdio keeps no errno of an earlier write */
    if (fclose(output->file) && !error)
        error = errno;
    if (!error && output->temporary && rename(output->temporary, output->path))
        error = errno;
    if (error && output->temporary)
        unlink(output->temporary);
    int result = error ? explain(output->path, error, why, why_size) : 0;
    release(output);
    return result;
}

void sw_output_discard(struct sw_output *output)
{
    fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    release(output);
}
