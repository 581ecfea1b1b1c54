/* Loads a user's tool (spanwise_tool.h) and calls it for each event of the engine. */
#include "agent/cilk/parts.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "base/raw.h"
#include "include/spanwise_tool.h"
#include "live/site.h"
#include "profile/site_kind.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files stay mapped once they were asked for: names point into them. */

/* Names of functions, for tools: from the symbol tables of the files that are mapped. */

struct symbol_file {
    const struct link_map *of;
    const char *base; /* NULL: it could not be mapped */
    uint64_t size;
    const Elf64_Sym *symbols;
    uint64_t n;
    const char *strings;
    uint64_t strings_size;
    struct symbol_file *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct symbol_file *files;

static void map_file(struct symbol_file *f, const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && (uint64_t)status.st_size > sizeof(Elf64_Ehdr)) {
        void *base = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        f->base = base == MAP_FAILED ? NULL : base;
        f->size = (uint64_t)status.st_size;
    }
    close(fd);
}

/* What lies in the file, or NULL. */
static const void *part(const struct symbol_file *f, uint64_t offset, uint64_t size)
{
    return offset <= f->size && size <= f->size - offset ? f->base + offset : NULL;
}

/* The full table, or else that of the dynamic linker. */
static void find_symbols(struct symbol_file *f)
{
    const Elf64_Ehdr *head = (const void *)f->base;
    if (!f->base || memcmp(head->e_ident, ELFMAG, SELFMAG) ||
        head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_shentsize != sizeof(Elf64_Shdr))
        return;
    const Elf64_Shdr *sections = part(f, head->e_shoff, head->e_shnum * sizeof *sections);
    for (unsigned i = 0; sections && i < head->e_shnum; i++) {
        const Elf64_Shdr *s = &sections[i];
        bool full = s->sh_type == SHT_SYMTAB;
        if ((!full && (s->sh_type != SHT_DYNSYM || f->symbols)) || s->sh_link >= head->e_shnum)
            continue;
        const Elf64_Shdr *strings = &sections[s->sh_link];
        f->symbols = part(f, s->sh_offset, s->sh_size);
        f->n = f->symbols ? s->sh_size / sizeof *f->symbols : 0;
        f->strings = part(f, strings->sh_offset, strings->sh_size);
        f->strings_size = f->strings ? strings->sh_size : 0;
        if (full)
            return;
    }
}

static struct symbol_file *file_of(const struct link_map *map)
{
    struct symbol_file *f;
    for (f = files; f; f = f->next)
        if (f->of == map)
            return f;
    if (!(f = calloc(1, sizeof *f)))
        return NULL;
    f->of = map;
    map_file(f, *map->l_name ? map->l_name : "/proc/self/exe");
    find_symbols(f);
    f->next = files;
    files = f;
    return f;
}

static const char *find(const struct symbol_file *f, uint64_t address)
{
    for (uint64_t i = 0; f && i < f->n; i++) {
        const Elf64_Sym *s = &f->symbols[i];
        if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || s->st_shndx == SHN_UNDEF)
            continue;
        if (address == s->st_value || address - s->st_value < s->st_size)
            return s->st_name < f->strings_size ? f->strings + s->st_name : NULL;
    }
    return NULL;
}

/* Of the function that the address is in; NULL: not known. The text stays. Any thread, outside
 * signal handlers. */
static const char *sw_name_of(const void *address)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (!dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    pthread_mutex_lock(&lock);
    const char *name = find(file_of(map), (uint64_t)address - map->l_addr);
    pthread_mutex_unlock(&lock);
    return name;
}

/*
 * The objects that a tool knows frames by. Each thread has a list of free ones; what one worker has
 * begun another may end, so lists that grow too long give to one that all take from.
 */

#define BATCH 256

struct sw_tool_frame {
    struct spanwise_frame frame; /* first: what the tool has is this */
    struct sw_tool_frame *next;
    struct sw_tool_frame *next_batch; /* of the first one of a batch */
};

static struct sw_tool_frame *batches; /* under the lock of the range */

static struct sw_tool_frame *take_batch(struct sw_live *live)
{
    sw_live_lock(live);
    struct sw_tool_frame *first = batches;
    if (first)
        batches = first->next_batch;
    sw_live_unlock(live);
    if (first)
        return first;
    first = sw_arena_take(&live->arena, BATCH * sizeof *first);
    for (int i = 0; first && i < BATCH - 1; i++)
        first[i].next = &first[i + 1];
    return first;
}

static void give_batch(struct sw_thread *t)
{
    struct sw_tool_frame *first = t->tool.frames, *last = first;
    for (int i = 1; i < BATCH; i++)
        last = last->next;
    t->tool.frames = last->next;
    t->tool.n_frames -= BATCH;
    last->next = NULL;
    sw_live_lock(t->live);
    first->next_batch = batches;
    batches = first;
    sw_live_unlock(t->live);
}

