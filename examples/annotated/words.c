/*
 * Counts words in a table that all tasks share, under a lock.
 *
 *     words [LINES]                 default 20000
 *
 * Truth. To make a line's words up takes about as long as to count them, and only one task at a time counts:
 * no number of processors makes that more than twice as fast.
 */
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 24, TABLE = 1 << 16, COUNTS = 1 };

static unsigned table[TABLE];

static unsigned next(unsigned *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void count_line(unsigned line)
{
    unsigned words[WORDS], state = line * 2654435761u + 1;
    for (int i = 0; i < WORDS; i++) {
        unsigned hash = 0;
        for (int letters = 0; letters < 4; letters++)
            hash = hash * 31 + next(&state) % 26;
        words[i] = hash % TABLE;
    }
    LOCK_BEGIN(COUNTS);
    for (int i = 0; i < WORDS; i++)
        for (unsigned at = words[i], steps = 0; steps < 8; steps++)
            table[(at + steps * steps) % TABLE] += steps == 0;
    LOCK_END(COUNTS);
}

int main(int argc, char **argv)
{
    unsigned lines = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20000, most = 0;
    PAR_SEC_BEGIN("lines");
    for (unsigned i = 0; i < lines; i++) {
        PAR_TASK_BEGIN("line");
        count_line(i);
        PAR_TASK_END();
    }
    PAR_SEC_END();
    for (int i = 0; i < TABLE; i++)
        most = table[i] > most ? table[i] : most;
    printf("the word that is there most often is there %u times\n", most);
    return 0;
}
