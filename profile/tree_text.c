/* A program tree as text: built node by node, and read, words one by one, what is open on a stack of the builder's. */
#include "profile/tree_text.h"
#include "base/grow.h"
#include "profile/profile.h"

struct sw_tree_open {
    struct sw_node node;
    size_t first; /* of its pending items */
};

static bool fail_builder(struct sw_tree_builder *builder, int error)
{
    builder->error = builder->error ? builder->error : error;
    return false;
}

#define ROOM(builder, array, n, room) \
    (!(builder)->error && (SW_GROW(array, n, room) || fail_builder(builder, -ENOMEM)))

void sw_tree_builder_init(struct sw_tree_builder *builder)
{
    *builder = (struct sw_tree_builder){.n_nodes = 1}; /* number 0 is no node */
}

void sw_tree_builder_release(struct sw_tree_builder *builder)
{
    free(builder->nodes);
    free(builder->items);
    free(builder->open);
    free(builder->pending);
    free(builder->slots);
    sw_tree_builder_init(builder);
}

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t hash(const struct sw_node *node, const struct sw_item *items)
{
    uint64_t h = mix(node->kind | (uint64_t)node->schedule << 8 | (uint64_t)node->flags << 16,
                     (uint64_t)node->site << 32 | node->detail);
    if (node->kind == SW_NODE_WORK)
        return mix(mix(h, node->sum), node->count);
    for (uint32_t i = 0; i < node->n_items; i++)
        h = mix(h, (uint64_t)items[i].node << 32 | items[i].count);
    return h;
}

static int equal(const struct sw_tree_builder *builder, const struct sw_node *a,
                 const struct sw_node *b, const struct sw_item *items)
{
    if (a->kind != b->kind || a->schedule != b->schedule || a->flags != b->flags ||
        a->site != b->site || a->detail != b->detail || a->n_items != b->n_items)
        return 0;
    if (a->kind == SW_NODE_WORK)
        return a->sum == b->sum && a->count == b->count;
    return !a->n_items || !memcmp(builder->items + a->first, items, a->n_items * sizeof *items);
}

static void rehash(struct sw_tree_builder *builder)
{
    size_t n = builder->n_slots ? builder->n_slots * 2 : 256;
    uint32_t *slots = builder->error ? NULL : calloc(n, sizeof *slots);
    if (!slots) {
        fail_builder(builder, -ENOMEM);
        return;
    }
    for (size_t i = 1; i < builder->n_nodes; i++) {
        const struct sw_node *node = &builder->nodes[i];
        const struct sw_item *items = node->n_items ? builder->items + node->first : NULL;
        size_t at = hash(node, items) & (n - 1);
        while (slots[at])
            at = (at + 1) & (n - 1);
        slots[at] = (uint32_t)i;
    }
    free(builder->slots);
    builder->slots = slots;
    builder->n_slots = n;
}

static uint64_t built_length(const struct sw_tree_builder *builder, const struct sw_item *items,
                             uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += sw_node_length(&builder->nodes[items[i].node]) * items[i].count;
    return sum < 0x1p63 ? (uint64_t)(sum + 0.5) : UINT64_MAX;
}

/* A new node, with copies of its items. */
static uint32_t append(struct sw_tree_builder *builder, struct sw_node node,
                       const struct sw_item *items)
{
    if (builder->n_nodes >= UINT32_MAX)
        fail_builder(builder, -E2BIG);
    if (!ROOM(builder, builder->nodes, builder->n_nodes, builder->room_nodes))
        return 0;
    node.first = node.kind == SW_NODE_WORK ? 0 : builder->n_items;
    for (uint32_t i = 0; i < node.n_items; i++) {
        if (!ROOM(builder, builder->items, builder->n_items, builder->room_items))
            return 0;
        builder->items[builder->n_items++] = items[i];
    }
    if (node.kind != SW_NODE_WORK)
        node.sum = built_length(builder, items, node.n_items);
    builder->nodes[0] = (struct sw_node){0};
    builder->nodes[builder->n_nodes] = node;
    return (uint32_t)builder->n_nodes++;
}

