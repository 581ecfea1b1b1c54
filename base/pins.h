/* Which processors threads are put on: first one of each core. */
#ifndef SPANWISE_BASE_PINS_H
#define SPANWISE_BASE_PINS_H

enum { SW_PLACES_MOST = 1024 };

/* Fills `places` with numbers of processors that we may use; returns how many. */
unsigned sw_places(int places[SW_PLACES_MOST]);

/* The calling thread runs there from now on. */
void sw_place_me(int place);

#endif
