/* Functions that reach other processes, for programs that make the system call by libc's syscall(). */
#pragma once

#include "agent/calls/next.h"

#include <sys/socket.h>
#include <sys/types.h>

SW_DECLARE_IN_FRONT(int, connect, (int fd, const void *address, socklen_t size));
SW_DECLARE_IN_FRONT(int, bind, (int fd, const void *address, socklen_t size));
SW_DECLARE_IN_FRONT(ssize_t, sendto,
                    (int fd, const void *data, size_t length, int flags, const void *address,
                     socklen_t size));
SW_DECLARE_IN_FRONT(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags));
SW_DECLARE_IN_FRONT(int, flock, (int fd, int operation));

/* It may lock a file. */
void sw_look_at_fcntl(int fd, int command, const void *argument);

/* A process, or a group, is going to get a signal; or the process that a descriptor stands for. */
void sw_signals(pid_t pid, int number);
void sw_signals_by(int fd, int number);
