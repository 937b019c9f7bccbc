// Keeps the stored formats of this release for the tests of the next one: node tests/updates/keep-formats.ts
import { mkdirSync, writeFileSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };
import { currentFormats, kept } from "./formats.ts";

const formats = (await currentFormats()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
const lines = formats.map((format) => `${JSON.stringify(format.name)}: ${JSON.stringify(kept(format))}`);
const folder = new URL("formats-of-releases/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL(`${packageJson.version}.json`, folder), `{\n${lines.join(",\n")}\n}\n`);
console.log(`${formats.length} formats of ${packageJson.version}`);
