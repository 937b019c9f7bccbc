import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import directives from "#shared/contract/console-policy.json" with { type: "json" };
import release from "../package.json" with { type: "json" };
import { packedFiles } from "./packed-files.ts";
import { plainSchemas } from "./plain-schemas.ts";

interface ModuleFacts {
  readonly importers: readonly string[];
}
type FactsOf = (id: string) => ModuleFacts | null;

/** Chunks that always load as a whole, each with the module that imports everything in it. */
const together = [
  { name: "start", root: "/console/src/main.tsx" },
  { name: "frame", root: "/console/src/app/signed-in.tsx" },
  // The keys page has the parts that all lists use: table, tabs, filters, chips.
  { name: "lists", root: "/console/src/app/routes/keys-route.tsx" },
] as const;

/** Writes the content security policy into the page too, for servers that don't send headers. Only a header can forbid frames. */
const policyInPage: Plugin = {
  name: "policy-in-page",
  transformIndexHtml: (html) =>
    html.replace(
      "%CONTENT_SECURITY_POLICY%",
      directives.filter((each) => !each.startsWith("frame-ancestors")).join("; "),
    ),
};

/** One build for object storage and for every path that the local runtime can serve it under: all addresses are relative. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react(), tailwindcss(), policyInPage, plainSchemas, packedFiles],
  define: { CONSOLE_VERSION: JSON.stringify(release.version) },
  build: {
    target: "es2023",
    manifest: true,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Without groups, code shared by pages is split into dozens of files of a few hundred bytes.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              debugName: "together",
              name: (id, context) => chunkOf(id, (each) => context.getModuleInfo(each)),
              test: () => true,
            },
          ],
        },
      },
    },
  },
});

function chunkOf(id: string, factsOf: FactsOf): string | null {
  const imported = importersOf(id, factsOf);
  return together.find(({ root }) => [...imported].some((each) => each.endsWith(root)))?.name ?? null;
}

/** Returns the module and all modules that import it statically, directly or indirectly. */
function importersOf(id: string, factsOf: FactsOf, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const importer of factsOf(id)?.importers ?? []) importersOf(importer, factsOf, seen);
  return seen;
}
