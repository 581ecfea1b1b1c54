# 100 random programs with locks and uneven loops, three schedules: the emulator's errors are within the paper's.
. "$SOURCE/tests/lib.sh"
check 'errors are small' "$SOURCE/bench/predict-run" --strict --samples=100 --budget=20 --rounds=9 --test=1 "$BUILD" >out
cat out
has 'all of them' out '^Test1, emulator *all *300 '
finish
