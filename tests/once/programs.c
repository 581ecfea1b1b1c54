/*
 * Programs that do something, one each, by the name that is given. Those that cannot be repeated leave a trace that shows how often they
 * did it: a line more, a higher number, one file more. The others write their process's number to standard output and to their file, which
 * shows whose bytes it has. Each works for a while in parallel, so that there is something to measure.
 *
 * One that has anything to do with what was there before finds that in the current folder: tests/once/lib.sh puts it there.
 */
#define _GNU_SOURCE
#include "base/raw.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char line[64]; /* with the process's number */

static void demand(int fine, const char *what)
{
    if (!fine) {
        perror(what);
        exit(1);
    }
}

static void put(int fd)
{
    demand(fd >= 0, "open");
    demand(write(fd, line, strlen(line)) > 0, "write");
    close(fd);
}

static void put_stream(FILE *f)
{
    demand(f != NULL, "fopen");
    fputs(line, f);
    fclose(f);
}

static void run_child(void (*child)(void))
{
    int status;
    pid_t pid = fork();
    demand(pid >= 0, "fork");
    if (!pid) {
        child();
        _exit(0);
    }
    waitpid(pid, &status, 0);
    demand(!status, "child");
}

/* The first name that is free. */
static const char *free_name(void)
{
    static char name[32];
    for (int i = 0; !i || access(name, F_OK) == 0; i++)
        snprintf(name, sizeof name, "made.%d", i);
    return name;
}

/* One of those that are there. */
static const char *some_name(void)
{
    static char name[32];
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "old.%d", i);
        if (access(name, F_OK) == 0)
            return name;
    }
    demand(0, "old.*");
    return NULL;
}

/* --- What cannot be repeated --- */

