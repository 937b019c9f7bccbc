// Measures how readable the structure is, and exits with 1 if a limit is exceeded: import cycles by value and by type, imports from a lower
// layer to a higher one, folders with too many source files, and file lengths. Contracts can be long: they list operations.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const roots = ["functions", "shared", "console/src", "local-agent", "local-runtime", "client", "cli"];
const bounds = { folderFiles: 20, medianLines: 60, p90Lines: 148, longestLines: 350 };

/** From lowest to highest: a file imports from its own layer and lower ones. The first matching pattern determines the layer. */
const layers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["ports", /^shared\/ports\//],
  ["contracts", /^shared\/(?:contract\/|(?:[^/]+\/){1,2}(?:contract|errors)\.ts$|agent\/protocol\/)/],
  ["HTTP", /^shared\/http\//],
  ["adapters, FileMaker's APIs and S3's", /^shared\/(?:aws|node|filemaker|s3)\//],
  ["resources", /^shared\//],
  ["the agent", /^local-agent\//],
  ["settings and the platform", /^functions\/(?:settings\/|(?:platform|memoized|needs|worker)\.ts$)/],
  ["wiring", /^functions\/(?:wiring|additions)\//],
  ["the edge", /^functions\/edge\//],
  ["Lambda", /^functions\/lambda\//],
  ["functions", /^functions\//],
  ["the runtime", /^local-runtime\//],
  ["the client", /^client\//],
  ["the command line", /^cli\//],
  ["the console's parts", /^console\/src\/(?:ui|api|theme|messages)\//],
  ["the console's addresses", /^console\/src\/app\/paths\.ts$/],
  ["what the console's features share", /^console\/src\/dependents\//],
  ["the console's features", /^console\/src\/features\//],
  ["the console", /^console\//],
];

/** Folders of `shared/` below the resources. */
const layersOfShared = new Set("contract ports http aws node filemaker s3 zip blocks fingerprints settings".split(" "));

interface Edge {
  readonly from: string;
  readonly to: string;
}

interface Import extends Edge {
  readonly isType: boolean;
}

const files = roots.flatMap((root) => globSync(`${root}/**/*.{ts,tsx}`)).sort();
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const imports = [...sources].flatMap(([file, text]) => importsOf(file, text));

function importsOf(from: string, text: string): readonly Import[] {
  const found: Import[] = [];
  // The formatter writes imports in one of two forms, so no parser is needed.
  for (const [, clause = "", target = ""] of text.matchAll(/^(?:import|export) ([^;]*?)from "([^"]+)";$/gm)) {
    const path = resolved(from, target);
    if (path !== undefined) found.push({ from, to: path, isType: onlyTypes(clause) });
  }
  for (const [, target = ""] of text.matchAll(/\bimport\("([^"]+)"\)/g)) {
    const path = resolved(from, target);
    if (path !== undefined) found.push({ from, to: path, isType: false });
  }
  return found;
}

function resolved(from: string, target: string): string | undefined {
  const path = target.startsWith("#shared/")
    ? target.slice(1)
    : target.startsWith(".")
      ? normalize(join(dirname(from), target))
      : undefined;
  return path !== undefined && sources.has(path) ? path : undefined;
}

function onlyTypes(clause: string): boolean {
  if (clause.startsWith("type ")) return true;
  const names = /^\{([^}]*)\}/
    .exec(clause)?.[1]
    ?.split(",")
    .map((name) => name.trim()) ?? [""];
  return names.every((name) => name === "" || name.startsWith("type ")) && names.some((name) => name !== "");
}

/** Returns groups of files, or of resources, that import each other in a cycle (Tarjan's strongly connected components). */
function cycles(edges: readonly Edge[]): readonly (readonly string[])[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, { readonly index: number; low: number }>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (file: string): number => {
    const state = { index: order.size, low: order.size };
    order.set(file, state);
    stack.push(file);
    for (const { to } of next.get(file) ?? []) {
      const known = order.get(to);
      if (known === undefined) state.low = Math.min(state.low, visit(to));
      else if (stack.includes(to)) state.low = Math.min(state.low, known.index);
    }
    if (state.low === state.index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) groups.push(group);
    }
    return state.low;
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return groups;
}

function layerOf(file: string): number {
  return layers.findIndex(([, pattern]) => pattern.test(file));
}

/** Returns the resource of a file in `shared/`. Undefined for the layers below the resources. */
function resourceOf(file: string): string | undefined {
  const name = /^shared\/([^/]+)\//.exec(file)?.[1];
  return name === undefined || layersOfShared.has(name) ? undefined : name;
}

/** True if another resource can import the file: a contract, the errors, the agent's protocol, or the resource's public face. */
function isPublic(file: string): boolean {
  return /\/(?:contract|errors)\.ts$|^shared\/(?:[^/]+\/api\.ts$|agent\/protocol\/)/.test(file);
}

const byValue = cycles(imports.filter(({ isType }) => !isType));
const byType = cycles(imports);
/** Lists resources of all areas with functions that load them, as an entry point does. Its importers only use what they add. */
const loadsResources = "functions/additions/additions.ts";
const upwards = imports.filter(({ from, to }) => layerOf(from) < layerOf(to) && from !== loadsResources);
const internals = imports.filter(({ from, to }) => {
  const [own, other] = [resourceOf(from), resourceOf(to)];
  return own !== undefined && other !== undefined && own !== other && !isPublic(to);
});
const byResource = cycles(
  imports.flatMap(({ from, to }) => {
    const [own, other] = [resourceOf(from), resourceOf(to)];
    return own !== undefined && other !== undefined && own !== other && to.endsWith("/api.ts")
      ? [{ from: own, to: other }]
      : [];
  }),
);
const crowded = [...Map.groupBy(files, dirname)].filter(([, inside]) => inside.length > bounds.folderFiles);
const lengths = [...sources]
  .filter(([file]) => !/\/contract\.ts$/.test(file))
  .map(([file, text]) => ({ file, lines: text.split("\n").length - 1 }))
  .sort((a, b) => a.lines - b.lines);
const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)]?.lines ?? 0;
const long = lengths.filter(({ lines }) => lines > bounds.longestLines);

const inFunctions = files.filter((file) => file.startsWith("functions/"));
const linesInFunctions = inFunctions.reduce((sum, file) => sum + (sources.get(file) ?? "").split("\n").length - 1, 0);
/** Files that build services: wiring that resources share, and the resources of each area. Lists of resources aren't among them. */
const builds = (file: string) =>
  /^functions\/(?!edge\/|lambda\/|settings\/)[^/]+\/(?!area|lambda|workers|additions\.ts)/.test(file);
const wired = imports.filter(({ from, to }) => builds(from) && builds(to));

const rows: readonly (readonly [what: string, count: number, most: number, details: readonly string[]])[] = [
  ["import cycles by value", byValue.length, 0, byValue.map((group) => group.join(" ~ "))],
  ["import cycles by type", byType.length, 0, byType.map((group) => group.join(" ~ "))],
  ["imports from a lower layer to a higher one", upwards.length, 0, upwards.map(({ from, to }) => `${from} -> ${to}`)],
  [
    "imports into the internals of another resource, types included",
    internals.length,
    0,
    internals.map(({ from, to }) => `${from} -> ${to}`),
  ],
  [
    "cycles of resources that import each other's api.ts",
    byResource.length,
    0,
    byResource.map((group) => group.join(" ~ ")),
  ],
  [
    `folders with more than ${bounds.folderFiles} source files`,
    crowded.length,
    0,
    crowded.map(([folder, inside]) => `${folder}: ${inside.length}`),
  ],
  ["Lambda functions", inFunctions.filter((file) => file.endsWith("/lambda.ts")).length, 15, []],
  ["files in functions/", inFunctions.length, 168, []],
  ["lines in functions/", linesInFunctions, 9_750, []],
  ["imports from wiring to wiring", wired.length, 160, []],
  ["lines of the median file", at(0.5), bounds.medianLines, []],
  ["lines of a file at the 90th percentile", at(0.9), bounds.p90Lines, []],
  [
    `files above ${bounds.longestLines} lines, contracts excepted`,
    long.length,
    0,
    long.map(({ file, lines }) => `${file}: ${lines}`),
  ],
];
console.log(`${files.length} source files, ${imports.length} imports between them`);
for (const [what, count, most, details] of rows) {
  console.log(`${count > most ? "✗" : "✓"} ${what}: ${count} (at most ${most})`);
  if (count <= most) continue;
  process.exitCode = 1;
  for (const detail of details) console.log(`    ${detail}`);
}
