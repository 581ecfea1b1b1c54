# 100 random programs with locks and uneven loops, three schedules: the emulator's errors are within the paper's.
. "$SOURCE/tests/lib.sh"
if timing; then
    check 'errors are small' "$SOURCE/bench/predict-run" --strict --samples=100 --budget=20 --rounds=9 --test=1 "$BUILD" >out
    sed 's/^/measured: /' out
    has 'all of them' out '^Test1, emulator *all *300 '
else
    check 'it predicts' "$SOURCE/bench/predict-run" --samples=3 --budget=1 --rounds=1 --test=1 "$BUILD" >out
    has 'all of them' out '^Test1, emulator *all *9 '
fi
finish
