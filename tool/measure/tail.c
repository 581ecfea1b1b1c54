#include "tool/measure/tail.h"
#include "console/message.h"
#include "report/write/words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int sw_tail_open(struct sw_tail *t)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *t = (struct sw_tail){.from = ends[0], .to = ends[1]};
    return 0;
}

void sw_tail_begin(struct sw_tail *t)
{
    sw_tail_read(t);
    t->n = 0;
    t->is_cut = false;
}

void sw_tail_read(struct sw_tail *t)
{
    char next[sizeof t->text];
    ssize_t n;
    while ((n = read(t->from, next, sizeof next)) > 0) {
        size_t more = (size_t)n, keep = sizeof t->text - more;
        if (t->n > keep) {
            memmove(t->text, t->text + t->n - keep, keep);
            t->n = keep;
            t->is_cut = true;
        }
        memcpy(t->text + t->n, next, more);
        t->n += more;
    }
}

void sw_tail_say(const struct sw_tail *t)
{
    char *copy = strndup(t->text, t->n), *rest = copy;
    if (copy && t->is_cut && (rest = strchr(copy, '\n')))
        rest++;
    for (char *line; rest && (line = strsep(&rest, "\n"));) {
        char *indented;
        if ((*line || rest) && asprintf(&indented, "    %s\n", sw_words_clean(line)) >= 0) {
            sw_messages(indented);
            free(indented);
        }
    }
    free(copy);
}
