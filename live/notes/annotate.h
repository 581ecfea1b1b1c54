/* From marks to the program tree; in the program, and in the tool for those that the program left. */
#pragma once

#include "live/notes/annotate_mark.h"

/* Of the marks from first on, up to `to`. Stops at the first that does not match. */
void sw_annotate_replay(struct sw_annotator *annotator, const struct sw_mark *first,
                        const struct sw_mark *to);

/* All marks have been replayed. Where the program has come to its end by itself (`ended`), what is open never ends. */
void sw_annotate_end(struct sw_annotator *annotator);
