/* Decides whether the program may run again, from what the first run did, and says why not. */
#include "tool/measure/once.h"
#include "console/install.h"
#include "console/message.h"
#include "live/effects.h"
#include "tool/common/interrupt.h"
#include "tool/measure/preload.h"

#include <dirent.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum { MOST_VARIABLES = 32, MOST_GIVEN = 1024 };
#define MUCH_MORE 2   /* times what the first run wrote, ... */
#define A_LITTLE  256 /* ... and this: a time that is printed may have more digits */

/* A descriptor that the user gives the program: its standard input, or one beside the standard ones. */
struct given {
    int fd;
    bool is_writable;
    off_t at;
    struct stat file;
};

static struct {
    struct sw_effects *effects; /* NULL: nothing is watched */
    int fd;                     /* where it is, ... */
    char path[64];              /* ... for the program alone: we load the same libraries */
    bool allows;
    struct sw_child_end first;
    bool is_alone, first_is_alone; /* this run, or the first, is not measured */
    char why[SW_ONCE_WHY];         /* that run cannot be repeated; "": it can */
    bool is_asked, is_refused;     /* whether it may be */
    struct given given[MOST_GIVEN];
    size_t n_given;
    unsigned runs, different;  /* after the first */
    char how[SW_ONCE_WHY];     /* the first that differed did */
    struct sw_profiling alone; /* what is loaded into a program that is run as it is */
} once;

/* What a run did, to come after "it"; or what it was stopped from doing, to come after `would`. */
static void describe(enum sw_effect effect, const char *name, const char *would, char *text)
{
    static const struct {
        const char *did, *would, *what;
    } words[SW_EFFECT_KINDS] = {
        [SW_EFFECT_APPENDED] = {"appended to", "append to", "a file"},
        [SW_EFFECT_CHANGED] = {"may have changed", "change", "a file"},
        [SW_EFFECT_REWROTE] = {"read and rewrote", "rewrite", "a file"},
        [SW_EFFECT_CREATED] = {"created", "create", "a file"},
        [SW_EFFECT_MADE] = {"made", "make", "a folder"},
        [SW_EFFECT_REMOVED] = {"removed", "remove", "a file"},
        [SW_EFFECT_RENAMED] = {"renamed", "rename", "a file"},
        [SW_EFFECT_SET] = {"changed the attributes of", "change the attributes of", "a file"},
        [SW_EFFECT_LOCKED] = {"locked", "lock", "a file"},
        [SW_EFFECT_TERMINAL] = {"read from", "read from", "the terminal"},
        [SW_EFFECT_PIPE] = {"used", "use", "a pipe"},
        [SW_EFFECT_CONNECTED] = {"connected to", "connect to", "another program"},
        [SW_EFFECT_BOUND] = {"listened on", "listen on", "a socket"},
        [SW_EFFECT_SENT] = {"sent something to", "send something to", "another program"},
        [SW_EFFECT_SIGNALLED] = {"sent a signal to", "send a signal to", "another process"},
        [SW_EFFECT_SHARED] = {"shared", "share", "memory or semaphores with other programs"},
        [SW_EFFECT_SANDBOX] = {"entered", "enter", "a sandbox, where it cannot be watched"},
        [SW_EFFECT_UNWATCHED] = {"could not be watched, or started a program that could not",
                                 "do what cannot be watched", ""},
    };
    if (effect >= SW_EFFECT_KINDS || !effect)
        effect = SW_EFFECT_CHANGED;
    const char *what = *name ? name : words[effect].what, *quote = *name ? "'" : "";
    snprintf(text, SW_ONCE_WHY, "%s%s%s%s%s%s%s", would ? would : "",
             would ? words[effect].would : words[effect].did, *what ? " " : "", quote, what, quote,
             would ? ", and was stopped" : "");
}

/* Who works in a folder for temporary files, or below one, has files there that are to stay. */
static void describe_folders(struct sw_effects *e)
{
    char folder[PATH_MAX], temporary[PATH_MAX];
    const char *told = getenv("TMPDIR");
    if (told && realpath(told, temporary) && strlen(temporary) < sizeof e->temporary)
        strcpy(e->temporary, temporary);
    if (!getcwd(folder, sizeof folder - 1) || strlen(folder) >= sizeof e->folder)
        return;
    strcpy(e->folder, folder);
    strcat(folder, "/");
    if (!sw_effects_is_temporary(e, folder))
        *e->folder = '\0';
}

