import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operations } from "#shared/contract/operation.ts";
import type { FunctionNeeds } from "../../functions/needs.ts";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import plugins from "../../scripts/bundle-plugins.ts";
import { servedContracts } from "../../scripts/check-routes.ts";
import { bundledFunction, functionNames, type LoadedFiles } from "../../scripts/function-bundle.ts";
import { clientsOf, functionNeeds } from "../../scripts/function-stack.ts";
import { verifies } from "../support/verifies.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** CommonJS packages load Node's own modules with `require`. */
const banner = {
  js: 'import { createRequire as requireOfModule } from "node:module"; const require = requireOfModule(import.meta.url);',
};

/** Limits in bytes: code that a function loads before its first call, and code that the first call for a resource adds. */
const startBytes = 750_000;
const resourceBytes = 475_000;
/** Limits in bytes of both together, for resources with a large library or with work of every kind. */
const togetherBytes: Readonly<Record<string, number>> = {
  "functions/oauth/oauth.ts": 2_000_000,
  "functions/jobs/queue.ts": 1_400_000,
};

/** Resources in the list of additions, which has a module for each of them. */
const additionNames = readdirSync(join(root, "functions/additions"))
  .filter((file) => !/^add(?:ed-parts|itions)\.ts$/.test(file))
  .map((file) => basename(file, ".ts"));

const needs = await functionNeeds();
const served = await servedContracts(readRouteTable(new URL("../../serverless.yml", import.meta.url)));

/** Returns the names of the resources whose service is in some files. */
function servicesIn({ inputs }: LoadedFiles): readonly string[] {
  return inputs.flatMap((input) => /^shared\/([^/]+)\/service\.ts$/.exec(input)?.[1] ?? []);
}

/** Returns the resources of the catalog whose operations a function serves. */
function servedResources(name: string): readonly string[] {
  const own = new Set(Object.values(served[name] ?? {}));
  const resources: Readonly<Record<string, Operations>> = catalogue;
  return Object.keys(resources).filter((resource) =>
    Object.values(resources[resource] ?? {}).some((one) => own.has(one)),
  );
}

/** Returns the partitions that a store declares. */
async function partitionsOf(store: string): Promise<readonly string[]> {
  const exported: object = await import(new URL(`../../${store}`, import.meta.url).href);
  return Object.entries(exported).flatMap(([name, value]) =>
    name.endsWith("Partitions") ? Object.values(value as object).flat() : [],
  );
}

verifies(
  "oauth:sign-in:account",
  "in the minified bundles, its models keep the names that its storage gets",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-names-"));
    const entry = join(folder, "names.mjs");
    const kinds = ["AccessToken", "AuthorizationCode", "Client", "Grant", "Interaction", "RefreshToken", "Session"];
    const text = `import Provider from "oidc-provider";
    const provider = new Provider("https://example.com");
    export const names = ${JSON.stringify(kinds)}.map((kind) => provider[kind].name);`;
    await build({
      ...{ stdin: { contents: text, resolveDir: root }, outfile: entry, plugins, banner },
      ...{ bundle: true, minify: true, platform: "node", format: "esm", logLevel: "error" },
    });
    const { names } = await import(pathToFileURL(entry).href);
    rmSync(folder, { recursive: true });
    expect(names).toEqual(kinds);
  },
);

for (const name of functionNames) {
  describe(`the bundle of ${name}`, async () => {
    const { start, resources, whole } = await bundledFunction(name);

    test(`a cold start loads ${Math.round(start.codeBytes / 1000)} KB of code`, () => {
      expect(start.codeBytes).toBeLessThan(startBytes);
    });

    test.each(Object.entries(resources))("%s stays below its limit", (path, { codeBytes }) => {
      const limit = togetherBytes[path];
      if (limit === undefined) expect(codeBytes).toBeLessThan(resourceBytes);
      else expect(start.codeBytes + codeBytes).toBeLessThan(limit);
    });

    test("contains no service of another function's resource", () => {
      const own = [name, ...servedResources(name)];
      // The list of additions names all of them, so their files are in every bundle. No other resource loads them.
      expect(servicesIn(whole).filter((service) => ![...own, ...additionNames].includes(service))).toEqual([]);
      const loaded = Object.entries(resources).filter(([path]) => !additionNames.includes(basename(path, ".ts")));
      for (const [path, files] of [["the start", start] as const, ...loaded])
        expect(
          servicesIn(files).filter((service) => !own.includes(service)),
          path,
        ).toEqual([]);
    });

    test("a cold start loads the clients of DynamoDB and KMS, and the bundle contains those that its resources need", () => {
      const clientsIn = (inputs: readonly string[]) => [
        ...new Set(inputs.flatMap((input) => /@aws-sdk\/(client-[^/]+)\//.exec(input)?.[1] ?? [])),
      ];
      expect(clientsIn(start.inputs).sort()).toEqual(["client-dynamodb", "client-kms"]);
      expect(clientsIn(whole.inputs)).toEqual(expect.arrayContaining([...clientsOf(needs[name] as FunctionNeeds)]));
    });

    test("contains the stores whose partitions it reads and writes", async () => {
      const { reads, writes } = needs[name] as FunctionNeeds;
      const stores = whole.inputs.filter((input) => /(?:store|failure-counts)\.ts$/.test(input));
      const owned = new Set((await Promise.all(stores.map(partitionsOf))).flat());
      const named = [...reads.flat(), ...(writes === "every partition" ? [] : writes.flat())];
      expect(named.filter((partition) => !owned.has(partition))).toEqual([]);
    });

    test("contains one parser of undici, and neither its index, nor its fetch, nor event streams of the SDK", () => {
      const unused =
        /undici\/(?:index|lib\/(?:web\/|milo\/|llhttp\/llhttp-wasm|dispatcher\/client-h2))|submodules\/event-streams/;
      expect(whole.inputs.filter((input) => unused.test(input) && !input.startsWith("left-out:"))).toEqual([]);
    });

    test("contains at most one list of media types", () => {
      expect(whole.inputs.filter((input) => input.endsWith("/mime-db/db.json")).length).toBeLessThan(2);
    });

    test("contains nothing of one machine, of development, or of the sandbox", () => {
      const foreign = /^(?:local-runtime|sandbox|bench|tests|scripts|console)\/|credential-provider/;
      expect(whole.inputs.filter((input) => foreign.test(input))).toEqual([]);
    });
  });
}
