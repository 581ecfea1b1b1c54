. "$SOURCE/tests/sharing/lib.sh"
here=$SOURCE/tests/opencilk
gcc -O2 -g -shared -fPIC "$here/tool.c" -o libtool.so || fail 'build the tool'
# shellcheck disable=SC2016
gcc -O2 -g -fno-omit-frame-pointer -I"$here" "$SOURCE/tests/sharing/opencilk.c" -o opencilk -L. -ltool '-Wl,-rpath,$ORIGIN' || fail build

planted opencilk.c opencilk array false counts
planted opencilk.c opencilk counter true total.value
planted opencilk.c opencilk below false ''
planted opencilk.c opencilk stack false 'mine in with_own'
planted opencilk.c opencilk stack-of-fiber false 'mine in with_own'
planted opencilk.c opencilk other-stack false 'mine in with_own_elsewhere'
for case in array-repaired reducer new-view tasks; do
    healthy opencilk "$case"
done
# Frames may be shared with a thief; what each worker has of its own, which each spawn uses, is not.
same 'tasks: few lines are shared' "$(jq '[.sharing.shared_lines[].transfers] | add // 0 | . < 2000' tasks.json)" true
finish
