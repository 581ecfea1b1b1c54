/*
 * The program tree of a strand: a watcher (engine/strand/strand.h) that tells its events to the recorder (tree.h).
 *
 * A call or scope is a CALL, a spawn a TASK. The first spawn of a frame since its last sync opens a
 * SECTION around what follows, up to the sync. A cilk_for that the front end divides in halves, by
 * spawns of the loop's own site, is one flat section of its chunks: what an emulator divides as it
 * would be divided on so many processors. A lock that is held is a LOCK, but for those that readers share, and
 * no longer than up to a spawn, a sync or the end of its task.
 *
 * Sites of nodes: twice the strand's number, and one more for the section that begins at a spawn.
 */
#pragma once

#include "engine/strand/strand.h"
#include "engine/tree/tree.h"

enum { SW_TREE_SITES_EACH = 2, SW_TREE_SITE_SECTION = 1 };

/* From now on the strand, which has its root open and nothing else, is recorded in the tree. In
 * another process again, where its code is elsewhere. */
void sw_tree_watch(struct sw_strand *strand, struct sw_tree *tree);
