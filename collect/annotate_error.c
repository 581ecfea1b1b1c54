#include "collect/annotate_error.h"

#include <stdio.h>

typedef unsigned long long ull;

enum { NAME = 384 };

/* "the section 'rows'", "lock 7", without where it began. */
static const char *name(const struct sw_annotator *a, uint32_t kind, uint32_t place, uint64_t lock,
                        char *text)
{
    uint32_t n = a->tree->n_sites;
    const char *label = place < n ? a->tree->sites[place].label : NULL;
    if (kind == SW_NODE_LOCK)
        snprintf(text, NAME, lock > UINT32_MAX ? "lock %#llx" : "lock %llu", (ull)lock);
    else
        snprintf(text, NAME, label ? "the %s '%s'" : "the %s",
                 kind == SW_NODE_TASK ? "task" : "section", label);
    return text;
}

static const char *ended(uint32_t mark)
{
    return mark == SW_MARK_TASK_END ? "task" : "section";
}

void sw_annotate_error(const struct sw_annotator *a, char *text, size_t size)
{
    char open[NAME], sentence[4 * NAME];
    uint32_t at = a->error_place, began = a->error_open;
    name(a, a->error_open_kind, began, a->error_open_lock, open);
    char lock[NAME];
    name(a, SW_NODE_LOCK, 0, a->error_lock, lock);
    switch (a->error) {
    case SW_ANNOTATED_NOTHING_OPEN:
        snprintf(sentence, sizeof sentence, "the end of a %s at @{%u} has no begin",
                 ended(a->error_kind), at);
        break;
    case SW_ANNOTATED_OTHER_OPEN:
        snprintf(sentence, sizeof sentence,
                 "at @{%u} a %s ends, but what is open there is %s, begun at @{%u}", at,
                 ended(a->error_kind), open, began);
        break;
    case SW_ANNOTATED_OUTSIDE:
        snprintf(sentence, sizeof sentence, "the task that begins at @{%u} is outside all sections",
                 at);
        break;
    case SW_ANNOTATED_IN_TASK:
        snprintf(sentence, sizeof sentence,
                 "the task that begins at @{%u} is directly in %s, begun at @{%u}: either that has "
                 "not ended, or a section is missing between the two",
                 at, open, began);
        break;
    case SW_ANNOTATED_IN_LOCK:
        snprintf(sentence, sizeof sentence,
                 "the task that begins at @{%u} crosses %s, taken at @{%u} and still held", at,
                 open, began);
        break;
    case SW_ANNOTATED_LOCK_KEPT:
        snprintf(sentence, sizeof sentence,
                 "the %s that ends at @{%u} has not released %s, taken at @{%u}",
                 ended(a->error_kind), at, open, began);
        break;
    case SW_ANNOTATED_LOCK_OF_OTHER:
        snprintf(sentence, sizeof sentence,
                 "%s is released at @{%u} by another task than took it, at @{%u}", lock, at, began);
        break;
    case SW_ANNOTATED_LOCK_CROSSES:
        snprintf(sentence, sizeof sentence,
                 "%s is released at @{%u} while %s, taken after it at @{%u}, is still held", lock,
                 at, open, began);
        break;
    case SW_ANNOTATED_LOCK_FREE:
        if (began)
            snprintf(
                sentence, sizeof sentence,
                "%s is released at @{%u}, but nobody holds it; what is open there is %s, begun "
                "at @{%u}",
                lock, at, open, began);
        else
            snprintf(sentence, sizeof sentence, "%s is released at @{%u}, but nobody holds it",
                     lock, at);
        break;
    case SW_ANNOTATED_NO_TASK:
        snprintf(sentence, sizeof sentence,
                 "at @{%u} a task is said to stand for many, but none is open", at);
        break;
    case SW_ANNOTATED_UNPAUSED:
        snprintf(sentence, sizeof sentence,
                 "at @{%u} collection is enabled again, but was not disabled", at);
        break;
    case SW_ANNOTATED_TOO_DEEP:
        snprintf(sentence, sizeof sentence,
                 "at @{%u} more than %u sections, tasks and locks are open, the innermost begun at "
                 "@{%u}",
                 at, SW_ANNOTATED_MOST, began);
        break;
    case SW_ANNOTATED_NEVER_ENDS:
        snprintf(sentence, sizeof sentence,
                 "%s, begun at @{%u}, never ends: the program's end comes first", open, began);
        break;
    default:
        *text = 0;
        return;
    }
    snprintf(text, size, "annotations do not match: %s%s", sentence,
             a->error == SW_ANNOTATED_NEVER_ENDS ? "" : "; nothing is recorded from there on");
}
