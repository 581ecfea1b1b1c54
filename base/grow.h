/* Arrays that grow at their end. */
#pragma once

#include <stdlib.h>

/* Whether there is room for one more than n in an array that was made so; it may move. False: no memory, and all is as it was. */
#define SW_GROW(array, n, room)                                         \
    ((n) < (room) || __extension__({                                    \
         size_t more_ = (room) ? 2 * (size_t)(room) : 16;               \
         void *larger_ = reallocarray((array), more_, sizeof *(array)); \
         if (larger_) {                                                 \
             (array) = larger_;                                         \
             (room) = (__typeof__(room))more_;                          \
         }                                                              \
         larger_ != NULL;                                               \
     }))

/* The same of an array that nothing is told of its room, made so from the first one on: it doubles at each power of two. */
#define SW_GROW_ALONE(array, n)                                                     \
    (((n) & ((n)-1)) || __extension__({                                             \
         void *larger_ = reallocarray((array), (n) ? 2 * (n) : 1, sizeof *(array)); \
         if (larger_)                                                               \
             (array) = larger_;                                                     \
         larger_ != NULL;                                                           \
     }))
