# Traffic with memory is what a formula says, within 5%, for all capacities and by both hashes: see traffic.c. And what blocks tell of
# lines that logical threads share: see shared.c.
. "$SOURCE/tests/translate/traffic-lib.sh" || exit 1
preload=$BUILD/tests/translate/libtranslate-preload.so
follow() { timeout 300 env TRAFFIC="$1" LD_PRELOAD="$preload" "${@:2}"; }
share() { timeout 300 env TRAFFIC="$WORK/traffic.shared" SHARED="$1" LD_PRELOAD="$preload" "${@:2}"; }
build_traffic gcc
every_traffic
every_window
every_shared gcc
finish
