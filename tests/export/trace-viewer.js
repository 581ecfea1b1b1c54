// What Chrome's trace viewer makes of the text in `trace`, as the only thing on the page. In base64, as a browser that prints a
// page writes its characters otherwise.
const model = new tr.Model();
new tr.importer.Import(model).importTraces([trace]);
const levels = (series) => [series.name, series.samples.map((sample) => sample.value)];
const counter = (c) => ({ name: c.name, category: c.category, times: c.timestamps, levels: Object.fromEntries(c.series.map(levels)) });
const process = (p) => ({ name: p.userFriendlyName, counters: Object.values(p.counters).map(counter) });
const shown = { warnings: model.importWarnings, range: [model.bounds.min, model.bounds.max], processes: model.getAllProcesses().map(process) };
document.documentElement.textContent = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(shown))));