static void append(void)
{
    put_stream(fopen("log", "a"));
}
static void append_open(void)
{
    put(open("log", O_WRONLY | O_CREAT | O_APPEND, 0666));
}
static void append_freopen(void)
{
    demand(freopen("log", "a", stdout) != NULL, "freopen");
    fputs(line, stdout);
}
static void append_syscall(void)
{
    put((int)syscall(SYS_openat, AT_FDCWD, "log", O_WRONLY | O_APPEND, 0));
}
static void append_in_tmp(void)
{
    put(open(getenv("OLD_IN_TMP"), O_WRONLY | O_APPEND));
}
static void append_system(void)
{
    demand(!system("echo line >>log"), "system");
}
static void append_child(void)
{
    run_child(append);
}
static void append_exec(void)
{
    execlp("sh", "sh", "-c", "echo line >>log", (char *)NULL);
    demand(0, "execlp");
}
static void append_unseen(void)
{
    char *const argv[] = {"sh", "-c", "echo line >>log", NULL}, *const none[] = {NULL};
    execve("/bin/sh", argv, none);
    demand(0, "execve");
}
static void append_below(void)
{
    demand(chdir("folder") == 0, "folder");
    put_stream(fopen("../log", "a"));
}
static void append_popen(void)
{
    FILE *f = popen("cat >>log", "w");
    demand(f && fputs("line\n", f) > 0 && !pclose(f), "popen");
}
static void append_spawn(void)
{
    char *const argv[] = {"sh", "-c", "echo line >>log", NULL};
    pid_t pid;
    int status;
    demand(!posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, environ), "posix_spawn");
    demand(waitpid(pid, &status, 0) == pid && !status, "sh");
}
static void append_action(void)
{
    char *const argv[] = {"echo", "line", NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "log", O_WRONLY | O_APPEND, 0);
    demand(!posix_spawnp(&pid, "echo", &actions, NULL, argv, environ), "posix_spawn");
    demand(waitpid(pid, &status, 0) == pid && !status, "echo");
}
static void append_elsewhere(void)
{
    char *const argv[] = {"echo", "line", NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, "folder");
    posix_spawn_file_actions_addopen(&actions, 1, "../log", O_WRONLY | O_APPEND, 0);
    demand(!posix_spawnp(&pid, "echo", &actions, NULL, argv, environ), "posix_spawn");
    demand(waitpid(pid, &status, 0) == pid && !status, "echo");
}
/* By another name of libc's. */
static void append_libc(void)
{
    int __open64(const char *path, int flags, ...);
    put(__open64("log", O_WRONLY | O_APPEND));
}
/* What the user has opened for it. */
static void append_given(void)
{
    put(dup(9));
}
static void append_given_high(void)
{
    put(dup(300));
}
static void append_input(void)
{
    demand(lseek(0, 0, SEEK_END) >= 0 && write(0, "line\n", 5) == 5, "input");
}
/* By a process that is left when the program has ended. */
static void append_left(void)
{
    pid_t pid = fork();
    demand(pid >= 0, "fork");
    if (pid)
        return;
    while (access("go", F_OK) < 0)
        usleep(1000);
    append();
    _exit(0);
}
static void count(void)
{
    int n = 0;
    FILE *f = fopen("counter", "r");
    demand(f && fscanf(f, "%d", &n) == 1, "counter");
    fclose(f);
    f = fopen("counter", "w");
    demand(f != NULL, "counter");
    fprintf(f, "%d\n", n + 1);
    fclose(f);
}
static void count_in_place(void)
{
    int n = 0;
    FILE *f = fopen("counter", "r+");
    demand(f && fscanf(f, "%d", &n) == 1, "counter");
    rewind(f);
    fprintf(f, "%d\n", n + 1);
    fclose(f);
}
static void count_mapped(void)
{
    int fd = open("counter", O_RDWR);
    char *at = fd < 0 ? MAP_FAILED : mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    demand(at != MAP_FAILED, "counter");
    ++*at;
}
static void count_pwrite(void)
{
    char n;
    int fd = open("counter", O_RDWR);
    demand(fd >= 0 && pread(fd, &n, 1, 0) == 1 && n++ && pwrite(fd, &n, 1, 0) == 1, "counter");
}
static void count_renamed(void)
{
    int n = 0;
    FILE *f = fopen("counter", "r");
    demand(f && fscanf(f, "%d", &n) == 1, "counter");
    fclose(f);
    f = fopen("counter.new", "w");
    demand(f && fprintf(f, "%d\n", n + 1) > 0 && !fclose(f), "counter.new");
    demand(rename("counter.new", "counter") == 0, "rename");
}
static void lock_database(void)
{
    int fd = open("database", O_RDONLY);
    demand(fd >= 0 && flock(fd, LOCK_EX) == 0, "database");
    close(fd);
    append();
}
/* One line more, which nobody sees. */
static void append_unnoticed(void)
{
    long fd = sw_raw4(SYS_openat, AT_FDCWD, (long)"log", O_WRONLY | O_APPEND, 0);
    demand(fd >= 0 && sw_raw4(SYS_write, fd, (long)"line\n", 5, 0) == 5, "log");
}
static void lock_syscall(void)
{
    struct flock all = {.l_type = F_RDLCK};
    int fd = open("database", O_RDONLY);
    demand(fd >= 0 && syscall(SYS_fcntl, fd, F_SETLK, &all) == 0, "database");
    append_unnoticed();
}
static void share_syscall(void)
{
    long id = syscall(SYS_shmget, 0x53500000 + getpid(), 4096, IPC_CREAT | 0600);
    demand(id >= 0 && shmctl((int)id, IPC_RMID, NULL) == 0, "shmget");
    append_unnoticed();
}
static void set_syscall(void)
{
    struct timespec times[2] = {0};
    demand(syscall(SYS_utimensat, AT_FDCWD, "database", times, 0) == 0, "utimensat");
    append_unnoticed();
}
static void create_lock(void)
{
    put(open(free_name(), O_WRONLY | O_CREAT | O_EXCL, 0666));
}
static void make_unique(void)
{
    const char *wanted = getenv("MODEL");
    char model[64];
    snprintf(model, sizeof model, "%s", wanted ? wanted : "made.XXXXXX");
    put(mkstemp(model));
}
static void make_folder(void)
{
    demand(mkdir(free_name(), 0777) == 0, "mkdir");
}
static void make_link(void)
{
    demand(symlink("log", free_name()) == 0, "symlink");
}
static void take_away(void)
{
    demand(unlink(some_name()) == 0, "unlink");
}
static void take_away_at(void)
{
    demand(unlinkat(AT_FDCWD, some_name(), 0) == 0, "unlinkat");
}
static void take_away_syscall(void)
{
    demand(syscall(SYS_unlinkat, AT_FDCWD, some_name(), 0) == 0, "unlinkat");
}
/* The first of those in /dev/shm. */
static void take_away_shared(void)
{
    char name[64];
    int i = 0;
    do
        snprintf(name, sizeof name, "/%s.%d", getenv("SHARED"), i);
    while (shm_unlink(name) < 0 && i++ < 100);
    demand(i < 100, "shm_unlink");
}
static void take_away_semaphore(void)
{
    char name[64];
    int i = 0;
    do
        snprintf(name, sizeof name, "/%s.%d", getenv("SHARED"), i);
    while (sem_unlink(name) < 0 && i++ < 100);
    demand(i < 100, "sem_unlink");
}
static void move(void)
{
    const char *from = some_name();
    demand(rename(from, free_name()) == 0, "rename");
}
static void shorten(void)
{
    struct stat file;
    demand(stat("log", &file) == 0 && truncate("log", file.st_size + 1) == 0, "truncate");
}
static void shorten_open(void)
{
    struct stat file;
    int fd = open("log", O_WRONLY);
    demand(fd >= 0 && fstat(fd, &file) == 0 && ftruncate(fd, file.st_size + 1) == 0, "ftruncate");
}
static void open_up_open(void)
{
    struct stat file;
    int fd = open(".", O_RDONLY), in = openat(fd, "open", O_RDONLY);
    demand(in >= 0 && fstat(in, &file) == 0 && fchmod(in, (file.st_mode & 0777) + 1) == 0,
           "fchmod");
}
static void open_up(void)
{
    struct stat file;
    demand(stat("mode", &file) == 0 && chmod("mode", (file.st_mode & 0777) + 1) == 0, "chmod");
}
static struct sockaddr_un address_of(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, name);
    return address;
}
static void listen_there(void)
{
    struct sockaddr_un address = address_of(free_name());
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    demand(bind(fd, (struct sockaddr *)&address, sizeof address) == 0, "bind");
}
static void send_there(void)
{
    struct sockaddr_un address = address_of("server");
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    demand(sendto(fd, "line\n", 5, 0, (struct sockaddr *)&address, sizeof address) == 5, "sendto");
}
static void connect_there(void)
{
    struct sockaddr_un address = address_of("server");
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    demand(connect(fd, (struct sockaddr *)&address, sizeof address) == 0, "connect");
    demand(send(fd, "line\n", 5, 0) == 5, "send");
}
static int by_kill(pid_t pid)
{
    return kill(pid, SIGUSR1);
}
static int by_descriptor(pid_t pid)
{
    return pidfd_send_signal(pidfd_open(pid, 0), SIGUSR1, NULL, 0);
}
static int by_thread(pid_t pid)
{
    return (int)syscall(SYS_tkill, pid, SIGUSR1);
}
static int by_queue(pid_t pid)
{
    siginfo_t info = {.si_code = SI_QUEUE};
    return (int)syscall(SYS_rt_sigqueueinfo, pid, SIGUSR1, &info);
}
/* Until that has noted it. */
static void signal_other(int (*to)(pid_t))
{
    struct stat before, now;
    const char *log = getenv("NOTED");
    demand(stat(log, &before) == 0 && to(atoi(getenv("OTHER"))) == 0, "signal");
    while (stat(log, &now) == 0 && now.st_size == before.st_size)
        usleep(1000);
}
static void signal_there(void)
{
    signal_other(by_kill);
}
static void signal_descriptor(void)
{
    signal_other(by_descriptor);
}
static void signal_thread(void)
{
    signal_other(by_thread);
}
static void signal_queue(void)
{
    signal_other(by_queue);
}
static void read_pipe(void)
{
    char got[8];
    int fd = open("pipe", O_RDONLY);
    demand(fd >= 0 && read(fd, got, 1) == 1, "pipe");
    append();
}

