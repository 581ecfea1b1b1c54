// Words that are explained where they stand: one tooltip for all, on hover and on focus, so that a keyboard and a
// screen reader get at it too.
import { el } from "./dom.js";

const GAP = 8;
const LEAVE_MS = 200; // for the pointer's way from the word to what is said about it
let tip = null;
let owner = null;
let leaving = 0;

function hide() {
    clearTimeout(leaving);
    if (!owner) return;
    owner.removeAttribute("aria-describedby");
    owner = null;
    tip.hidden = true;
}

// The pointer has left the word, or the tooltip, and may be on its way to the other.
function leave() {
    clearTimeout(leaving);
    if (document.activeElement !== owner) leaving = setTimeout(hide, LEAVE_MS);
}

function show(element, text) {
    clearTimeout(leaving);
    if (owner === element) return;
    hide();
    tip.textContent = text;
    tip.hidden = false;
    owner = element;
    element.setAttribute("aria-describedby", tip.id);
    put_beside(element);
}

function put_beside(element) {
    const at = element.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const left = Math.max(GAP, Math.min(at.left, width - size.width - GAP));
    const above = at.top - size.height - GAP;
    tip.style.left = `${left}px`;
    tip.style.top = `${above >= GAP ? above : at.bottom + GAP}px`;
}

// What has the focus is brought into sight by scrolling, and its tooltip goes with it. One of the pointer's is of what was there before.
function scrolled() {
    if (owner && document.activeElement === owner) put_beside(owner);
    else hide();
}

// Shows the text at the element while one of them is pointed at or the element has the focus.
export function explain(element, text) {
    element.addEventListener("pointerenter", () => show(element, text));
    element.addEventListener("pointerleave", leave);
    element.addEventListener("focus", () => show(element, text));
    element.addEventListener("blur", hide);
    return element;
}

export function make_tip() {
    tip = el("div", { id: "tip", class: "tip", role: "tooltip", hidden: true, on: { pointerenter: () => clearTimeout(leaving), pointerleave: leave } });
    addEventListener("keydown", (event) => event.key === "Escape" && hide());
    addEventListener("scroll", scrolled, { capture: true, passive: true });
    return tip;
}

// Words that a sentence for newcomers may use without saying what they are; those that are everyday words too are not among them.
const IN_PROSE = /\b(burdened parallelism|burdened span|critical path|parallelism|idleness|speedup|span|strands?|budget|emulated|serial code)\b/gi;
const SAME = { "critical path": "span", strands: "strand" };

// Explains such words in the texts of an element, each where it is met first.
export function explain_prose(words, element) {
    const met = new Set();
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("button, .place")) texts.push(walk.currentNode);
    for (const text of texts) {
        const pieces = text.data.split(IN_PROSE).map((piece, i) => {
            const key = SAME[piece.toLowerCase()] ?? piece.toLowerCase();
            if (i % 2 === 0 || met.has(key)) return piece;
            met.add(key);
            return word(words, el("span", {}, piece), key);
        });
        text.replaceWith(...pieces);
    }
    return element;
}

// The element, explained if there is something to say about the word.
export function word(words, element, key) {
    const text = key && Object.hasOwn(words, key) ? words[key] : null;
    if (!text) return element;
    element.classList.add("word");
    if (!element.matches("a, button, input, select, summary, [tabindex]")) element.tabIndex = 0;
    return explain(element, text);
}
