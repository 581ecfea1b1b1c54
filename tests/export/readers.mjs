// What others read of exported profiles: readers.mjs schema FILE, readers.mjs pprof FILE.
import Ajv from "ajv";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Profile } from "pprof-format";

const [, , what, file] = process.argv;

// The schema that speedscope publishes.
function schema() {
    const path = "node_modules/speedscope/dist/release/file-format-schema.json";
    const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(path)));
    if (!validate(JSON.parse(readFileSync(file)))) throw new Error(JSON.stringify(validate.errors));
}

// Paths and values, as paths.py prints them.
function pprof() {
    const profile = Profile.decode(gunzipSync(readFileSync(file)));
    const text = (i) => profile.stringTable.strings[Number(i)];
    const functions = new Map(profile.function.map((f) => [f.id, text(f.name)]));
    const names = new Map(profile.location.map((l) => [l.id, functions.get(l.line[0].functionId)]));
    const sums = new Map();
    for (const sample of profile.sample) {
        const path = JSON.stringify(sample.locationId.map((i) => names.get(i)).reverse());
        const sum = sums.get(path) ?? sample.value.map(() => 0n);
        sums.set(path, sum.map((v, i) => v + BigInt(sample.value[i])));
    }
    console.log(profile.sampleType.map((t) => `${text(t.type)}/${text(t.unit)}`).join(" "));
    for (const [path, sum] of [...sums].sort()) console.log(path, ...sum.map(String));
}

({ schema, pprof })[what]();
