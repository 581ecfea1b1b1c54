# What an option of 'spanwise run' says gets to where it is bound: to the field that the runtime is told.
. "$SOURCE/tests/lib.sh" || exit 1
cat >subject.c <<'C'
#include <stdio.h>
#include <stdlib.h>
static void nothing(void) {}
int main(void)
{
    cilk_spawn nothing();
    cilk_sync;
    return puts(getenv("SPANWISE_OPTIONS")) < 0;
}
C
spanwise cc subject.c -o subject || fail 'spanwise cc'

while read -r field option; do
    spanwise run -q -o it.prof $option ./subject >out 2>err || fail "run $option: $(cat err)"
    has "run $option" out "(^| )$field( |\$)"
done <<'END'
spawns_only=0
spawns_only=0 --level=full
spawns_only=1 --level=spawns
spawns_only=1 --level=sampled
spawns_only=1 --rate=7
sample_rate=7 --rate=7Hz
sample_rate=1000 --level=sampled
budget_percent=20
budget_percent=3 --budget=3%
budget_percent=0 --budget=none
burden=5000
burden=0 --burden=0
burden=9 --burden=9ns
grain=4 --grain=4
workers=2 --workers=2
force_threads=1 --force-threads
baton=1 --baton
tree=268435456 --tree
tree=2097152 --tree=2M
tree=3145728 --tree-memory=3m
END
finish
