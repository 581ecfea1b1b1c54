/* What reaches other processes: sockets, signals, locks, memory and semaphores of System V. */
#include "agent/calls/effects.h"
#include "agent/calls/system_calls.h"
#include "agent/calls/waits.h"
#include "base/raw.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* --- Sockets --- */

/* Our library hands over what it measures. */
static bool is_ours(const char *path)
{
    static const char *const names[] = {"SPANWISE_SOCKET", "SPANWISE_SAMPLE"};
    for (int i = 0; i < 2; i++) {
        const char *ours = getenv(names[i]);
        if (ours && !strcmp(ours, path))
            return true;
    }
    return false;
}

/* "port 80" */
static const char *name_port(uint16_t port, char name[SW_EFFECT_NAME])
{
    char *end = name + SW_EFFECT_NAME - 1;
    *end = '\0';
    do
        *--end = (char)('0' + port % 10);
    while (port /= 10);
    strcpy(name, "port ");
    memmove(name + 5, end, (size_t)(name + SW_EFFECT_NAME - end));
    return name;
}

/* NULL: no other process is there: the program asks the kernel, or gives an address up. */
static const char *name_address(const void *address, socklen_t size, char name[SW_EFFECT_NAME])
{
    union {
        struct sockaddr any;
        struct sockaddr_in in;
        struct sockaddr_in6 in6;
        struct sockaddr_un un;
        char zero[sizeof(struct sockaddr_un) + 1];
    } at = {.zero = {0}};
    if (!address || size < sizeof(sa_family_t))
        return NULL;
    memcpy(&at, address, size < sizeof at.un ? size : sizeof at.un);
    switch (at.any.sa_family) {
    case AF_UNSPEC:
    case AF_NETLINK:
        return NULL;
    case AF_INET:
        return name_port(ntohs(at.in.sin_port), name);
    case AF_INET6:
        return name_port(ntohs(at.in6.sin6_port), name);
    case AF_UNIX:
        strcpy(name, at.un.sun_path);
        return is_ours(name) ? NULL : name;
    default:
        *name = '\0';
        return name;
    }
}

static void reach(const void *address, socklen_t size, enum sw_effect effect)
{
    char text[SW_EFFECT_NAME];
    struct sw_effects *e = sw_effects();
    const char *name = e ? name_address(address, size, text) : NULL;
    if (name)
        sw_effect(e, effect, name);
}

static void reach_by(const struct msghdr *message)
{
    if (message)
        reach(message->msg_name, message->msg_namelen, SW_EFFECT_SENT);
}

static void reach_all(const struct mmsghdr *messages, unsigned n)
{
    for (unsigned i = 0; messages && i < n; i++)
        reach_by(&messages[i].msg_hdr);
}

SW_LIMITED(int, connect, (int fd, const void *address, socklen_t size), (fd, address, size),
           reach(address, size, SW_EFFECT_CONNECTED))
SW_HANDS_ON(int, bind, (int fd, const void *address, socklen_t size), (fd, address, size),
            reach(address, size, SW_EFFECT_BOUND))
SW_LIMITED(ssize_t, sendto,
           (int fd, const void *data, size_t length, int flags, const void *address,
            socklen_t size),
           (fd, data, length, flags, address, size), reach(address, size, SW_EFFECT_SENT))
SW_LIMITED(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags),
           (fd, message, flags), reach_by(message))
SW_HANDS_ON(int, sendmmsg, (int fd, struct mmsghdr *messages, unsigned n, int flags),
            (fd, messages, n, flags), reach_all(messages, n))

/* --- The system's log, which libc sends to by itself --- */

#define LOGS(name, parameters, arguments)          \
    SW_HANDS_ON(void, name, parameters, arguments, \
                sw_effect_here(SW_EFFECT_SENT, "the system's log"))
LOGS(vsyslog, (int priority, const char *format, va_list list), (priority, format, list))
LOGS(__vsyslog_chk, (int priority, int flag, const char *format, va_list list),
     (priority, flag, format, list))

SW_DECLARE_IN_FRONT(void, syslog, (int priority, const char *format, ...));
void sw_syslog(int priority, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    sw_vsyslog(priority, format, list);
    va_end(list);
}

SW_DECLARE_IN_FRONT(void, __syslog_chk, (int priority, int flag, const char *format, ...));
void sw___syslog_chk(int priority, int flag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    sw___vsyslog_chk(priority, flag, format, list);
    va_end(list);
}

/* --- Signals --- */

static pid_t number_at(const char *at)
{
    pid_t number = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (*at - '0');
    return number;
}

enum { TEXT = 512 };

