/* Files: the standard ones and others, pipes, sockets, folders. */
#include "behave.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

BEHAVIOUR(reads_its_input)
{
    char line[128];
    while (fgets(line, sizeof line, stdin))
        printf("<%s", line);
}
BEHAVIOUR(reads_some_input)
{
    char letter = 0;
    ssize_t n = read(0, &letter, 1);
    say("%zd %c", n, letter);
}
BEHAVIOUR(seeks_in_its_input)
{
    say("%ld", (long)lseek(0, 3, SEEK_SET));
}
BEHAVIOUR(reads_a_pipe)
{
    int ends[2];
    char text[8] = "";
    if (pipe(ends) || write(ends[1], "piped", 5) != 5 || dup2(ends[0], 0))
        abort();
    ssize_t n = read(0, text, 5);
    say("%zd %s", n, text);
}
BEHAVIOUR(closes_its_input)
{
    close(0);
    ssize_t n = read(0, NULL, 0);
    say("%zd %s", n, strerror(errno));
}
BEHAVIOUR(closes_its_output)
{
    fclose(stdout);
    dprintf(2, "%zd\n", write(1, "x", 1));
}
BEHAVIOUR(closes_its_errors)
{
    close(2);
    say("%d", dprintf(2, "x"));
}
BEHAVIOUR(closes_standard_files)
{
    int kept = dup(1);
    close(0), close(1), close(2);
    work();
    dprintf(kept, "%d", open("/dev/null", O_RDONLY));
    dprintf(kept, " %d", open("/dev/null", O_WRONLY));
    dprintf(kept, " %d\n", open("/dev/null", O_WRONLY));
    _exit(0);
}
BEHAVIOUR(closes_all_others)
{
    for (int i = 3; i < 2000; i++)
        close(i);
    work();
    say("%d", open("/dev/null", O_RDONLY));
}
BEHAVIOUR(closes_a_range)
{
    say("%d", close_range(3, ~0u, 0));
    work();
    say("%d", open("/dev/null", O_RDONLY));
}
BEHAVIOUR(shows_a_new_number)
{
    say("%d", open("/dev/null", O_RDONLY));
}
BEHAVIOUR(shows_its_files)
{
    DIR *fds = opendir("/proc/self/fd");
    int n = 0, standard = 0;
    for (struct dirent *e; (e = readdir(fds));) {
        n += *e->d_name != '.';
        standard += *e->d_name != '.' && atoi(e->d_name) < 3;
    }
    say("%d of %d", standard, n > standard);
}
BEHAVIOUR(sends_errors_to_output)
{
    dup2(1, 2);
    fprintf(stderr, "an error\n");
}
BEHAVIOUR(sends_output_to_a_file)
{
    fflush(stdout);
    dup2(open("out.txt", O_WRONLY | O_CREAT, 0600), 1);
    puts("to a file");
}
BEHAVIOUR(writes_errors)
{
    fprintf(stderr, "a word on stderr\nand more");
    fprintf(stderr, " of it\n");
}
BEHAVIOUR(writes_much)
{
    for (int i = 0; i < 30000; i++)
        printf("line %d of the output\n", i);
}
BEHAVIOUR(writes_much_to_both)
{
    for (int i = 0; i < 3000; i++) {
        fprintf(stdout, "line %d of the output\n", i);
        fprintf(stderr, "line %d of the errors\n", i);
    }
}
BEHAVIOUR(writes_bytes)
{
    for (int i = 0; i < 256; i++)
        putchar(i);
    putchar('\n');
}
BEHAVIOUR(writes_in_parts)
{
    struct iovec parts[] = {{(char[]){"one "}, 4}, {(char[]){"two "}, 4}, {(char[]){"three\n"}, 6}};
    say("%zd", writev(1, parts, 3));
}
BEHAVIOUR(writes_partly)
{
    int ends[2];
    if (pipe(ends))
        abort();
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    static char block[1 << 20];
    ssize_t n = write(ends[1], block, sizeof block);
    ssize_t more = write(ends[1], block, sizeof block);
    say("%d %zd %s", n > 0 && n < (ssize_t)sizeof block, more, strerror(errno));
}
BEHAVIOUR(writes_to_a_broken_pipe)
{
    int ends[2];
    if (pipe(ends))
        abort();
    close(ends[0]);
    say("%zd", write(ends[1], "x", 1));
}
BEHAVIOUR(writes_to_a_broken_pipe_unharmed)
{
    int ends[2];
    signal(SIGPIPE, SIG_IGN);
    if (pipe(ends))
        abort();
    close(ends[0]);
    ssize_t n = write(ends[1], "x", 1);
    say("%zd %s", n, strerror(errno));
}
BEHAVIOUR(leaves_files)
{
    int fd = open("left.txt", O_WRONLY | O_CREAT | O_TRUNC, 0640);
    say("%d", dprintf(fd, "left behind\n"));
    mkdir("folder", 0750);
    say("%d", symlink("left.txt", "folder/link"));
    say("%d", rename("left.txt", "folder/moved.txt"));
}
BEHAVIOUR(leaves_a_file_like_ours)
{
    int fd = open("spanwise.prof", O_WRONLY | O_CREAT | O_EXCL, 0600);
    say("%d", dprintf(fd, "the program's own\n"));
}
BEHAVIOUR(has_a_mask)
{
    mode_t old = umask(077);
    close(open("masked", O_WRONLY | O_CREAT, 0666));
    say("%o", old);
}
BEHAVIOUR(goes_elsewhere)
{
    mkdir("elsewhere", 0700);
    say("%d", chdir("elsewhere"));
    close(open("here", O_WRONLY | O_CREAT, 0600));
}
BEHAVIOUR(goes_where_nothing_is)
{
    mkdir("gone", 0700);
    say("%d", chdir("gone"));
    say("%d", rmdir("../gone"));
    say("%d", getcwd(NULL, 0) == NULL);
}
BEHAVIOUR(goes_to_the_root)
{
    say("%d", chdir("/"));
}
BEHAVIOUR(makes_a_temporary_file)
{
    FILE *file = tmpfile();
    say("%d", fprintf(file, "nobody sees it"));
}
BEHAVIOUR(locks_a_file)
{
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    struct flock all = {.l_type = F_WRLCK};
    say("%d", flock(fd, LOCK_EX));
    say("%d", fcntl(fd, F_SETLK, &all));
}
BEHAVIOUR(maps_a_file)
{
    int fd = open("mapped", O_RDWR | O_CREAT, 0600);
    say("%d", ftruncate(fd, 8192));
    char *at = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    strcpy(at + 5000, "in the middle");
}
BEHAVIOUR(polls)
{
    int ends[2];
    if (pipe(ends))
        abort();
    struct pollfd fds[] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
    say("%d", poll(fds, 2, 1000));
    say("%d", poll(fds, 1, 10));
}
BEHAVIOUR(selects)
{
    fd_set set;
    struct timeval little = {0, 10000};
    FD_ZERO(&set);
    say("%d", select(0, &set, NULL, NULL, &little));
}
BEHAVIOUR(polls_by_epoll)
{
    int poll = epoll_create1(0), event = eventfd(1, 0);
    struct epoll_event e = {.events = EPOLLIN};
    epoll_ctl(poll, EPOLL_CTL_ADD, event, &e);
    say("%d", epoll_wait(poll, &e, 1, 1000));
}
BEHAVIOUR(sends_a_file_by_a_socket)
{
    int ends[2], ours = open("/dev/null", O_RDONLY);
    char space[CMSG_SPACE(sizeof ours)] = "", byte = 'x';
    struct iovec io = {&byte, 1};
    struct msghdr m = {
        .msg_iov = &io, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        abort();
    *CMSG_FIRSTHDR(&m) = (struct cmsghdr){CMSG_LEN(sizeof ours), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(CMSG_FIRSTHDR(&m)), &ours, sizeof ours);
    say("%zd", sendmsg(ends[0], &m, 0));
    say("%zd", recvmsg(ends[1], &m, 0));
}
BEHAVIOUR(asks_for_a_terminal)
{
    say("%d %d %d", isatty(0), isatty(1), isatty(2));
}
