/* The socket on which processes of the program hand over their live ranges, and what has arrived there. */
#include "collect/receive.h"
#include "base/grow.h"
#include "live/live.h"

#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#define SOCKET      "live"
#define MOST_KEPT   256 /* each is some megabytes of memory */
#define SPARE_FILES 16  /* for all else that we have open */
#define AT_ONCE     256 /* connections, more than can wait: an endless series does not hold us up */

static void empty(int directory)
{
    struct stat s;
    if (fstatat(directory, SOCKET, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISSOCK(s.st_mode))
        unlinkat(directory, SOCKET, 0);
}

static const struct sw_scratch_kind run_scratch = {"spanwise-run-", empty};

/* A socket's name has 107 bytes: a directory deeper than that is no use. */
static int make_directory(struct sw_receiver *r)
{
    const char *const parents[] = {getenv("TMPDIR"), "/tmp", getenv("XDG_RUNTIME_DIR"), "/dev/shm"};
    int error = -ENOENT, last = 0;
    for (size_t i = 0; error && i < sizeof parents / sizeof *parents; i++) {
        if (!parents[i] || *parents[i] != '/' || strlen(parents[i]) > 60)
            continue;
        last = error = sw_scratch_init(&r->scratch, parents[i], &run_scratch);
    }
    snprintf(r->path, sizeof r->path, "%s/" SOCKET, r->scratch.path);
    return error ? last : 0;
}

static bool poll_it(const struct sw_receiver *r, int fd)
{
    struct epoll_event event = {.events = EPOLLIN};
    return epoll_ctl(r->poll, EPOLL_CTL_ADD, fd, &event) == 0;
}

int sw_receiver_init(struct sw_receiver *r)
{
    *r = (struct sw_receiver){.socket = -1, .poll = -1, .scratch.fd = -1};
    int error = make_directory(r);
    if (error)
        return error;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, r->path, sizeof address.sun_path);
    r->socket = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    r->poll = r->socket < 0 ? -1 : epoll_create1(EPOLL_CLOEXEC);
    if (r->poll < 0 || !poll_it(r, r->socket) ||
        bind(r->socket, (struct sockaddr *)&address, sizeof address) < 0 ||
        listen(r->socket, 128) < 0) {
        error = -errno;
        sw_receiver_release(r);
        return error;
    }
    return 0;
}

static int receive_one(int s, struct sw_received *one)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec data = {.iov_base = &one->handover, .iov_len = sizeof one->handover};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t n;
    while ((n = recvmsg(s, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
        ;
    if (n < 0 && errno == EAGAIN)
        return -EAGAIN;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (message.msg_flags & MSG_CTRUNC)
        return -EMFILE; /* there was no descriptor left for the one that came with it */
    if (n != sizeof one->handover || !header || header->cmsg_type != SCM_RIGHTS)
        return -EBADMSG;
    memcpy(&one->fd, CMSG_DATA(header), sizeof one->fd);
    return 0;
}

static int room_for(const struct sw_receiver *r, int fd)
{
    struct rlimit limit;
    if (r->n_received == MOST_KEPT)
        return 0;
    return getrlimit(RLIMIT_NOFILE, &limit) < 0 || (rlim_t)fd + SPARE_FILES < limit.rlim_cur;
}

static void keep(struct sw_receiver *r, const struct sw_received *one)
{
    bool has_room = room_for(r, one->fd);
    if (has_room && SW_GROW_ALONE(r->received, r->n_received)) {
        r->received[r->n_received++] = *one;
        return;
    }
    if (r->n_received < MOST_KEPT)
        r->error = has_room ? -ENOMEM : -EMFILE;
    close(one->fd);
    r->n_left_out++;
}

/* False: it has not said anything yet. */
static bool hear(struct sw_receiver *r, int s)
{
    struct sw_received one;
    int error = receive_one(s, &one);
    if (error == -EAGAIN)
        return false;
    if (!error)
        keep(r, &one);
    else if (error != -EBADMSG) /* which may be anybody's */
        r->error = error;
    close(s);
    return true;
}

static void hear_all(struct sw_receiver *r)
{
    size_t silent = 0;
    for (size_t i = 0; i < r->n_silent; i++)
        if (!hear(r, r->silent[i]))
            r->silent[silent++] = r->silent[i];
    r->n_silent = silent;
}

/* Our own connections say something at once; of others, the newest may stay. */
static void await(struct sw_receiver *r, int s)
{
    if (r->n_silent == SW_RECEIVER_SILENT)
        hear_all(r);
    if (r->n_silent == SW_RECEIVER_SILENT) {
        close(r->silent[0]);
        memmove(r->silent, r->silent + 1, --r->n_silent * sizeof *r->silent);
    }
    if (poll_it(r, s))
        r->silent[r->n_silent++] = s;
    else
        close(s);
}

void sw_receiver_take(struct sw_receiver *r)
{
    int s = 0;
    hear_all(r);
    for (int i = 0; i < AT_ONCE && s >= 0; i++) {
        s = accept4(r->socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (s >= 0 && !hear(r, s))
            await(r, s);
    }
    if (s < 0 && errno != EAGAIN && errno != EINTR)
        r->error = -errno;
}

void sw_receiver_note_halt(struct sw_receiver *r)
{
    struct timespec now;
    sw_receiver_take(r); /* one that has handed over just before it was stopped */
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    for (size_t i = 0; i < r->n_received; i++)
        if (pwrite(r->received[i].fd, &ns, sizeof ns, offsetof(struct sw_live, halted_ns)) < 0)
            return;
}

void sw_receiver_close(struct sw_receiver *r)
{
    if (r->socket >= 0) {
        close(r->socket);
        close(r->poll);
    }
    for (size_t i = 0; i < r->n_silent; i++)
        close(r->silent[i]);
    r->n_silent = 0;
    r->socket = -1;
    sw_scratch_release(&r->scratch);
}

void sw_receiver_release(struct sw_receiver *r)
{
    for (size_t i = 0; i < r->n_received; i++)
        close(r->received[i].fd);
    free(r->received);
    sw_receiver_close(r);
}
