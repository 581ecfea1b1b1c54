/* The words of a tree as text: what parser and printer share. */
#ifndef SPANWISE_PROFILE_TREE_WORDS_H
#define SPANWISE_PROFILE_TREE_WORDS_H

#include "engine/tree/node.h"

static const char *const kind_words[SW_NODE_KINDS] = {
    [SW_NODE_CALL] = "call", [SW_NODE_LOCK] = "lock",   [SW_NODE_SECTION] = "section",
    [SW_NODE_TASK] = "task", [SW_NODE_GROUP] = "group",
};

static const char *const schedule_words[SW_SECTIONS] = {
    [SW_SECTION_STATIC] = "static", [SW_SECTION_DYNAMIC] = "dynamic",
    [SW_SECTION_GUIDED] = "guided", [SW_SECTION_SPAWN] = "spawn",
    [SW_SECTION_LOOP] = "loop",     [SW_SECTION_TEAM] = "team",
};

#endif