static uint32_t find_or_append(struct sw_tree_builder *builder, const struct sw_node *node,
                               const struct sw_item *items)
{
    if (2 * builder->n_nodes >= builder->n_slots)
        rehash(builder);
    if (builder->error)
        return 0;
    size_t at = hash(node, items) & (builder->n_slots - 1);
    for (; builder->slots[at]; at = (at + 1) & (builder->n_slots - 1))
        if (equal(builder, &builder->nodes[builder->slots[at]], node, items))
            return builder->slots[at];
    uint32_t number = append(builder, *node, items);
    builder->slots[at] = number;
    return number;
}

void sw_tree_builder_open(struct sw_tree_builder *builder, const struct sw_node *like)
{
    if (!ROOM(builder, builder->open, builder->n_open, builder->room_open))
        return;
    builder->open[builder->n_open++] = (struct sw_tree_open){
        .node = {.kind = like->kind,
                 .schedule = like->schedule,
                 .flags = like->flags,
                 .site = like->site,
                 .detail = like->detail},
        .first = builder->n_pending,
    };
}

static void add_item(struct sw_tree_builder *builder, uint32_t node, uint32_t times)
{
    size_t first = builder->n_open ? builder->open[builder->n_open - 1].first : 0;
    if (builder->error || !times)
        return;
    if (builder->n_pending > first) {
        struct sw_item *last = &builder->pending[builder->n_pending - 1];
        if (last->node == node && times <= UINT32_MAX - last->count) {
            last->count += times;
            return;
        }
    }
    if (ROOM(builder, builder->pending, builder->n_pending, builder->room_pending))
        builder->pending[builder->n_pending++] = (struct sw_item){node, times};
}

uint32_t sw_tree_builder_close(struct sw_tree_builder *builder, uint32_t times)
{
    if (builder->error)
        return 0;
    struct sw_tree_open open = builder->open[--builder->n_open];
    open.node.n_items = (uint32_t)(builder->n_pending - open.first);
    /* Where nothing was ever added there is no array, and nothing to be added to its address. */
    const struct sw_item *items = open.node.n_items ? builder->pending + open.first : NULL;
    uint32_t node = find_or_append(builder, &open.node, items);
    builder->n_pending = open.first;
    add_item(builder, node, times);
    return node;
}

uint32_t sw_tree_builder_work(struct sw_tree_builder *builder, uint64_t sum, uint64_t count,
                              uint32_t times)
{
    struct sw_node work = {.kind = SW_NODE_WORK, .sum = sum, .count = count};
    uint32_t node = find_or_append(builder, &work, NULL);
    add_item(builder, node, times);
    return node;
}

int sw_tree_builder_finish(struct sw_tree_builder *builder, struct sw_program_tree *tree)
{
    if (builder->n_pending > UINT32_MAX)
        fail_builder(builder, -E2BIG);
    struct sw_node root = {.kind = SW_NODE_CALL, .n_items = (uint32_t)builder->n_pending};
    if (!builder->error)
        append(builder, root, builder->pending);
    if (builder->error)
        return builder->error;
    tree->nodes = builder->nodes;
    tree->n_nodes = builder->n_nodes;
    tree->items = builder->items;
    tree->n_items = builder->n_items;
    builder->nodes = NULL;
    builder->items = NULL;
    return 0;
}

enum { WORD_MAX = 1024, FRACTION_DIGITS = 6 };
enum token_kind { END, WORD, QUOTED, NUMBER, BRACE, CLOSING_BRACE };

