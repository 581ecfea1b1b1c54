# 100 random programs with parallel loops inside of others, three schedules: the synthesizer's errors are within the paper's.
. "$SOURCE/tests/lib.sh"
check 'errors are small' "$SOURCE/bench/predict-run" --strict --samples=100 --budget=20 --rounds=15 --test=2 "$BUILD" >out
cat out
has 'all of them' out '^Test2, synthesizer *all *300 '
finish
