import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildFailure, build, type Plugin } from "esbuild";
import { expect, test } from "vitest";

const project = fileURLToPath(new URL("../../", import.meta.url));

/** Sources that are built without a resource. */
const sources = [
  "bench",
  "cli",
  "client",
  "console/src",
  "functions",
  "local-agent",
  "local-runtime",
  "scripts",
  "shared",
];

/** Resource that can be removed: its folders and files, and the lists that have an entry for it. */
interface Removal {
  readonly places: readonly string[];
  readonly lists: readonly string[];
}

const catalogs = ["shared/contract/catalogue.ts", "shared/contract/errors.ts"];
const additions = "functions/additions/additions.ts";

const removable: Readonly<Record<string, Removal>> = {
  license: {
    places: [
      "shared/license",
      "functions/system/license.ts",
      "functions/additions/license.ts",
      "console/src/features/license",
      "console/src/app/page/license-place.tsx",
    ],
    lists: ["shared/contract/catalogue.ts", additions, "console/src/app/routes/home-route.tsx"],
  },
  notes: {
    places: ["shared/notes", "functions/files/notes.ts", "functions/additions/notes.ts", "console/src/features/notes"],
    lists: [...catalogs, additions, "console/src/app/routes/file-additions.ts"],
  },
  triggers: {
    places: [
      "shared/triggers",
      "functions/webhooks/triggers.ts",
      "functions/additions/triggers.ts",
      "console/src/features/triggers",
      "console/src/app/routes/triggers",
    ],
    lists: [...catalogs, additions, "console/src/app/router.tsx"],
  },
};

/** Resource whose wiring in `functions/` is still part of other resources. */
const alerts: Removal = {
  places: ["shared/usage/alerts", "console/src/features/alerts", "console/src/app/routes/alerts"],
  lists: ["shared/contract/catalogue.ts", "console/src/app/router.tsx", "console/src/app/routes/home-route.tsx"],
};
const sourcesWithoutWiring = ["shared", "local-agent", "console/src"];

const maxLists = 4;
const removals = Object.values(removable);

test("everything builds without license, notes and triggers, and without their entries in lists", async () => {
  expect(await problemsWithout(removals, { roots: sources, edits: true })).toEqual([]);
});

test.each(Object.entries(removable))(
  `only lists, at most ${maxLists}, import from the places of %s, types included`,
  async (_name, { places, lists }) => {
    expect(importersOf(places, sources)).toEqual([...lists].sort());
    expect(lists.length).toBeLessThanOrEqual(maxLists);
  },
);

test("a build without entries removed from lists names each list", async () => {
  const problems = await problemsWithout(removals, { roots: sources, edits: false });
  const lists = new Set(removals.flatMap((removal) => removal.lists));
  expect([...new Set(problems.map(({ file }) => file))].sort()).toEqual([...lists].sort());
});

test("core, console and agent build without alerts", async () => {
  expect(await problemsWithout([alerts], { roots: sourcesWithoutWiring, edits: true })).toEqual([]);
  expect(importersOf(alerts.places, sourcesWithoutWiring)).toEqual([...alerts.lists].sort());
});

function isInside(places: readonly string[], file: string): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`));
}

function sourcesIn(roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) => globSync(`${root}/**/*.{ts,tsx}`, { cwd: project }));
}

/** Returns the files elsewhere that import from these places, also if they only import a type. */
function importersOf(places: readonly string[], roots: readonly string[]): readonly string[] {
  const specifiers = /(?:\bfrom |\bimport\(|\bimport )"((?:\.|#shared\/)[^"]+)"/g;
  const imports = (file: string) =>
    [...readFileSync(resolve(project, file), "utf8").matchAll(specifiers)].map(([, specifier = ""]) =>
      relative(project, target(specifier, dirname(resolve(project, file)))),
    );
  return sourcesIn(roots)
    .filter((file) => !isInside(places, file) && imports(file).some((imported) => isInside(places, imported)))
    .sort();
}

interface Build {
  readonly roots: readonly string[];
  /** True to remove the entries of lists too. */
  readonly edits: boolean;
}

/** Returns the problems of a build of all sources without the places of resources. Missing files and missing exports are problems. */
async function problemsWithout(removed: readonly Removal[], { roots, edits }: Build) {
  const places = removed.flatMap((removal) => removal.places);
  const lists = edits ? removed.flatMap((removal) => removal.lists) : [];
  const isRemoved = (file: string) => isInside(places, file);
  const kept = sourcesIn(roots).filter((file) => !isRemoved(file));
  const contents = kept.map((file) => `import "./${file}";`).join("\n");
  const outcome = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    write: false,
    outdir: "unused",
    platform: "node",
    format: "esm",
    jsx: "automatic",
    loader: { ".css": "empty" },
    logLevel: "silent",
    logLimit: 0,
    plugins: [sourcesWithout(isRemoved, lists)],
  }).catch((failure: BuildFailure) => failure);
  return outcome.errors.map(({ text, location }) => ({ file: location?.file ?? "", removed: text }));
}

function target(path: string, folder: string): string {
  return path.startsWith("#shared/") ? resolve(project, path.slice(1)) : resolve(folder, path);
}

/** Resolves and loads sources as if the removed ones didn't exist. Packages aren't bundled. */
function sourcesWithout(isRemoved: (file: string) => boolean, lists: readonly string[]): Plugin {
  return {
    name: "sources-without",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(?:\.|#shared\/)/ }, ({ path, resolveDir }) => {
        const found = target(path, resolveDir);
        const file = relative(project, found);
        return isRemoved(file) ? { errors: [{ text: file }] } : { path: found, sideEffects: false };
      });
      onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
        kind === "entry-point" ? undefined : { path, external: true },
      );
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const file = relative(project, path);
        if (!lists.includes(file)) return undefined;
        const isRemovedImport = (specifier: string) => isRemoved(relative(project, target(specifier, dirname(path))));
        return {
          contents: withoutEntries(readFileSync(path, "utf8"), isRemovedImport),
          loader: path.endsWith("x") ? "tsx" : "ts",
        };
      });
    },
  };
}

/** Returns a list without its entries for removed modules. An entry is a line, a route, or an object. */
function withoutEntries(list: string, isRemovedImport: (specifier: string) => boolean): string {
  const names: string[] = [];
  const body = list.replace(/^import [^;]*?\{([^}]*)\} from "([^"]+)";\n/gm, (statement, imported, specifier) => {
    if (!isRemovedImport(specifier)) return statement;
    names.push(...imported.split(",").map((name: string) => name.trim()));
    return "";
  });
  const isEntry = (text: string) =>
    names.some((name) => new RegExp(`\\b${name}\\b`).test(text)) ||
    [...text.matchAll(/import\("([^"]+)"\)/g)].some(([, specifier = ""]) => isRemovedImport(specifier));
  return body.replace(/^ {2}(?:createRoute\(\{|\w+: \{)\n(?: {4}.*\n)+ {2}\}\)?,\n|^.*\n/gm, (text) =>
    isEntry(text) ? "" : text,
  );
}
