# events.sh OBJECT... -- OBJECT...: code that runs inside events uses no vector registers, and nothing of libc
# that might: only stubs are made outside events. What follows '--' has some functions that save them first.
. "$SOURCE/tests/lib.sh"
saves=
for object; do
    if [ "$object" = -- ]; then
        saves=1
        continue
    fi
    if readelf -h "$object" | grep -q X86-64; then
        machine=x86_64
        vector='%([xyz]mm|mm|st)[0-9(]'
    else
        machine=aarch64
        vector='[	 {,][vqdshb][0-9]+[.,}	 ]'
    fi
    command -v $machine-linux-gnu-objdump >/dev/null && objdump=$machine-linux-gnu-objdump || objdump=objdump
    $objdump -dr --no-show-raw-insn "$object" >code
    check "$machine: there is code" grep -qE '<(sw_|__csi_)[a-z_]+>:' code
    grep -E "^ +[0-9a-f]+:" code | grep -Ev '	(b|b\.[a-z]+|bl|cbn?z|tbn?z|adrp?)	' |
        sed 's/<.*//' | grep -E "$vector" >vectors
    same "$machine: no vector registers" "$(head -3 vectors)" ''
    [ -z "$saves" ] || continue
    awk '/^[0-9a-f]+ </ { f = $2 } /R_X86_64_PLT32|R_AARCH64_CALL26|R_AARCH64_JUMP26/ { sub(/[-+].*/, "", $NF); print f, $NF }' code |
        sed 's/[<>:]//g' | grep -Ev ' (\.text|sw_|__u?divti3|__aarch64_|clock_gettime$|__clear_cache$)' |
        grep -v '^sw_patch_stubs' >calls
    same "$machine: no calls of libc" "$(sort -u calls | tr '\n' ';')" ''
done
finish
