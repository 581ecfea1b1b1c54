# make release: refuses what is not to be released, dates the CHANGELOG, commits and tags.
. "$SOURCE/tests/lib.sh"
mkdir -p tree/cmake tree/tool
cp "$SOURCE/cmake/release" tree/cmake/
cp "$SOURCE/CMakeLists.txt" tree/
cp "$SOURCE/tool/CMakeLists.txt" tree/tool/
printf '# Changes\n\n## Next\n\n- A change.\n\n## 0.1.0\n' >tree/CHANGELOG.md
cd tree || exit 1
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost
git init -q . && git add . && git commit -qm 'A tree'
refused() { # what it says, version
    same "exit status: $1" "$(cmake/release "$2" >"$WORK/said" 2>&1; echo $?)" 1
    has "it says: $1" "$WORK/said" "$1"
}
refused 'say which version' ''
refused 'say which version' '1.2; true'
echo >>tool/CMakeLists.txt
refused 'not committed' 7.8.9
git checkout -q .
check 'a release' cmake/release 7.8.9 >"$WORK/said"
has 'the section' CHANGELOG.md '^## 7\.8\.9 \(20[0-9]{2}-[0-9]{2}-[0-9]{2}\)$'
has 'the version' CMakeLists.txt '^project\(spanwise VERSION 7\.8\.9 '
has 'the date of the manual' tool/CMakeLists.txt '^set\(SW_MANUAL_DATE 20[0-9-]{8}\)$'
same 'the commit that is tagged' "$(git rev-parse 'v7.8.9^{commit}')" "$(git rev-parse HEAD)"
same 'what is left' "$(git status --porcelain)" ''
refused 'there is a v7.8.9' 7.8.9
refused "no section 'Next'" 8.0.0
finish
