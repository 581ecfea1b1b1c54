/* Programs whose own code has no symbols because a runtime runs it: building them with -g does not help. */
#pragma once

#include "profile/profile.h"

/* In the order of the sentence LANGUAGE. */
enum sw_language {
    SW_LANGUAGE_COMPILED,
    SW_LANGUAGE_JAVA,
    SW_LANGUAGE_NODE,
    SW_LANGUAGE_PYTHON,
    SW_LANGUAGE_PERL,
    SW_LANGUAGE_RUBY,
    SW_LANGUAGE_GO,
};

enum sw_language sw_language_of(const struct sw_profile *profile);
