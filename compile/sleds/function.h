/*
 * One function of the text while the filter walks over it: where its sleds go. Nothing is written
 * before the function is complete, so one that turns out unfit is left as it was.
 */
#pragma once

#include "abi/cilk.h"
#include "compile/sleds/line.h"

/* Parts of a function; each is zeroed at its start. The inline assembly: */
struct sw_app {
    struct sw_text label; /* of the sled whose entry is being read; at is NULL: none */
    bool check; /* whether a frame must wait: a branch that is hardly ever taken follows */
    int kind;   /* enum sw_sled_kind of the sled that was found; 0: the user's code */
};

/* Code for the sake of parallelism that goes on here: */
struct sw_code_open {
    struct sw_text from; /* the label that it began at; at is NULL: there is none */
    unsigned flags;      /* enum sw_code */
    bool in_app;  /* ends with the inline assembly; else where the function returns or jumps */
    bool checks;  /* there is more in the assembly than a sled */
    bool divided; /* the text has gone on in another section */
    bool whole;   /* all of the function is: nothing more is told apart */
};

/* The call of a spawn: */
struct sw_spawn {
    struct sw_text spawn;   /* label of the SPAWN; at is NULL: there is none */
    struct sw_text end;     /* label of its SPAWN_END, when that was found */
    const char *after_call; /* the line behind the call; NULL: none was seen */
    bool indirect;          /* it is: no SW_SLED_CALL */
};

/* The last sync: */
struct sw_sync {
    struct sw_text label;  /* of the SYNC that straight code leads here from; at is NULL: none */
    unsigned instructions; /* since */
};

enum sw_edit_task {
    SW_TASK_NONE,
    SW_TASK_SAVE,   /* the frame's context, before the call of a task: no sled */
    SW_TASK_RESUME, /* the label behind it, where that goes on */
    SW_TASK_RESET,  /* a line that is left out: see sw_function.moves */
};

struct sw_edit {
    const char *at; /* before this line */
    enum sw_sled_kind kind;
    enum sw_edit_task task;
    bool padded;               /* needs a landing pad of its own before it */
    bool doubtful;             /* an indirect jump: a TAIL only if no label is hidden */
    struct sw_text spawn, end; /* CALL: labels of its sleds */
    struct sw_sync sync;       /* LAST_SYNC, which follows its EXIT */
    /* CODE: from `spawn`, or if that is not there from the label of the edit `back` before it, 0: from
     * the function's start; to `end`, or if that is not there to a label before `at`, or if that is NULL
     * to the function's end. */
    unsigned back, flags;
};

struct sw_function {
    const struct sw_arch *arch;
    bool open;
    bool entered; /* ENTRY placed */
    bool spawns;  /* has body sleds, or calls tasks */
    bool tasks;   /* calls some */
    bool part;    /* of the function around it in the source: no ENTRY, EXIT, TAIL of its own */
    bool tails;   /* jumps are understood */
    bool intel;   /* syntax */
    /* The stack pointer changes after the frame pointer was set to it, but for the end of the function. If it does not,
     * it need not be set to the frame pointer there: at a sync, a function that calls tasks is back on the stack that it
     * began on. That would wait for the frame pointer, which has just been loaded, and the next load would wait for it. */
    bool moves;
    bool anchored; /* that has happened */
    unsigned used; /* registers that calls preserve, if it calls tasks: bits of sw_arch.kept() */
    struct sw_text name;
    const char *label, *body; /* its label's line and the one after */
    const char *load;         /* line of the LOAD just before here, or NULL */
    struct sw_app app;
    struct sw_spawn spawn;
    struct sw_sync sync;
    struct sw_code_open code;
    size_t instructions; /* outside inline assembly, traps aside */
    struct sw_edit *edits;
    size_t n_edits, capacity;
    bool home; /* the section is the one that the function starts in */
    /* What tables of body sleds there are linked to, in the order of the text. */
    struct sw_text *links;
    size_t n_links, link_capacity;
};

void sw_function_release(struct sw_function *function);

/* Starts at its label. */
void sw_function_open(struct sw_function *function, const struct sw_line *label);

/* Takes a line between label and .size; one of inline assembly. */
void sw_function_take(struct sw_function *function, const struct sw_line *line);
void sw_function_take_app(struct sw_function *function, const struct sw_line *line);

/* Ends at `end`, the line of its .size: drops doubtful edits. */
void sw_function_close(struct sw_function *function, const char *end);