/* --- What can be --- */

static void nothing(void)
{
}
static void read_file(void)
{
    FILE *f = fopen("counter", "r");
    demand(f && fgetc(f) != EOF, "counter");
    fclose(f);
}
static void read_input(void)
{
    demand(getchar() == 'y' && getchar() == '\n', "input");
}
/* No more than that. */
static void read_line(void)
{
    char got[2];
    demand(read(0, got, 2) == 2 && !memcmp(got, "y\n", 2), "input");
}
static void write_anew(void)
{
    put_stream(fopen("output", "w"));
}
static void write_creat(void)
{
    put(creat("output", 0666));
}
static void write_open(void)
{
    put(open("./output", O_RDWR | O_CREAT | O_TRUNC, 0666));
}
static void write_at(void)
{
    int folder = open(".", O_RDONLY | O_DIRECTORY);
    put(openat(folder, "output", O_WRONLY | O_TRUNC | O_CREAT, 0666));
}
static void write_freopen(void)
{
    demand(freopen("output", "w", stdout) != NULL, "freopen");
    fputs(line, stdout);
}
static void write_new(void)
{
    put(open("new", O_RDWR | O_CREAT, 0666));
}
static void append_to_new(void)
{
    put_stream(fopen("new", "a"));
}
static void append_to_own(void)
{
    fclose(fopen("output", "w"));
    append_to_new();
    put_stream(fopen("output", "a"));
}
static void write_and_read(void)
{
    char got[64] = "";
    write_anew();
    FILE *f = fopen("output", "r");
    demand(f && fgets(got, sizeof got, f), "output");
    fclose(f);
}
static void write_child(void)
{
    run_child(write_anew);
}
static void write_system(void)
{
    char command[96];
    snprintf(command, sizeof command, "echo %.*s >output", (int)strlen(line) - 1, line);
    demand(!system(command), "system");
}
static void temporary_file(void)
{
    FILE *f = tmpfile();
    demand(f && fputs("x", f) >= 0, "tmpfile");
    char model[] = "/tmp/spanwise-once-XXXXXX";
    int fd = mkstemp(model);
    put(fd);
    put(open(model, O_WRONLY | O_APPEND));
    put(open(model, O_RDWR));
    demand(unlink(model) == 0, "unlink");
}
static void temporary_folder(void)
{
    char model[] = "/tmp/spanwise-once-XXXXXX", name[64];
    demand(mkdtemp(model) != NULL, "mkdtemp");
    snprintf(name, sizeof name, "%s/file", model);
    put(open(name, O_WRONLY | O_CREAT | O_EXCL, 0666));
    demand(unlink(name) == 0 && rmdir(model) == 0, "rmdir");
}
static void shared_memory(void)
{
    char name[64];
    snprintf(name, sizeof name, "/spanwise-once-%d", (int)getpid());
    int fd = shm_open(name, O_CREAT | O_RDWR, 0600);
    demand(fd >= 0 && ftruncate(fd, 4096) == 0, "shm_open");
    demand(shm_unlink(name) == 0, "shm_unlink");
}
/* What is not there at first, and later is the first run's. */
static void write_replaced(void)
{
    unlink("new");
    write_new();
}
static void write_rotated(void)
{
    rename("new", "new.old");
    write_new();
}
/* To write to the terminal, or to look whether there is one, is not to read what is typed. */
static void write_terminal(void)
{
    int fd = open("/dev/tty", O_WRONLY);
    if (fd >= 0)
        put(fd);
    close(open("/dev/tty", O_RDWR | O_NONBLOCK));
}
static void read_own_pipe(void)
{
    int ends[2];
    char name[32], got;
    demand(pipe(ends) == 0 && write(ends[1], "x", 1) == 1, "pipe");
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    demand(read(open(name, O_RDONLY), &got, 1) == 1, name);
}
/* As Fortran does, which then opens it to read. */
static void read_refused(void)
{
    uid_t user = getuid();
    int fails = setresuid(65534, 65534, user); /* root may do anything */
    demand(open("open", O_RDWR) < 0 && errno == EACCES, "open");
    demand(fails || setresuid(user, user, user) == 0, "setresuid");
}
static void devices(void)
{
    put(open("/dev/null", O_WRONLY));
    put(open("/dev/stdout", O_WRONLY | O_APPEND));
}
static void pair(void)
{
    int ends[2];
    demand(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "socketpair");
    demand(write(ends[0], "x", 1) == 1, "write");
}
static void signal_child(void)
{
    pid_t pid = fork();
    if (!pid) {
        pause();
        _exit(0);
    }
    demand(kill(pid, SIGKILL) == 0 && waitpid(pid, NULL, 0) == pid, "kill");
    demand(kill(getpid(), 0) == 0, "kill");
}
static void children(void)
{
    char got[64];
    FILE *f = popen("cat counter | cat", "r");
    demand(f && fgets(got, sizeof got, f) && !pclose(f), "popen");
    demand(!system("true"), "system");
}
static void in_vain(void)
{
    demand(mkdir("folder", 0777) < 0 && errno == EEXIST, "mkdir");
    demand(unlink("missing") < 0 && rename("missing", "missing.1") < 0, "missing");
    demand(open("counter", O_WRONLY | O_CREAT | O_EXCL, 0666) < 0, "counter");
    demand(open("missing/file", O_WRONLY | O_CREAT | O_TRUNC, 0666) < 0, "missing");
}

