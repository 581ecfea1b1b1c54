/*
 * files mutants|built|reader|names|programs FIRST N [PROGRAM|EVERY]: N attacks on the tool by files, from number FIRST on; the same number is the same
 * attack, always. The commands run in this process, built with sanitizers; a process of its own does the attacks, and who watches
 * it goes on behind the one that ended it.
 *   mutants   profiles, program trees and machine descriptions, mutated; through commands by chance
 *   built     the same, but PROGRAM is the tool as it is built, and runs them
 *   reader    mutated profiles, for what tests/profile/fuzz.c asks of the reader and of every report
 *   names     profiles with hostile names: each name in each place; through commands by chance. With EVERY, of so many numbers one
 *   programs  PROGRAM, mutated, as the file of a program that is looked at, and whose symbols are looked up
 */
#include "collect/symbols/symbols.h"
#include "profile/profile.h"
#include "tests/attack/attack.h"
#include "tests/attack/commands.h"
#include "tool/common/program.h"
#include "tool/front_ends/front_end.h"
#include "tool/front_ends/program_files.h"
#include "tool/measure/machines.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

const char *__asan_default_options(void);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); /* tests/profile/fuzz.c */

/* What a command has not released when it ends is no fault here. Memory by the gigabyte is: whoever asks for it gets none. */
const char *__asan_default_options(void)
{
    return "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1024:handle_segv=1";
}

struct state {
    uint64_t now;   /* the attack that is under way */
    uint64_t tried; /* what was tried: commands, or lookups */
    uint64_t failed;
    char line[2000]; /* what is run */
};

static struct state *state;
static const char *mode, *self, *program_path = "";
static struct bytes program;
static uint64_t every = 1;
static int messages; /* the harness's own stderr */
static int err;

/* The names are hostile to whoever reads our messages, too. */
static void put_plainly(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f)
            *text = '?';
}

static void __attribute__((format(printf, 1, 2))) fail(const char *format, ...)
{
    va_list args;
    state->failed++;
    put_plainly(state->line);
    dprintf(messages, "FAIL: ");
    va_start(args, format);
    vdprintf(messages, format, args);
    va_end(args);
    dprintf(messages, "\n    of '%.300s'; again: %s %s %" PRIu64 " 1 %s\n", state->line, self, mode,
            state->now, program_path);
}

static void put_seed(const char *path, const struct attack_seed *seed)
{
    bytes_write(&seed->bytes, path);
}

static bool is_expected(const char *name)
{
    static const char *const expected[] = {
        ".",           "..",        "it.prof",      "it.tree", "it.machine", "it.elf",
        "other.prof",  "good.tree", "good.machine", "canary",  "fifo",       "cache",
        "merged.prof", NULL};
    size_t i = 0;
    while (expected[i] && strcmp(expected[i], name))
        i++;
    return expected[i];
}

/* A hostile file makes no other. */
static void look_around(void)
{
    DIR *here = opendir(".");
    for (struct dirent *entry; here && (entry = readdir(here));)
        if (!is_expected(entry->d_name)) {
            fail("a file was made: '%s'", entry->d_name);
            unlink(entry->d_name);
        }
    closedir(here);
}

static void try_one(const struct command *command, const char *name)
{
    const char *wrong = command_wrong(command, name, state->line, sizeof state->line);
    state->tried++;
    if (wrong)
        fail("%s", wrong);
}

/* So many of that kind, from the `first` on, round and round; what reads a file comes after what has written it. */
static void try_some(enum attack_kind kind, unsigned n, uint64_t first, const char *name)
{
    for (uint64_t i = first; n; i++) {
        const struct command *c = &commands[i % n_commands];
        if (c->kind != kind || strstr(c->words, " merged.prof") ||
            (command_needs_process(c) && strcmp(mode, "built")))
            continue;
        unlink("merged.prof");
        try_one(c, name);
        if (!access("merged.prof", F_OK))
            try_one(c + 1, name);
        n--;
    }
}

static const struct attack_seed *seed_like(const struct attack_seed *seed, struct chance *chance)
{
    return chance_below(chance, 4) ? seed : attack_seed_of(ATTACK_PROFILE, chance);
}