static struct sw_effects *map(int fd)
{
    void *at = mmap(NULL, sizeof *once.effects, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return at == MAP_FAILED ? NULL : at;
}

static struct sw_effects *make_record(void)
{
    once.fd = memfd_create("spanwise", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (once.fd < 0 || ftruncate(once.fd, sizeof *once.effects) < 0)
        return NULL;
    snprintf(once.path, sizeof once.path, "/proc/%ld/fd/%d", (long)getpid(), once.fd);
    return map(once.fd);
}

static void note_one(int fd)
{
    struct given *g = &once.given[once.n_given];
    int flags = fcntl(fd, F_GETFD);
    if (flags < 0 || flags & FD_CLOEXEC || fstat(fd, &g->file) < 0)
        return;
    g->fd = fd;
    g->is_writable = (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
    g->at = lseek(fd, 0, SEEK_CUR);
    once.n_given++;
}

static void note_given(void)
{
    DIR *all = opendir("/proc/self/fd");
    for (struct dirent *d; all && (d = readdir(all)) && once.n_given < MOST_GIVEN;)
        if (*d->d_name != '.' && strcmp(d->d_name, "1") && strcmp(d->d_name, "2"))
            note_one(atoi(d->d_name));
    if (all)
        closedir(all);
}

void sw_once_begin(bool allows)
{
    once.allows = allows;
    describe(SW_EFFECT_UNWATCHED, "", NULL, once.why);
    note_given();
    once.effects = make_record();
    if (!once.effects)
        return;
    once.effects->magic = SW_EFFECTS_MAGIC;
    once.effects->tool = getpid();
    describe_folders(once.effects);
}

/* A file is read from where the first run began. What is written to, and pipes, were for that run. */
void sw_once_silence(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    SW_EACH (g, once.given, once.n_given) {
        char path[64];
        if (g->fd == STDIN_FILENO)
            continue; /* child.c sees to that */
        snprintf(path, sizeof path, "/proc/self/fd/%d", g->fd);
        int again =
            S_ISREG(g->file.st_mode) && !g->is_writable ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        if (again >= 0)
            lseek(again, g->at, SEEK_SET);
        if (again >= 0 || !S_ISREG(g->file.st_mode) || g->is_writable)
            dup2(again >= 0 ? again : null, g->fd);
    }
}

static bool has_changed(const struct given *g)
{
    struct stat now;
    return g->is_writable && S_ISREG(g->file.st_mode) && fstat(g->fd, &now) == 0 &&
           (now.st_size != g->file.st_size || now.st_mtim.tv_sec != g->file.st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != g->file.st_mtim.tv_nsec);
}

static int changed_descriptor(void)
{
    for (size_t i = 0; i < once.n_given; i++)
        if (has_changed(&once.given[i]))
            return once.given[i].fd;
    return -1;
}

/* Whether any process of the run is still there: the record cannot be sealed as long as one has it. */
static bool has_left_processes(void)
{
    struct sw_effects *before = malloc(sizeof *before), *now = NULL;
    int fd = once.fd;
    if (!before)
        return true;
    *before = *once.effects;
    munmap(once.effects, sizeof *once.effects);
    bool is_sealed = fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE) == 0;
    now = is_sealed ? make_record() : map(fd);
    if (now)
        *now = *before;
    if (is_sealed)
        close(fd);
    once.effects = now;
    free(before);
    return !is_sealed;
}

/* Files are dated by a clock that ticks: only after the next tick can later changes be distinguished from earlier ones. */
static void note_time(struct sw_effects *e)
{
    const struct timespec a_while = {.tv_nsec = 200000};
    struct timespec began, now;
    clock_gettime(CLOCK_REALTIME_COARSE, &began);
    do {
        nanosleep(&a_while, NULL);
        clock_gettime(CLOCK_REALTIME_COARSE, &now);
    } while (now.tv_sec == began.tv_sec && now.tv_nsec == began.tv_nsec);
    e->began_s = began.tv_sec;
    e->began_ns = began.tv_nsec;
}

static void note_input(struct sw_effects *e)
{
    struct stat input;
    if (fstat(STDIN_FILENO, &input) < 0)
        return;
    e->input[0] = input.st_dev;
    e->input[1] = input.st_ino;
    e->input_is_once = isatty(STDIN_FILENO) || S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode);
}

/* What the run gets in addition to our environment. A run that is not measured also gets the library that watches it. */
static const char *const *add_watcher(const char *const *environment)
{
    static const char *all[MOST_VARIABLES];
    size_t n = 0;
    bool has_watcher = false;
    for (; environment && environment[n] && n + 8 < MOST_VARIABLES; n += 2) {
        has_watcher |= !strcmp(environment[n], "LD_PRELOAD");
        all[n] = environment[n];
        all[n + 1] = environment[n + 1];
    }
    once.is_alone = !has_watcher;
    all[n++] = SW_EFFECTS_VARIABLE;
    all[n++] = once.path;
    const char *lib = has_watcher ? NULL : sw_install_lib();
    if (lib && !*once.alone.preload) {
        once.alone.front_end = sw_front_end_of(SW_FRONT_END_NONE);
        sw_preload_find(&once.alone, lib);
        sw_preload_set(&once.alone);
    }
    if (has_watcher)
        all[n] = NULL;
    else
        *sw_preload_add(&once.alone, all + n) = NULL;
    return all;
}

const char *const *sw_once_start(bool is_first, const char *const *environment)
{
    struct sw_effects *e = once.effects;
    if (!e)
        return environment;
    if (is_first) {
        note_input(e);
        note_time(e);
    }
    e->run++;
    e->mode = is_first ? SW_EFFECTS_WATCH : once.allows ? SW_EFFECTS_ALLOW : SW_EFFECTS_GUARD;
    e->effect = SW_EFFECT_NONE;
    e->expected = 1;
    e->arrived = 0;
    return add_watcher(environment);
}

/* What the run did, or was about to do, that cannot be repeated; "": nothing. */
static void describe_run(const char *would, char text[SW_ONCE_WHY])
{
    const struct sw_effects *e = once.effects;
    char name[SW_EFFECT_NAME];
    *text = '\0';
    if (e->effect) {
        snprintf(name, sizeof name, "%.*s", SW_EFFECT_NAME - 1, e->name);
        describe((enum sw_effect)e->effect, name, would, text);
    } else if (e->expected > e->arrived) {
        describe(SW_EFFECT_UNWATCHED, "", NULL, text); /* so nobody stopped it */
    }
}

/* Not by a few bytes: times that are printed differ. What a run that is measured has written may be ours: sleds. */
static bool wrote_otherwise(uint64_t first, uint64_t now)
{
    if (once.is_alone && !once.first_is_alone && now < first)
        return false;
    uint64_t less = first < now ? first : now, more = first < now ? now : first;
    return first && now && more > MUCH_MORE * less + A_LITTLE;
}

static void describe_status(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "was killed by signal %d", WTERMSIG(status));
    else
        snprintf(text, size, "exited with status %d", WEXITSTATUS(status));
}

