/* A line in the file $LOG, for each run: by instructions of our own, as what a later run writes has no name. */
#include "base/raw.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

static void note_run(const char *line)
{
    long fd =
        sw_raw4(SYS_openat, AT_FDCWD, (long)getenv("LOG"), O_WRONLY | O_APPEND | O_CREAT, 0666);
    sw_raw4(SYS_write, fd, (long)line, (long)strlen(line), 0);
    sw_raw4(SYS_close, fd, 0, 0, 0);
}