/* What the file begins with; "": it is not there. */
static const char *read_text(const char *name, char text[TEXT])
{
    long fd = sw_raw_open(name, O_RDONLY), n = fd < 0 ? -1 : sw_raw_read(fd, text, TEXT - 1);
    if (fd >= 0)
        sw_raw_close(fd);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

/* Of a descriptor that is one. 0: it is not known, or the process is gone. */
static pid_t process_of(int fd)
{
    static const char label[] = "\nPid:\t";
    char name[2 * SW_FD_NAME] = "", text[TEXT];
    sw_fd_name(fd, name);
    memmove(name + 18, name + 14, strlen(name + 14) + 1);
    memcpy(name + 11, "fdinfo/", 7); /* "/proc/self/fdinfo/N" */
    const char *at = strstr(read_text(name, text), label);
    return at ? number_at(at + sizeof label - 1) : 0;
}

/* 0: it is not known, or there is none. */
static pid_t parent_of(pid_t pid)
{
    char name[SW_FD_NAME], text[TEXT];
    sw_fd_name(pid, name); /* "/proc/self/fd/N": N is what is wanted */
    memmove(name + 6, name + 14, strlen(name + 14) + 1);
    strcat(name, "/stat");
    const char *at = strrchr(read_text(name, text), ')');
    return number_at(at && strlen(at) > 4 ? at + 4 : "");
}

/* Whether the process belongs to the program, which may do to its own what it likes, or is not there. The first process has no parent
 * either; kill(-1), which signals all processes, comes here as its group. */
static bool is_own(const struct sw_effects *e, pid_t pid)
{
    pid_t self = (pid_t)sw_raw4(SYS_getpid, 0, 0, 0, 0);
    pid_t at = pid == self ? 0 : parent_of(pid);
    if (!at)
        return pid == self || pid != 1;
    while (at > 1 && at != e->tool)
        at = parent_of(at);
    return at == e->tool;
}

static void signal_group(struct sw_effects *e, pid_t group)
{
    if (group && group != (pid_t)sw_raw4(SYS_getpgid, 0, 0, 0, 0) && !is_own(e, group))
        sw_effect(e, SW_EFFECT_SIGNALLED, "");
}

void sw_signals(pid_t pid, int number)
{
    struct sw_effects *e = number ? sw_effects() : NULL;
    if (!e || !pid)
        return;
    if (pid < 0)
        signal_group(e, -pid);
    else if (!is_own(e, pid))
        sw_effect(e, SW_EFFECT_SIGNALLED, "");
}

void sw_signals_by(int fd, int number)
{
    sw_signals(process_of(fd), number);
}

SW_HANDS_ON(int, kill, (pid_t pid, int number), (pid, number), sw_signals(pid, number))
SW_HANDS_ON(int, killpg, (pid_t group, int number), (group, number), sw_signals(-group, number))
SW_HANDS_ON(int, sigqueue, (pid_t pid, int number, const union sigval value), (pid, number, value),
            sw_signals(pid, number))
SW_HANDS_ON(int, tgkill, (pid_t pid, pid_t thread, int number), (pid, thread, number),
            sw_signals(pid, number))
SW_HANDS_ON(int, pidfd_send_signal, (int fd, int number, siginfo_t *info, unsigned flags),
            (fd, number, info, flags), sw_signals_by(fd, number))

/* --- Locks --- */

static void lock(int fd)
{
    char path[SW_EFFECT_NAME];
    struct sw_effects *e = sw_effects();
    if (e && *sw_fd_path(fd, path) == '/' && !sw_is_temporary(e, AT_FDCWD, path))
        sw_effect(e, SW_EFFECT_LOCKED, path);
}

static void lock_if(bool locks, int fd)
{
    if (locks)
        lock(fd);
}

void sw_look_at_fcntl(int fd, int command, const void *argument)
{
    const struct flock *what = argument;
    bool locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
                 command == F_OFD_SETLKW;
    lock_if(locks && what && what->l_type != F_UNLCK, fd);
}

SW_HANDS_ON(int, flock, (int fd, int operation), (fd, operation),
            lock_if(!(operation & LOCK_UN), fd))

#define LOCKF(name)                                                                    \
    SW_HANDS_ON(int, name, (int fd, int operation, off_t size), (fd, operation, size), \
                lock_if(operation == F_LOCK || operation == F_TLOCK, fd))
LOCKF(lockf)
LOCKF(lockf64)

#define FCNTL(name)                                                                        \
    SW_HANDS_ON(int, name, (int fd, int command, void *argument), (fd, command, argument), \
                sw_look_at_fcntl(fd, command, argument))
FCNTL(fcntl)
FCNTL(fcntl64)

/* --- System V --- */

static void share(key_t key)
{
    if (key != IPC_PRIVATE)
        sw_effect_here(SW_EFFECT_SHARED, "");
}

SW_HANDS_ON(int, shmget, (key_t key, size_t size, int flags), (key, size, flags), share(key))
SW_HANDS_ON(int, semget, (key_t key, int n, int flags), (key, n, flags), share(key))
SW_HANDS_ON(int, msgget, (key_t key, int flags), (key, flags), share(key))
SW_HANDS_ON(int, mq_open, (const char *name, int flags, mode_t mode, void *attributes),
            (name, flags, mode, attributes), share(1))