static void attack_by_mutant(struct chance *chance)
{
    static const enum attack_kind often[] = {ATTACK_PROFILE, ATTACK_PROFILE, ATTACK_PROFILE,
                                             ATTACK_PROFILE, ATTACK_PROFILE, ATTACK_PROFILE,
                                             ATTACK_TREE,    ATTACK_MACHINE};
    static const char *const paths[] = {"it.prof", "it.tree", "it.machine"};
    enum attack_kind kind = often[chance_below(chance, sizeof often / sizeof *often)];
    const struct attack_seed *seed = attack_seed_of(kind, chance);
    struct bytes it = attack_mutate(seed, chance);
    bytes_write(&it, paths[kind]);
    if (kind == ATTACK_MACHINE)
        bytes_write(&it, sw_machine_cache_path());
    if (kind == ATTACK_PROFILE)
        put_seed("other.prof", seed_like(seed, chance));
    for (int i = 0; i < 4; i++)
        try_some(kind, kind == ATTACK_PROFILE ? 2 : 1, chance_next(chance) >> 1,
                 attack_name(chance_below(chance, attack_n_names)).text);
    bytes_release(&it);
}

static void attack_reader(struct chance *chance)
{
    struct bytes it = attack_mutate(attack_seed_of(ATTACK_PROFILE, chance), chance);
    snprintf(state->line, sizeof state->line, "a profile of %zu bytes", it.size);
    LLVMFuzzerTestOneInput(it.data, it.size);
    state->tried++;
    bytes_release(&it);
}

/* Each name in each place, and everywhere at once: a round of them, each with 8 commands; the next round has the next 8. */
static void attack_by_name(uint64_t number, struct chance *chance)
{
    uint64_t a_round = attack_n_names * (attack_n_roles + 1);
    struct chance first = {number % a_round};
    size_t name = number % attack_n_names, role = number / attack_n_names % (attack_n_roles + 1);
    struct bytes it;
    const struct attack_seed *seed;
    bool has = role == attack_n_roles;
    do {
        seed = attack_seed_of(ATTACK_PROFILE, chance);
        it = bytes_copy(seed->bytes.data, seed->bytes.size);
        for (size_t r = 0; role == attack_n_roles && r < attack_n_roles; r++)
            attack_rename(&it, r, attack_name(name));
        has = has || attack_rename(&it, role, attack_name(name));
        if (has)
            bytes_write(&it, "it.prof");
        bytes_release(&it);
    } while (!has);
    put_seed("other.prof", seed_like(seed, chance));
    try_some(ATTACK_PROFILE, 8, (chance_next(&first) >> 1) + number / a_round * 8,
             attack_name(name).text);
}

static void resolve(struct chance *chance)
{
    struct sw_profile p;
    sw_profile_init(&p);
    p.n_modules = 1;
    p.modules = calloc(1, sizeof *p.modules);
    p.n_sites = 16;
    p.sites = calloc(p.n_sites, sizeof *p.sites);
    if (!p.modules || !p.sites)
        abort();
    p.modules[0] = (struct sw_module){.path = strdup("it.elf"), .end = 1 << 20};
    for (size_t i = 0; i < p.n_sites; i++)
        p.sites[i] = (struct sw_site){.address = chance_below(chance, 0x6000),
                                      .callee = chance_below(chance, 0x6000)};
    if (sw_symbols_resolve(&p))
        fail("its symbols: an error");
    sw_profile_release(&p);
}

static void attack_by_program(struct chance *chance)
{
    char absolute[PATH_MAX], why[256];
    struct bytes it = bytes_copy(program.data, program.size);
    attack_mutate_bytes(&it, chance);
    bytes_write(&it, "it.elf");
    chmod("it.elf", 0755);
    snprintf(state->line, sizeof state->line, "the symbols of it.elf");
    dup2(err, STDERR_FILENO);
    alarm(600);
    resolve(chance);
    snprintf(state->line, sizeof state->line, "looking at it.elf");
    sw_front_end_find("./it.elf");
    sw_loadable("./it.elf", why, sizeof why);
    sw_loadable_is_static("./it.elf");
    sw_front_end_has_runtime("./it.elf");
    sw_program_needs("./it.elf", "libmpi");
    sw_front_end_is_annotated("./it.elf");
    sw_front_end_is_parallel("./it.elf");
    sw_front_end_has_keywords("./it.elf");
    sw_tool_file_check("it.elf", absolute);
    alarm(0);
    state->tried++;
    bytes_release(&it);
}

