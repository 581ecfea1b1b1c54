# For the tests of OpenMP programs that compare what they do, not how long it takes: what OpenMP costs here is
# given, in nanoseconds. To measure it takes up to half a second a run, much longer than most programs.
. "$SOURCE/tests/lib.sh" || exit 1
export SPANWISE_OPENMP_COSTS=2000,100,500,50,60,200,20,100
unset OMP_NUM_THREADS OMP_SCHEDULE OMP_DYNAMIC OMP_STACKSIZE
