import { describe, expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import { errors } from "#shared/contract/errors.ts";
import type { Operations } from "#shared/contract/operation.ts";
import type { FunctionNeeds } from "../../functions/needs.ts";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import { servedContracts } from "../../scripts/check-routes.ts";
import { bundledFunction, functionNames } from "../../scripts/function-bundle.ts";
import { clientsOf, functionNeeds } from "../../scripts/function-stack.ts";

/** Limit for functions that call FileMaker Server. All of ours do, because a caller may use an account of its Admin Console. */
const limitBytes = 1_250_000;
/** Limit for the authorization server, which is a large library in a separate function. */
const oauthLimitBytes = 2_000_000;

const needs = await functionNeeds();
const served = await servedContracts(readRouteTable(new URL("../../serverless.yml", import.meta.url)));

/** Returns the resources whose operations a function serves: if several share a path prefix, one function serves them all. */
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

for (const name of functionNames) {
  describe(`the bundle of ${name}`, async () => {
    const { codeBytes, content, documentBytes, inputs } = await bundledFunction(name);
    const sizes = `${Math.round(codeBytes / 1000)} KB of code, ${Math.round(documentBytes / 1000)} KB of documents`;

    test(`stays below the size limit for cold starts (${sizes})`, () => {
      expect(codeBytes).toBeLessThan(name === "oauth" ? oauthLimitBytes : limitBytes);
      expect(documentBytes).toBeLessThan(name === "system" ? limitBytes / 2 : 1);
    });

    test("contains remedies only where the errors page is served and where models read them", () => {
      const text = Buffer.from(content).toString("utf8");
      expect(text.includes(errors.offsite_location_exists.remedy)).toBe(["system", "mcp"].includes(name));
    });

    test("contains no other resource's service", () => {
      const services = inputs.flatMap((input) => /^shared\/([^/]+)\/service\.ts$/.exec(input)?.[1] ?? []);
      const expected = [name, ...servedResources(name)];
      expect(services.filter((service) => !expected.includes(service))).toEqual([]);
    });

    test("contains the clients of the AWS services that it calls, and no others", () => {
      const clients = inputs.flatMap((input) => /@aws-sdk\/(client-[^/]+)\//.exec(input)?.[1] ?? []);
      expect([...new Set(clients)].sort()).toEqual(clientsOf(needs[name] as FunctionNeeds));
    });

    test("contains the stores whose partitions it can read and write", async () => {
      const { reads, writes } = needs[name] as FunctionNeeds;
      const stores = inputs.filter((input) => /(?:store|failure-counts)\.ts$/.test(input));
      const owned = new Set((await Promise.all(stores.map(partitionsOf))).flat());
      const named = [...reads.flat(), ...(writes === "every partition" ? [] : writes.flat())];
      expect(named.filter((partition) => !owned.has(partition))).toEqual([]);
    });

    test("contains one parser of undici, without its index and fetch, no event streams of the SDK, and no schemas of unused calls", () => {
      const unused =
        /undici\/(?:index|lib\/(?:web\/|milo\/|llhttp\/llhttp-wasm|dispatcher\/client-h2))|submodules\/event-streams/;
      expect(inputs.filter((input) => unused.test(input) && !input.startsWith("left-out:"))).toEqual([]);
      expect(Buffer.from(content).includes("ListBucketInventoryConfigurations")).toBe(false);
    });

    test("contains at most one list of media types", () => {
      expect(inputs.filter((input) => input.endsWith("/mime-db/db.json")).length).toBeLessThan(2);
    });

    test("contains nothing of one machine, of development, or of the sandbox", () => {
      const foreign = /^(?:local-runtime|sandbox|bench|tests|scripts|console)\/|credential-provider/;
      expect(inputs.filter((input) => foreign.test(input))).toEqual([]);
    });
  });
}
