# Programs in C, C++ and Fortran, of OpenMP, pthreads, std::thread, std::async and TBB: each view blames the function that a person would
# (doc/blame.md has the table). By samples, so for a quiet machine.
. "$SOURCE/tests/lib.sh"
check 'they compile (TBB is of the package libtbb-dev: cmake/setup test)' bash "$SOURCE/tests/blame/build" programs
check 'every view blames the same' python3 "$SOURCE/tests/blame/told.py" "$BUILD" programs
finish