/* To be filled in; NULL: no memory. On the thread itself, inside an event or a join. */
static struct spanwise_frame *sw_tool_frame_take(struct sw_thread *t)
{
    if (!t->tool.frames) {
        t->tool.frames = take_batch(t->live);
        t->tool.n_frames = t->tool.frames ? BATCH : 0;
    }
    struct sw_tool_frame *f = t->tool.frames;
    if (!f)
        return NULL;
    t->tool.frames = f->next;
    t->tool.n_frames--;
    return &f->frame;
}

static void sw_tool_frame_give(struct sw_thread *t, struct spanwise_frame *frame)
{
    struct sw_tool_frame *f = (struct sw_tool_frame *)frame;
    f->next = t->tool.frames;
    t->tool.frames = f;
    if (++t->tool.n_frames > 2 * BATCH)
        give_batch(t);
}

#define PATIENCE_MS 1000

static const struct spanwise_tool *tool; /* NULL: none */
static _Atomic int finished;

/* The program's time on the strand that the tool was not told of. A sync or split that it does not want
 * leaves it to the next event of the frame. Differences of whole nanoseconds, so
 * that they add up. */
static uint64_t untold_ns(struct sw_strand *s)
{
    uint64_t from = sw_live_to_ns(sw_live, s->watched), to = sw_live_to_ns(sw_live, s->at.work);
    s->watched = s->at.work;
    return to - from;
}

typedef void callback(struct spanwise_frame *, unsigned long long);

static void call(callback *function, struct spanwise_frame *frame, uint64_t ns)
{
    if (function && frame)
        function(frame, ns);
}

/* Before callbacks: errno is the program's. False: no callback any more. */
static bool begin(struct sw_strand *s, int *saved)
{
    if (atomic_load_explicit(&finished, memory_order_acquire) || !sw_thread_self->live)
        return false;
    *saved = errno;
    sw_thread_self->tool.told = s;
    return true;
}

static void end(int saved)
{
    errno = saved;
}

static const void *site_place(const struct sw_live_site *site)
{
    bool returns = site->kind == SW_SITE_CALL && site->address;
    return (const void *)(returns ? site->address - 1 : site->address);
}

static unsigned kind_of(const struct sw_frame *f, const struct sw_live_site *site)
{
    if (f->flags & SW_FRAME_SPAWNED)
        return SPANWISE_SPAWN;
    if (site->kind == SW_SITE_CALL)
        return SPANWISE_CALL;
    return site->kind == SW_SITE_ROOT ? SPANWISE_ROOT : SPANWISE_SCOPE;
}

/* The object for a frame of the engine; NULL: no memory. */
static struct spanwise_frame *make(struct sw_frame *f, struct spanwise_frame *parent)
{
    const struct sw_live_site *site = &sw_live->sites[f->site];
    struct spanwise_frame *frame = sw_tool_frame_take(sw_thread_self);
    f->user = frame;
    if (!frame)
        return NULL;
    uint32_t function = site->function;
    *frame = (struct spanwise_frame){
        .parent = parent,
        .site = site_place(site),
        .function = function ? (const void *)sw_live->functions[function].address : NULL,
        .kind = kind_of(f, site),
    };
    return frame;
}

/* That of the frame around the innermost one. A thread's root gets its own when it calls something:
 * workers that the program knows nothing of call nothing. */
static struct spanwise_frame *parent_of(struct sw_strand *s)
{
    struct sw_frame *f = s->at.top - 1;
    while (!f->user && f->site != SW_ROOT_SITE && f > s->frames)
        f--;
    if (f->user || f->site != SW_ROOT_SITE)
        return f->user;
    struct spanwise_frame *frame = make(f, NULL);
    call(tool->enter, frame, 0);
    return frame;
}

static void opened(struct sw_strand *s)
{
    int saved;
    if (!begin(s, &saved))
        return;
    uint64_t ns = untold_ns(s);
    struct spanwise_frame *frame = make(s->at.top, parent_of(s));
    if (s->at.top->flags & SW_FRAME_SPAWNED && tool->spawn) {
        call(tool->spawn, frame, ns);
        ns = 0;
    }
    call(tool->enter, frame, ns);
    end(saved);
}

static void syncs(struct sw_strand *s)
{
    int saved;
    if (!tool->sync || !begin(s, &saved))
        return;
    call(tool->sync, s->at.top->user, untold_ns(s));
    end(saved);
}

