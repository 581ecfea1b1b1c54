/* Names of functions, for tools: from the symbol tables of the files that are mapped. */
#ifndef SPANWISE_AGENT_CILK_NAMES_H
#define SPANWISE_AGENT_CILK_NAMES_H

/* Of the function that the address is in; NULL: not known. The text stays. Any thread, outside
 * signal handlers. */
const char *sw_name_of(const void *address);

#endif
