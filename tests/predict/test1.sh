# 300 random programs with locks and uneven loops, three schedules: the emulator's errors are within the paper's.
. "$SOURCE/tests/lib.sh"
check 'errors are small' "$SOURCE/bench/predict-run" --strict --test=1 "$BUILD" >out
cat out
has 'all of them' out '^Test1, emulator *all *900 '
finish
