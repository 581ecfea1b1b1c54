#include "tool/measure/input.h"
#include "tool/common/interrupt.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

static bool write_all(int fd, const char *data, ssize_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, data, (size_t)size);
        if (n <= 0)
            return false;
        data += n;
        size -= n;
    }
    return true;
}

void sw_input_keep(void)
{
    char buffer[65536];
    ssize_t n = 0;
    if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0 || isatty(STDIN_FILENO))
        return;
    int fd = memfd_create("spanwise-input", MFD_CLOEXEC);
    while (fd >= 0 && (n = read(STDIN_FILENO, buffer, sizeof buffer)) != 0)
        if ((n < 0 && (errno != EINTR || sw_interrupt_asked())) ||
            (n > 0 && !write_all(fd, buffer, n)))
            break;
    if (fd >= 0 && lseek(fd, 0, SEEK_SET) == 0)
        dup2(fd, STDIN_FILENO);
    if (fd > 0)
        close(fd);
}
