# The substitute runtime has every symbol that programs import: those that the suite and the Debian
# programs here use, and, so that nothing ever reaches the real one, all that the real ones export.
#   SUITE     folders of the suite's programs, by compiler
#   PRINT=1   prints what the suite imports, and needs no runtime of ours
. "$SOURCE/tests/lib.sh" || exit 1
OURS=$BUILD/lib/spanwise/libspanwise-openmp.so
names='^(GOMP_|omp_|__kmpc_|kmp_|kmpc_|ompc_)'

imports() { nm -D --undefined-only "$@" 2>/dev/null | awk 'NF == 2 { print $2 }' | sed 's/@.*//' | grep -E "$names" | sort -u; }
# Functions only: not the names of versions, nor a runtime's own data.
exports() { nm -D --defined-only "$@" | awk 'NF == 3 && $2 ~ /[TWi]/ { print $3 }' | sed 's/@.*//' | grep -E "$names" | sort -u; }

imports "$SUITE"/gcc/* >gcc
imports "$SUITE"/clang/* >clang
for f in /usr/lib/*-linux-gnu/libMagickCore-6.Q16.so.6 /usr/bin/clustalo /usr/lib/*-linux-gnu/libsox.so.3 \
    /usr/lib/*-linux-gnu/openblas-openmp/libopenblas.so.0 /usr/lib/libGraphicsMagick-Q16.so.3 \
    /usr/lib/*-linux-gnu/libfftw3_omp.so.3; do
    [ ! -e "$f" ] || imports "$f"
done | sort -u >debian
if [ -n "${PRINT:-}" ]; then
    for f in gcc clang debian; do sed "s/^/$f /" $f; done
    exit
fi
check 'the suite imports much from gcc' test "$(wc -l <gcc)" -gt 250
exports "$OURS" >ours
for f in gcc clang debian; do
    same "all that $f imports is there" "$(comm -23 $f ours | paste -sd' ')" ''
done

# Offloading included: it is refused by name. What a runtime has for its plug-ins is not a program's.
real() { ldconfig -p | awk -v l="$1" '$1 == l { print $NF; exit }'; }
for lib in libgomp.so.1 libomp.so.5; do
    file=$(real $lib)
    [ -n "$file" ] || file=$(find /usr/lib -name $lib 2>/dev/null | head -n 1)
    [ -n "$file" ] || continue
    exports "$file" | grep -v -e '^GOMP_PLUGIN' -e '^__kmpc_atomic_' >"$lib"
    same "all that $lib exports is there" "$(comm -23 "$lib" ours | paste -sd' ')" ''
done
finish