struct parser {
    const char *at, *end;
    unsigned line;
    enum token_kind kind; /* of the word that is next */
    char word[WORD_MAX];
    char *why;
    size_t why_size;
    struct sw_tree_builder builder;
    struct sw_program_tree *tree;
    size_t room_sites, room_locks;
    struct open {
        enum sw_node_kind kind;
        uint32_t times;
        unsigned line;
        bool in_section; /* a task may stand here */
    } * open;
    size_t n_open, room_open;
};

__attribute__((format(printf, 2, 3))) static int fail(struct parser *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = snprintf(p->why, p->why_size, "line %u: ", p->line);
    if (n >= 0 && (size_t)n < p->why_size)
        vsnprintf(p->why + n, p->why_size - (size_t)n, format, args);
    va_end(args);
    return -EINVAL;
}

static void skip_blanks(struct parser *p)
{
    for (; p->at < p->end; p->at++) {
        if (*p->at == '#')
            while (p->at + 1 < p->end && p->at[1] != '\n')
                p->at++;
        else if (*p->at == '\n')
            p->line++;
        else if (!isspace((unsigned char)*p->at))
            return;
    }
}

static int next_quoted(struct parser *p)
{
    size_t n = 0;
    for (p->at++; p->at < p->end && *p->at != '"'; p->at++) {
        if (*p->at == '\\' && p->at + 1 < p->end)
            p->at++;
        if (*p->at == '\n' || !*p->at)
            return fail(p, "a quoted name does not end");
        if (n + 1 == WORD_MAX)
            return fail(p, "a name is too long");
        p->word[n++] = *p->at;
    }
    if (p->at == p->end)
        return fail(p, "a quoted name does not end");
    p->at++;
    p->word[n] = 0;
    p->kind = QUOTED;
    return 0;
}

/* Reads the next word, number, name or brace. */
static int next(struct parser *p)
{
    size_t n = 0;
    skip_blanks(p);
    p->word[0] = 0;
    p->kind = END;
    if (p->at == p->end)
        return 0;
    if (*p->at == '{' || *p->at == '}') {
        p->kind = *p->at == '{' ? BRACE : CLOSING_BRACE;
        snprintf(p->word, sizeof p->word, "%c", *p->at++);
        return 0;
    }
    if (*p->at == '"')
        return next_quoted(p);
    for (; p->at < p->end && !isspace((unsigned char)*p->at) && !strchr("{}\"#", *p->at); p->at++) {
        if (n + 1 == WORD_MAX)
            return fail(p, "a word is too long");
        p->word[n++] = *p->at;
    }
    if (!n)
        return fail(p, "a character that is not text");
    p->word[n] = 0;
    p->kind = isdigit((unsigned char)p->word[0]) ? NUMBER : WORD;
    return 0;
}

/* The number of a site with this label, a new one if need be; 0: no memory. */
static uint32_t site_of(struct parser *p, enum sw_node_kind kind, const char *label)
{
    struct sw_program_tree *tree = p->tree;
    for (size_t i = 1; i < tree->n_sites; i++)
        if (tree->sites[i].kind == kind && !strcmp(tree->sites[i].label, label))
            return (uint32_t)i;
    if (!SW_GROW(tree->sites, tree->n_sites, p->room_sites))
        return 0;
    char *label_copy = sw_string_copy(label),
         *function = kind == SW_NODE_CALL ? sw_string_copy(label) : sw_profile_empty;
    if (!label_copy || !function)
        return 0;
    tree->sites[tree->n_sites] = (struct sw_tree_site){.kind = kind,
                                                       .label = label_copy,
                                                       .file = sw_profile_empty,
                                                       .function = function,
                                                       .caller = sw_profile_empty};
    return (uint32_t)tree->n_sites++;
}

static uint32_t lock_of(struct parser *p, uint64_t id, const char *label)
{
    struct sw_program_tree *tree = p->tree;
    for (size_t i = 1; i < tree->n_locks; i++)
        if (tree->locks[i].id == id && !strcmp(tree->locks[i].label, label))
            return (uint32_t)i;
    if (!SW_GROW(tree->locks, tree->n_locks, p->room_locks))
        return 0;
    char *label_copy = sw_string_copy(label);
    if (!label_copy)
        return 0;
    tree->locks[tree->n_locks] = (struct sw_tree_lock){.id = id, .label = label_copy};
    return (uint32_t)tree->n_locks++;
}

