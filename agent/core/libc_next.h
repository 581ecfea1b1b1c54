/* What the program would have called if a library of ours did not stand before libc: for those that replace some of
 * its functions. An allocator of the program's may be the first caller, in the middle of its own start. So nothing here
 * allocates or locks: dlsym() allocates a message if it finds nothing, and dlvsym() needs a version. */
#ifndef SPANWISE_AGENT_CORE_LIBC_NEXT_H
#define SPANWISE_AGENT_CORE_LIBC_NEXT_H

/* The function of that name in the first module after our own, in its default version. NULL: there is none. */
void *sw_libc_next(const char *name);

/* The same, for a place that calls it again and again: looked for once. */
#define SW_LIBC_NEXT(name)                \
    ({                                    \
        static void *found_;              \
        if (!found_)                      \
            found_ = sw_libc_next(#name); \
        found_;                           \
    })

#endif
