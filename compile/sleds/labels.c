#include "compile/sleds/labels.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* gcc's lexical blocks are .LBB7, clang's basic blocks .LBB0_7. */
static bool is_lexical_block(struct sw_text label)
{
    return sw_text_begins(label, ".LBB") && !memchr(label.at, '_', label.size);
}

bool sw_label_is_note(struct sw_text label)
{
    static const char *const prefixes[] = {".LVL",    ".LFB",  ".LFE",    ".LFSB", ".LBI",
                                           ".LBE",    ".LEHB", ".LEHE",   ".LHOT", ".LCOLD",
                                           ".Lfunc_", ".Ltmp", ".LASANPC"};
    if (!sw_text_begins(label, ".L"))
        return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (sw_text_begins(label, prefixes[i]))
            return true;
    return is_lexical_block(label);
}

/* As in the source: _Z22__spanwise_task_directI... begins with __spanwise_task, and so do its members. */
bool sw_label_is_named(struct sw_text symbol, const char *prefix)
{
    if (sw_text_begins(symbol, "_Z")) {
        size_t skip = sw_text_begins(symbol, "_ZN") ? 3 : 2;
        while (skip < symbol.size && symbol.at[skip] >= '0' && symbol.at[skip] <= '9')
            skip++;
        symbol = (struct sw_text){symbol.at + skip, symbol.size - skip};
    }
    return sw_text_begins(symbol, prefix);
}

bool sw_label_is_task(struct sw_text symbol)
{
    return sw_label_is_named(symbol, "__spanwise_task");
}

bool sw_label_is_range(struct sw_text symbol)
{
    return sw_label_is_named(symbol, "__spanwise_range");
}

bool sw_label_is_part(struct sw_text symbol)
{
    return sw_label_is_task(symbol) || sw_label_is_range(symbol) ||
           sw_label_is_named(symbol, "__spanwise_body") ||
           sw_label_is_named(symbol, "__spanwise_walk");
}

bool sw_line_is_transparent(const struct sw_line *line)
{
    switch (line->kind) {
    case SW_LINE_INSTRUCTION:
        return false;
    case SW_LINE_LABEL:
        return sw_label_is_note(line->name);
    case SW_LINE_DIRECTIVE:
        return sw_text_begins(line->name, ".cfi_") || sw_text_is(line->name, ".loc") ||
               sw_text_is(line->name, ".file") || sw_text_is(line->name, ".p2align");
    default:
        return true;
    }
}

static bool has_cold_suffix(struct sw_text symbol)
{
    const char *end = symbol.at + symbol.size;
    const char *cold = memmem(symbol.at, symbol.size, ".cold", 5);
    return cold && (cold + 5 == end || cold[5] == '.' || cold[5] == '"');
}

bool sw_label_is_fragment(struct sw_text symbol)
{
    return sw_text_begins(symbol, "OUTLINED_FUNCTION_") || sw_text_begins(symbol, "__x86_") ||
           sw_text_begins(symbol, "__x86.") || sw_text_begins(symbol, "__llvm_") ||
           has_cold_suffix(symbol);
}

/* A set of texts: open addressing, never more than half full. */
struct set {
    struct sw_text *slots;
    size_t mask, count;
};

static uint64_t hash(struct sw_text text)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < text.size; i++)
        h = (h ^ (unsigned char)text.at[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

static struct sw_text *slot_of(const struct set *set, struct sw_text text)
{
    size_t i = (size_t)hash(text) & set->mask;
    while (set->slots[i].at && !sw_text_same(set->slots[i], text))
        i = (i + 1) & set->mask;
    return &set->slots[i];
}

static int grow(struct set *set)
{
    struct set old = *set;
    set->mask = old.slots ? old.mask * 2 + 1 : 63;
    set->slots = calloc(set->mask + 1, sizeof *set->slots);
    if (!set->slots) {
        *set = old;
        return -ENOMEM;
    }
    for (size_t i = 0; old.slots && i <= old.mask; i++)
        if (old.slots[i].at)
            *slot_of(set, old.slots[i]) = old.slots[i];
    free(old.slots);
    return 0;
}

static int add(struct set *set, struct sw_text text)
{
    if ((!set->slots || set->count * 2 > set->mask) && grow(set))
        return -ENOMEM;
    struct sw_text *slot = slot_of(set, text);
    set->count += !slot->at;
    *slot = text;
    return 0;
}

static int collect_targets(struct set *set, const struct sw_arch *arch, const char *at,
                           const char *end)
{
    struct sw_line line;
    for (; at < end; at = line.end) {
        struct sw_text target;
        sw_line_scan(&line, at, end);
        if (line.kind != SW_LINE_INSTRUCTION)
            continue;
        enum sw_insn insn = arch->classify(&line, &target);
        if ((insn == SW_INSN_JUMP || insn == SW_INSN_BRANCH) && add(set, target))
            return -ENOMEM;
    }
    return 0;
}

static int any_missing(const struct set *set, const char *at, const char *end)
{
    struct sw_line line;
    for (; at < end; at = line.end) {
        sw_line_scan(&line, at, end);
        if (line.kind == SW_LINE_LABEL && sw_text_begins(line.name, ".L") &&
            !sw_label_is_note(line.name) && !(set->slots && slot_of(set, line.name)->at))
            return 1;
    }
    return 0;
}

int sw_labels_hidden(const struct sw_arch *arch, const char *from, const char *to)
{
    struct set targets = {0};
    int result = collect_targets(&targets, arch, from, to);
    if (!result)
        result = any_missing(&targets, from, to);
    free(targets.slots);
    return result;
}
