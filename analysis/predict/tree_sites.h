/* The sites of a program tree by name: for sentences, and as people give them. */
#pragma once

#include "analysis/findings/sentence.h"
#include "profile/profile.h"

enum { SW_TREE_NAME = 512 };

/* Each fills the buffer, of SW_TREE_NAME bytes, and returns it. */
char *sw_tree_site_name(const struct sw_program_tree *tree, uint32_t site,
                        char *name); /* "partition", "loop"; "section" where it has no name */
char *sw_tree_site_where(const struct sw_program_tree *tree, uint32_t site,
                         char *where); /* "pqsort.c:65"; "": not known */
/* "'partition', called at pqsort.c:65 in 'pqsort'", "the section 'loop' at x.c:12" */
struct sw_sentence *sw_tree_site_say(const struct sw_program_tree *tree, uint32_t site);
char *sw_tree_site_spoken(const struct sw_program_tree *tree, uint32_t site, char *text);
char *sw_tree_lock_name(const struct sw_program_tree *tree, uint32_t lock,
                        char *name); /* "queue"; "0x7f..", "1" */

static inline bool sw_tree_site_is_call(const struct sw_tree_site *site)
{
    return *site->caller || site->kind == SW_NODE_CALL;
}

const char *sw_node_kind_name(enum sw_node_kind kind); /* "section", "task", ... */

struct sw_named_sites {
    uint32_t *sites;
    size_t n;
    uint32_t lock; /* the name is a lock's; 0: it is not */
};

/*
 * Who is meant by a label, the name of a function (all calls of it), "file:line", "caller->callee", or the name or
 * number of a lock ("lock:1"). 0, -ENOMEM, or -EINVAL with a sentence in `why`: nobody, and who has
 * a name like it; or several that are not the same thing. The sites are to be freed.
 */
int sw_tree_sites_find(const struct sw_program_tree *tree, const char *text,
                       struct sw_named_sites *found, char *why, size_t why_size);

/*
 * Names for serial code: what the profile's tree has outside all sections is work without a name; samples know the functions
 * that it is in. Each such piece becomes calls of those, by their shares, and a rest: so that predictions name them, and a
 * what-if can change them. Where in the serial code a function is is not known: the sums are true, not the order. Nothing changes where there
 * is no tree, or too few samples. 0 or -ENOMEM.
 */
int sw_tree_name_serial(struct sw_profile *profile);
