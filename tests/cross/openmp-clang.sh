# The same for what clang builds for the other machine. Its libomp is not there: programs are linked with
# the substitute itself, and print what those of gcc do. WHICH=openmp-many is as that one.
mkdir "$CROSS/clang-$$" && cd "$CROSS/clang-$$" || exit 1
trap 'rm -rf "$CROSS/clang-$$"' EXIT
echo "INPUT($CROSS/libspanwise-openmp.so)" >libomp.so
for compiler in clang clang++; do
    printf '#!/bin/sh\nexec %s --target=%s -L%s "$@"\n' $compiler "$OTHER-linux-gnu" "$PWD" >"$OTHER-linux-gnu-$compiler"
    chmod +x "$OTHER-linux-gnu-$compiler"
done
export PATH=$PWD:$PATH LIKE=gcc
bash "$SOURCE/tests/cross/${WHICH:-openmp}.sh"
