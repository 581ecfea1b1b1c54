/*
 * Reads what the simulation is to leave out, so that the tool learns how fast the program would
 * be without it.
 */
#include "agent/process/modules.h"
#include "agent/threads/simulator.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static struct {
    enum sw_fix what;
    uint64_t offset, address; /* 0: its file is not loaded yet */
    const char *path;         /* to the end of the line */
} places[MOST];
static unsigned n_places, n_found;

uint32_t sw_fixed;

static bool is_named(const char *name, const char *text)
{
    size_t n = strlen(name);
    return !strncmp(text, name, n) && (text[n] == ' ' || text[n] == '\n' || !text[n]);
}

static void read_line(const char *line)
{
    static const char *const names[] = {SW_FIX_NAMES};
    unsigned what = 0;
    char *end;
    while (what < SW_FIXES && !is_named(names[what], line))
        what++;
    if (what == SW_FIXES)
        return;
    sw_fixed |= 1u << what;
    line += strlen(names[what]);
    if (*line != ' ' || n_places == MOST)
        return;
    places[n_places].what = (enum sw_fix)what;
    places[n_places].offset = strtoull(line, &end, 16);
    places[n_places++].path = end + (*end == ' ');
}

void sw_fix_read(struct sw_live *live)
{
    const char *text = secure_getenv("SPANWISE_THREADS_WITHOUT");
    for (; text && *text; text += *text == '\n') {
        read_line(text);
        text += strcspn(text, "\n");
    }
    sw_fix_find(live);
}

static bool is_path(const char *path, const char *line)
{
    size_t n = strcspn(line, "\n");
    return !strncmp(path, line, n) && !path[n];
}

void sw_fix_find(struct sw_live *live)
{
    if (n_found == n_places)
        return;
    sw_modules_note(live);
    for (unsigned i = 0; i < n_places; i++)
        for (uint32_t k = 0; !places[i].address && k < live->modules.n; k++)
            if (is_path(live->modules.all[k].path, places[i].path)) {
                places[i].address = live->modules.all[k].bias + places[i].offset;
                n_found++;
            }
}

bool sw_fix_at(enum sw_fix what, const void *where)
{
    if (!(sw_fixed >> what & 1))
        return false;
    for (unsigned i = 0; i < n_places; i++)
        if (places[i].what == what && places[i].address == (uint64_t)where - 1)
            return true;
    return false;
}

uint32_t sw_fix_losses(void)
{
    static const uint32_t losses[SW_FIXES] = {[SW_FIX_SERIAL] = 1u << SW_LEDGER_SERIAL,
                                              [SW_FIX_THREADS] = 1u << SW_LEDGER_THREADS,
                                              [SW_FIX_JOIN] = 1u << SW_LEDGER_JOIN,
                                              [SW_FIX_WAIT] = 1u << SW_LEDGER_BARRIER |
                                                              1u << SW_LEDGER_CONDITION};
    uint32_t bits = 0;
    for (int i = 0; i < SW_FIXES; i++)
        bits |= sw_fixed >> i & 1 ? losses[i] : 0;
    return bits;
}