static void attack(uint64_t number)
{
    state->now = number;
    number *= every;
    struct chance chance = {number * 0x2545f4914f6cdd1d + 1};
    setenv("LC_ALL", number & 1 ? "C.UTF-8" : "C", 1);
    if (!strcmp(mode, "mutants") || !strcmp(mode, "built"))
        attack_by_mutant(&chance);
    else if (!strcmp(mode, "reader"))
        attack_reader(&chance);
    else if (!strcmp(mode, "names"))
        attack_by_name(number, &chance);
    else
        attack_by_program(&chance);
    look_around();
}

static void show_end(const char *why, int number)
{
    static char text[6000];
    ssize_t n = pread(err, text, sizeof text - 1, 0);
    fail("%s %d", why, number);
    dprintf(messages, "%.*s\n", (int)(n > 0 ? n : 0), text);
}

/* Returns the number after the attack that ended it, or `last`. */
static uint64_t attack_until(uint64_t first, uint64_t last)
{
    int status;
    pid_t child = fork();
    if (child < 0)
        abort();
    if (!child) {
        for (uint64_t i = first; i < last; i++)
            attack(i);
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child)
        abort();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return last;
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM))
        show_end("it does not end: signal", WTERMSIG(status));
    else if (WIFSIGNALED(status))
        show_end("killed by signal", WTERMSIG(status));
    else
        show_end("it ended the process with", WEXITSTATUS(status));
    return state->now + 1;
}

static void make_folder(char *folder)
{
    static const char secret[] = "a secret of the reader's\n";
    char cache[PATH_MAX];
    struct chance chance = {1};
    struct bytes canary = {0};
    if (!mkdtemp(folder) || chdir(folder) || mkfifo("fifo", 0600))
        abort();
    attack_names_init(folder);
    for (int i = 0; i < 1000; i++) /* as many as the lines that profiles name */
        bytes_splice(&canary, 0, 0, secret, sizeof secret - 1);
    bytes_write(&canary, "canary");
    bytes_release(&canary);
    /* From before any profile: what has changed since is left out anyway. */
    if (utimensat(AT_FDCWD, "canary", (struct timespec[2]){{1, 0}, {1, 0}}, 0))
        abort();
    snprintf(cache, sizeof cache, "%s/cache", folder);
    setenv("XDG_CACHE_HOME", cache, 1);
    sw_machine_cache_path(); /* makes it */
    put_seed("good.tree", attack_seed_of(ATTACK_TREE, &chance));
    size_t n;
    const struct attack_seed *seeds = attack_seeds(&n);
    put_seed("good.machine", &seeds[n - 2]);
}

static void remove_folder(const char *folder)
{
    char command[PATH_MAX + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (!getenv("KEEP") && chdir("/") == 0 && system(command))
        abort();
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/spanwise-attack-XXXXXX", path[PATH_MAX];
    uint64_t first = argc > 3 ? strtoull(argv[2], NULL, 10) : 0,
             n = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    bool is_built = argc > 1 && !strcmp(argv[1], "built");
    bool wants_program = is_built || (argc > 1 && !strcmp(argv[1], "programs"));
    if (!n ||
        (strcmp(argv[1], "mutants") && strcmp(argv[1], "reader") && strcmp(argv[1], "names") &&
         !wants_program) ||
        (wants_program && (argc < 5 || !bytes_read(&program, argv[4])))) {
        fprintf(stderr,
                "usage: files mutants|built|reader|names|programs FIRST N [PROGRAM|EVERY]\n");
        return 2;
    }
    mode = argv[1];
    if (wants_program)
        program_path = realpath(argv[4], NULL);
    if (!strcmp(mode, "names") && argc > 4)
        every = strtoull(program_path = argv[4], NULL, 10);
    self = realpath(argv[0], path) ? path : argv[0];
    messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
    err = memfd_create("err", MFD_CLOEXEC);
    commands_init(memfd_create("out", MFD_CLOEXEC), err, is_built ? program_path : NULL);
    state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (state == MAP_FAILED)
        abort();
    setenv("NO_COLOR", "1", 1);
    unsetenv("COLUMNS");
    make_folder(folder);
    for (uint64_t i = first; i < first + n;)
        i = attack_until(i, first + n);
    remove_folder(folder);
    printf("%" PRIu64 " %s, %" PRIu64 " times tried\n%" PRIu64 " passed, %" PRIu64 " failed\n", n,
           mode, state->tried, state->tried - state->failed, state->failed);
    return state->failed != 0;
}
