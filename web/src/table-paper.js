// A table on paper: nothing can be scrolled there. Type is as large as the columns allow, up to that of the text around;
// where it would become too small to be read, groups of columns are left out, the last ones first.
const WIDTH = 680; // pixels of a sheet of A4 between its margins; US Letter has more
const LARGEST = 10.5; // pixels: 8 pt
const LEAST = 7.4; // 5.5 pt
const TEXT_MOST = 20; // characters of a name, then a new line
const LETTER = 0.6; // em: names are in letters of one width
const PAD = 1; // em, of a cell, both sides: a little more than table.css takes

// How wide texts are, as multiples of the size of type; headings are bold.
function make_ruler(element) {
    const pen = document.createElement("canvas").getContext("2d");
    const font = (weight) => `${weight} 100px ${getComputedStyle(element).fontFamily}`;
    const width = (text, weight) => {
        pen.font = font(weight);
        return pen.measureText(text).width / 100;
    };
    return { text: (text) => width(text, 400), bold: (text) => width(text, 600) };
}

// In em: of what is printed, and of the title's longest word, with the arrow if it has one.
function wide(column, rows, ruler, arrow) {
    const texts = Array.from(rows, (row) => (column.numeric ? ruler.text(column.text(row)) : LETTER * Math.min(column.text(row).length, TEXT_MOST)));
    return Math.max(0, ...texts, ...column.title.split(" ").map((word) => ruler.bold(word + arrow))) + PAD;
}

// Says which groups to leave out and how wide the other columns are; sets the size of type and the width of all.
export function fit_to_paper(table, rows, columns, sorted) {
    const ruler = make_ruler(table);
    const need = new Map(columns.map((column) => [column, wide(column, rows, ruler, column === sorted ? "\u00a0↓" : "")]));
    const groups = [...new Set(columns.map((column) => column.group).filter(Boolean))];
    const left_out = [];
    const kept = () => columns.filter((column) => !left_out.includes(column.group));
    const size = () => WIDTH / kept().reduce((sum, column) => sum + need.get(column), 0);
    while (size() < LEAST && left_out.length < groups.length - 1) left_out.unshift(groups[groups.length - 1 - left_out.length]);
    const widths = kept().map((column) => need.get(column));
    table.style.setProperty("--paper-type", `${Math.min(LARGEST, size()).toFixed(2)}px`);
    table.style.setProperty("--paper-width", `${widths.reduce((sum, width) => sum + width, 0).toFixed(2)}em`);
    return { left_out, widths: widths.map((width) => `${width.toFixed(2)}em`) };
}
