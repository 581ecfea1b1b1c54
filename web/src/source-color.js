// Enough of a language to read it more easily: comments, strings, words of the language.
const WORDS = new Set(
    ("auto bool break case catch char cilk_for cilk_scope cilk_spawn cilk_sync class const constexpr continue default delete do double else enum extern false float fn for func goto if inline " +
        "int int16_t int32_t int64_t int8_t let long match mut namespace new noexcept nullptr operator override private protected pub public register restrict return short signed size_t sizeof " +
        "static struct switch template this throw true try type typedef typename uint16_t uint32_t uint64_t uint8_t union unsigned use using virtual void volatile while").split(" "),
);
const FORTRAN = new Set(
    "allocate allocatable call case contains cycle deallocate dimension do double else elseif end enddo endif exit function if implicit in inout integer intent logical module none only out parameter precision program real return select subroutine then type use where while".split(" "),
);
const C_TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|^\s*#\s*\w+|[A-Za-z_]\w*|\d[\w.]*|[^A-Za-z_\d"'/#]+|./g;
const F_TOKEN = /!.*|"[^"]*"?|'[^']*'?|[A-Za-z_]\w*|\d[\w.]*|[^A-Za-z_\d"'!]+|./g;

export function language_of(path) {
    const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
    if (/^(c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inc|cu|rs|go|java|m|mm|cilk)$/.test(ending)) return "c";
    return /^f(90|95|03|08|or|pp)?$/.test(ending) ? "fortran" : null;
}

// By line: whether it begins inside a comment.
export function comments_of(lines, language) {
    const inside = new Uint8Array(lines.length);
    if (language !== "c") return inside;
    let open = false;
    lines.forEach((line, i) => {
        inside[i] = open ? 1 : 0;
        // Most lines have nothing of the kind.
        if (!open && !line.includes("/*")) return;
        for (let at = 0; at >= 0; ) {
            const next = line.indexOf(open ? "*/" : "/*", at);
            if (next < 0) break;
            open = !open;
            at = next + 2;
        }
    });
    return inside;
}

function kind_of(token, language) {
    const first = token[0];
    if (token.startsWith("//") || token.startsWith("/*") || (language === "fortran" && first === "!")) return "comment";
    if (first === '"' || first === "'") return "string";
    if (/^\s*#/.test(token)) return "word";
    if (/[A-Za-z_]/.test(first)) return (language === "c" ? WORDS.has(token) : FORTRAN.has(token.toLowerCase())) ? "word" : null;
    return null;
}

// Pieces [kind or null, text] of a line.
export function pieces_of(text, language, inside) {
    if (!language) return [[null, text]];
    const pieces = [];
    if (inside) {
        const end = text.indexOf("*/");
        if (end < 0) return [["comment", text]];
        pieces.push(["comment", text.slice(0, end + 2)]);
        text = text.slice(end + 2);
    }
    for (const [token] of text.matchAll(language === "c" ? C_TOKEN : F_TOKEN)) {
        const kind = kind_of(token, language);
        const last = pieces[pieces.length - 1];
        if (last && last[0] === kind) last[1] += token;
        else pieces.push([kind, token]);
    }
    return pieces;
}
