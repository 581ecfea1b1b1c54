/*
 * What annotations of serial programs are made of; include spanwise.h or advisor-annotate.h, not this.
 *
 * Each executable or library that has annotations has one variable, hidden in it, that points to who takes
 * them: nobody, unless the program runs under `spanwise run`. So an annotation costs a load and a branch. A
 * note in the file (section .note.spanwise) says that there are annotations, and where the variable is.
 * Nothing is to be linked. For C99 and on, and C++; gcc and clang.
 */
#ifndef SPANWISE_ANNOTATE_H
#define SPANWISE_ANNOTATE_H

#ifdef __cplusplus
extern "C" {
#endif

/* An annotation, where it is written. */
struct __spanwise_place {
    const char *file, *function;
    unsigned line;
    unsigned number; /* by which it is known to who takes it; 0: it has none yet */
};

/* Who takes them. New members come at the end. A name is a literal, which never changes, or not. */
struct __spanwise_takers {
    unsigned long size; /* of this */
    void (*section_begin)(struct __spanwise_place *, const char *name, int literal);
    void (*section_end)(struct __spanwise_place *, int nowait, const char *as_written);
    void (*task_begin)(struct __spanwise_place *, const char *name, int literal);
    void (*task_end)(struct __spanwise_place *);
    void (*lock_begin)(struct __spanwise_place *, unsigned long long id);
    void (*lock_end)(struct __spanwise_place *, unsigned long long id);
    /* A task that ends where the next one of its section begins, or the section ends. */
    void (*iteration)(struct __spanwise_place *, const char *name, int literal);
    /* The open task stands for so many. */
    void (*aggregate)(struct __spanwise_place *, unsigned long long tasks);
    /* What comes between these is left out. */
    void (*pause)(struct __spanwise_place *);
    void (*resume)(struct __spanwise_place *);
};

#ifdef SPANWISE_NO_ANNOTATIONS
#define __SPANWISE_MARK(taker, ...)                                    \
    do {                                                               \
        if (0) {                                                       \
            static struct __spanwise_place __place;                    \
            ((const struct __spanwise_takers *)0)->taker(__VA_ARGS__); \
        }                                                              \
    } while (0)
#define __SPANWISE_FOR(name, literal, ...) for (__VA_ARGS__)
#else

/* Used: or optimizers of whole programs would see that nobody in it ever sets it. */
__attribute__((__weak__, __used__, __visibility__("hidden")))
const struct __spanwise_takers *__spanwise_takers = 0;

/* The sizes of name and content, a type; the name; how far it is from here to the variable. */
#define __SPANWISE_NOTE                                     \
    ".pushsection .note.spanwise, \"a\", %note\n"           \
    "\t.balign 4\n\t.long 9, 4, 1\n\t.asciz \"Spanwise\"\n" \
    "\t.balign 4\n\t.long __spanwise_takers - .\n\t.popsection"

/* A macro, so that it is at the line of who uses it. */
#define __SPANWISE_MARK(taker, ...)                                                 \
    do {                                                                            \
        static struct __spanwise_place __place = {__FILE__, __func__, __LINE__, 0}; \
        if (__builtin_expect(__spanwise_takers != 0, 0)) {                          \
            __asm__ __volatile__(__SPANWISE_NOTE);                                  \
            __spanwise_takers->taker(__VA_ARGS__);                                  \
            __asm__ __volatile__("" ::: "memory");                                  \
        }                                                                           \
    } while (0)

/*
 * A loop that is a section, with an iteration as a task up to where the next one begins. What ends the section is run however the loop
 * is left (break, return, an exception): by the attribute. The if takes the loop's body as its else, so that break and continue in
 * that are the loop's.
 */
struct __spanwise_for {
    struct __spanwise_place *end;
    int is_done;
};

static __inline__ void __spanwise_for_end(struct __spanwise_for *loop)
{
    if (__builtin_expect(__spanwise_takers != 0, 0))
        __spanwise_takers->section_end(loop->end, 0, "");
}

#define __SPANWISE_PASTE(a, b) a##b
#define __SPANWISE_NAME(a, b)  __SPANWISE_PASTE(a, b)
#define __SPANWISE_FOR(...) \
    __SPANWISE_FOR_BY(__SPANWISE_NAME(__spanwise_for_, __COUNTER__), __VA_ARGS__)
#define __SPANWISE_FOR_BY(...) __SPANWISE_FOR_AS(__VA_ARGS__)
#define __SPANWISE_FOR_AS(loop, name, literal, ...)                                         \
    for (struct __spanwise_for loop __attribute__((__cleanup__(__spanwise_for_end))) =      \
             {__extension__({                                                               \
                  static struct __spanwise_place __end = {__FILE__, __func__, __LINE__, 0}; \
                  __SPANWISE_MARK(section_begin, &__place, name, literal);                  \
                  &__end;                                                                   \
              }),                                                                           \
              0};                                                                           \
         !loop.is_done; loop.is_done = 1)                                                   \
        for (__VA_ARGS__)                                                                   \
            if (__extension__({                                                             \
                    __SPANWISE_MARK(iteration, &__place, name, literal);                    \
                    0;                                                                      \
                })) {                                                                       \
            } else
#endif

#ifdef __cplusplus
}
#endif

#endif
