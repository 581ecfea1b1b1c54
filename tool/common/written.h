/* The last line of a command, on stderr: which files it wrote, and what to type next. With -q there is none. For one thread. */
#ifndef SPANWISE_TOOL_COMMON_WRITTEN_H
#define SPANWISE_TOOL_COMMON_WRITTEN_H

/* A file was written; what is no regular one (a pipe, /dev/null) is not worth a word. NULL: none. */
void sw_written_add(const char *path);

/* "Written: a.prof, a.html. Next: ...": the latter is printf-like, and NULL where a page among the files says it all. Nothing where
 * there is nothing to say. */
void sw_written_say(const char *next, ...) __attribute__((format(printf, 1, 2)));

/* The same for a command whose result is on stdout: to a terminal only, as scripts take what is on stderr for trouble. */
void sw_written_tell(const char *next, ...) __attribute__((format(printf, 1, 2)));

#endif
