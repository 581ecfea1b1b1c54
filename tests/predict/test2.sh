# 34 random programs with parallel loops inside of others, three schedules: the synthesizer's errors are within the paper's.
. "$SOURCE/tests/lib.sh"
check 'errors are small' "$SOURCE/bench/predict-run" --strict --samples=34 --budget=20 --rounds=5 --test=2 "$BUILD" >out
cat out
has 'all of them' out '^Test2, synthesizer *all *102 '
finish
