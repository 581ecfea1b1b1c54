/*
 * Watches whether the program reads standard input that exists only once; a second run would
 * find it empty.
 */
#include "agent/calls/input.h"
#include "agent/calls/next.h"
#include "agent/calls/waits.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static bool is_once;

static bool is_the_input(const struct sw_effects *e)
{
    struct stat file;
    return sw_stat_at(STDIN_FILENO, "", &file, AT_EMPTY_PATH) == 0 && file.st_dev == e->input[0] &&
           file.st_ino == e->input[1];
}

void sw_input_begin(const struct sw_effects *e)
{
    is_once = e->input_is_once && is_the_input(e);
}

static void note(struct sw_effects *e)
{
    struct stat file;
    bool is_terminal =
        sw_stat_at(STDIN_FILENO, "", &file, AT_EMPTY_PATH) == 0 && S_ISCHR(file.st_mode);
    sw_effect(e, is_terminal ? SW_EFFECT_TERMINAL : SW_EFFECT_PIPE, "");
    is_once = false;
}

static void look(int fd)
{
    struct sw_effects *e = fd == STDIN_FILENO && is_once ? sw_effects() : NULL;
    if (e && is_the_input(e))
        note(e);
}

/* A stream has a buffer from its first read on. */
__attribute__((destructor)) void sw_input_end(void)
{
    struct sw_effects *e = is_once ? sw_effects() : NULL;
    if (e && __fbufsize(stdin))
        note(e);
}

SW_IN_FRONT(ssize_t, read, (int fd, void *data, size_t size))
{
    look(fd);
    return SW_WAITING_LIMITED(SW_NEXT(read)(fd, data, size));
}

SW_IN_FRONT(ssize_t, __read_chk, (int fd, void *data, size_t size, size_t room))
{
    look(fd);
    return SW_WAITING_LIMITED(SW_NEXT(__read_chk)(fd, data, size, room));
}

SW_IN_FRONT(ssize_t, readv, (int fd, const struct iovec *parts, int n))
{
    look(fd);
    return SW_WAITING_LIMITED(SW_NEXT(readv)(fd, parts, n));
}

SW_IN_FRONT(void, _exit, (int status))
{
    sw_input_end();
    SW_NEXT(_exit)(status);
}

SW_IN_FRONT(void, quick_exit, (int status))
{
    sw_input_end();
    SW_NEXT(quick_exit)(status);
}

/* Which reads from /dev/tty. */
SW_IN_FRONT(char *, getpass, (const char *prompt))
{
    struct sw_effects *e = sw_effects();
    if (e)
        sw_effect(e, SW_EFFECT_TERMINAL, "");
    return SW_NEXT(getpass)(prompt);
}

SW_IN_FRONT(void, _Exit, (int status))
{
    sw_input_end();
    SW_NEXT(_Exit)(status);
}
