/*
 * Names as people give them. Each way to understand a name is tried; where several find something else, it is
 * ambiguous, and so is a line with calls of several functions.
 */
#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/nearest.h"
#include "base/text.h"

static bool has_label(const struct sw_tree_site *site, const char *text)
{
    return *text && !strcmp(site->label, text);
}

static bool has_function(const struct sw_tree_site *site, const char *text)
{
    return *text && sw_tree_site_is_call(site) && !strcmp(site->function, text);
}

/* "a/x.c:12", "x.c:12" */
static bool has_place(const struct sw_tree_site *site, const char *text)
{
    const char *colon = strrchr(text, ':');
    char *end;
    if (!colon || colon == text || !*site->file)
        return false;
    unsigned long line = strtoul(colon + 1, &end, 10);
    size_t n = (size_t)(colon - text), m = strlen(site->file);
    if (end == colon + 1 || *end || line != site->line || n > m ||
        strncmp(site->file + m - n, text, n))
        return false;
    return n == m || site->file[m - n - 1] == '/';
}

/* "caller->callee", or as `spanwise check` has it, "caller/callee" */
static bool has_call(const struct sw_tree_site *site, const char *text)
{
    size_t n = strlen(site->caller);
    if (!n || strncmp(site->caller, text, n) || !*site->function)
        return false;
    text += n;
    size_t joint = !strncmp(text, "->", 2) ? 2 : *text == '/';
    return joint && !strcmp(site->function, text + joint);
}

static bool (*const ways[])(const struct sw_tree_site *site,
                            const char *text) = {has_call, has_place, has_label, has_function};
enum { WAYS = sizeof ways / sizeof *ways };

static uint32_t find_lock(const struct sw_program_tree *tree, const char *text)
{
    char name[SW_TREE_NAME];
    bool numbered = !strncmp(text, "lock:", 5);
    for (uint32_t i = 1; i < tree->n_locks; i++)
        if ((numbered && !strcmp(sw_tree_lock_name(tree, i, name), text + 5)) ||
            (*tree->locks[i].label && !strcmp(tree->locks[i].label, text)))
            return i;
    return 0;
}

static int say_unknown(const struct sw_program_tree *tree, const char *text, char *why,
                       size_t why_size)
{
    struct sw_nearest nearest = {.wanted = text};
    char list[512], place[SW_TREE_NAME];
    char *places[SW_NEAREST_MOST + 1] = {NULL}; /* what was offered must live on */
    for (size_t i = 1; i < tree->n_sites; i++) {
        const struct sw_tree_site *site = &tree->sites[i];
        sw_nearest_offer(&nearest, site->label);
        if (sw_tree_site_is_call(site))
            sw_nearest_offer(&nearest, site->function);
    }
    for (size_t i = 1; i < tree->n_locks; i++)
        sw_nearest_offer(&nearest, tree->locks[i].label);
    for (size_t i = 1, n = 0; strchr(text, ':') && n < SW_NEAREST_MOST && i < tree->n_sites; i++) {
        sw_tree_site_where(tree, (uint32_t)i, place);
        if (*place && !strncmp(place, text, strcspn(text, ":")))
            sw_nearest_offer(&nearest, places[n++] = strdup(place));
    }
    sw_nearest_list(&nearest, list, sizeof list);
    for (size_t i = 0; i < SW_NEAREST_MOST; i++)
        free(places[i]);
    if (!nearest.n)
        return SW_REFUSE(why, why_size, "there is no site '%.200s': the tree names none", text);
    return SW_REFUSE(why, why_size, "there is no site '%.200s' in the tree; near it are %s", text,
                     list);
}

/* A line with a call is about that call, and not about a section that begins there too. */
static void prefer_calls(const struct sw_program_tree *tree, struct sw_named_sites *found)
{
    size_t n = 0;
    for (size_t i = 0; i < found->n; i++)
        if (sw_tree_site_is_call(&tree->sites[found->sites[i]]))
            found->sites[n++] = found->sites[i];
    found->n = n ? n : found->n;
}

/* Are they parts of one thing? A line may have calls of several functions, and two files one name. */
static int check_one(const struct sw_program_tree *tree, const struct sw_named_sites *found,
                     const char *text, char *why, size_t why_size)
{
    const struct sw_tree_site *first = &tree->sites[found->sites[0]];
    for (size_t i = 1; i < found->n; i++) {
        const struct sw_tree_site *site = &tree->sites[found->sites[i]];
        if (strcmp(site->file, first->file))
            return SW_REFUSE(why, why_size,
                             "'%.200s' is a line of several files: '%.200s' and '%.200s'", text,
                             first->file, site->file);
        if (sw_tree_site_is_call(first) && strcmp(site->function, first->function))
            return SW_REFUSE(
                why, why_size,
                "'%.100s' has several calls: '%.100s->%.100s' and '%.100s->%.100s' are", text,
                first->caller, first->function, site->caller, site->function);
    }
    return 0;
}

int sw_tree_sites_find(const struct sw_program_tree *tree, const char *text,
                       struct sw_named_sites *found, char *why, size_t why_size)
{
    *found = (struct sw_named_sites){.sites = calloc(tree->n_sites + 1, sizeof *found->sites),
                                     .lock = find_lock(tree, text)};
    int way_of_first = -1, error = found->sites ? 0 : -ENOMEM;
    for (uint32_t i = 1; !error && i < tree->n_sites; i++)
        for (int way = 0; way < WAYS; way++) {
            if (!ways[way](&tree->sites[i], text))
                continue;
            if (found->n && way != way_of_first && ways[way] == has_function)
                error = SW_REFUSE(why, why_size,
                                  "'%.200s' is a label and a function; give file:line or "
                                  "caller->callee",
                                  text);
            way_of_first = found->n ? way_of_first : way;
            found->sites[found->n++] = i;
            break;
        }
    if (!error && !found->n && !found->lock)
        error = say_unknown(tree, text, why, why_size);
    if (!error && found->n && ways[way_of_first] == has_place)
        prefer_calls(tree, found);
    if (!error && found->n && ways[way_of_first] == has_place)
        error = check_one(tree, found, text, why, why_size);
    if (!error && found->n && found->lock && tree->sites[found->sites[0]].kind != SW_NODE_LOCK)
        error = SW_REFUSE(why, why_size,
                          "'%.200s' is a lock and something else; 'lock:%.200s' is the lock", text,
                          text);
    if (error) {
        free(found->sites);
        *found = (struct sw_named_sites){NULL, 0, 0};
    }
    return error;
}
