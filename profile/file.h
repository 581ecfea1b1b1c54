/*
 * The profile on disk. doc/file-format.md describes it.
 *
 * All functions return 0 or -errno and, on failure, put a sentence for the user into `why` (as git
 * words them, without "spanwise: "): -EINVAL for what is not a profile, -ENOTSUP for a newer major
 * version, -EBADMSG for a truncated or damaged one. Any thread may call them.
 */
#pragma once

#include "profile/profile.h"

/* Fills an empty profile (after sw_profile_init()); on failure leaves it empty. */
int sw_profile_read(struct sw_profile *profile, const char *path, char *why, size_t why_size);

/* The same, for who needs work and span: what `spanwise sample` wrote has neither, and is refused with
 * -EINVAL. */
int sw_profile_read_measured(struct sw_profile *profile, const char *path, char *why,
                             size_t why_size);

/* The same as the first from memory; `name` is for the messages. The buffer may go afterwards. */
int sw_profile_parse(struct sw_profile *profile, const void *data, size_t size, const char *name,
                     char *why, size_t why_size);

/* Never leaves half a file, and replaces a profile only: output.h. */
int sw_profile_write(const struct sw_profile *profile, const char *path, char *why,
                     size_t why_size);

/* The same to a new file in that directory, with a random name, which `path` gets. */
int sw_profile_write_new(const struct sw_profile *profile, const char *directory, char *path,
                         size_t path_size, char *why, size_t why_size);

/* The same into memory: *data is owned by the caller. Returns 0, -ENOMEM, or -EOVERFLOW. */
int sw_profile_serialize(const struct sw_profile *profile, void **data, size_t *size);