#define ONE(name)      \
    {                  \
#name, name, 1 \
    }
#define TOOL(name)     \
    {                  \
#name, name, 2 \
    }
#define ANY(name)      \
    {                  \
#name, name, 0 \
    }
static const struct {
    const char *name;
    void (*run)(void);
    int is_once; /* 2: what watches inside does not see it, the tool does */
} programs[] = {
    ONE(append),
    ONE(append_open),
    ONE(append_freopen),
    ONE(append_syscall),
    ONE(append_in_tmp),
    ONE(append_system),
    ONE(append_child),
    ONE(append_exec),
    ONE(append_unseen),
    ONE(count),
    ONE(count_in_place),
    ONE(lock_database),
    ONE(create_lock),
    ONE(make_unique),
    ONE(make_folder),
    ONE(make_link),
    ONE(take_away),
    ONE(take_away_at),
    ONE(move),
    ONE(shorten),
    ONE(open_up),
    ONE(listen_there),
    ONE(send_there),
    ONE(connect_there),
    ONE(signal_there),
    ONE(read_pipe),
    ONE(append_below),
    ONE(append_popen),
    ONE(append_spawn),
    ONE(append_action),
    ONE(append_elsewhere),
    ONE(append_libc),
    ONE(count_mapped),
    ONE(count_pwrite),
    ONE(count_renamed),
    ONE(lock_syscall),
    ONE(share_syscall),
    ONE(set_syscall),
    ONE(take_away_shared),
    ONE(take_away_semaphore),
    ONE(signal_descriptor),
    ONE(signal_thread),
    ONE(signal_queue),
    ONE(take_away_syscall),
    ONE(shorten_open),
    ONE(open_up_open),
    TOOL(append_given),
    TOOL(append_given_high),
    TOOL(append_input),
    TOOL(append_left),
    ANY(nothing),
    ANY(read_file),
    ANY(read_input),
    ANY(read_line),
    ANY(write_anew),
    ANY(write_creat),
    ANY(write_open),
    ANY(write_at),
    ANY(write_freopen),
    ANY(write_new),
    ANY(append_to_new),
    ANY(append_to_own),
    ANY(write_child),
    ANY(write_system),
    ANY(write_and_read),
    ANY(write_replaced),
    ANY(write_rotated),
    ANY(write_terminal),
    ANY(read_own_pipe),
    ANY(read_refused),
    ANY(temporary_file),
    ANY(temporary_folder),
    ANY(shared_memory),
    ANY(devices),
    ANY(pair),
    ANY(signal_child),
    ANY(children),
    ANY(in_vain),
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

static void work(void)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < 4000000; i++)
        sum += 1.0 / i;
    demand(sum > 15, "sum");
}

