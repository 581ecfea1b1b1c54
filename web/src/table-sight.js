// Which columns have cells: in a table that is wider than its box, only those in sight and some beside them. What a frame takes
// when one scrolls grows with the number of cells. The first column stays where it is, and is in sight always.
const EDGE = 26; // pixels that fade where a table goes on to the side (table.css), and a ring around what has the focus
const BESIDE = 200; // pixels to each side: as far one scrolls sideways before other cells are made

export function make_sight(box, head) {
    let ends = null; // right edges of columns; asked for seldom, as the page must be laid out to tell. null: all have cells
    let range = null; // columns beside the first that have cells: from, up to but without `to`. A new object when others do

    // Of the columns after the first, which are within so many pixels of what is seen.
    function within(pixels) {
        const left = box.scrollLeft + ends[0] - pixels; // the first column covers what is behind it
        const right = box.scrollLeft + box.clientWidth + pixels;
        const from = ends.findIndex((end, i) => i > 0 && end > left);
        const to = ends.findIndex((_, i) => i > 0 && ends[i - 1] >= right);
        return { from: from < 0 ? ends.length : from, to: to < 0 ? ends.length : to };
    }

    return {
        get range() {
            return range;
        },
        // All have cells, on paper.
        whole() {
            ends = null;
            range = { from: 1, to: head.lastChild.cells.length };
        },
        // How wide the columns and the box are now.
        measure() {
            let at = 0;
            ends = Array.from(head.lastChild.cells, (cell) => (at += cell.offsetWidth));
            range = within(BESIDE);
        },
        // What a key has brought the focus to, in the head: browsers leave it alone where they think that a part of it is seen.
        reveal(element) {
            if (!ends || element.closest(".first")) return;
            const at = element.getBoundingClientRect();
            const left = box.getBoundingClientRect().left;
            const behind = left + ends[0] + EDGE - at.left;
            const beyond = at.right + EDGE - left - box.clientWidth;
            if (behind > 0) box.scrollLeft -= behind;
            else if (beyond > 0) box.scrollLeft += beyond;
        },
        // Whether other columns have cells than before, as one has scrolled.
        moved() {
            if (!ends) return false;
            const seen = within(0);
            if (seen.from >= range.from && seen.to <= range.to) return false;
            range = within(BESIDE);
            return true;
        },
    };
}
