import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildFailure, build, type Plugin } from "esbuild";
import { expect, test } from "vitest";

const project = fileURLToPath(new URL("../../", import.meta.url));

/** Sources that are built without the resource. The wiring in `functions/` isn't among them. */
const roots = ["shared", "local-agent", "console/src"];

/** Resources that can be removed: their folders, and the lists that have an entry for them. */
const removable = {
  notes: {
    folders: ["shared/notes", "console/src/features/notes"],
    lists: ["shared/contract/catalogue.ts", "shared/contract/errors.ts", "console/src/app/routes/file-additions.ts"],
  },
  triggers: {
    folders: ["shared/triggers", "console/src/features/triggers", "console/src/app/routes/triggers"],
    lists: ["shared/contract/catalogue.ts", "shared/contract/errors.ts", "console/src/app/router.tsx"],
  },
  alerts: {
    folders: ["shared/usage/alerts", "console/src/features/alerts", "console/src/app/routes/alerts"],
    lists: ["shared/contract/catalogue.ts", "console/src/app/router.tsx", "console/src/app/routes/home-route.tsx"],
  },
} as const satisfies Readonly<Record<string, Removal>>;

interface Removal {
  readonly folders: readonly string[];
  readonly lists: readonly string[];
}

const maxLists = 4;
const removals = Object.values<Removal>(removable);

test("core, console and agent build without these resources and their entries in lists", async () => {
  const lists = removals.flatMap((removal) => removal.lists);
  expect(await problemsWithout(removals, lists)).toEqual([]);
});

test(`only lists, at most ${maxLists} per resource, import from the folders of these resources`, async () => {
  const problems = await problemsWithout(removals, []);
  for (const { folders, lists } of removals) {
    const importers = problems.filter(({ removed }) => isInside(folders, removed)).map(({ file }) => file);
    expect([...new Set(importers)].sort()).toEqual([...lists].sort());
    expect(lists.length).toBeLessThanOrEqual(maxLists);
  }
});

function isInside(folders: readonly string[], file: string): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

/** Returns the problems of a build of all sources without the folders of resources, and without the entries for them in these lists. */
async function problemsWithout(removed: readonly Removal[], lists: readonly string[]) {
  const removedFolders = removed.flatMap(({ folders }) => folders);
  const isRemoved = (file: string) => isInside(removedFolders, file);
  const files = roots.flatMap((root) => globSync(`${root}/**/*.{ts,tsx}`, { cwd: project }));
  const kept = files.filter((file) => !isRemoved(file));
  const contents = kept.map((file) => `import "./${file}";`).join("\n");
  const outcome = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    loader: { ".css": "empty" },
    logLevel: "silent",
    plugins: [sourcesWithout(isRemoved, lists)],
  }).catch((failure: BuildFailure) => failure);
  return outcome.errors.map(({ text, location }) => ({ file: location?.file ?? "", removed: text }));
}

/** Resolves and loads sources as if the removed ones didn't exist. Packages aren't bundled. */
function sourcesWithout(isRemoved: (file: string) => boolean, lists: readonly string[]): Plugin {
  const target = (path: string, folder: string) =>
    path.startsWith("#shared/") ? resolve(project, path.slice(1)) : resolve(folder, path);
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

/** Returns a list without its entries for removed modules. An entry is a line, or a route. */
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
  return body.replace(/^ {2}createRoute\(\{\n(?: {4}.*\n)+ {2}\}\),\n|^.*\n/gm, (text) => (isEntry(text) ? "" : text));
}
