# Fuzzes the profile reader and the reports: FUZZ_SECONDS (120) with libFuzzer, ASan and UBSan, on a
# corpus of synthetic profiles, from FUZZ_SEED (1: the same inputs each time; 0: chosen by the clock, as
# for a night's search). An allocation of more than 64 MiB for an input of 16 KiB is a failure.
. "$SOURCE/tests/lib.sh"

mkdir corpus found
for name in empty qsort fib regions odd deep openmp sampled effort effort-odd tree 20; do
    "$BUILD/tests/make-profile" $name corpus/$name || exit 1
done
cp "$SOURCE"/tests/profile/corpus/* corpus/

# For products of 128 bits, on aarch64: __muloti4, which libgcc has not.
builtins=$(clang --rtlib=compiler-rt -print-libgcc-file-name)
[ -f "$builtins" ] || builtins=
clang -g -O1 -std=gnu11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
    -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -D_GNU_SOURCE -DSW_VERSION='"fuzz"' -I"$SOURCE" \
    -DSW_HTML_PAGE="\"$SOURCE/web/page.html\"" "$SOURCE"/report/html/page.S \
    "$SOURCE"/tests/profile/fuzz.c "$SOURCE"/tests/profile/synthetic*.c "$SOURCE"/profile/*.c \
    "$SOURCE"/analysis/*/*.c "$SOURCE"/report/*.c "$SOURCE"/report/*/*.c -lm $builtins -o fuzz || exit 1

# The corpus itself must get past the reader, or the fuzzer would start from nothing.
check 'the corpus' ./fuzz -runs=0 corpus >log 2>&1
has 'every seed' log 'READ units: 1[0-9]|INITED'

if ./fuzz -max_total_time="${FUZZ_SECONDS:-120}" -seed="${FUZZ_SEED:-1}" -max_len=16384 \
    -malloc_limit_mb=64 -rss_limit_mb=2048 -timeout=60 -print_final_stats=1 found corpus >log 2>&1; then
    pass
else
    fail 'the fuzzer found something:'
    tail -60 log >&2
    cp crash-* oom-* timeout-* "$BUILD/tests/" 2>/dev/null
fi
runs=$(sed -n 's/stat::number_of_executed_units: *//p' log)
within 'inputs tried' "$runs" 1000 1000000000
finish
