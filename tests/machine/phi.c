/* Stalls of invented kernels: what is printed is compared in CMakeLists.txt. */
#include "helpers/calibrate/slice.h"

int main(void)
{
    struct sw_phi phi = {.n = 0};
    const struct sw_stalls cached = {.cycles = 1000, .lines = 100};      /* 10 a line */
    sw_phi_add(&phi, 4000, &(struct sw_stalls){3000, 50, 100}, &cached); /* 20 a line, 40 a miss */
    sw_phi_add(&phi, 2000, &(struct sw_stalls){16000, 200, 200}, &cached); /* 70 a line and miss */
    sw_phi_add(&phi, 2020, &(struct sw_stalls){7000, 100, 100},
               &cached); /* 60: at the same traffic */
    sw_phi_add(&phi, 9000, &(struct sw_stalls){900, 100, 100}, &cached); /* faster than cached */
    sw_phi_add(&phi, 9000, &(struct sw_stalls){3000, 4, 100}, &cached);  /* hardly a miss */
    sw_phi_add(&phi, 9000, &(struct sw_stalls){3000, 100, 0}, &cached);  /* nothing */
    sw_phi_print(&phi);
    phi.n = 0;
    sw_phi_print(&phi);
    return 0;
}
