# 34 random programs with parallel loops inside others, three schedules: the synthesizer's errors are within the paper's.
. "$SOURCE/tests/lib.sh"
if timing; then
    check 'errors are small' "$SOURCE/bench/predict-run" --strict --samples=34 --budget=20 --rounds=5 --test=2 "$BUILD" >out
    sed 's/^/measured: /' out
    has 'all of them' out '^Test2, synthesizer *all *102 '
else
    check 'it predicts' "$SOURCE/bench/predict-run" --samples=3 --budget=1 --rounds=1 --test=2 "$BUILD" >out
    has 'all of them' out '^Test2, synthesizer *all *9 '
fi
finish
