/*
 * Profilers of one's own: a shared object that `spanwise run --tool=./mine.so PROGRAM` loads into
 * the program, and that is called wherever the program calls, spawns, syncs and returns. For C and
 * C++. doc/tool.md explains it with an example.
 *
 * The shared object defines one variable:
 *
 *     const struct spanwise_tool spanwise_tool = {
 *         .version = SPANWISE_TOOL_VERSION, .name = "mine", .enter = on_enter, .exit = on_exit};
 */
#ifndef SPANWISE_TOOL_H
#define SPANWISE_TOOL_H

#ifdef __cplusplus
extern "C" {
#endif

#define SPANWISE_TOOL_VERSION 1

enum {
    SPANWISE_ROOT,  /* what calls main, or the first function of a thread; has no parent */
    SPANWISE_CALL,  /* a function that was called */
    SPANWISE_SPAWN, /* one that was spawned, or a part of a cilk_for's iterations */
    SPANWISE_SCOPE  /* a cilk_scope or cilk_for in a function's body */
};

/*
 * An invocation that has not returned. The same object from its enter to its exit, on whatever
 * worker: what it spawns and its own continuation see the same. Gone after its exit.
 */
struct spanwise_frame {
    struct spanwise_frame *parent; /* that called or spawned it; NULL: none, it is a root */
    void *data;                    /* the tool's own; NULL at enter */
    const void *site;     /* in the call, or at the spawn, loop or scope: for addr2line. Or NULL */
    const void *function; /* first byte of the function; NULL: none, a loop or scope in its parent's
                             body, or a spawned function that is not followed */
    unsigned kind;        /* SPANWISE_* */
    unsigned reserved;
};

/* From where the worker began what it runs: of a serial run, from the start of the thread. */
struct spanwise_position {
    unsigned long long work_ns, span_ns, burdened_span_ns, spawns, syncs;
};

/* What a tool may ask for. */
struct spanwise_host {
    unsigned version; /* SPANWISE_TOOL_VERSION of the profiler */
    unsigned workers; /* 1: a serial run, in serial order */
    /* The name of the function at an address, from the symbol table of its file; NULL: it has none.
     * Slow: to be called once a function, or at the end. The text stays. */
    const char *(*name)(const void *address);
    /* In a callback that has a cost. */
    void (*position)(struct spanwise_position *position);
};

/*
 * Callbacks; NULL: not wanted. `ns` is the program's own time since the previous event of the
 * worker's strand, which belongs to the frame that was innermost.
 *
 * Callbacks of different frames may come at the same time, on several workers: those of a spawned
 * frame beside those of its parent, which goes on. Those of one frame never do. A callback may use
 * libc, but must not run Cilk code, or wait for another worker.
 */
struct spanwise_tool {
    unsigned version; /* SPANWISE_TOOL_VERSION */
    unsigned reserved;
    const char *name;

    /* Before the program's main; 0: go on, else the tool is not called again. */
    int (*start)(const struct spanwise_host *host);

    /* A frame begins. A spawned one is told to `spawn` first; ns is 0 then. */
    void (*spawn)(struct spanwise_frame *frame, unsigned long long ns);
    void (*enter)(struct spanwise_frame *frame, unsigned long long ns);

    /* It has come to a sync, explicit or at its end, with children since the last one. */
    void (*sync)(struct spanwise_frame *frame, unsigned long long ns);

    /* It ends: the last time that it is seen. */
    void (*exit)(struct spanwise_frame *frame, unsigned long long ns);

    /* Parallel runs: this worker goes on with it, whose child runs elsewhere; then, after its sync,
     * all that was stolen of it is done, and its children are. */
    void (*steal)(struct spanwise_frame *frame);
    void (*join)(struct spanwise_frame *frame);

    /* The program's spanwise_split(label) in that frame; NULL: the end of a split. */
    void (*split)(struct spanwise_frame *frame, const char *label, unsigned long long ns);

    /* The program ends, by a return from main or exit(). Nothing is called after it. Frames that
     * are open have no exit. */
    void (*finish)(void);
};

extern const struct spanwise_tool spanwise_tool __attribute__((__visibility__("default")));

#ifdef __cplusplus
}
#endif

#endif
