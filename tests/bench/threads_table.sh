# Predicted beside real times of programs of threads on two cores: the median within 5%, nine of ten within 12%.
. "$SOURCE/tests/lib.sh"
check 'the limits are met' "$SOURCE/bench/threads-run" --strict "$BUILD"
finish
