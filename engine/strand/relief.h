/*
 * By how much the span would be shorter if a site's own code took no time: less than what of it is on the span, where
 * another path is the longest then. Exact, as it is followed through every maximum: the relief of a maximum is that of the
 * longest path, but no more than what that is longer than another one, which has a relief of its own.
 *
 * Sites are put into classes, whose relief is that of all their sites at once: of a site it is a bound then. With no
 * more sites than classes each has its own.
 */
#ifndef SPANWISE_ENGINE_STRAND_RELIEF_H
#define SPANWISE_ENGINE_STRAND_RELIEF_H

#include <stdint.h>

enum { SW_RELIEF_CLASSES = 32 };

/* Of one path. */
struct sw_relief {
    uint64_t classes;               /* a bit for each that is on the path */
    uint64_t of[SW_RELIEF_CLASSES]; /* valid for these */
};

static inline uint64_t sw_relief_of(const struct sw_relief *r, uint64_t class)
{
    return r->of[class] & -(r->classes >> class & 1); /* no branch: nobody could predict it */
}

static inline void sw_relief_add_class(struct sw_relief *r, uint64_t class, uint64_t cost)
{
    r->of[class] = sw_relief_of(r, class) + cost;
    r->classes |= 1ull << class;
}

/* The path goes on with a site's own code. */
static inline void sw_relief_add(struct sw_relief *r, uint32_t site, uint64_t cost)
{
    sw_relief_add_class(r, site % SW_RELIEF_CLASSES, cost);
}

/* One path, followed by another. */
static inline void sw_relief_append(struct sw_relief *r, const struct sw_relief *by)
{
    for (uint64_t rest = by->classes; rest; rest &= rest - 1) {
        uint64_t class = (uint64_t)__builtin_ctzll(rest);
        sw_relief_add_class(r, class, by->of[class]);
    }
}

/* What is left of a path's where there is another from the same point, shorter by so much. */
static inline uint64_t sw_relief_within(const struct sw_relief *r, uint64_t class,
                                        const struct sw_relief *shorter, uint64_t by)
{
    uint64_t most = by + sw_relief_of(shorter, class);
    return r->of[class] < most ? r->of[class] : most;
}

static inline void sw_relief_limit(struct sw_relief *r, const struct sw_relief *shorter,
                                   uint64_t by)
{
    for (uint64_t rest = r->classes; rest; rest &= rest - 1) {
        uint64_t class = (uint64_t)__builtin_ctzll(rest);
        r->of[class] = sw_relief_within(r, class, shorter, by);
    }
}

/* One path, followed by the longer one of two. */
static inline void sw_relief_append_longer(struct sw_relief *r, const struct sw_relief *longer,
                                           const struct sw_relief *shorter, uint64_t by)
{
    for (uint64_t rest = longer->classes; rest; rest &= rest - 1) {
        uint64_t class = (uint64_t)__builtin_ctzll(rest);
        sw_relief_add_class(r, class, sw_relief_within(longer, class, shorter, by));
    }
}

#endif
