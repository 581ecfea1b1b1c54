/*
 * The subcommands of `spanwise`. Each takes its own argv (argv[0] is its name) and returns the exit
 * status: 0 fine, 1 failed or found, 2 usage; `run` and `sample` return the program's own.
 */
#ifndef SPANWISE_TOOL_COMMON_COMMAND_H
#define SPANWISE_TOOL_COMMON_COMMAND_H

int sw_command_cc(int argc, char **argv); /* the compiler driver */
int sw_command_why(int argc, char **argv);
int sw_command_run(int argc, char **argv);
int sw_command_sample(int argc, char **argv);
int sw_command_report(int argc, char **argv);
int sw_command_diff(int argc, char **argv);
int sw_command_merge(int argc, char **argv);
int sw_command_check(int argc, char **argv); /* 1: a limit is broken; 2: it could not be checked */
int sw_command_bench(int argc, char **argv);
int sw_command_calibrate(int argc, char **argv);
int sw_command_predict(int argc, char **argv);
int sw_command_what_if(int argc, char **argv);
int sw_command_meters(int argc, char **argv);
int sw_command_completion(int argc, char **argv);

#endif
