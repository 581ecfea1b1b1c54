/* The user's program as a child: its input, which each run is to get, the end of its output, its signals and its status. */
#include "tool/measure/child.h"
#include "base/clock.h"
#include "console/message.h"
#include "profile/output.h"
#include "report/write/words.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/once.h"
#include "tool/measure/trial.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Takes what there is to read. */
static void tail_read(struct sw_tail *t)
{
    char next[sizeof t->text];
    ssize_t n;
    while ((n = read(t->from, next, sizeof next)) > 0) {
        size_t more = (size_t)n, keep = sizeof t->text - more;
        if (t->n > keep) {
            memmove(t->text, t->text + t->n - keep, keep);
            t->n = keep;
            t->is_cut = true;
        }
        memcpy(t->text + t->n, next, more);
        t->n += more;
    }
}

int sw_tail_open(struct sw_tail *t)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *t = (struct sw_tail){.from = ends[0], .to = ends[1]};
    return 0;
}

/* Forgets what there was: another program begins. */
static void tail_begin(struct sw_tail *t)
{
    tail_read(t);
    t->n = 0;
    t->is_cut = false;
}

void sw_tail_say(const struct sw_tail *t)
{
    char *copy = strndup(t->text, t->n), *rest = copy;
    if (copy && t->is_cut && (rest = strchr(copy, '\n')))
        rest++;
    for (char *line; rest && (line = strsep(&rest, "\n"));) {
        char *indented;
        if ((*line || rest) && asprintf(&indented, "    %s\n", sw_words_clean(line)) >= 0) {
            sw_messages(indented);
            free(indented);
        }
    }
    free(copy);
}

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

/* Who holds the other end and writes nothing may never let go: nobody should have to guess what we wait for. */
static void say_if_it_takes_long(void)
{
    enum { PATIENCE_MS = 1000 };
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&input, 1, PATIENCE_MS) == 0 && !sw_is_quiet())
        sw_error("waiting for the end of the standard input, which each run is to get; with "
                 "'< /dev/null' there is nothing to wait for");
}

void sw_input_keep(void)
{
    char buffer[65536];
    ssize_t n = 0;
    if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0 || isatty(STDIN_FILENO))
        return;
    say_if_it_takes_long();
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

static off_t input_at; /* where the first run began to read its input, if that is a file */

/* A second run reads the same input where that is a file, and only reads it. It opens that anew: who shares ours, such as a shell whose loop
 * reads from it, goes on where the first run has left it. */
static void begin_input(int null)
{
    int own = lseek(0, 0, SEEK_CUR) < 0 ? -1 : open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
    if (own >= 0)
        dup2(own, 0);
    if (own > 2)
        close(own);
    if (lseek(0, input_at, SEEK_SET) < 0)
        dup2(null, 0);
}

static void go_silent(const struct sw_tail *tail)
{
    int null = open("/dev/null", O_RDWR), to = tail ? tail->to : null;
    begin_input(null);
    dup2(to, 1);
    dup2(to, 2);
    if (null > 2)
        close(null);
}

static void set_up(void *data)
{
    const struct sw_child *child = data;
    if (child->steady)
        personality(ADDR_NO_RANDOMIZE | (unsigned long)personality(0xffffffff));
    int null = child->mute ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (null >= 0)
        dup2(null, 1);
    if (child->silent) {
        go_silent(child->tail);
        sw_once_silence();
    }
}

/* The word of that number, from 1 on, in a file of the dead child's entry in /proc, which lasts until it is reaped. 0: not known. */
static uint64_t word_of(pid_t pid, const char *file, int which)
{
    char path[64], word[32] = "";
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
    FILE *f = fopen(path, "r");
    for (int i = 0; f && i < which; i++)
        if (fscanf(f, "%31s", word) != 1)
            *word = '\0';
    if (f)
        fclose(f);
    return strtoull(word, NULL, 10);
}

/* A program that lets itself be traced (PTRACE_TRACEME) makes us its tracer and stops at each signal, the sampler's too: it gets the
 * signal, and goes on. False: it has ended. */
static bool goes_on(const siginfo_t *info)
{
    return info->si_code == CLD_TRAPPED &&
           ptrace(PTRACE_CONT, info->si_pid, NULL, (void *)(intptr_t)info->si_status) == 0;
}

/* Stopped (SIGSTOP, Ctrl-Z), it does nothing until it goes on: that is nobody's time. A terminal stops us as well. */
static void look_for_halt(const struct sw_child *c, pid_t pid)
{
    siginfo_t info = {0};
    bool is_halted = waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
                     info.si_pid == pid &&
                     info.si_code == CLD_STOPPED; /* not at a tracer's, ours */
    if (is_halted)
        waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOHANG);
    if (c->on_halt && (is_halted || sw_interrupt_stop_is_asked()))
        c->on_halt(c->data);
    sw_interrupt_stop(0);
}

