/* Starting programs: fork, what is to be set up in between, exec; and copies of one at a time, with the time that each takes. */
#include "tool/measure/trial.h"
#include "base/clock.h"
#include "base/pins.h"
#include "console/message.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* If we are killed (SIGKILL), so is the program: after exec, too, unless that changes its privileges; but not what it forks. */
static void end_with(pid_t tool)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != tool)
        _exit(126);
}

static void exec_program(const struct sw_start *s, pid_t tool, int report_fd)
{
    char path[PATH_MAX];
    end_with(tool);
    sw_interrupt_leave();
    s->set_up(s->data);
    for (const char *const *e = s->environment; e && e[0]; e += 2)
        e[1] ? setenv(e[0], e[1], 1) : unsetenv(e[0]);
    if (sw_program_find(s->argv[0], path) && sw_program_is_elf(path))
        execv(path, s->argv); /* execvp() would have the shell try what the kernel refuses */
    else
        execvp(s->argv[0], s->argv);
    int error = errno;
    if (write(report_fd, &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

int sw_reap(pid_t pid, struct rusage *used)
{
    int status = 0;
    while (wait4(pid, &status, 0, used) < 0 && errno == EINTR)
        ;
    return status;
}

pid_t sw_start(const struct sw_start *s)
{
    int ends[2], error = 0;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    fflush(NULL);
    pid_t tool = getpid(), pid = fork();
    if (pid == 0)
        exec_program(s, tool, ends[1]);
    if (pid < 0)
        error = errno;
    close(ends[1]);
    if (pid > 0 && read(ends[0], &error, sizeof error) == sizeof error)
        sw_reap(pid, NULL);
    close(ends[0]);
    return error ? -error : pid;
}

#define GRACE_NS 1000000000ull /* for the program to end by itself when it is told to */

struct copies {
    const struct sw_trial *trial;
    struct sw_trial_end *ends;
    unsigned n;
    pid_t group; /* the first copy: not reaped before all have ended, so its number stays ours */
    int input;
    bool told;
    uint64_t deadline_ns; /* when they are killed; 0: they are already, or never */
};

static void set_up(void *data)
{
    const struct copies *c = data;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* should we be killed */
    setpgid(0, c->group);
    dup2(c->input, 0);
    dup2(c->trial->output, 1);
    dup2(c->trial->errors, 2);
    if (c->trial->pins)
        sw_pin_me(c->trial->pins[c->n]);
}

/* Each copy opens the input for itself: they would share the position in it. */
static int start_copy(struct copies *c, struct sw_trial_end *end)
{
    struct sw_start start = {c->trial->argv, c->trial->environment, set_up, c};
    c->input = open(c->trial->input, O_RDONLY | O_CLOEXEC);
    if (c->input < 0)
        return -errno;
    *end = (struct sw_trial_end){.wall_ns = sw_clock_ns()};
    end->pid = sw_start(&start);
    close(c->input);
    if (end->pid < 0)
        return end->pid;
    if (!c->group)
        c->group = end->pid;
    c->n++;
    return 0;
}

/* Whether any still runs. The ends that are new are timed. */
static bool look(struct copies *c)
{
    bool running = false;
    uint64_t now = sw_clock_ns();
    SW_EACH (end, c->ends, c->n) {
        siginfo_t info = {0};
        if (end->ended)
            continue;
        if (waitid(P_PID, (id_t)end->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid != end->pid) {
            running = true;
            continue;
        }
        end->ended = true;
        end->wall_ns = now - end->wall_ns;
    }
    return running;
}

/* A copy may have left the group; it is killed all the same. */
static void kill_all(struct copies *c)
{
    kill(-c->group, SIGKILL);
    for (unsigned i = 0; i < c->n; i++)
        kill(c->ends[i].pid, SIGKILL);
    c->deadline_ns = 0;
}

static void tell_to_end(struct copies *c)
{
    c->told = true;
    c->deadline_ns = sw_clock_ns() + GRACE_NS;
    kill(-c->group, sw_interrupt_asked());
}

/* For poll(): -1 is for ever. */
static int patience_ms(const struct copies *c)
{
    uint64_t now = sw_clock_ns();
    if (!c->deadline_ns)
        return -1;
    return now < c->deadline_ns ? (int)((c->deadline_ns - now) / 1000000) + 1 : 0;
}

static void wait_for_all(struct copies *c)
{
    while (look(c)) {
        struct pollfd file = {.fd = c->trial->poll_fd, .events = POLLIN};
        int progress_ms = sw_progress_patience_ms(), ms = patience_ms(c);
        int n = sw_interrupt_wait(
            &file, 1, progress_ms >= 0 && (ms < 0 || progress_ms < ms) ? progress_ms : ms);
        sw_progress_due();
        if (n > 0 && c->trial->on_input)
            c->trial->on_input(c->trial->data);
        sw_interrupt_stop(c->group);
        if (sw_interrupt_asked() && !c->told)
            tell_to_end(c);
        if (c->deadline_ns && sw_clock_ns() >= c->deadline_ns) {
            for (unsigned i = 0; i < c->n; i++)
                c->ends[i].late = !c->told && !c->ends[i].ended;
            kill_all(c);
        }
    }
}

static void reap(struct sw_trial_end *end)
{
    struct rusage used = {0};
    end->status = sw_reap(end->pid, &used);
    end->cpu_ns = sw_cpu_ns(&used);
}

/* Whether one failed can be known before it is reaped. */
static bool any_failed(const struct copies *c)
{
    for (unsigned i = 0; i < c->n; i++) {
        siginfo_t info = {0};
        waitid(P_PID, (id_t)c->ends[i].pid, &info, WEXITED | WNOHANG | WNOWAIT);
        if (info.si_code != CLD_EXITED || info.si_status != 0)
            return true;
    }
    return false;
}

static int run(const struct sw_trial *trial, struct sw_trial_end *ends, unsigned copies)
{
    struct copies c = {.trial = trial, .ends = ends};
    int error = 0;
    if (sw_interrupt_asked())
        return 0;
    while (!error && c.n < copies)
        error = start_copy(&c, &ends[c.n]);
    if (trial->limit_ns)
        c.deadline_ns = sw_clock_ns() + trial->limit_ns;
    if (error && c.n)
        kill_all(&c);
    wait_for_all(&c);
    if (c.n && (error || sw_interrupt_asked() || any_failed(&c)))
        kill_all(&c);
    for (unsigned i = 0; i < c.n; i++)
        reap(&ends[i]);
    return error;
}

int sw_trial_run(const struct sw_trial *trial, struct sw_trial_end *ends, unsigned copies)
{
    sw_interrupt_begin(true);
    int error = run(trial, ends, copies);
    sw_interrupt_end();
    return error;
}
