/* Memory traffic of a program tree's outermost sections, of a run with --memory of the same program (profile/memory.h). */
#pragma once

#include "analysis/machine/memory_model.h"
#include "profile/profile.h"

/* Of all outermost sections of a site of the tree. */
struct sw_section_traffic {
    double bytes[SW_CAPACITIES]; /* from and to memory, with caches of these sizes */
    double ns;                   /* work */
};

/* By site of the tree, which is the profile's or like it and in nanoseconds: to be freed; NULL: no memory. A piece whose site stands in
 * several sections is divided by its work there; one that the tree does not have, by all work. */
struct sw_section_traffic *sw_sections_traffic(const struct sw_program_tree *tree,
                                               const struct sw_profile *profile);

/* MB/s that a core wants of it when so many run (bandwidth.h), and how much longer they take. */
double sw_section_mb_s(const struct sw_section_traffic *section, const struct sw_machine *machine,
                       unsigned threads);
struct sw_burden sw_burden_by_bandwidth(const struct sw_machine *machine,
                                        const struct sw_section_traffic *section, unsigned threads);
