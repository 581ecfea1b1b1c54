# The programs that the tests of OpenMP on the other machine run, built by its gcc.
KEEP=$CROSS/suite/gcc SUITE='' exec bash "$SOURCE/tests/cross/openmp.sh"
