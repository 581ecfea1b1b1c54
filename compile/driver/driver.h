/* The two commands of this folder, which take their own argv and return the exit status. */
#pragma once

int sw_cc(int argc, char **argv); /* `spanwise cc`, but for its --help */
int sw_as(int argc, char **argv); /* the assembler wrapper that -B makes gcc call */
