/* Descriptors: which number is the next, what is at a number that nobody has taken, what is closed and kept over exec. */
#include "behave.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static int open_null(void)
{
    return open("/dev/null", O_RDWR);
}
BEHAVIOUR(takes_the_lowest_number)
{
    int wrong = 0;
    for (int i = 0; i < 100; i++) {
        int a = open_null(), b = open_null(), c = dup(1);
        wrong += a != 3 || b != 4 || c != 5;
        close(a), close(c);
        a = memfd_create("x", 0), c = epoll_create1(0);
        wrong += a != 3 || c != 5;
        close(a), close(b), close(c);
        if (i % 10 == 0)
            work();
    }
    say("%d", wrong);
}
BEHAVIOUR(takes_the_lowest_numbers_in_pairs)
{
    int pipe_ends[2], sockets[2];
    say("%d", pipe2(pipe_ends, O_CLOEXEC));
    say("%d", socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets));
    say("%d %d %d %d", pipe_ends[0], pipe_ends[1], sockets[0], sockets[1]);
    close(0);
    work();
    say("%d", eventfd(0, 0));
    say("%d", fcntl(1, F_DUPFD, 0));
}
static volatile int enough;
static void *open_often(void *arg)
{
    while (!enough)
        close(open_null());
    return arg;
}
BEHAVIOUR(works_while_files_are_opened)
{
    pthread_t thread;
    pthread_create(&thread, NULL, open_often, NULL);
    for (int i = 0; i < 20; i++)
        work();
    enough = 1;
    pthread_join(thread, NULL);
    say("%d", open_null());
}
/* Numbers that nobody has taken: it may have them all. */
BEHAVIOUR(copies_onto_any_number)
{
    int wrong = 0;
    for (int i = 3; i < 300; i++)
        wrong += dup2(1, i) != i;
    work();
    for (int i = 3; i < 300; i++)
        wrong += close(i) != 0;
    say("%d", wrong);
    behave_result(dup2(1, -1));
    behave_result(dup2(77, 5));
    behave_result(dup3(1, 1, 0));
}
BEHAVIOUR(copies_onto_high_numbers)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    int most = limit.rlim_cur > 4096 ? 4096 : (int)limit.rlim_cur, wrong = 0;
    for (int i = most - 1; i > most - 100; i--)
        wrong += dup2(1, i) != i;
    work();
    say("%d", wrong);
    behave_result(dup2(1, (int)limit.rlim_cur));
}
BEHAVIOUR(copies_over_all_others)
{
    for (int i = 3; i < 1024; i++)
        dup2(2, i);
    work();
    say("%d", close_range(3, 1023, 0));
    work();
    say("%d", open_null());
}
BEHAVIOUR(closes_from_three)
{
    closefrom(3);
    work();
    say("%d", open_null());
}
BEHAVIOUR(closes_by_number)
{
    for (int i = 3; i < 1100; i++)
        syscall(SYS_close, i);
    work();
    say("%d", open_null());
}
BEHAVIOUR(closes_a_range_of_its_own)
{
    say("%d", close_range(3, ~0u, CLOSE_RANGE_UNSHARE));
    work();
    say("%d", open_null());
    behave_result(close_range(5, 3, 0));
}
BEHAVIOUR(marks_a_range_and_execs)
{
    say("%d", dup2(1, 7) + dup2(1, 9));
    say("%d", close_range(3, 8, CLOSE_RANGE_CLOEXEC));
    execl("/bin/sh", "sh", "-c", "echo kept >&9; exec 2>&1; echo lost >&7 || echo closed",
          (char *)NULL);
}
BEHAVIOUR(hands_files_on)
{
    int kept = dup2(1, 9);
    say("%d", kept);
    say("%d", fcntl(1, F_DUPFD_CLOEXEC, 8));
    say("%d %d", fcntl(9, F_GETFD), fcntl(8, F_GETFD));
    execl("/bin/sh", "sh", "-c", "echo kept >&9; exec 2>&1; echo lost >&8 || echo closed",
          (char *)NULL);
}
static int files_left(void)
{
    int n = 0;
    for (int i = 0; i < 20; i++)
        n += fcntl(i, F_GETFD) >= 0;
    return n;
}
BEHAVIOUR(hands_none_of_ours_on)
{
    say("%d", files_left());
    behave_fork(files_left);
    execl("/bin/sh", "sh", "-c",
          "for i in 3 4 5 6 7 8 9; do [ ! -e /proc/$$/fd/$i ] || echo $i; done", (char *)NULL);
}
BEHAVIOUR(runs_out_of_numbers)
{
    struct rlimit limit = {64, 64};
    int n = 0;
    setrlimit(RLIMIT_NOFILE, &limit);
    while (open_null() >= 0)
        n++;
    say("%d %s", n, strerror(errno));
    work();
    behave_result(dup(1));
    say("%d", fopen("/dev/null", "r") == NULL);
}
BEHAVIOUR(shares_its_place_in_a_file)
{
    int fd = open("../input", O_RDONLY);
    char text[8] = "";
    pid_t child = fork();
    if (!child)
        _exit(read(fd, text, 6) != 6);
    behave_wait(child);
    say("%zd '%s'", read(fd, text, 4), text);
    say("%ld", (long)lseek(fd, 0, SEEK_CUR));
}
BEHAVIOUR(has_no_standard_files_at_exec)
{
    fflush(stdout);
    int kept = dup2(1, 33);
    close(0), close(1), close(2);
    pid_t child = fork();
    if (!child)
        execl("/proc/self/exe", behave_argv[0], "exit_77", (char *)NULL);
    dup2(kept, 1);
    behave_wait(child);
}
BEHAVIOUR(reads_its_input_by_a_name)
{
    char line[64] = "";
    FILE *in = fopen("/dev/stdin", "r");
    say("%s", in && fgets(line, sizeof line, in) ? line : "none");
    say("%d", freopen("new.txt", "w", stdout) == stdout);
}
BEHAVIOUR(leaves_an_unread_pipe)
{
    int ends[2];
    if (pipe(ends))
        abort();
    pid_t child = fork();
    if (!child) {
        close(ends[0]);
        signal(SIGPIPE, SIG_DFL);
        while (write(ends[1], "x", 1) == 1)
            ;
        _exit(1);
    }
    char byte;
    say("%zd", read(ends[0], &byte, 1));
    close(ends[0]), close(ends[1]);
    behave_wait(child);
}