static void closes(struct sw_strand *s)
{
    struct spanwise_frame *frame = s->at.top->user;
    int saved;
    if (!begin(s, &saved))
        return;
    if (sw_strand_waits(s) && tool->sync)
        call(tool->sync, frame, untold_ns(s));
    call(tool->exit, frame, untold_ns(s));
    s->at.top->user = NULL;
    if (frame)
        sw_tool_frame_give(sw_thread_self, frame);
    end(saved);
}

static const struct sw_watcher watcher = {.opened = opened, .syncs = syncs, .closes = closes};

/* Of a frame of the leg's, which may have no object. */
static void tell(struct sw_leg *leg, void (*function)(struct spanwise_frame *),
                 const struct sw_frame *of)
{
    int saved;
    if (!begin(&leg->strand, &saved))
        return;
    if (function && of->user)
        function(of->user);
    end(saved);
}

void sw_tool_stolen(struct sw_leg *leg)
{
    if (leg->strand.watcher == &watcher)
        tell(leg, tool->steal, leg->strand.frames);
}

void sw_tool_joined(struct sw_leg *leg)
{
    if (leg->strand.watcher == &watcher)
        tell(leg, tool->join, leg->strand.at.top);
}

void sw_tool_split(struct sw_thread *t, const char *label)
{
    struct sw_strand *s = t->strand;
    int saved;
    if (s->watcher != &watcher || !begin(s, &saved))
        return;
    if (tool->split && s->at.top->user)
        tool->split(s->at.top->user, label, untold_ns(s));
    end(saved);
}

static void position(struct spanwise_position *p)
{
    struct sw_strand *s = sw_thread_self->tool.told;
    *p = (struct spanwise_position){0};
    if (!s)
        return;
    struct sw_position at = sw_strand_position(s);
    p->work_ns = sw_live_to_ns(sw_live, at.work);
    p->span_ns = sw_live_to_ns(sw_live, at.span);
    p->burdened_span_ns = sw_live_to_ns(sw_live, at.burdened_span);
    p->spawns = at.spawns;
    p->syncs = at.syncs;
}

/* The thread may be in a callback. It may also have left one for good, by a jump. */
static void await(struct sw_thread *t)
{
    for (int ms = 0; ms < PATIENCE_MS && atomic_load(&t->replaying); ms++)
        usleep(1000);
}

/*
 * When the program ends: other threads may be in callbacks. Who is not finds `finished`; who is, is
 * waited for. Of a child after fork() the tool knows nothing.
 */
void sw_tool_end(void)
{
    struct sw_live *live = sw_live;
    uint64_t now = sw_meter_now();
    if (!live || !tool || atomic_exchange(&finished, 1))
        return;
    uint32_t n = atomic_load(&live->n_threads);
    for (uint32_t i = 0; i < n && i < SW_LIVE_THREADS; i++)
        if (live->threads[i] && live->threads[i] != sw_thread_self)
            await(live->threads[i]);
    uint64_t sp = (uint64_t)__builtin_frame_address(0);
    struct sw_thread *t = sw_catch_up(now, sp);
    if (t)
        sw_leave(t);
    if (tool->finish)
        tool->finish();
    if (t && (t = sw_enter(sp)))
        sw_leave(t); /* none of that was the program's */
}

static void say(const char *message, const char *path, const char *why)
{
    char line[1024];
    int n = snprintf(line, sizeof line, "spanwise: %s '%s'%s%s; the profile goes on without it\n",
                     message, path, *why ? ": " : "", why);
    sw_raw_say(line, (size_t)(n < (int)sizeof line ? n : (int)sizeof line - 1));
}

/* NULL after a message. `spanwise run` has looked at the file, but not at what it needs. */
static const struct spanwise_tool *open_tool(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *why = handle ? "" : dlerror();
    const struct spanwise_tool *found = handle ? dlsym(handle, "spanwise_tool") : NULL;
    if (!handle)
        say("cannot load the tool", path, why ? why : "");
    else if (!found || found->version != SPANWISE_TOOL_VERSION)
        say("no tool of this version is in", path, "");
    else
        return found;
    return NULL;
}

void sw_tool_load(struct sw_live *live)
{
    static struct spanwise_host host = {
        .version = SPANWISE_TOOL_VERSION, .name = sw_name_of, .position = position};
    const char *path = secure_getenv("SPANWISE_TOOL");
    if (!live->options.tool || !path || !*path || !(tool = open_tool(path)))
        return;
    host.workers = (unsigned)live->options.workers;
    if (tool->start && tool->start(&host)) {
        say("stopped by itself: the tool", path, "");
        return;
    }
    /* Behind the tool's own destructors in the list, hence before them when the program ends. */
    atexit(sw_tool_end);
    live->watcher = &watcher;
    for (uint32_t i = 0; i < atomic_load(&live->n_threads); i++)
        live->threads[i]->own->strand.watcher = &watcher;
}
