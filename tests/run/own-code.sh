# All code of the profiler lies between the two ends that it knows (agent/process/own_code.h).
. "$SOURCE/tests/lib.sh"

# outside FILE PATTERN: symbols of code with such a name that are not between the ends. Addresses are
# compared as text: 10e50 is a number to awk.
outside() {
    nm -n "$1" | awk -v pattern="$2" '
        $3 == "sw_own_code_low" { low = "x" $1 }
        $3 == "sw_own_code_high" { high = "x" $1 }
        $2 ~ /[tTwW]/ && $3 ~ pattern { at[$3] = "x" $1 }
        END { for (s in at) if (low == "" || at[s] < low || at[s] > high || low >= high) print s }' | sort
}

library=$BUILD/lib/spanwise/libspanwise.so
# What the linker adds for every library, or for an erratum of a processor (aarch64: depends on where code comes
# to lie), and what libc has in every one.
same 'libspanwise.so' "$(outside "$library" . | grep -Ev -x \
    '_init|_fini|(de)?register_tm_clones|__do_global_dtors_aux|frame_dummy|call_weak_fn|e[0-9]+@[0-9a-f_]+|atexit|(__)?pthread_atfork')" ''
same 'one section of code' "$(readelf -SW "$library" | grep -c ' spanwise_text *PROGBITS.* AX ')" 1
finish
