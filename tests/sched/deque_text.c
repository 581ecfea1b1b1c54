/* Prints what stands in front of a program whose spawns can run in parallel, for this machine. */
#include "compile/rewrite/buffer.h"
#include "compile/rewrite/prelude.h"

#include <stdio.h>

int main(void)
{
    struct sw_rewrite_mode mode = {.tasks = 1};
    struct sw_buffer text;
#if defined __aarch64__
    mode.target = SW_TARGET_AARCH64;
#else
    mode.target = SW_TARGET_X86_64;
#endif
    sw_buffer_init(&text);
    sw_prelude_add(&text, mode);
    if (!text.text || fputs(text.text, stdout) < 0)
        return 1;
    sw_buffer_release(&text);
    return fflush(stdout) != 0;
}
