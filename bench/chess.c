/*
 * Game-tree search: chess on 6 by 6 squares without bishops (the Los Alamos game), alpha-beta to a
 * fixed depth. Young brothers wait: the first move of a position is searched before the others are
 * spawned, and each of those starts with the best bound known by then.
 *
 * The value is the same in whatever order the brothers finish.
 */
#include "bench.h"
#include <stdatomic.h>

enum {
    WIDTH = 8, /* 6 squares and a border of one; two rows of border above and below */
    SQUARES = WIDTH * 10,
    FIRST = 2 * WIDTH + 1,
    MOST_MOVES = 128,
    SERIAL_DEPTH = 2,
    WON = 100000,
    DEPTHS = 9,
};

enum { EMPTY, PAWN, KNIGHT, ROOK, QUEEN, KING, OFF = 9 }; /* negative: the other side's */

struct position {
    signed char square[SQUARES]; /* seen from the side to move: its pieces are positive */
    bool lost;                   /* its king has been taken */
};

struct move {
    unsigned char from, to;
    short order; /* search first what takes most */
};

struct moves {
    int count;
    struct move move[MOST_MOVES];
};

static const int worth[] = {0, 100, 320, 500, 900, 20000};

static bool is_empty(const struct position *p, int at)
{
    return p->square[at] == EMPTY;
}

static bool is_theirs(const struct position *p, int at)
{
    return p->square[at] < 0;
}

static int worth_at(const struct position *p, int at)
{
    return worth[abs(p->square[at])];
}

static void add_move(struct moves *m, const struct position *p, int from, int to)
{
    struct move *new = &m->move[m->count++];
    new->from = (unsigned char)from;
    new->to = (unsigned char)to;
    new->order = (short)(is_empty(p, to) ? 0 : worth_at(p, to) % 10000 + 10 - abs(p->square[from]));
    if (p->square[to] == -KING)
        new->order = 10000;
}

static void add_step(struct moves *m, const struct position *p, int from, int to)
{
    if (is_empty(p, to) || is_theirs(p, to))
        add_move(m, p, from, to);
}

void add_slides(struct moves *m, const struct position *p, int from, const int *direction, int n)
{
    for (int i = 0; i < n; i++) {
        int to = from + direction[i];
        for (; is_empty(p, to); to += direction[i])
            add_move(m, p, from, to);
        if (is_theirs(p, to))
            add_move(m, p, from, to);
    }
}

void add_steps(struct moves *m, const struct position *p, int from, const int *direction, int n)
{
    for (int i = 0; i < n; i++)
        add_step(m, p, from, from + direction[i]);
}

void add_pawn_moves(struct moves *m, const struct position *p, int from)
{
    int ahead = from + WIDTH;
    if (is_empty(p, ahead))
        add_move(m, p, from, ahead);
    if (is_theirs(p, ahead - 1))
        add_move(m, p, from, ahead - 1);
    if (is_theirs(p, ahead + 1))
        add_move(m, p, from, ahead + 1);
}

void add_piece_moves(struct moves *m, const struct position *p, int from)
{
    static const int lines[] = {1, -1, WIDTH, -WIDTH, WIDTH + 1, WIDTH - 1, 1 - WIDTH, -1 - WIDTH};
    static const int jumps[] = {2 * WIDTH + 1, 2 * WIDTH - 1, 1 - 2 * WIDTH, -1 - 2 * WIDTH,
                                WIDTH + 2,     WIDTH - 2,     2 - WIDTH,     -2 - WIDTH};
    switch (p->square[from]) {
    case PAWN:
        add_pawn_moves(m, p, from);
        break;
    case KNIGHT:
        add_steps(m, p, from, jumps, 8);
        break;
    case ROOK:
        add_slides(m, p, from, lines, 4);
        break;
    case QUEEN:
        add_slides(m, p, from, lines, 8);
        break;
    case KING:
        add_steps(m, p, from, lines, 8);
        break;
    }
}

void sort_moves(struct moves *m)
{
    for (int i = 1; i < m->count; i++) {
        struct move v = m->move[i];
        int j = i;
        for (; j > 0 && m->move[j - 1].order < v.order; j--)
            m->move[j] = m->move[j - 1];
        m->move[j] = v;
    }
}

void generate(struct moves *m, const struct position *p)
{
    m->count = 0;
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 6; x++) {
            int from = FIRST + y * WIDTH + x;
            if (p->square[from] > 0 && p->square[from] != OFF)
                add_piece_moves(m, p, from);
        }
    sort_moves(m);
}

