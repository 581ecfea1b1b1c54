/* Cilkscale's own functions, in a program that may call them: ours are found first. */
#include "abi/opencilk.h"
#include "target/cilk/region.h"

struct sw_wsp wsp_getworkspan(void)
{
    struct sw_cilk_position p = sw_cilk_position();
    return (struct sw_wsp){p.work, p.span, p.burdened_span};
}

struct sw_wsp wsp_add(struct sw_wsp a, struct sw_wsp b)
{
    return (struct sw_wsp){a.work + b.work, a.span + b.span, a.burdened_span + b.burdened_span};
}

struct sw_wsp wsp_sub(struct sw_wsp a, struct sw_wsp b)
{
    return (struct sw_wsp){a.work - b.work, a.span - b.span, a.burdened_span - b.burdened_span};
}

void wsp_dump(struct sw_wsp wsp, const char *tag)
{
    sw_cilk_dump((struct sw_cilk_position){wsp.work, wsp.span, wsp.burdened_span}, tag);
}
