# Programs in C, C++ and Fortran, of OpenMP, pthreads, std::thread, std::async and TBB: each view blames the function that a person would
# (doc/blame.md has the table). By samples, so for a quiet machine.
. "$SOURCE/tests/lib.sh"
check 'every view blames the same (TBB is of the package libtbb-dev: cmake/setup test)' "$SOURCE/tests/corpus/score.py" --views "$BUILD"
finish