/* "": as the first one did. */
static void compare(const struct sw_child_end *end, char how[SW_ONCE_WHY])
{
    *how = '\0';
    if (!once.allows)
        describe_run("was about to ", how);
    if (*how)
        return;
    if (end->status != once.first.status)
        describe_status(end->status, how, SW_ONCE_WHY);
    else if (wrote_otherwise(once.first.wrote, end->wrote))
        snprintf(how, SW_ONCE_WHY, "wrote %" PRIu64 " bytes instead of %" PRIu64, end->wrote,
                 once.first.wrote);
}

static void describe_first(int status)
{
    int fd = changed_descriptor();
    describe_run(NULL, once.why);
    bool has_left = has_left_processes();
    if (!once.effects && !*once.why)
        describe(SW_EFFECT_UNWATCHED, "", NULL, once.why); /* later runs could not be stopped */
    if (*once.why)
        return;
    if (WIFSIGNALED(status))
        describe_status(status, once.why, sizeof once.why);
    else if (fd >= 0)
        snprintf(once.why, sizeof once.why, "wrote to descriptor %d", fd);
    else if (has_left)
        snprintf(once.why, sizeof once.why, "left a process running");
}

void sw_once_end(bool is_first, bool is_late, struct sw_child_end *end)
{
    char how[SW_ONCE_WHY];
    if (!once.effects)
        return;
    if (is_first) {
        once.first = *end;
        once.first_is_alone = once.is_alone;
        describe_first(end->status);
        return;
    }
    once.runs++;
    compare(end, how);
    end->differs = *how;
    if (!*how || is_late || sw_interrupt_asked())
        return;
    if (!once.different++)
        strcpy(once.how, how);
}

void sw_once_announce(const struct sw_once_plan *plan, const char *more)
{
    bool is_bound = plan->most > 1 && !plan->is_exact;
    once.is_asked = true;
    if (!sw_is_quiet() && !plan->is_silent)
        sw_error("'%s' is going to run %s%u%s time%s, silently; %s", plan->program,
                 is_bound ? "up to " : "", plan->most, more, plan->most == 1 ? "" : "s",
                 plan->because);
}

static void say_refused(const struct sw_once_plan *plan)
{
    bool is_typed = once.effects && once.effects->typed;
    if (is_typed)
        describe(SW_EFFECT_TERMINAL, "", NULL, once.why);
    sw_error("ran '%s' once, because it %s; %s", plan->program, once.why,
             is_typed ? "with its input in a file (< FILE), it can be run again" : plan->allow);
}

bool sw_once_may_repeat(const struct sw_once_plan *plan)
{
    if (once.is_asked)
        return !once.is_refused;
    once.is_asked = true;
    once.is_refused = once.allows ? once.effects && once.effects->typed : *once.why;
    if (once.is_refused)
        say_refused(plan);
    else
        sw_once_announce(plan, " more");
    return !once.is_refused;
}

void sw_once_warn(struct sw_profile *profile)
{
    if (once.is_refused)
        sw_profile_warn(profile,
                        "it ran once, because it %s: times come from one run, noise included",
                        once.why);
}

void sw_once_say_different(void)
{
    if (once.different)
        sw_error("%u of %u further run%s ended differently and %s not count: %s %s", once.different,
                 once.runs, once.runs == 1 ? "" : "s", once.different == 1 ? "does" : "do",
                 once.different == 1 ? "it" : "the first of them", once.how);
}
