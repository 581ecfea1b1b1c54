#include "tests/profile/tree_text_print.h"
#include "profile/tree_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What the text's own words could be taken for is quoted. */
static bool is_name(const char *s)
{
    if (!isalpha((unsigned char)*s) && *s != '_')
        return false;
    for (const char *c = s; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != '.' && *c != ':')
            return false;
    for (unsigned i = 1; i < SW_SECTIONS; i++)
        if (!strcmp(s, schedule_words[i]))
            return false;
    return strcmp(s, "nowait") && strcmp(s, "same") && strcmp(s, "shuffled");
}

static void print_name(FILE *out, const char *name)
{
    if (is_name(name)) {
        fprintf(out, " %s", name);
        return;
    }
    fputs(" \"", out);
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            fputc('\\', out);
        fputc(*name == '\n' ? ' ' : *name, out);
    }
    fputc('"', out);
}

static bool known(const char *s)
{
    return s && *s;
}

static void print_site(const struct sw_program_tree *tree, uint32_t number, FILE *out)
{
    if (!number || number >= tree->n_sites)
        return;
    const struct sw_tree_site *site = &tree->sites[number];
    char place[1024];
    if (known(site->label))
        snprintf(place, sizeof place, "%s", site->label);
    else if (known(site->file))
        snprintf(place, sizeof place, "%s:%u", site->file, site->line);
    else if (known(site->function))
        snprintf(place, sizeof place, "%s", site->function);
    else
        snprintf(place, sizeof place, "site %u", number);
    print_name(out, place);
}

static void print_lock(const struct sw_program_tree *tree, uint32_t number, FILE *out)
{
    const struct sw_tree_lock *lock = number < tree->n_locks ? &tree->locks[number] : NULL;
    if (lock && known(lock->label))
        print_name(out, lock->label);
    else
        fprintf(out, " %" PRIu64, lock ? lock->id : number);
}

static void print_length(const struct sw_node *node, FILE *out)
{
    char text[64];
    if (!node->count || node->sum % node->count == 0) {
        fprintf(out, "%" PRIu64 "\n", node->count ? node->sum / node->count : 0);
        return;
    }
    snprintf(text, sizeof text, "%.6f", sw_node_length(node));
    size_t n = strlen(text);
    while (text[n - 1] == '0')
        text[--n] = 0;
    if (text[n - 1] == '.')
        text[--n] = 0;
    fprintf(out, "%s\n", text);
}

static void print_details(const struct sw_program_tree *tree, const struct sw_node *node, FILE *out)
{
    if (node->kind == SW_NODE_LOCK)
        print_lock(tree, node->detail, out);
    print_site(tree, node->site, out);
    if (node->kind == SW_NODE_SECTION && node->schedule && node->schedule < SW_SECTIONS) {
        fprintf(out, " %s", schedule_words[node->schedule]);
        if (node->detail)
            fprintf(out, ",%u", node->detail);
    }
    if (node->kind == SW_NODE_SECTION && node->flags & SW_NODE_NOWAIT)
        fputs(" nowait", out);
    if (node->kind == SW_NODE_SECTION && node->flags & SW_NODE_SAME_TEAM)
        fputs(" same", out);
    if (node->kind == SW_NODE_GROUP && node->flags & SW_NODE_SHUFFLED)
        fputs(" shuffled", out);
}

struct level {
    const struct sw_node *node;
    uint32_t next;
};

/* Returns whether its items are to follow. */
static bool print_item(const struct sw_program_tree *tree, const struct sw_item *item,
                       unsigned depth, bool cut, FILE *out)
{
    const struct sw_node *node = &tree->nodes[item->node];
    fprintf(out, "%*s", 4 * (int)(depth < 50 ? depth : 50), "");
    if (item->count > 1)
        fprintf(out, "%u x ", item->count);
    if (node->kind == SW_NODE_WORK) {
        print_length(node, out);
        return false;
    }
    fputs(kind_words[node->kind], out);
    print_details(tree, node, out);
    fputs(!node->n_items ? " {}\n" : cut ? " { ... }\n" : " {\n", out);
    return node->n_items && !cut;
}

void test_tree_text_print(const struct sw_program_tree *tree, FILE *out, unsigned depth)
{
    if (!tree->n_nodes)
        return;
    size_t n = 1, room = 64;
    struct level *levels = malloc(room * sizeof *levels);
    if (levels)
        levels[0] = (struct level){&tree->nodes[sw_program_tree_root(tree)], 0};
    while (levels && n) {
        struct level *level = &levels[n - 1];
        if (level->next == level->node->n_items) {
            if (--n)
                fprintf(out, "%*s}\n", 4 * (int)(n - 1 < 50 ? n - 1 : 50), "");
            continue;
        }
        const struct sw_item *item = &tree->items[level->node->first + level->next++];
        if (!print_item(tree, item, (unsigned)n - 1, depth && n >= depth, out))
            continue;
        if (n == room) {
            struct level *larger = reallocarray(levels, room *= 2, sizeof *larger);
            if (!larger)
                break;
            levels = larger;
        }
        levels[n++] = (struct level){&tree->nodes[item->node], 0};
    }
    free(levels);
}