/* Milliseconds to wait at most; -1: for ever. Else the terminal is the program's. */
static int patience_ms(const struct sw_child *c, uint64_t took_ns)
{
    int ms = c->silent ? sw_progress_patience_ms() : -1;
    int left = c->limit_ns > took_ns ? (int)((c->limit_ns - took_ns) / 1000000) + 1 : 0;
    return c->limit_ns && (ms < 0 || left < ms) ? left : ms;
}

static void wait_for_end(const struct sw_child *c, pid_t pid, uint64_t started)
{
    for (;;) {
        siginfo_t info = {0};
        uint64_t took_ns = sw_clock_ns() - started;
        if (c->limit_ns && took_ns > c->limit_ns)
            kill(pid, SIGKILL);
        look_for_halt(c, pid);
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0)
            return;
        if (info.si_pid == pid && !goes_on(&info))
            return;
        if (info.si_pid == pid)
            continue;
        struct pollfd p[] = {{.fd = c->poll_fd, .events = POLLIN},
                             {.fd = c->tail ? c->tail->from : -1, .events = POLLIN}};
        int ms = patience_ms(c, took_ns);
        int n = sw_interrupt_wait(p, 2, ms);
        if (n > 0 && p[0].revents && c->on_input)
            c->on_input(c->data);
        if (n > 0 && p[1].revents)
            tail_read(c->tail);
        if (ms >= 0)
            sw_progress_due();
    }
}

static int run_child(const struct sw_child *c, struct sw_child_end *end)
{
    struct sw_start start = {c->argv, sw_once_start(!c->silent, c->environment), set_up, (void *)c};
    uint64_t started = sw_clock_ns();
    if (sw_interrupt_asked())
        return -EINTR;
    off_t at = c->silent ? -1 : lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (at >= 0)
        input_at = at;
    if (c->tail)
        tail_begin(c->tail);
    pid_t pid = sw_start(&start);
    if (pid < 0)
        return pid;
    sw_interrupt_pass_to(pid, !c->silent);
    wait_for_end(c, pid, started);
    if (c->tail)
        tail_read(c->tail);
    end->ran_ns = end->took_ns = sw_clock_ns() - started;
    end->differs = false;
    /* "rchar: N", "wchar: N", with what the children wrote that it waited for; time on a processor, and waiting for one. */
    end->wrote = word_of(pid, "io", 4);
    uint64_t waited = word_of(pid, "schedstat", 2);
    end->ran_ns -= waited < end->ran_ns ? waited : end->ran_ns;
    struct rusage used = {0};
    end->status = sw_reap(pid, &used);
    end->cpu_ns = sw_cpu_ns(&used);
    sw_once_end(!c->silent, c->limit_ns && end->took_ns > c->limit_ns, end);
    return 0;
}

int sw_child_run(const struct sw_child *c, struct sw_child_end *end)
{
    sw_interrupt_begin(true);
    int error = run_child(c, end);
    sw_interrupt_end();
    return error;
}

int sw_child_repeat_end(int status)
{
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none); /* the program has dumped its own */
    fflush(NULL);
    signal(WTERMSIG(status), SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}

bool sw_child_again(char *const *argv, const char *const *environment, uint64_t limit_ns,
                    const struct sw_child_end *first, struct sw_child_end *end)
{
    struct sw_child child = {
        .argv = argv, .environment = environment, .silent = 1, .limit_ns = limit_ns, .poll_fd = -1};
    return !sw_child_run(&child, end) && !sw_interrupt_asked() && sw_child_is_alike(first, end);
}

int sw_child_refuse(const char *program, int error)
{
    char runner[PATH_MAX];
    struct stat file;
    if (error == -EINTR)
        return 128 + sw_interrupt_asked();
    if (error == -ENOENT && sw_loadable_lacks(program, runner))
        sw_error("cannot run '%s': its interpreter '%s' does not exist", program, runner);
    else if (error == -ENOENT && !strchr(program, '/') && sw_is_file(program))
        sw_error("cannot run '%s': it is not in $PATH, but in this folder; did you mean './%s'?",
                 program, program);
    else if (error == -EACCES && !stat(program, &file) && S_ISDIR(file.st_mode))
        sw_error("cannot run '%s': it is a folder", program);
    else if (error == -EACCES && sw_is_file(program) && access(program, X_OK))
        sw_error("cannot run '%s': it is not executable; a source file has to be compiled first",
                 program);
    else
        sw_error("cannot run '%s': %s", program, sw_output_reason(-error));
    return error == -ENOENT ? 127 : 126;
}

int sw_child_finish(int refused, int status, bool measured)
{
    if (sw_interrupt_ends_us())
        return sw_child_repeat_end(sw_interrupt_asked());
    if (refused)
        return refused;
    return status || measured ? sw_child_repeat_end(status) : 1;
}