/* "static,4"; false: it is no schedule. */
static bool schedule_of(const char *word, struct sw_node *node)
{
    size_t n = strcspn(word, ",");
    for (unsigned s = 1; s < SW_SECTIONS; s++) {
        if (strlen(schedule_words[s]) != n || strncmp(word, schedule_words[s], n))
            continue;
        char *end = (char *)word + n;
        unsigned long chunk = 0;
        if (*end) {
            if (!isdigit((unsigned char)end[1]))
                return false;
            chunk = strtoul(end + 1, &end, 10);
        }
        if (*end || chunk > UINT32_MAX)
            return false;
        node->schedule = (uint8_t)s;
        node->detail = (uint32_t)chunk;
        return true;
    }
    return false;
}

static int take_lock(struct parser *p, struct sw_node *node)
{
    char *end = NULL;
    errno = 0;
    unsigned long long id = p->kind == NUMBER ? strtoull(p->word, &end, 0) : 0;
    if (p->kind == NUMBER && (*end || errno))
        return fail(p, "'%s' is not a lock number", p->word);
    if (p->kind != NUMBER && p->kind != WORD && p->kind != QUOTED)
        return fail(p, "a lock needs a number or a name");
    node->detail = lock_of(p, id, p->kind == NUMBER ? "" : p->word);
    return node->detail ? next(p) : -ENOMEM;
}

/* Words between the kind and the brace. */
static int take_details(struct parser *p, struct sw_node *node)
{
    int error = node->kind == SW_NODE_LOCK ? take_lock(p, node) : 0;
    while (!error && p->kind != BRACE) {
        if (node->kind == SW_NODE_SECTION && p->kind == WORD && !strcmp(p->word, "nowait"))
            node->flags |= SW_NODE_NOWAIT;
        else if (node->kind == SW_NODE_SECTION && p->kind == WORD && !strcmp(p->word, "same"))
            node->flags |= SW_NODE_SAME_TEAM;
        else if (node->kind == SW_NODE_GROUP && p->kind == WORD && !strcmp(p->word, "shuffled"))
            node->flags |= SW_NODE_SHUFFLED;
        else if (node->kind == SW_NODE_SECTION && p->kind == WORD && schedule_of(p->word, node))
            ;
        else if ((p->kind == WORD || p->kind == QUOTED) && !node->site && *p->word)
            node->site = site_of(p, node->kind, p->word);
        else if (p->kind == END)
            return fail(p, "'%s' needs '{'", kind_words[node->kind]);
        else
            return fail(p, "'%s' is not understood after '%s'", p->word, kind_words[node->kind]);
        error = next(p);
    }
    return error;
}

static int open_node(struct parser *p, enum sw_node_kind kind, uint32_t times)
{
    struct sw_node node = {.kind = kind};
    struct open open = {.kind = kind, .times = times, .line = p->line};
    bool in_section = p->n_open && p->open[p->n_open - 1].in_section;
    if (kind == SW_NODE_TASK && !in_section)
        return fail(p, "a task stands in sections only");
    open.in_section = kind == SW_NODE_SECTION || (kind == SW_NODE_GROUP && in_section);
    int error = next(p);
    error = error ? error : take_details(p, &node);
    if (error)
        return error;
    if (!SW_GROW(p->open, p->n_open, p->room_open))
        return -ENOMEM;
    p->open[p->n_open++] = open;
    sw_tree_builder_open(&p->builder, &node);
    return next(p);
}

