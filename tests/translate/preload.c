/*
 * Runs any program translated: LD_PRELOAD=this. What it counts is nobody's profile; with COUNT=FILE
 * it is written there at the end, for the first thread.
 */
#include "target/translate/translate.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char trouble[256];

static __attribute__((constructor(101))) void start(void)
{
    const char *why;
    if (sw_translate_init(&why))
        sw_translate_start(false, trouble, sizeof trouble);
    else
        dprintf(2, "not translated: %s\n", why);
}

static __attribute__((destructor(101))) void stop(void)
{
    uint64_t count = sw_translated.counter;
    const char *path = getenv("COUNT");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    dprintf(fd, "%lu%s\n", (unsigned long)count, trouble);
    close(fd);
}
