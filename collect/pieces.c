#include "collect/pieces.h"

#include <stdlib.h>

uint32_t sw_pieces_add(struct sw_profile *p, const struct sw_piece *piece)
{
    struct sw_piece *more = p->pieces;
    if (!(p->n_pieces & (p->n_pieces - 1))) /* a power of two, or none */
        more = reallocarray(p->pieces, p->n_pieces ? 2 * p->n_pieces : 1, sizeof *more);
    if (!more)
        return 0;
    p->pieces = more;
    more[p->n_pieces++] = *piece;
    return (uint32_t)p->n_pieces;
}