/* Digits with an optional fraction, as sum / count. */
static int length_of(struct parser *p, uint64_t *sum, uint64_t *count)
{
    *sum = 0;
    *count = 1;
    unsigned fraction = 0;
    bool point = false;
    for (const char *c = p->word; *c; c++) {
        if (*c == '.' && !point && c[1]) {
            point = true;
            continue;
        }
        if (!isdigit((unsigned char)*c))
            return fail(p, "'%s' is not a length", p->word);
        if (point && ++fraction > FRACTION_DIGITS)
            continue;
        if (*sum > UINT64_MAX / 100)
            return fail(p, "'%s' is too long", p->word);
        *sum = *sum * 10 + (uint64_t)(*c - '0');
        *count *= point ? 10 : 1;
    }
    while (*count > 1 && *sum % 2 == 0 && *count % 2 == 0)
        *sum /= 2, *count /= 2;
    while (*count > 1 && *sum % 5 == 0 && *count % 5 == 0)
        *sum /= 5, *count /= 5;
    return 0;
}

/* Work, or how many times what follows: "100 x ..." */
static int take_number(struct parser *p, uint32_t *times)
{
    char number[WORD_MAX], *end;
    uint64_t sum, count;
    int error = length_of(p, &sum, &count);
    if (error)
        return error;
    strcpy(number, p->word);
    if ((error = next(p)))
        return error;
    if (p->kind != WORD || strcmp(p->word, "x")) {
        sw_tree_builder_work(&p->builder, sum, count, *times);
        *times = 1;
        return 0;
    }
    unsigned long long n = strtoull(number, &end, 10);
    if (*end || !n || n * *times > UINT32_MAX)
        return fail(p, "'%s x': from 1 to %u times", number, UINT32_MAX);
    *times *= (uint32_t)n;
    if ((error = next(p)))
        return error;
    return p->kind == WORD || p->kind == NUMBER ? 0 : fail(p, "'%s x': of what?", number);
}

static int close_node(struct parser *p)
{
    if (!p->n_open)
        return fail(p, "'}' without '{'");
    sw_tree_builder_close(&p->builder, p->open[--p->n_open].times);
    return next(p);
}

static int take_node(struct parser *p, uint32_t *times)
{
    for (unsigned kind = 0; kind < SW_NODE_KINDS; kind++) {
        uint32_t n = *times;
        if (!kind_words[kind] || strcmp(kind_words[kind], p->word))
            continue;
        *times = 1;
        return open_node(p, (enum sw_node_kind)kind, n);
    }
    return fail(p, "'%s' is not understood", p->word);
}

static int parse(struct parser *p)
{
    uint32_t times = 1;
    int error = next(p);
    while (!error && p->kind != END) {
        if (p->kind == NUMBER)
            error = take_number(p, &times);
        else if (p->kind == CLOSING_BRACE)
            error = close_node(p);
        else if (p->kind == WORD)
            error = take_node(p, &times);
        else
            error = fail(p, "'%s' is not understood", p->word);
    }
    if (!error && p->n_open) {
        struct open *open = &p->open[p->n_open - 1];
        p->line = open->line;
        error = fail(p, "this '%s' does not end", kind_words[open->kind]);
    }
    return error ? error : sw_tree_builder_finish(&p->builder, p->tree);
}

int sw_tree_text_parse(struct sw_program_tree *tree, const char *text, size_t size, char *why,
                       size_t why_size)
{
    struct parser p = {
        .at = text, .end = text + size, .line = 1, .why = why, .why_size = why_size, .tree = tree};
    *tree = (struct sw_program_tree){0};
    snprintf(why, why_size, "not enough memory");
    sw_tree_builder_init(&p.builder);
    int error = -ENOMEM;
    if (!site_of(&p, SW_NODE_NONE, "") && !lock_of(&p, 0, "") && tree->sites && tree->locks)
        error = parse(&p); /* numbers 0 are taken now */
    free(p.open);
    sw_tree_builder_release(&p.builder);
    if (error)
        sw_program_tree_release(tree);
    else
        *why = 0;
    return error;
}
