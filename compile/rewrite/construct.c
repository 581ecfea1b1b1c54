#include "compile/rewrite/construct.h"

#include <stdlib.h>

struct sw_construct *sw_construct_new(struct sw_construct *parent, enum sw_construct_kind kind)
{
    struct sw_construct *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->kind = kind;
    c->parent = parent;
    c->root = parent ? parent->root : c;
    if (!parent)
        return c;
    c->allocated = c->root->allocated;
    c->root->allocated = c;
    c->before = parent->last_child;
    if (c->before)
        c->before->next = c;
    else
        parent->child = c;
    parent->last_child = c;
    return c;
}

void sw_construct_drop(struct sw_construct *construct)
{
    struct sw_construct *parent = construct->parent, *before = construct->before;
    if (before)
        before->next = NULL;
    else
        parent->child = NULL;
    parent->last_child = before;
}

const struct sw_construct *sw_construct_misplaced(const struct sw_construct *root)
{
    uint32_t from = root->all.first;
    for (const struct sw_construct *c = root->child; c; c = c->next) {
        const struct sw_construct *in_it = sw_construct_misplaced(c);
        if (in_it)
            return in_it;
        if (c->all.first < from || c->all.end <= c->all.first || c->all.end > root->all.end)
            return c;
        from = c->all.end;
    }
    return NULL;
}

static void release_one(struct sw_construct *c)
{
    if (c->kind == SW_CONSTRUCT_SPAWN)
        free(c->spawn.argument);
    free(c);
}

void sw_construct_release(struct sw_construct *root)
{
    struct sw_construct *next;
    for (struct sw_construct *c = root->allocated; c; c = next) {
        next = c->allocated;
        release_one(c);
    }
    release_one(root);
}
