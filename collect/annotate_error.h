/* What is wrong with annotations, in words. */
#ifndef SPANWISE_COLLECT_ANNOTATE_ERROR_H
#define SPANWISE_COLLECT_ANNOTATE_ERROR_H

#include "live/notes/annotate_mark.h"

/*
 * The first error as a sentence, "" where there is none. Places are "@{N}", by their number in the tree's
 * table of sites: the tool has lines for them later (tool/measure/annotated.h).
 */
void sw_annotate_error(const struct sw_annotator *annotator, char *text, size_t size);

#endif