/* The other side's view: the board turned round, signs changed. */
static void turn(struct position *to, const struct position *from)
{
    for (int i = 0; i < SQUARES; i++) {
        signed char piece = from->square[SQUARES - 1 - i];
        to->square[i] = piece == OFF ? OFF : (signed char)-piece;
    }
}

void play(struct position *to, const struct position *from, struct move m)
{
    struct position p = *from;
    bool takes_king = p.square[m.to] == -KING;
    bool promotes = p.square[m.from] == PAWN && m.to >= FIRST + 5 * WIDTH;
    p.square[m.to] = promotes ? QUEEN : p.square[m.from];
    p.square[m.from] = EMPTY;
    turn(to, &p);
    to->lost = takes_king;
}

/* Nearness to the middle of the board, 0 to 4. */
static int centre(int x, int y)
{
    return (x < 3 ? x : 5 - x) + (y < 3 ? y : 5 - y);
}

int evaluate(const struct position *p)
{
    int sum = 0;
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 6; x++) {
            int at = FIRST + y * WIDTH + x, piece = p->square[at];
            if (piece > 0)
                sum += worth[piece] + (piece == PAWN   ? 6 * y
                                       : piece == KING ? 0
                                                       : 5 * centre(x, y));
            else if (piece < 0)
                sum -= worth[-piece] + (piece == -PAWN   ? 6 * (5 - y)
                                        : piece == -KING ? 0
                                                         : 5 * centre(x, y));
        }
    return sum;
}

/* The value for the side to move, exact between alpha and beta. */
int search_serially(const struct position *p, int depth, int alpha, int beta)
{
    if (p->lost)
        return -WON - depth;
    if (depth == 0)
        return evaluate(p);
    struct moves m;
    struct position child;
    generate(&m, p);
    int best = -2 * WON;
    for (int i = 0; i < m.count && best < beta; i++) {
        play(&child, p, m.move[i]);
        int value = -search_serially(&child, depth - 1, -beta, -(best > alpha ? best : alpha));
        best = value > best ? value : best;
    }
    return m.count ? best : 0;
}

/* What the moves of one position share. */
struct family {
    const struct position *position;
    int depth, alpha, beta;
    _Atomic int best;
};

int search(const struct position *p, int depth, int alpha, int beta);

void search_move(struct family *f, struct move m)
{
    int best = atomic_load_explicit(&f->best, memory_order_relaxed);
    if (best >= f->beta)
        return;
    struct position child;
    play(&child, f->position, m);
    int value = -search(&child, f->depth - 1, -f->beta, -(best > f->alpha ? best : f->alpha));
    while (value > best && !atomic_compare_exchange_weak_explicit(
                               &f->best, &best, value, memory_order_relaxed, memory_order_relaxed))
        ;
}

int search(const struct position *p, int depth, int alpha, int beta)
{
    if (p->lost || depth <= SERIAL_DEPTH)
        return search_serially(p, depth, alpha, beta);
    struct moves m;
    struct family f = {p, depth, alpha, beta, -2 * WON};
    generate(&m, p);
    if (m.count == 0)
        return 0;
    search_move(&f, m.move[0]);
    for (int i = 1; i < m.count && atomic_load_explicit(&f.best, memory_order_relaxed) < beta; i++)
        cilk_spawn search_move(&f, m.move[i]);
    cilk_sync;
    return atomic_load_explicit(&f.best, memory_order_relaxed);
}

static void set_up(struct position *p)
{
    static const signed char rank[] = {ROOK, KNIGHT, QUEEN, KING, KNIGHT, ROOK};
    memset(p, 0, sizeof(*p));
    memset(p->square, OFF, SQUARES);
    for (int i = 0; i < 6; i++) {
        signed char *file = &p->square[FIRST + i];
        file[0] = rank[i];
        file[WIDTH] = PAWN;
        file[2 * WIDTH] = file[3 * WIDTH] = EMPTY;
        file[4 * WIDTH] = -PAWN;
        file[5 * WIDTH] = (signed char)-rank[i];
    }
}

int main(int argc, char **argv)
{
    /* By depth; 1 to 6 found by plain minimax as well. */
    static const int known[DEPTHS + 1] = {0, 15, 0, 101, -86, 105, -97, 107, -100, 110};
    int depth = (int)bench_size(argc, argv, 9, 1, DEPTHS);
    struct position start;
    set_up(&start);
    bench_start();
    int value = search(&start, depth, -2 * WON, 2 * WON);
    bench_stop();
    return bench_finish(value == known[depth]);
}
