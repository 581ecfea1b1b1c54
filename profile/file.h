/*
 * The profile on disk. doc/file-format.md describes it.
 *
 * All functions return 0 or -errno and, on failure, put a sentence for the user into `why` (as git
 * words them, without "spanwise: "): -EINVAL for what is not a profile, -ENOTSUP for a newer major
 * version, -EBADMSG for a truncated or damaged one. Any thread may call them.
 */
#ifndef SPANWISE_PROFILE_FILE_H
#define SPANWISE_PROFILE_FILE_H

#include "profile/profile.h"

#define SW_FILE_DEFAULT "spanwise.prof"

/* Fills an empty profile (after sw_profile_init()); on failure leaves it empty. */
int sw_profile_read(struct sw_profile *profile, const char *path, char *why, size_t why_size);

/* The same, for who needs work and span: what `spanwise sample` wrote has neither, and is refused with
 * -EINVAL. */
int sw_profile_read_measured(struct sw_profile *profile, const char *path, char *why,
                             size_t why_size);

/* The same as the first from memory; `name` is for the messages. The buffer may go afterwards. */
int sw_profile_parse(struct sw_profile *profile, const void *data, size_t size, const char *name,
                     char *why, size_t why_size);

/* Writes to a temporary name in the same directory, then renames: never leaves half a file. */
int sw_profile_write(const struct sw_profile *profile, const char *path, char *why,
                     size_t why_size);

/* The same into memory: *data is owned by the caller. Returns 0, -ENOMEM, or -EOVERFLOW. */
int sw_profile_serialize(const struct sw_profile *profile, void **data, size_t *size);

#endif