/* One byte more in a file: by instructions of our own, which nobody sees. */
static void count_run(void)
{
    const char *counted = getenv("COUNTED");
    long fd = counted ? sw_raw4(SYS_openat, AT_FDCWD, (long)counted, O_WRONLY | O_APPEND, 0) : -1;
    if (fd >= 0)
        sw_raw4(SYS_write, fd, (long)"x", 1, 0);
    if (fd >= 0)
        sw_raw4(SYS_close, fd, 0, 0, 0);
}

/* NAME: that; --any, --once, --tool: the names of those that can be repeated, and of the others. */
int main(int argc, char **argv)
{
    static const char *const kinds[] = {"--any", "--once", "--tool"};
    int lists = argc > 1 && !strncmp(argv[1], "--", 2);
    for (int i = 0; lists && i < PROGRAMS; i++)
        if (!strcmp(argv[1], kinds[programs[i].is_once]))
            puts(programs[i].name);
    for (int i = 0; !lists && argc > 1 && i < PROGRAMS; i++)
        if (!strcmp(argv[1], programs[i].name)) {
            count_run();
            snprintf(line, sizeof line, "process %d\n", (int)getpid());
            fputs(line, stdout);
            fflush(stdout);
            work();
            programs[i].run();
            return 0;
        }
    return !lists;
}
