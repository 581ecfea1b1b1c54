#include "analysis/predict/tree_sites.h"

#include "analysis/workspan/sites.h"

const char *sw_node_kind_name(enum sw_node_kind kind)
{
    static const char *const names[SW_NODE_KINDS] = {
        [SW_NODE_NONE] = "code",   [SW_NODE_WORK] = "work",       [SW_NODE_CALL] = "call",
        [SW_NODE_LOCK] = "lock",   [SW_NODE_SECTION] = "section", [SW_NODE_TASK] = "task",
        [SW_NODE_GROUP] = "group",
    };
    return kind < SW_NODE_KINDS ? names[kind] : "";
}

char *sw_tree_site_name(const struct sw_program_tree *tree, uint32_t number, char *name)
{
    const struct sw_tree_site *site = &tree->sites[number];
    if (!number)
        snprintf(name, SW_TREE_NAME, "(no site)");
    else if (*site->label)
        snprintf(name, SW_TREE_NAME, "%.300s", site->label);
    else if (sw_tree_site_is_call(site) && *site->function)
        snprintf(name, SW_TREE_NAME, "%.300s", site->function);
    else
        snprintf(name, SW_TREE_NAME, "%s", sw_node_kind_name(site->kind));
    return name;
}

char *sw_tree_site_where(const struct sw_program_tree *tree, uint32_t number, char *where)
{
    const struct sw_tree_site *site = &tree->sites[number];
    *where = 0;
    if (!number)
        return where;
    if (*site->file)
        snprintf(where, SW_TREE_NAME, "%.300s:%" PRIu32, sw_base_name(site->file), site->line);
    else if (site->address)
        snprintf(where, SW_TREE_NAME, "%#" PRIx64, site->address);
    return where;
}

struct sw_sentence *sw_tree_site_say(const struct sw_program_tree *tree, uint32_t number)
{
    const struct sw_tree_site *site = &tree->sites[number];
    char where[SW_TREE_NAME];
    if (!number)
        return SW_SAY(TREE_NAMELESS);
    sw_tree_site_where(tree, number, where);
    if (!sw_tree_site_is_call(site) || !*site->function)
        return SW_SAY(TREE_NODE, sw_node_kind_name(site->kind), site->label, where);
    if (!*site->caller && *where) /* a line of its own code */
        return SW_SAY(TREE_FUNCTION, site->function, where);
    return SW_SAY(TREE_CALL, site->function, where, site->caller);
}

char *sw_tree_site_spoken(const struct sw_program_tree *tree, uint32_t number, char *text)
{
    return sw_sentence_print(sw_tree_site_say(tree, number), text, SW_TREE_NAME);
}

char *sw_tree_lock_name(const struct sw_program_tree *tree, uint32_t lock, char *name)
{
    const struct sw_tree_lock *l = &tree->locks[lock];
    if (*l->label)
        snprintf(name, SW_TREE_NAME, "%.300s", l->label);
    else
        snprintf(name, SW_TREE_NAME, l->id > 1000000 ? "%#" PRIx64 : "%" PRIu64, l->id);
    return name;
}
